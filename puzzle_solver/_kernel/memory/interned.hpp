// Items that are told apart by their content, and numbered.
#pragma once

#include "memory/blocks.hpp"

namespace puzzle {

inline std::uint32_t hash_item(std::int32_t number) {
    return std::uint32_t((std::uint32_t(number) * 0x9E3779B97F4A7C15u) >> 32);
}

// Each item once, numbered from 0 in the order in which they came; `hash_item(item)` gives 32 bits. Open addressing, at
// most half full; what it holds lies in few pieces, and is soon let go.
template <class Item, int BITS>
class Interned {
  public:
    Interned() : slots_(16, 0) {}

    struct Added {
        std::uint32_t number;
        bool fresh;
    };

    Added add(const Item& item) {
        std::size_t at = find(item);
        if (slots_[at]) return {slots_[at] - 1, false};
        if (items_.size() >= INT32_MAX) throw OutOfMemory();
        if (2 * (items_.size() + 1) > slots_.size()) {
            grow();
            at = find(item);
        }
        items_.push_back(item);
        slots_[at] = std::uint32_t(items_.size());
        return {slots_[at] - 1, true};
    }

    std::size_t size() const { return items_.size(); }

  private:
    std::size_t start(const Item& item) const { return hash_item(item) & (slots_.size() - 1); }

    std::size_t find(const Item& item) const {
        std::size_t at = start(item);
        while (slots_[at] && !(items_[slots_[at] - 1] == item)) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::size_t number = 0; number < items_.size(); ++number) {
            Meter::current()->spend(20);
            std::size_t at = start(items_[number]);
            while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = std::uint32_t(number + 1);
        }
    }

    Blocks<Item, BITS> items_;
    Vector<std::uint32_t> slots_;  // one more than a number, 0 if empty
};

}  // namespace puzzle
