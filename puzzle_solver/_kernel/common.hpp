// Hands out of the same few numbers, one after the other: what their parts make is worked out once.
#pragma once

#include "solver.hpp"

namespace puzzle {

class Common {
  public:
    // `given` is of multisets.
    Common(const Given& given, const Rational& target, Level level) : given_(given), target_(target), level_(level) {}

    // How many distinct solutions the hand has whose values have these ranks.
    std::size_t count(std::vector<int> ranks) {
        std::sort(ranks.begin(), ranks.end());
        if (Meter::current()->used() > MOST) parts_.reset();
        try {
            return count(Hand::multiset(ranks));
        } catch (const OutOfMemory&) {
            if (!older_) throw;
        } catch (...) {
            parts_.reset();  // something in it is half done
            throw;
        }
        parts_.reset();
        return count(Hand::multiset(ranks));
    }

  private:
    // What is known for all hands.
    struct Parts {
        Solver solver;
        Search& search;
        Classes classes;
        Listing<Bare> listing;
        Distinct distinct;

        Parts(const Given& given, const Rational& target, Level level)
            : solver(given), search(solver.search_all(target, level)), classes(level, solver.given().numbers),
              listing(search, classes, solver.given().numbers, solver.writing(), solver.regroups()),
              distinct(level, given.rules.some, classes) {}
    };

    // In bytes, beyond which one begins anew.
    static constexpr std::size_t MOST = 32'000'000;

    std::size_t count(State hand) {
        older_ = bool(parts_);
        if (!parts_) parts_ = std::make_unique<Parts>(given_, target_, level_);
        parts_->distinct.clear();
        for (const State root : roots(hand)) {
            const Goal goal{root, target_};
            const View<Bare> classes = root == hand ? parts_->listing.of_whole(goal) : parts_->listing.of(goal);
            for (const Bare& one : classes) parts_->distinct.place(one.form);
        }
        return parts_->distinct.size();
    }

    // The hand or, where not all of it must be used, its parts, fewest numbers first.
    std::vector<State> roots(State hand) {
        std::vector<State> found{hand};
        if (!given_.rules.some) return found;
        for (std::size_t at = 0; at < found.size(); ++at) {
            for (const Split& split : parts_->solver.hand().splits(found[at])) {
                for (const State part : {split.left, split.right}) {
                    if (std::find(found.begin(), found.end(), part) == found.end()) found.push_back(part);
                }
            }
        }
        std::sort(found.begin(), found.end(), [](State one, State other) { return size_of(one) < size_of(other); });
        return found;
    }

    Given given_;
    Rational target_;
    Level level_;
    std::unique_ptr<Parts> parts_;
    bool older_ = false;  // were there parts before the hand at work?
};

}  // namespace puzzle
