// All solutions at once: each distinct class, with its cheapest tree or alone.
#pragma once

#include "classes.hpp"
#include "search.hpp"
#include "trees.hpp"

namespace puzzle {

// The entry of a number, given its rank.
inline Entry leaf_entry(const std::vector<Number>& numbers, const Writing& writing, Classes& classes, int rank) {
    return {std::uint32_t(numbers[rank].point) << 3 * FIELD, classes.leaf(rank), 0, writing.number(rank)};
}

// A class without a tree: enough where classes are only counted.
struct Bare {
    Form form = 0;
};

// `Kept`: what is kept of a class, an Entry or Bare.
template <class Kept>
class Listing {
  public:
    Listing(Search& search, Classes& classes, const std::vector<Number>& numbers, const Writing& writing)
        : search_(search), classes_(classes), numbers_(numbers), writing_(writing) {}

    // The classes of a goal, in no particular order.
    View<Kept> of(const Goal& goal) {
        if (const View<Kept>* known = nodes_.get(goal)) return *known;
        make(goal);
        const View<Kept> made = runs_.add(best_.data(), best_.size());
        nodes_.put(goal, made);
        return made;
    }

    // The same for a goal that is a part of no other. Valid until the next call.
    View<Kept> of_whole(const Goal& goal) {
        make(goal);
        return {best_.data(), best_.size()};
    }

  private:
    struct Alternative {
        Operation operation;
        View<Kept> left, right;
        bool mirrored;
    };

    // Operands that are waiting to be joined; `either`: in whichever order is lower.
    struct Pair {
        const Kept *left, *right;
        bool either;
    };

    // Put the classes of a goal into `best_`. While it fills, no other goal is at work.
    void make(const Goal& goal) {
        const std::size_t first = alternatives_.size();
        search_.each_way_unasked(goal, [&](const Way& way) {
            const View<Kept> left = of(way.left), right = of(way.right);
            if (left.count && right.count) alternatives_.push_back({way.operation, left, right, way.mirrored});
        });
        best_.clear();
        if (const Atom* atom = search_.hand().atom(goal.state, goal.value)) keep(leaf(atom->rank));
        if (alternatives_.size() == first) return;
        begin(goal.value);
        for (std::size_t at = first; at < alternatives_.size(); ++at) combine(alternatives_[at]);
        settle();
        alternatives_.resize(first);
    }

    Kept leaf(int rank) {
        if constexpr (std::is_same_v<Kept, Entry>) {
            return leaf_entry(numbers_, writing_, classes_, rank);
        } else {
            return {classes_.leaf(rank)};
        }
    }

    void begin(const Rational& value) {
        value_ = classes_.number(value);
        for (const Operation operation : {PLUS, MINUS, TIMES, OVER}) own_[operation] = writing_.own(operation, value);
    }

    void combine(const Alternative& alternative) {
        const bool either = alternative.mirrored && !classes_.ordered();
        merge(alternative.operation, alternative.left, alternative.right, either);
        if (alternative.mirrored && !either) {
            merge(alternative.operation, alternative.right, alternative.left, false);
        }
    }

    void merge(Operation operation, const View<Kept>& lefts, const View<Kept>& rights, bool either) {
        for (const Kept& left : lefts) {
            Meter::current()->spend(16 * rights.count);
            for (const Kept& right : rights) {
                joins_[waiting_] = {operation, left.form, right.form};
                pairs_[waiting_] = {&left, &right, either};
                if (++waiting_ == Classes::AT_ONCE) settle();
            }
        }
    }

    void settle() {
        Form forms[Classes::AT_ONCE];
        classes_.join_each(joins_, waiting_, value_, forms);
        for (int at = 0; at < waiting_; ++at) offer(forms[at], joins_[at].operation, pairs_[at]);
        waiting_ = 0;
    }

    // Let a class have this tree if it has no cheaper one.
    void offer(Form form, Operation operation, const Pair& pair) {
        Kept* known = find(form);
        if constexpr (std::is_same_v<Kept, Bare>) {
            if (!known) keep({form});
        } else {
            Entry entry = sum(own_[operation], *pair.left, *pair.right);
            entry.form = form;
            if (known && known->costs_less(entry)) return;
            entry.tree = pair.either ? writing_.join_either(pair.left->tree, pair.right->tree, operation)
                                     : writing_.join(pair.left->tree, pair.right->tree, operation);
            if (!known) {
                keep(entry);
            } else if (entry < *known) {
                *known = entry;
            }
        }
    }

    Kept* find(Form form) {
        const std::uint32_t place = classes_.place(form);
        return place < best_.size() && best_[place].form == form ? &best_[place] : nullptr;
    }

    void keep(const Kept& kept) {
        classes_.place(kept.form) = std::uint32_t(best_.size());
        best_.push_back(kept);
    }

    Search& search_;
    Classes& classes_;
    const std::vector<Number>& numbers_;
    const Writing& writing_;
    Goals<View<Kept>> nodes_;
    Runs<Kept> runs_;
    Vector<Alternative> alternatives_;  // of the goals at work, those of parts behind those of wholes
    Vector<Kept> best_;
    Valued value_{};
    Entry own_[4];
    Join joins_[Classes::AT_ONCE];
    Pair pairs_[Classes::AT_ONCE];
    int waiting_ = 0;
};

}  // namespace puzzle
