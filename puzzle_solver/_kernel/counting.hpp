// The number of ordered binary trees that solve, equal numbers being one.
#pragma once

#include "search.hpp"

namespace puzzle {

class Counting {
  public:
    explicit Counting(Search& search) : search_(search) {}

    Unsigned of(const Goal& goal) {
        if (const Unsigned* known = counts_.get(goal)) return *known;
        Unsigned trees = search_.hand().atom(goal.state, goal.value) ? 1 : 0;
        search_.each_way_unasked(goal, [&](const Way& way) {
            Unsigned product;
            if (__builtin_mul_overflow(of(way.left), of(way.right), &product) ||
                __builtin_mul_overflow(product, Unsigned(1 + way.mirrored), &product) ||
                __builtin_add_overflow(trees, product, &trees)) throw Overflow();
        });
        counts_.put(goal, trees);
        return trees;
    }

  private:
    Search& search_;
    Goals<Unsigned> counts_;
};

}  // namespace puzzle
