// Division where there is no remainder, by multiplication (Granlund & Montgomery, Division by invariant integers using
// multiplication, 1994).
#pragma once

#include <cstdint>

namespace puzzle {

using Natural = std::uint32_t;

// To multiply by the inverse of the odd part modulo 2**32, and to rotate the twos out, permutes the integers of 32
// bits; multiples of the divisor become their quotients, which are the lowest integers, so all others become higher.
class Divisor {
  public:
    // `by` > 0.
    explicit Divisor(Natural by) : twos_(unsigned(__builtin_ctz(by))) {
        const Natural odd = by >> twos_;
        inverse_ = 3 * odd ^ 2;  // right in its five lowest bits; each step doubles them
        for (int step = 0; step < 3; ++step) inverse_ *= 2 - odd * inverse_;
    }

    // The quotient, or, if there is a remainder, more than (2**32 - 1) / by.
    Natural divide(Natural dividend) const { return turn(scale(dividend)); }

    // The same in two steps; scale(a) + scale(b) = scale(a + b).
    Natural scale(Natural dividend) const { return dividend * inverse_; }
    Natural turn(Natural scaled) const { return scaled >> (twos_ & 31) | scaled << (-twos_ & 31); }

  private:
    unsigned twos_;
    Natural inverse_;
};

}  // namespace puzzle
