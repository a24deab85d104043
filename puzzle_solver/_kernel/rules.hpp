// How numbers may be put together: which of them, by which operators, and what an operator may give.
#pragma once

#include <array>
#include <optional>

#include "rational.hpp"

namespace puzzle {

// In a hand.
constexpr int MOST_NUMBERS = 16;

enum Operation { PLUS, MINUS, TIMES, OVER, POWER };

struct Rules {
    bool fixed = false;  // are the numbers in order?
    bool some = false;   // need not all be used?
    bool whole = false;
    std::optional<std::int64_t> least;

    // The place of each operation but powers among the operators of the rules, -1 where it is not one of them.
    std::array<int, 4> places{-1, -1, -1, -1};
    int operators = 0;

    // The places of powers and of the sign, -1 where there are none.
    int power = -1, sign = -1;

    bool operator==(const Rules& other) const {
        return fixed == other.fixed && some == other.some && whole == other.whole && least == other.least &&
               places == other.places && power == other.power && sign == other.sign;
    }

    // Is a value that does not fit passed over? Powers leave any number of bits at once. What is found can be made all
    // the same; what is not found may be possible.
    bool partial() const { return power >= 0 || sign >= 0; }

    int place(Operation operation) const { return operation == POWER ? power : places[operation]; }
    bool has(Operation operation) const { return place(operation) >= 0; }

    // May an operator give over / under, under > 0? If so, a whole number comes out with under = 1.
    template <class Int>
    bool admit(Int& over, Int& under) const {
        if (whole && under != 1) {
            if (over % under) return false;
            over /= under;
            under = 1;
        }
        if (!least) return true;
        return *least == 0 ? over >= 0 : Wide(over) >= Wide(*least) * Wide(under);
    }

    bool admits(const Rational& value) const {
        Rational copy = value;
        return admit(copy.over, copy.under);
    }
};

}  // namespace puzzle
