// Keys of rationals modulo the prime 2**61 - 1: n / d is n times the inverse of d. A key follows from the keys of the
// operands, an addition or a multiplication away, so a candidate costs a nanosecond. Equal values have equal keys where
// no numerator or denominator reaches the prime; the converse does not hold, so a key only says that a value is absent.
#pragma once

#include "memory/meter.hpp"
#include "rational.hpp"

namespace puzzle {

using Key = std::uint64_t;

constexpr Key PRIME = (Key(1) << 61) - 1;

inline Key reduce_key(Key key) { return key >= PRIME ? key - PRIME : key; }
inline Key add_keys(Key one, Key other) { return reduce_key(one + other); }
inline Key subtract_keys(Key one, Key other) { return reduce_key(one + PRIME - other); }

inline Key multiply_keys(Key one, Key other) {
    const Unsigned product = Unsigned(one) * other;
    return reduce_key((Key(product) & PRIME) + Key(product >> 61));
}

// 2**61 is 1.
inline Key key_of(std::int64_t number) {
    const Key size = magnitude(number), key = reduce_key((size & PRIME) + (size >> 61));
    return number < 0 && key ? PRIME - key : key;
}

// By Fermat, key**(p - 2).
inline Key invert_key(Key key) {
    Key inverse = 1;
    for (Key power = PRIME - 2; power; power >>= 1) {
        if (power & 1) inverse = multiply_keys(inverse, key);
        key = multiply_keys(key, key);
    }
    return inverse;
}

// Are keys of this value as good as those of any other?
inline bool has_keys(const Rational& value) { return magnitude(value.over) < PRIME && Key(value.under) < PRIME; }

// A value's key and that of its reciprocal, 0 for 0.
struct Keys {
    Key key, reciprocal;
};

inline Keys keys_of(const Rational& value) {
    const Key over = key_of(value.over), under = key_of(value.under);
    const Key inverse = invert_key(multiply_keys(over ? over : 1, under));
    return {multiply_keys(multiply_keys(over, over ? over : 1), inverse),
            over ? multiply_keys(multiply_keys(under, under), inverse) : 0};
}

// Fill in the keys of many values with one inversion: the product of all, taken apart from the end.
inline void keys_of(const Vector<Rational>& values, Vector<Keys>& keys) {
    Key product = 1;
    keys.resize(values.size());
    for (std::size_t at = 0; at < values.size(); ++at) {
        const Key over = values[at].over ? key_of(values[at].over) : 1;
        keys[at] = {product, multiply_keys(over, key_of(values[at].under))};
        product = multiply_keys(product, keys[at].reciprocal);
    }
    Key inverse = invert_key(product);
    for (std::size_t at = values.size(); at--;) {
        const Key over = key_of(values[at].over), under = key_of(values[at].under);
        const Key own = multiply_keys(inverse, keys[at].key);  // of numerator times denominator
        inverse = multiply_keys(inverse, keys[at].reciprocal);
        keys[at] = {multiply_keys(multiply_keys(over, over), own),
                    over ? multiply_keys(multiply_keys(under, under), own) : 0};
    }
}

// A bit set of keys, some 32 bits a key: says of most keys that are not there that they are not.
class Filter {
  public:
    explicit Filter(const Vector<Keys>& keys) {
        while ((std::size_t(1) << bits_) < 32 * keys.size()) ++bits_;
        words_.assign(std::size_t(1) << (bits_ - 6), 0);
        for (const Keys& one : keys) words_[place(one.key) >> 6] |= std::uint64_t(1) << (place(one.key) & 63);
    }

    bool may_hold(Key key) const { return words_[place(key) >> 6] >> (place(key) & 63) & 1; }

  private:
    std::size_t place(Key key) const { return (key * 0x9E3779B97F4A7C15u) >> (64 - bits_); }

    Vector<std::uint64_t> words_;
    int bits_ = 8;
};

}  // namespace puzzle
