// Goals, to make a value of a state, and what is known of each.
#pragma once

#include "memory/meter.hpp"
#include "search/arrangement.hpp"

namespace puzzle {

struct Goal {
    State state = 0;
    Rational value;

    bool operator==(const Goal& other) const { return state == other.state && value == other.value; }
};

// Goals with something each: open addressing, at most half full; an empty slot has state 0.
template <class Known>
class Goals {
  public:
    Goals() { slots_.resize(16); }

    // What is known of the goal, or null. Valid until the next `put`.
    const Known* get(const Goal& goal) const {
        const Slot& slot = slots_[find(goal)];
        return slot.goal.state ? &slot.known : nullptr;
    }

    void put(const Goal& goal, const Known& known) {
        std::size_t at = find(goal);
        if (!slots_[at].goal.state) {
            if (2 * (size_ + 1) > slots_.size()) {
                grow();
                at = find(goal);
            }
            ++size_;
        }
        slots_[at] = {goal, known};
    }

    std::size_t size() const { return size_; }

  private:
    struct Slot {
        Goal goal;
        Known known{};
    };

    std::size_t find(const Goal& goal) const {
        std::uint64_t key = hash(goal.value) + goal.state * 0xD1B54A32D192ED03u;
        key = (key ^ key >> 29) * 0xBF58476D1CE4E5B9u;
        std::size_t at = (key ^ key >> 32) & (slots_.size() - 1);
        while (slots_[at].goal.state && !(slots_[at].goal == goal)) at = (at + 1) & (slots_.size() - 1);
        return at;
    }

    // What is known stays as it is if a limit bites on the way.
    void grow() {
        Vector<Slot> old(2 * slots_.size());
        old.swap(slots_);
        try {
            for (const Slot& slot : old) {
                Meter::current()->spend(20);
                if (slot.goal.state) slots_[find(slot.goal)] = slot;
            }
        } catch (...) {
            old.swap(slots_);
            throw;
        }
    }

    Vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace puzzle
