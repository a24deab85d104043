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

#include "memory/meter.hpp"
#include "search/divisor.hpp"

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
    for (const Natural dividend : dividends.items) {
        const Natural quotient = divisor.divide(dividend);
        if (quotient <= most && std::uint64_t(quotient) * by == dividend) offer(quotient);
    }
}

template <class Offer>
void each_quotient(const Naturals& dividends, Range divisors, Natural most, Offer offer) {
    for (const Natural by : divisors) each_quotient(dividends, by, most, offer);
}

// Gathers the values of one state after the other: each once, with its kinds.
class Gathering {
  public:
    // Begin with a state where no operator may give less than `least`.
    void begin(Natural least) {
        for (std::size_t at = 0; at < used_; ++at) slots_[places_[at]] = Slot();
        used_ = passed_ = sums_ = 0;
        least_ = least;
        if (slots_.empty()) grow();
    }

    // First what need not be gathered; then all sums; then all products.
    void pass_over(Natural value) {
        put(value, KNOWN);
        passed_ = sums_ = used_;
    }

    void sum(Natural value) {
        if (value >= least_) put(value, SUM);
        sums_ = used_;
    }

    void product(Natural value) {
        if (value >= least_) put(value, PRODUCT);
    }

    void end(Naturals& out) {
        out.sums_end = sums_ - passed_;
        out.items.resize(used_ - passed_);
        std::size_t both = out.sums_end, bare = 0;
        for (std::size_t at = passed_; at < used_; ++at) {
            const Slot& slot = slots_[places_[at]];
            out.items[at >= sums_ ? at - passed_ : slot.kinds == SUM ? bare++ : --both] = slot.value;
            out.most = std::max(out.most, slot.value);
        }
        out.products_begin = both;
    }

  private:
    enum Kind : std::uint32_t { NONE = 0, SUM = 1, PRODUCT = 2, KNOWN = 4 };

    struct Slot {
        Natural value = 0;
        std::uint32_t kinds = NONE;
    };

    void put(Natural value, Kind kind) {
        const std::size_t place = find(value);
        Slot& slot = slots_[place];
        if (!slot.kinds) places_[used_++] = std::uint32_t(place);
        slot = {value, slot.kinds | kind};
        if (used_ == places_.size()) grow();
    }

    // Open addressing, at most half full.
    std::size_t find(Natural value) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = (value * 0x9E3779B97F4A7C15u >> 32) & mask;
        while (slots_[at].kinds && slots_[at].value != value) at = (at + 1) & mask;
        return at;
    }

    // If there is no memory for it, all stays as it was.
    void grow() {
        Vector<Slot> wider(slots_.empty() ? 1024 : 2 * slots_.size());
        places_.resize(wider.size() / 2);
        slots_.swap(wider);
        for (std::size_t at = 0; at < used_; ++at) {
            const Slot slot = wider[places_[at]];
            places_[at] = std::uint32_t(find(slot.value));
            slots_[places_[at]] = slot;
        }
    }

    Natural least_ = 0;
    Vector<Slot> slots_;
    Vector<std::uint32_t> places_;  // the slots in use, by when they were taken
    std::size_t used_ = 0, passed_ = 0, sums_ = 0;
};

}  // namespace puzzle
