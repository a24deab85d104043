// A set of rationals. Its items, keys and filter are made when first asked for, after the last insertion.
#pragma once

#include <algorithm>
#include <memory>

#include "memory/meter.hpp"
#include "rational.hpp"
#include "search/keys.hpp"

namespace puzzle {

// Open addressing, at most half full; an empty slot has under = 0.
class Values {
  public:
    // `expected`: how many values there may be; any number will do.
    explicit Values(std::size_t expected = 1) {
        int bits = 1;
        while (std::size_t(1) << bits < 2 * expected) ++bits;
        resize(bits);
    }

    // Put over / under, under > 0, into the set.
    template <class Int>
    void insert(Int over, Int under) {
        Rational fitted;
        if (!fit(over, under, fitted)) throw Overflow();
        const std::uint64_t hash = puzzle::hash(fitted);
        const std::size_t at = find(fitted, hash);
        if (slots_[at].under) return;
        reduce(fitted.over, fitted.under, slots_[at]);
        mark(hash);
        if (2 * ++size_ > slots_.size()) grow();
    }

    // The same, unless it has no keys.
    template <class Int>
    void insert_if_keyed(Int over, Int under) {
        Rational fitted;
        if (fit(over, under, fitted) && has_keys(fitted)) insert(fitted.over, fitted.under);
    }

    // Is over / under, under > 0, in the set? What does not fit into 64 bits is in none.
    template <class Int>
    bool contains(Int over, Int under) const {
        Rational fitted;
        if (!fit(over, under, fitted)) return false;
        const std::uint64_t hash = puzzle::hash(fitted);
        return is_marked(hash) && slots_[find(fitted, hash)].under;
    }

    std::size_t size() const { return size_; }

    // All values, in no order that means anything.
    const Vector<Rational>& items() const {
        if (items_.size() != size_) {
            items_.clear();
            items_.reserve(size_);
            for (const Rational& slot : slots_) {
                if (slot.under) items_.push_back(slot);
            }
        }
        return items_;
    }

    // The keys of the items, one by one.
    const Vector<Keys>& keys() const {
        if (keys_.size() != size_) keys_of(items(), keys_);
        return keys_;
    }

    const Filter& filter() const {
        if (!filter_) filter_ = std::make_unique<Filter>(keys());
        return *filter_;
    }

  private:
    // Some 16 bits a slot say of most values that are not there that they are not, without a look at the slots.
    bool is_marked(std::uint64_t hash) const {
        const std::uint64_t place = hash >> (shift_ - 4);
        return marks_[place >> 6] >> (place & 63) & 1;
    }

    void mark(std::uint64_t hash) {
        const std::uint64_t place = hash >> (shift_ - 4);
        marks_[place >> 6] |= std::uint64_t(1) << (place & 63);
    }

    std::size_t find(const Rational& fitted, std::uint64_t hash) const {
        std::size_t at = hash >> shift_;
        while (slots_[at].under && !equal(slots_[at], fitted)) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void resize(int bits) {
        slots_.assign(std::size_t(1) << bits, Rational{0, 0});
        marks_.assign(std::max(slots_.size() / 4, std::size_t(1)), 0);
        shift_ = 64 - bits;
    }

    void grow() {
        Vector<Rational> old;
        old.swap(slots_);
        resize(64 - shift_ + 1);
        for (const Rational& slot : old) {
            Meter::current()->spend(4);
            if (!slot.under) continue;
            const std::uint64_t hash = puzzle::hash(slot);
            mark(hash);
            slots_[find(slot, hash)] = slot;
        }
    }

    Vector<Rational> slots_;
    Vector<std::uint64_t> marks_;
    mutable Vector<Rational> items_;
    mutable Vector<Keys> keys_;
    mutable std::unique_ptr<Filter> filter_;
    std::size_t size_ = 0;
    int shift_ = 0;
};

}  // namespace puzzle
