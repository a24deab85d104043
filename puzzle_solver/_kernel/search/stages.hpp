// Ever narrower rules, whose solutions are simpler than any of the same number of operators that only wider ones find.
#pragma once

#include <algorithm>
#include <vector>

#include "rules.hpp"

namespace puzzle {

// They follow the counts: without results below 0 or fractions, without divisions and subtractions; then with
// subtractions; with divisions; with results below 0. None is as wide as the rules.
inline std::vector<Rules> narrower(const Rules& rules) {
    Rules whole = rules;
    whole.whole = true;
    Rules natural = whole;
    natural.least = std::max<std::int64_t>(rules.least.value_or(0), 0);
    Rules no_division = natural;
    no_division.places[OVER] = -1;
    Rules no_subtraction = no_division;
    no_subtraction.places[MINUS] = -1;
    std::vector<Rules> stages;
    for (const Rules& stage : {no_subtraction, no_division, natural, whole}) {
        const bool known = std::any_of(stages.begin(), stages.end(), [&](const Rules& one) { return one == stage; });
        if (!known && !(stage == rules)) stages.push_back(stage);
    }
    return stages;
}

}  // namespace puzzle
