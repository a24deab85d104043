// How large the values of a state can be.
#pragma once

#include <algorithm>

#include "rational.hpp"

namespace puzzle {

// In lowest terms no numerator is larger than `over`, no denominator than `under`. TALL stands for any.
struct Extent {
    static constexpr std::int64_t TALL = std::int64_t(1) << 62;

    std::int64_t over = 0, under = 0;

    bool fits() const { return over < TALL && under < TALL; }

    // Is n / d, d > 0, larger than all that there are, or smaller than all but 0? It need not be in lowest terms.
    bool excludes(std::int64_t n, std::int64_t d) const {
        const std::uint64_t size = magnitude(n);
        return (over < TALL && Unsigned(size) > Unsigned(over) * std::uint64_t(d)) ||
               (under < TALL && size && Unsigned(d) > Unsigned(under) * size);
    }

    // The products would leave 128 bits.
    bool excludes(Wide, Wide) const { return false; }

    // Does a value in lowest terms lie beyond?
    bool excludes(const Rational& value) const {
        return (over < TALL && magnitude(value.over) > std::uint64_t(over)) || (under < TALL && value.under > under);
    }
};

inline Extent widest(const Extent& one, const Extent& other) {
    return {std::max(one.over, other.over), std::max(one.under, other.under)};
}

// Of a/b + c/d, a/b - c/d, a/b * c/d and both quotients, and of the terms ad, bc, ac, bd on the way.
inline Extent combine(const Extent& one, const Extent& other) {
    const Wide left = Wide(one.over) * other.under, right = Wide(other.over) * one.under, tall = Extent::TALL;
    const Wide over = std::max(left + right, Wide(one.over) * other.over);
    const Wide under = std::max({left, right, Wide(one.under) * other.under});
    return {std::int64_t(std::min(over, tall)), std::int64_t(std::min(under, tall))};
}

}  // namespace puzzle
