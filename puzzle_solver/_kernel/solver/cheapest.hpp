// The cheapest tree of each distinct solution.
#pragma once

#include "sameness/distinct.hpp"
#include "search/cost.hpp"

namespace puzzle {

class Cheapest {
  public:
    // Let the solution at this place have the entry if it has no cheaper one.
    void offer(std::uint32_t place, const Entry& entry) {
        if (place == entries_.size()) {
            entries_.push_back(entry);
        } else if (place != Distinct::NONE && entry < entries_[place]) {
            entries_[place] = entry;
        }
    }

    // The trees, cheapest first.
    std::vector<Tree> trees() {
        Meter& meter = *Meter::current();
        std::sort(entries_.begin(), entries_.end(), [&meter](const Entry& one, const Entry& other) {
            meter.spend(2);
            return one < other;
        });
        std::vector<Tree> trees;
        trees.reserve(entries_.size());
        for (const Entry& one : entries_) trees.push_back(one.tree);
        return trees;
    }

  private:
    Vector<Entry> entries_;
};

}  // namespace puzzle
