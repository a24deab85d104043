// Subsets of the hand as bitmasks: which there are, how they split, which are interchangeable.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "memory/meter.hpp"
#include "rational.hpp"
#include "rules.hpp"

namespace puzzle {

// A mask that stands for every subset (in fixed order: subsequence) with the same numbers.
using State = std::uint32_t;

// One way to cut a state in two; `swaps`: the parts may also change places.
struct Split {
    State left, right;
    bool swaps;
};

// What a state is before any operator; `rank` among all numbers that leaves can be.
struct Atom {
    Rational value;
    int rank;
};

// Says which number of a state is the lowest, the same for all that have it.
inline int lowest_of(State state) { return __builtin_ctz(state); }

// Bits added up in pairs, in fours, and those in bytes: without an instruction of its own popcount is a call.
inline int size_of(State state) {
    state -= state >> 1 & 0x55555555u;
    state = (state & 0x33333333u) + (state >> 2 & 0x33333333u);
    return int(((state + (state >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}

class Arrangement {
  public:
    // In free order `values` ascend.
    Arrangement(std::vector<Rational> values, bool fixed, bool joins)
        : values_(std::move(values)), fixed_(fixed), splits_(std::size_t(1) << values_.size()),
          atoms_(splits_.size()) {
        for (std::size_t bit = 0; bit < values_.size(); ++bit) {
            if (!bit || !(values_[bit] == values_[bit - 1])) first_of_group_.push_back(int(bit));
        }
        distinct_ = first_of_group_.size() == values_.size();
        if (fixed_) number_sequences(joins);
    }

    // The hands of up to so many of the values, which ascend, each as often as one likes: a state is the multiset whose
    // numbers, in ascending order, have as ranks the places of its bits less 0, 1, 2 ...
    Arrangement(std::vector<Rational> values, int most)
        : values_(std::move(values)), fixed_(false), most_(most),
          splits_(std::size_t(1) << (int(values_.size()) + most - 1)), atoms_(splits_.size()) {}

    // The state of the values with these ranks, ascending.
    static State multiset(const std::vector<int>& ranks) {
        State state = 0;
        for (std::size_t at = 0; at < ranks.size(); ++at) state |= State(1) << (ranks[at] + int(at));
        return state;
    }

    // How many bits states have: the numbers of a hand, or somewhat more than there are values to choose from.
    int count() const { return int(values_.size()) + (most_ ? most_ - 1 : 0); }
    State full() const { return State((1u << values_.size()) - 1); }
    bool fixed() const { return fixed_; }
    bool all_distinct() const { return distinct_; }
    const std::vector<Rational>& values() const { return values_; }

    void add_atom(State state, const Atom& atom) {
        const State lowest = most_ ? state : canonical(state);
        if (!this->atom(lowest, atom.value)) atoms_[lowest].push_back(atom);
    }

    const std::vector<Atom>& atoms(State state) const { return atoms_[state]; }

    const Atom* atom(State state, const Rational& value) const {
        for (const Atom& atom : atoms_[state]) {
            if (atom.value == value) return &atom;
        }
        return nullptr;
    }

    bool all_atoms_from_zero() const {
        return std::all_of(atoms_.begin(), atoms_.end(), [](const std::vector<Atom>& atoms) {
            return std::all_of(atoms.begin(), atoms.end(), [](const Atom& atom) { return atom.value.over >= 0; });
        });
    }

    // The states of so many numbers.
    std::vector<State> states(int size) const {
        std::vector<State> found;
        for (State mask = 1; mask <= full(); ++mask) {
            if (size_of(mask) == size && canonical(mask) == mask) found.push_back(mask);
        }
        return found;
    }

    // Kept only when all are there: a limit may bite on the way.
    const Vector<Split>& splits(State state) {
        Vector<Split>& kept = splits_[state];
        if (kept.empty() && size_of(state) > 1) {
            Vector<Split> found;
            most_ ? cut_multiset(state, found) : fixed_ ? cut_in_order(state, found) : cut(state, found);
            kept.swap(found);
        }
        return kept;
    }

  private:
    State canonical(State mask) const {
        if (fixed_) return sequences_.empty() ? mask : sequences_[mask];
        if (distinct_) return mask;
        State lowest = 0;
        for (std::size_t group = 0; group < first_of_group_.size(); ++group) {
            lowest |= ((1u << size_of(mask & window(group))) - 1) << first_of_group_[group];
        }
        return lowest;
    }

    State window(std::size_t group) const {
        const int first = first_of_group_[group];
        const int last = group + 1 < first_of_group_.size() ? first_of_group_[group + 1] : count();
        return ((1u << (last - first)) - 1) << first;
    }

    // The smaller part first; of two as large the lower, and equal halves do not change places.
    void cut(State state, Vector<Split>& found) const {
        found.reserve(std::size_t(1) << (size_of(state) - 1));
        for (State part = (state - 1) & state; part; part = (part - 1) & state) {
            if (canonical(part) != part) continue;
            const State rest = canonical(state ^ part);
            if (size_of(part) < size_of(rest) || (size_of(part) == size_of(rest) && part <= rest)) {
                found.push_back({part, rest, part != rest});
            }
        }
    }

    void cut_multiset(State state, Vector<Split>& found) const {
        int ranks[MOST_NUMBERS], size = 0;
        for (State rest = state; rest; rest &= rest - 1, ++size) ranks[size] = __builtin_ctz(rest) - size;
        found.reserve(std::size_t(1) << (size - 1));
        for (State places = 1; places + 1 < State(1) << size; ++places) {
            State sides[2] = {0, 0};
            int sizes[2] = {0, 0};
            bool lowest = true;  // of equal numbers the first ones go to the part
            for (int at = 0; at < size; ++at) {
                const bool in_part = places >> at & 1;
                lowest &= !in_part || !at || ranks[at - 1] != ranks[at] || (places >> (at - 1) & 1);
                sides[in_part] |= State(1) << (ranks[at] + sizes[in_part]++);
            }
            const bool first = sizes[1] < sizes[0] || (sizes[1] == sizes[0] && sides[1] <= sides[0]);
            if (lowest && first) found.push_back({sides[1], sides[0], sides[1] != sides[0]});
        }
    }

    void cut_in_order(State state, Vector<Split>& found) const {
        State left = 0;
        for (State rest = state; rest & (rest - 1);) {
            const State low = rest & -rest;
            left |= low;
            rest ^= low;
            found.push_back({canonical(left), canonical(rest), false});
        }
    }

    // Of equal sequences the lowest mask stands for all. Where numbers may be joined, neighbours are told apart.
    void number_sequences(bool joins) {
        std::unordered_map<std::string, State> lowest;
        sequences_.assign(splits_.size(), 0);
        for (State mask = 1; mask <= full(); ++mask) {
            std::string sequence;
            for (int bit = 0; bit < count(); ++bit) {
                if (!(mask >> bit & 1)) continue;
                const auto same = std::find(values_.begin(), values_.end(), values_[bit]);
                const bool neighbour = joins && bit && (mask >> (bit - 1) & 1);
                sequence += char(2 * (same - values_.begin()) + neighbour);
            }
            sequences_[mask] = lowest.emplace(sequence, mask).first->second;
        }
    }

    std::vector<Rational> values_;
    bool fixed_;
    int most_ = 0;  // in a multiset; 0 if states are subsets of one hand
    bool distinct_ = false;
    std::vector<int> first_of_group_;
    std::vector<State> sequences_;
    std::vector<Vector<Split>> splits_;
    std::vector<std::vector<Atom>> atoms_;
};

}  // namespace puzzle
