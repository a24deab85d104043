// A table in order, which says what is beside a bound.
#pragma once

#include <algorithm>

#include "meter.hpp"
#include "rational.hpp"

namespace puzzle {

class Ordered {
  public:
    explicit Ordered(const Vector<Rational>& values) : items_(values) {
        std::sort(items_.begin(), items_.end(), [](const Rational& one, const Rational& other) {
            Meter::current()->spend(2);
            return less(one, other);
        });
        keyed_ = std::all_of(items_.begin(), items_.end(), [](const Rational& value) { return has_key(value); });
        for (std::size_t at = 0; keyed_ && at < items_.size(); ++at) keys_.push_back(key(items_[at]));
    }

    // The least value that is not below the bound, or the greatest that is not above it; null if there is none. The
    // bound need not be in lowest terms.
    const Rational* beside(const Rational& bound, bool least) const {
        std::size_t place = first_from(bound);
        if (!least && (place == items_.size() || !equal(items_[place], bound))) --place;  // wraps below 0
        return place < items_.size() ? &items_[place] : nullptr;
    }

    // The least or the greatest of all.
    const Rational* end(bool least) const {
        return items_.empty() ? nullptr : least ? &items_.front() : &items_.back();
    }

  private:
    static bool has_key(const Rational& value) { return has_exact_quotient(value.over, value.under); }
    static double key(const Rational& value) { return double(value.over) / double(value.under); }

    // Keys are correctly rounded quotients: they keep the order, but may be equal where values differ. So only items
    // with the key of the bound itself need an exact look.
    std::size_t first_from(const Rational& bound) const {
        if (!keyed_ || !has_key(bound)) {
            return std::size_t(std::lower_bound(items_.begin(), items_.end(), bound, less) - items_.begin());
        }
        const double wanted = key(bound);
        std::size_t place = 0;
        for (std::size_t rest = keys_.size(); rest;) {  // without a branch that depends on the keys
            const std::size_t half = (rest + 1) / 2;
            place += keys_[place + half - 1] < wanted ? half : 0;
            rest -= half;
        }
        while (place < keys_.size() && keys_[place] == wanted && less(items_[place], bound)) ++place;
        return place;
    }

    Vector<Rational> items_;
    Vector<double> keys_;
    bool keyed_ = false;
};

}  // namespace puzzle
