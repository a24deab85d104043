// Sequences that grow without moving what they hold.
#pragma once

#include <algorithm>

#include "memory/meter.hpp"

namespace puzzle {

template <class T>
struct View {
    const T* first = nullptr;
    std::size_t count = 0;

    const T* begin() const { return first; }
    const T* end() const { return first + count; }
    const T& operator[](std::size_t at) const { return first[at]; }
};

// Blocks of 2**BITS items each: no room is kept beyond the last block, and none is copied. T is trivial.
template <class T, int BITS>
class Blocks {
  public:
    Blocks() = default;
    Blocks(const Blocks&) = delete;
    Blocks& operator=(const Blocks&) = delete;
    ~Blocks() {
        for (T* block : blocks_) Counted<T>().deallocate(block, ROOM);
    }

    std::size_t size() const { return size_; }

    // Forget the items, and keep the room.
    void clear() { size_ = 0; }

    const T& operator[](std::size_t at) const { return blocks_[at >> BITS][at & (ROOM - 1)]; }
    T& operator[](std::size_t at) { return blocks_[at >> BITS][at & (ROOM - 1)]; }

    void push_back(const T& item) {
        if (size_ >> BITS == blocks_.size()) add_block();
        (*this)[size_++] = item;
    }

    // Add so many items side by side, at most a block of them, and return where they begin.
    std::size_t append(const T* items, std::size_t count) {
        if ((size_ & (ROOM - 1)) + count > ROOM) size_ = (size_ + ROOM - 1) & ~(ROOM - 1);
        if (count && size_ >> BITS == blocks_.size()) add_block();
        if (count) std::copy(items, items + count, &(*this)[size_]);
        size_ += count;
        return size_ - count;
    }

    // Items that were added side by side.
    View<T> view(std::size_t first, std::size_t count) const {
        return count ? View<T>{&(*this)[first], count} : View<T>();
    }

  private:
    static constexpr std::size_t ROOM = std::size_t(1) << BITS;

    // A limit may bite at either step; what is there stays whole.
    void add_block() {
        if (blocks_.size() == blocks_.capacity()) blocks_.reserve(2 * blocks_.size() + 1);
        blocks_.push_back(Counted<T>().allocate(ROOM));
    }

    Vector<T*> blocks_;
    std::size_t size_ = 0;
};

// Runs of items, each side by side: in ever larger blocks, long runs in blocks of their own. T is trivial.
template <class T>
class Runs {
  public:
    Runs() = default;
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;
    ~Runs() {
        for (const Block& block : blocks_) Counted<T>().deallocate(block.items, block.room);
    }

    // Forget the runs, and keep the first block.
    void clear() {
        while (blocks_.size() > 1) {
            Counted<T>().deallocate(blocks_.back().items, blocks_.back().room);
            blocks_.pop_back();
        }
        if (!blocks_.empty()) blocks_[0].used = 0;
    }

    View<T> add(const T* items, std::size_t count) {
        Block& block = with_room(count);
        T* first = block.items + block.used;
        std::copy(items, items + count, first);
        block.used += count;
        return {first, count};
    }

  private:
    static constexpr std::size_t LEAST = 128, MOST = 8192;

    struct Block {
        T* items;
        std::size_t room, used;
    };

    // The last block is the one in use; a long run has its own before it.
    Block& with_room(std::size_t count) {
        if (count > MOST / 2) {
            add_block(count);
            if (blocks_.size() > 1) std::swap(blocks_.back(), blocks_[blocks_.size() - 2]);
            return blocks_[blocks_.size() - 1 - (blocks_.size() > 1)];
        }
        if (blocks_.empty()) add_block(LEAST);
        while (blocks_.back().used + count > blocks_.back().room) add_block(std::min(2 * blocks_.back().room, MOST));
        return blocks_.back();
    }

    void add_block(std::size_t room) {
        if (blocks_.size() == blocks_.capacity()) blocks_.reserve(2 * blocks_.size() + 1);
        blocks_.push_back({Counted<T>().allocate(room), room, 0});
    }

    Vector<Block> blocks_;
};

}  // namespace puzzle
