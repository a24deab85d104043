// Numbers for the values that forms have: equal values have equal numbers.
#pragma once

#include "memory/meter.hpp"
#include "rational.hpp"

namespace puzzle {

using ValueId = std::uint32_t;

constexpr ValueId ZERO = 0, ONE = 1;

// Open addressing, at most half full; an empty slot holds 0.
class Numbering {
  public:
    Numbering() { clear(); }

    void clear() {
        values_.clear();
        slots_.assign(64, 0);
        number({0, 1});
        number({1, 1});
    }

    ValueId number(const Rational& value) {
        std::size_t at = hash(value) >> 32 & (slots_.size() - 1);
        for (; slots_[at]; at = (at + 1) & (slots_.size() - 1)) {
            if (values_[slots_[at] - 1] == value) return slots_[at] - 1;
        }
        values_.push_back(value);
        slots_[at] = std::uint32_t(values_.size());
        if (2 * values_.size() > slots_.size()) grow();
        return ValueId(values_.size() - 1);
    }

    const Rational& operator[](ValueId number) const { return values_[number]; }

  private:
    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::uint32_t place = 1; place <= values_.size(); ++place) {
            std::size_t at = hash(values_[place - 1]) >> 32 & (slots_.size() - 1);
            while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = place;
        }
    }

    Vector<Rational> values_;
    Vector<std::uint32_t> slots_;  // one more than the number
};

}  // namespace puzzle
