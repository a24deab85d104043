// A sequence that grows without moving what it holds.
#pragma once

#include <memory>

#include "meter.hpp"

namespace puzzle {

// Blocks of 2**BITS items each: no room is kept beyond the last block, and none is copied.
template <class T, int BITS>
class Blocks {
  public:
    std::size_t size() const { return size_; }

    const T& operator[](std::size_t at) const { return blocks_[at >> BITS][at & (ROOM - 1)]; }
    T& operator[](std::size_t at) { return blocks_[at >> BITS][at & (ROOM - 1)]; }

    void push_back(const T& item) {
        if (!(size_ & (ROOM - 1))) add_block();
        (*this)[size_++] = item;
    }

    // Add so many items side by side, and return where they begin.
    std::size_t append(const T* items, std::size_t count) {
        if ((size_ & (ROOM - 1)) + count > ROOM) size_ = (size_ + ROOM - 1) & ~(ROOM - 1);
        const std::size_t first = size_;
        for (std::size_t at = 0; at < count; ++at) push_back(items[at]);
        return first;
    }

  private:
    static constexpr std::size_t ROOM = std::size_t(1) << BITS;

    void add_block() {
        blocks_.emplace_back();
        blocks_.back().resize(ROOM);
    }

    Vector<Vector<T>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace puzzle
