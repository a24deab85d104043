// Tables that any number of hands share, by the numbers that they are made of.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "naturals.hpp"

namespace puzzle {

// For one set of rules.
class Stock {
  public:
    using Numbers = std::u32string;  // ascending

    // The table, or null if it was not made yet.
    const Naturals* find(const Numbers& numbers) const {
        const auto found = tables_.find(numbers);
        return found == tables_.end() ? nullptr : found->second.get();
    }

    const Naturals& keep(const Numbers& numbers, std::unique_ptr<Naturals> table) {
        held_ += table->items.size() * sizeof(Natural) + sizeof(Naturals) + ROUND_ABOUT;
        return *(tables_[numbers] = std::move(table));
    }

    // To be called between two hands: bounds what is kept for the next.
    void shrink() {
        if (held_ <= MOST) return;
        tables_.clear();
        held_ = 0;
    }

    Gathering gathering;  // what is at work, and its room

  private:
    static constexpr std::size_t MOST = 16'000'000, ROUND_ABOUT = 200;

    std::unordered_map<Numbers, std::unique_ptr<Naturals>> tables_;
    std::size_t held_ = 0;
};

}  // namespace puzzle
