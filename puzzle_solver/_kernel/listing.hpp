// All solutions at once: each distinct class with its cheapest tree.
#pragma once

#include "classes.hpp"
#include "search.hpp"
#include "trees.hpp"

namespace puzzle {

// The entry of a number, given its rank.
inline Entry leaf_entry(const std::vector<Number>& numbers, const Writing& writing, Classes& classes, int rank) {
    return {std::uint32_t(numbers[rank].point) << 3 * FIELD, classes.leaf(rank), 0, writing.number(rank)};
}

class Listing {
  public:
    Listing(Search& search, Classes& classes, const std::vector<Number>& numbers, const Writing& writing)
        : search_(search), classes_(classes), numbers_(numbers), writing_(writing) {}

    // The classes of a goal, in no particular order.
    const Vector<Entry>& of(const Goal& goal) {
        if (const std::uint32_t* place = places_.get(goal)) return *nodes_[*place];
        const std::vector<Alternative> alternatives = this->alternatives(goal);
        auto made = std::make_unique<Vector<Entry>>();
        places_of_forms_.clear();
        if (const Atom* atom = search_.hand().atom(goal.state, goal.value)) {
            keep(*made, leaf_entry(numbers_, writing_, classes_, atom->rank));
        }
        for (const Alternative& one : alternatives) combine(*made, one, goal.value);
        places_.put(goal, std::uint32_t(nodes_.size()));
        if (made->size() < MANY) made->shrink_to_fit();
        nodes_.push_back(std::move(made));
        return *nodes_.back();
    }

  private:
    // To copy more takes longer than a limit of time may wait.
    static constexpr std::size_t MANY = 500'000;

    struct Alternative {
        Operation operation;
        const Vector<Entry>*left, *right;
        bool mirrored;
    };

    std::vector<Alternative> alternatives(const Goal& goal) {
        std::vector<Alternative> found;
        search_.each_way(goal, [&](const Way& way) {
            found.push_back({way.operation, &of(way.left), &of(way.right), way.mirrored});
        });
        return found;
    }

    void combine(Vector<Entry>& best, const Alternative& alternative, const Rational& value) {
        const bool either = alternative.mirrored && !classes_.ordered();
        merge(best, alternative, *alternative.left, *alternative.right, value, either);
        if (alternative.mirrored && !either) {
            merge(best, alternative, *alternative.right, *alternative.left, value, false);
        }
    }

    void merge(Vector<Entry>& best, const Alternative& alternative, const Vector<Entry>& lefts,
               const Vector<Entry>& rights, const Rational& value, bool either) {
        Pairs pairs{writing_.own(alternative.operation, value), alternative.operation, either};
        for (const Entry& left : lefts) {
            Meter::current()->spend(16 * rights.size());
            for (const Entry& right : rights) {
                if (pairs.add(left, right)) settle(best, pairs, value);
            }
        }
        settle(best, pairs, value);
    }

    // Operands of one operation that are joined together.
    struct Pairs {
        Entry own;
        Operation operation;
        bool either;
        int count = 0;
        const Entry *lefts[Classes::AT_ONCE], *rights[Classes::AT_ONCE];
        Form left_forms[Classes::AT_ONCE], right_forms[Classes::AT_ONCE], forms[Classes::AT_ONCE];

        Pairs(const Entry& own, Operation operation, bool either) : own(own), operation(operation), either(either) {}

        // Are there as many as go together?
        bool add(const Entry& left, const Entry& right) {
            lefts[count] = &left;
            rights[count] = &right;
            left_forms[count] = left.form;
            right_forms[count] = right.form;
            return ++count == Classes::AT_ONCE;
        }
    };

    void settle(Vector<Entry>& best, Pairs& pairs, const Rational& value) {
        classes_.join_each(pairs.operation, pairs.left_forms, pairs.right_forms, pairs.count, value, pairs.forms);
        for (int at = 0; at < pairs.count; ++at) {
            offer(best, pairs.forms[at], pairs.own, *pairs.lefts[at], *pairs.rights[at], pairs.operation, pairs.either);
        }
        pairs.count = 0;
    }

    // Let a class have this tree if it has no cheaper one.
    void offer(Vector<Entry>& best, Form form, const Entry& own, const Entry& left, const Entry& right,
               Operation operation, bool either) {
        Entry entry = sum(own, left, right);
        entry.form = form;
        Entry* known = places_of_forms_.find(best, form);
        if (known && (known->counts != entry.counts ? known->counts < entry.counts : known->size < entry.size)) return;
        entry.tree = either ? writing_.join_either(left.tree, right.tree, operation)
                            : writing_.join(left.tree, right.tree, operation);
        if (!known) {
            keep(best, entry);
        } else if (entry < *known) {
            *known = entry;
        }
    }

    void keep(Vector<Entry>& best, const Entry& entry) {
        places_of_forms_.add(entry.form, std::uint32_t(best.size()));
        best.push_back(entry);
    }

    // Where each form is among the classes of the node at work: open addressing, at most half full.
    class PlacesOfForms {
      public:
        void clear() {
            slots_.assign(64, {0, 0});
            size_ = 0;
        }

        Entry* find(Vector<Entry>& best, Form form) {
            const Slot& slot = slots_[at(form)];
            return slot.form ? &best[slot.place] : nullptr;
        }

        void add(Form form, std::uint32_t place) {
            slots_[at(form)] = {form, place};
            if (2 * ++size_ > slots_.size()) grow();
        }

      private:
        struct Slot {
            Form form;  // 0 in an empty slot
            std::uint32_t place;
        };

        std::size_t at(Form form) const {
            std::size_t at = (std::uint32_t(form) * 0x9E3779B1u) >> 7 & (slots_.size() - 1);
            while (slots_[at].form && slots_[at].form != form) at = (at + 1) & (slots_.size() - 1);
            return at;
        }

        void grow() {
            Vector<Slot> old;
            old.swap(slots_);
            slots_.assign(2 * old.size(), {0, 0});
            for (const Slot& slot : old) {
                Meter::current()->spend(10);
                if (slot.form) slots_[at(slot.form)] = slot;
            }
        }

        Vector<Slot> slots_;
        std::size_t size_ = 0;
    };

    Search& search_;
    Classes& classes_;
    const std::vector<Number>& numbers_;
    const Writing& writing_;
    Goals<std::uint32_t> places_;
    std::vector<std::unique_ptr<Vector<Entry>>> nodes_;
    PlacesOfForms places_of_forms_;
};

}  // namespace puzzle
