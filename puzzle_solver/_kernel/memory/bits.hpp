// A set of the integers from 0 up to a bound, one bit each.
#pragma once

#include "memory/meter.hpp"

namespace puzzle {

class Bits {
  public:
    // Of the integers below `size`.
    explicit Bits(std::uint32_t size = 0) : size_(size), words_(size / 64 + 1) {}

    // Put the number in, if it is below the size.
    void put(std::size_t number) {
        if (number < size_) words_[number / 64] |= std::uint64_t(1) << number % 64;
    }

    void drop(std::size_t number) {
        if (has(number)) words_[number / 64] ^= std::uint64_t(1) << number % 64;
    }

    bool has(std::size_t number) const { return number < size_ && words_[number / 64] >> number % 64 & 1; }

    std::uint32_t size() const { return size_; }

    // Put in `by` more than each number of the other set, if it is below the size.
    void add_up(const Bits& other, std::size_t by) {
        const std::size_t skip = by / 64, shift = by % 64;
        for (std::size_t at = skip; at < words_.size() && at - skip < other.words_.size(); ++at) {
            words_[at] |= other.words_[at - skip] << shift;
            if (shift && at + 1 < words_.size()) words_[at + 1] |= other.words_[at - skip] >> (64 - shift);
        }
        trim();
    }

    // Put in each number of the other set that is below the size.
    void add(const Bits& other) { add_up(other, 0); }

    // Put in `by` less than each number of the other set, if it is from 0 and below the size.
    void add_down(const Bits& other, std::size_t by) {
        const std::size_t skip = by / 64, shift = by % 64;
        for (std::size_t at = 0; at < words_.size() && at + skip < other.words_.size(); ++at) {
            words_[at] |= other.words_[at + skip] >> shift;
            if (shift && at + skip + 1 < other.words_.size()) words_[at] |= other.words_[at + skip + 1] << (64 - shift);
        }
        trim();
    }

    // Visit the numbers up to `most`, ascending.
    template <class Visit>
    void each_to(std::size_t most, Visit visit) const {
        for (std::size_t at = 0; at < words_.size() && 64 * at <= most; ++at) {
            for (std::uint64_t word = words_[at]; word; word &= word - 1) {
                const std::size_t number = 64 * at + std::size_t(__builtin_ctzll(word));
                if (number > most) return;
                visit(std::uint32_t(number));
            }
        }
    }

  private:
    // Nothing is kept from the size on.
    void trim() { words_.back() &= (std::uint64_t(1) << size_ % 64) - 1; }

    std::uint32_t size_;  // of another type than the words, so that writing one is known to leave it alone
    Vector<std::uint64_t> words_;
};

}  // namespace puzzle
