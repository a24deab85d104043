// The integers from 0 that a state can make where no operator may give anything else, and by what last operation.
//
// Whatever order a flattened sum is added up in, if it adds before it subtracts there is nothing below 0 on the way;
// and a flattened product that multiplies before it divides meets nothing but integers if it ends with one. So any one
// part may be split off a sum: the rest, or the rest negated, can be made. Any divisor may be split off a product, and
// any factor of a product without divisors. We split off a number by itself or, without any, the part with the fewest
// numbers; then the rest is of another kind, unless it has two parts of two numbers or more, at least four in all. (A
// product of value 0 needs no divisors: what divides it may as well be a factor.)
#pragma once

#include <algorithm>

#include "divisor.hpp"
#include "meter.hpp"

namespace puzzle {

// Values side by side.
struct Range {
    const Natural *first, *last;
    const Natural* begin() const { return first; }
    const Natural* end() const { return last; }
};

// Invariant: first the values that are sums (or differences) only, then those of either kind, then products (or
// quotients) only; a number by itself is neither.
struct Naturals {
    int numbers = 0;  // how many they are made of
    Natural most = 0;
    Vector<Natural> items;
    std::size_t sums_end = 0, products_begin = 0;

    Range all() const { return {items.data(), items.data() + items.size()}; }
    Range sums() const { return {items.data(), items.data() + sums_end}; }
    Range products() const { return {items.data() + products_begin, items.data() + items.size()}; }

    // What may be left of a sum, or a product, when a part of two numbers or more is split off.
    Range beside_product() const { return numbers < 4 ? products() : all(); }
    Range beside_sum() const { return numbers < 4 ? sums() : all(); }
};

// Offer the sums, differences and products over two parts of at least two numbers, `few` with no more than `many`.
template <class Offer>
void each_sum(const Naturals& few, const Naturals& many, Offer offer) {
    for (const Natural b : many.beside_product()) {
        for (const Natural a : few.products()) {
            offer(a + b);
            offer(a < b ? b - a : a - b);
        }
    }
}

template <class Offer>
void each_product(const Naturals& few, const Naturals& many, Offer offer) {
    for (const Natural b : many.beside_sum()) {
        for (const Natural a : few.sums()) offer(std::uint64_t(a) * b);
    }
}

// Offer the quotients up to `most` of what is in a table by one divisor, or by each of several.
template <class Offer>
void each_quotient(const Naturals& dividends, Natural by, Natural most, Offer offer) {
    if (!by || by > dividends.most) return;
    const Divisor divisor(by);
    most = std::min(most, dividends.most / by);
    for (const Natural dividend : dividends.items) {
        const Natural quotient = divisor.divide(dividend);
        if (quotient <= most) offer(quotient);
    }
}

template <class Offer>
void each_quotient(const Naturals& dividends, Range divisors, Natural most, Offer offer) {
    for (const Natural by : divisors) each_quotient(dividends, by, most, offer);
}

// Gathers the values of one state after the other: each once, with its kinds.
class Gathering {
  public:
    Gathering() { slots_.resize(1024); }

    // Begin with a state where no operator may give less than `least`.
    void begin(Natural least) {
        for (const std::uint32_t place : places_) slots_[place] = Slot();
        places_.clear();
        items_.clear();
        sums_ = 0;
        least_ = least;
    }

    // What need not be gathered; then all sums; then all products.
    void pass_over(Natural value) { put(value, KNOWN); }

    void sum(Natural value) {
        if (value >= least_ && put(value, SUM)) items_.push_back(value), ++sums_;
    }

    void product(Natural value) {
        if (value >= least_ && put(value, PRODUCT)) items_.push_back(value);
    }

    void end(Naturals& out) {
        const auto sums = items_.begin() + std::ptrdiff_t(sums_);
        const auto both = std::partition(items_.begin(), sums,
                                         [this](Natural value) { return slots_[find(value)].kinds == SUM; });
        out.sums_end = sums_;
        out.products_begin = std::size_t(both - items_.begin());
        out.items.assign(items_.begin(), items_.end());
        for (const Natural value : items_) out.most = std::max(out.most, value);
    }

  private:
    enum Kind : std::uint32_t { NONE = 0, SUM = 1, PRODUCT = 2, KNOWN = 4 };

    struct Slot {
        Natural value = 0;
        std::uint32_t kinds = NONE;
    };

    // Is the value new?
    bool put(Natural value, Kind kind) {
        const std::size_t place = find(value);
        Slot& slot = slots_[place];
        const bool fresh = !slot.kinds;
        slot = {value, slot.kinds | kind};
        if (!fresh) return false;
        places_.push_back(std::uint32_t(place));
        if (2 * places_.size() > slots_.size()) grow();
        return true;
    }

    // Open addressing, at most half full.
    std::size_t find(Natural value) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = (value * 0x9E3779B97F4A7C15u >> 32) & mask;
        while (slots_[at].kinds && slots_[at].value != value) at = (at + 1) & mask;
        return at;
    }

    void grow() {
        Vector<Slot> old;
        old.swap(slots_);
        slots_.resize(2 * old.size());
        places_.clear();
        for (const Slot& slot : old) {
            if (!slot.kinds) continue;
            const std::size_t place = find(slot.value);
            slots_[place] = slot;
            places_.push_back(std::uint32_t(place));
        }
    }

    Natural least_ = 0;
    Vector<Slot> slots_;
    Vector<std::uint32_t> places_;  // the slots in use
    Vector<Natural> items_;
    std::size_t sums_ = 0;
};

}  // namespace puzzle
