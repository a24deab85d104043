// Exact rationals in 64 bits. What does not fit is said, never wrapped.
#pragma once

#include <cstdint>
#include <cstring>
#include <exception>
#include <utility>

namespace puzzle {

using Wide = __int128;
using Unsigned = unsigned __int128;

// A value, a cost or a count left its bits: an engine without that bound must answer instead.
struct Overflow : std::exception {
    const char* what() const noexcept override { return "a value does not fit into 64 bits"; }
};

// Invariant: lowest terms, under > 0, |over| <= INT64_MAX.
struct Rational {
    std::int64_t over = 0;
    std::int64_t under = 1;

    bool operator==(const Rational& other) const { return over == other.over && under == other.under; }
};

inline bool less(const Rational& one, const Rational& other) {
    return Wide(one.over) * other.under < Wide(other.over) * one.under;
}

inline Rational negative(const Rational& value) { return {-value.over, value.under}; }

inline std::uint64_t magnitude(std::int64_t number) { return number < 0 ? 0 - std::uint64_t(number) : number; }
inline Unsigned magnitude(Wide number) { return number < 0 ? 0 - Unsigned(number) : Unsigned(number); }

inline std::uint64_t gcd(std::uint64_t one, std::uint64_t other) {
    if (!one || !other) return one | other;
    const int shift = __builtin_ctzll(one | other);
    one >>= __builtin_ctzll(one);
    do {
        other >>= __builtin_ctzll(other);
        if (one > other) std::swap(one, other);
        other -= one;
    } while (other);
    return one << shift;
}

inline Unsigned gcd(Unsigned one, Unsigned other) {
    while (other >> 64) {
        one %= other;
        std::swap(one, other);
    }
    if (!other) return one;
    return gcd(std::uint64_t(one % other), std::uint64_t(other));
}

// Bring over / under, under > 0, to lowest terms; false if they do not fit.
inline bool reduce(std::int64_t over, std::int64_t under, Rational& out) {
    if (under == 1) return out = {over, 1}, true;
    const std::int64_t common = gcd(magnitude(over), magnitude(under));
    out = {over / common, under / common};
    return true;
}

inline bool reduce(Wide over, Wide under, Rational& out) {
    const Wide common = gcd(magnitude(over), magnitude(under));
    over /= common;
    under /= common;
    if (magnitude(over) > Unsigned(INT64_MAX) || under > INT64_MAX) return false;
    out = {std::int64_t(over), std::int64_t(under)};
    return true;
}

// Below 2**53 both, n and d are doubles exactly, and n / d is rounded correctly: equal rationals, reduced or not, have
// the same quotient. Anything larger is reduced first, so that here too the quotient is a function of the value.
constexpr std::int64_t EXACT = std::int64_t(1) << 53;

template <class Int>
bool has_exact_quotient(Int over, Int under) {
    return over < EXACT && over > -EXACT && under < EXACT;
}

// Make over / under, under > 0, fit to be hashed; false if that takes more than 64 bits.
template <class Int>
bool fit(Int over, Int under, Rational& out) {
    if (!has_exact_quotient(over, under)) return reduce(over, under, out);
    out = {std::int64_t(over), std::int64_t(under)};
    return true;
}

// A hash and no more: equality is always settled by cross-multiplication.
inline std::uint64_t hash(const Rational& fitted) {
    const double quotient = double(fitted.over) / double(fitted.under);
    std::uint64_t bits;
    std::memcpy(&bits, &quotient, sizeof bits);
    return (bits ^ bits >> 32) * 0x9E3779B97F4A7C15u;
}

inline bool equal(const Rational& one, const Rational& other) {
    return Wide(one.over) * other.under == Wide(other.over) * one.under;
}

}  // namespace puzzle
