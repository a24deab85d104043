// Tables that any number of hands share, by the numbers that they are made of.
#pragma once

#include <string>
#include <unordered_map>

#include "search/naturals.hpp"

namespace puzzle {

// For one set of rules.
class Stock {
  public:
    using Numbers = std::u32string;  // ascending

    // The table, or null if it was not made yet.
    const Naturals* find(const Numbers& numbers) const {
        const auto found = tables_.find(numbers);
        return found == tables_.end() ? nullptr : &found->second;
    }

    // It stays where it is until the stock shrinks.
    const Naturals& keep(Numbers numbers, Naturals table) {
        held_ += table.items.size() * sizeof(Natural) + ROUND_ABOUT;
        return tables_.emplace(std::move(numbers), std::move(table)).first->second;
    }

    // To be called between two hands: bounds what is kept for the next.
    void shrink() {
        if (held_ <= MOST) return;
        tables_.clear();
        held_ = 0;
    }

    Gathering gathering;  // what is at work, and its room

  private:
    static constexpr std::size_t MOST = 16'000'000, ROUND_ABOUT = 300;

    std::unordered_map<Numbers, Naturals> tables_;
    std::size_t held_ = 0;
};

}  // namespace puzzle
