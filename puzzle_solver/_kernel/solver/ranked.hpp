// The distinct solutions of a target one by one, simplest first.
#pragma once

#include "solver/solver.hpp"

namespace puzzle {

class Ranked {
  public:
    Ranked(Solver& solver, const Rational& target, Level level)
        : solver_(solver), target_(target), classes_(level, solver.given().leaves.numbers),
          distinct_(level, solver.given().rules.some, classes_) {
        solver.refuse_long_trees();
        for (Search* search : solver.stages(target, level)) {
            rankings_.push_back({search, std::make_unique<Ranking>(*search, classes_, solver.given().leaves.numbers,
                                                                   solver.writing())});
        }
        // Over n numbers there are n - 1 operators, which count first; then come the stages.
        const bool even = solver.given().even;
        for (int size = !even || !solver.given().rules.some ? solver.arrangement().count() : 1;
             size <= solver.arrangement().count(); ++size) {
            for (std::size_t stage = 0; stage < rankings_.size(); ++stage) turns_.push_back({size, stage});
        }
    }

    // The next solution's tree; false if there is none left.
    bool next(Tree& tree) {
        while (turn_ < turns_.size()) {
            if (!open_) open();
            while (const Entry* found = cheapest()) {
                if (!distinct_.is_new(found->form)) continue;
                tree = found->tree;
                return true;
            }
            ++turn_;
            open_ = false;
        }
        return false;
    }

  private:
    struct Turn {
        int size;
        std::size_t stage;
    };

    // A root and how many of its classes were taken.
    struct Root {
        Goal goal;
        std::size_t taken;
    };

    void open() {
        open_ = true;
        roots_.clear();
        Search& search = *rankings_[turns_[turn_].stage].first;
        for (const State state : search.roots(target_)) {
            const bool wanted = !solver_.given().even || size_of(state) == turns_[turn_].size;
            if (wanted && search.can({state, target_})) roots_.push_back({{state, target_}, 0});
        }
    }

    // Take the cheapest class that any root has left, or null.
    const Entry* cheapest() {
        Ranking& ranking = *rankings_[turns_[turn_].stage].second;
        Root* best = nullptr;
        Entry least;
        for (Root& root : roots_) {
            const Entry* found = ranking.get(root.goal, root.taken);
            if (found && (!best || *found < least)) {
                best = &root;
                least = *found;
            }
        }
        return best ? ranking.get(best->goal, best->taken++) : nullptr;
    }

    Solver& solver_;
    Rational target_;
    Classes classes_;
    Distinct distinct_;
    std::vector<std::pair<Search*, std::unique_ptr<Ranking>>> rankings_;
    std::vector<Turn> turns_;
    std::vector<Root> roots_;
    std::size_t turn_ = 0;
    bool open_ = false;
};

}  // namespace puzzle
