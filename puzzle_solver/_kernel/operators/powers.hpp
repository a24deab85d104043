// Powers with an exact rational value.
//
// Every positive rational but 1 is root**degree for one root that is no power itself and one degree above 0, and
//
//     (root**degree) ** (p / q) = root**(degree * p / q),
//
// which is rational exactly if q divides degree * p. So what can give r is found from the root of r.
#pragma once

#include <cmath>

#include "rational.hpp"

namespace puzzle {

// |value| = root**degree; 0 and 1 are their own roots, and count as of degree 0.
struct Primitive {
    Rational root;
    int degree = 0;
    bool negative = false;
};

// number**exponent, exponent > 0, if it is below 2**63.
inline bool raise(std::int64_t number, int exponent, std::int64_t& out) {
    out = 1;
    while (exponent--) {
        if (__builtin_mul_overflow(out, number, &out)) return false;
    }
    return true;
}

// The exact root of number > 0, if it is an integer. The estimate is off by less than 1.
inline bool take_root(std::int64_t number, int degree, std::int64_t& out) {
    const auto estimate = std::int64_t(std::llround(std::pow(double(number), 1.0 / degree)));
    for (out = std::max<std::int64_t>(estimate - 1, 1); out <= estimate + 1; ++out) {
        std::int64_t power;
        if (raise(out, degree, power) && power == number) return true;
    }
    return false;
}

inline Primitive primitive(const Rational& value) {
    Primitive found{{std::int64_t(magnitude(value.over)), value.under}, 1, value.over < 0};
    Rational& root = found.root;
    if (!root.over || (root.over == 1 && root.under == 1)) return {root, 0, found.negative};
    for (const int prime : {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61}) {
        if (std::max(root.over, root.under) >> 1 < std::int64_t(1) << (prime - 1)) break;  // below 2**prime
        std::int64_t over, under;
        while (take_root(root.over, prime, over) && take_root(root.under, prime, under)) {
            root = {over, under};
            found.degree *= prime;
        }
    }
    return found;
}

// root**exponent, exponent not 0, if it fits.
inline bool raise(const Rational& root, std::int64_t exponent, Rational& out) {
    if (exponent > 62 || exponent < -62) return false;  // the root is not 1
    const int size = int(exponent < 0 ? -exponent : exponent);
    if (!raise(root.over, size, out.over) || !raise(root.under, size, out.under)) return false;
    if (exponent < 0) std::swap(out.over, out.under);
    return true;
}

// base**exponent, if it is one exact rational and fits. 0 has positive powers only, a number below 0 whole ones only.
inline bool power(const Primitive& base, const Rational& exponent, Rational& out) {
    if (!base.root.over) {
        out = {0, 1};
        return exponent.over > 0;
    }
    if (base.negative && exponent.under != 1) return false;
    const bool turns = base.negative && exponent.over & 1;
    out = {1, 1};
    if (base.degree && exponent.over) {
        if (base.degree % exponent.under || magnitude(exponent.over) > 62) return false;
        if (!raise(base.root, base.degree / exponent.under * exponent.over, out)) return false;
    }
    if (turns) out.over = -out.over;
    return true;
}

// Offer every (base, exponent) whose power is r, with a base that fits; does `accept` take one? r is not 0, 1 or -1.
template <class Accept>
bool any_power(const Rational& r, Accept accept) {
    const Primitive whole = primitive(r);
    for (int degree = 1; degree <= 62; ++degree) {
        for (const int turn : {1, -1}) {
            Rational base, exponent;
            if (!raise(whole.root, turn * degree, base)) continue;
            reduce(std::int64_t(turn * whole.degree), std::int64_t(degree), exponent);
            if (!whole.negative && accept(base, exponent)) return true;
            const bool odd = exponent.over & 1;
            if (exponent.under == 1 && odd == whole.negative && accept(negative(base), exponent)) return true;
        }
    }
    return false;
}

}  // namespace puzzle
