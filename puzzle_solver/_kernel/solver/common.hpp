// Hands out of the same few numbers, one after the other: what their parts make is worked out once.
#pragma once

#include "solver/solver.hpp"

namespace puzzle {

// `Kept`: what is kept of a class, an Entry or Bare.
template <class Kept>
class Common {
  public:
    // `given` is of multisets.
    Common(const Given& given, const Rational& target, Level level)
        : given_(given), target_(target), level_(level), writing_(given.rules, int(given.leaves.numbers.size())) {}

    // How many distinct solutions the hand has whose values have these ranks, ascending.
    std::size_t count(const std::vector<int>& ranks) {
        return answered([&] {
            each_class(Arrangement::multiset(ranks), [](std::uint32_t, const Kept&) {});
            return parts_->distinct.size();
        });
    }

    // Their cheapest trees, cheapest first.
    std::vector<Tree> list(const std::vector<int>& ranks) {
        return answered([&] {
            if (!writing_.holds(given_.multisets)) throw Overflow();
            Cheapest cheapest;
            each_class(Arrangement::multiset(ranks), [&](std::uint32_t place, const Kept& one) {
                cheapest.offer(place, one);
            });
            return cheapest.trees();
        });
    }

    const Writing& writing() const { return writing_; }

  private:
    // What is known for all hands.
    struct Parts {
        Solver solver;
        Search& search;
        Classes classes;
        Listing<Kept> listing;
        Distinct distinct;

        Parts(const Given& given, const Rational& target, Level level)
            : solver(given), search(solver.search_all(target, level)), classes(level, solver.given().leaves.numbers),
              listing(search, classes, solver.given().leaves.numbers, solver.writing(), solver.regroups()),
              distinct(level, given.rules.some, classes) {}
    };

    // In bytes, beyond which one begins anew.
    static constexpr std::size_t MOST = 32'000'000;

    template <class Answer>
    std::invoke_result_t<Answer> answered(Answer answer) {
        if (Meter::current()->used() > MOST) parts_.reset();
        const bool older = bool(parts_);
        if (!older) parts_ = std::make_unique<Parts>(given_, target_, level_);
        try {
            return answer();
        } catch (const OutOfMemory&) {
            if (!older) throw;
        } catch (...) {
            parts_.reset();  // something in it is half done
            throw;
        }
        parts_.reset();
        return answered(answer);
    }

    template <class Visit>
    void each_class(State hand, Visit visit) {
        Distinct& distinct = parts_->distinct;
        distinct.clear();
        for (const State root : roots(hand)) {
            const Goal goal{root, target_};
            const View<Kept> classes = root == hand ? parts_->listing.of_whole(goal) : parts_->listing.of(goal);
            Meter::current()->spend(100 * classes.count);
            for (const Kept& one : classes) visit(distinct.place(one.form), one);
        }
    }

    // The hand or, where not all of it must be used, its parts, fewest numbers first.
    std::vector<State> roots(State hand) {
        if (!given_.rules.admits(target_)) return {};
        std::vector<State> found{hand};
        if (!given_.rules.some) return found;
        for (std::size_t at = 0; at < found.size(); ++at) {
            for (const Split& split : parts_->solver.arrangement().splits(found[at])) {
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
    Writing writing_;
    std::unique_ptr<Parts> parts_;
};

}  // namespace puzzle
