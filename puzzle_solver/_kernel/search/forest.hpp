// All solutions at once: how many trees there are, and each distinct class, with its cheapest tree or alone.
#pragma once

#include "sameness/classes.hpp"
#include "search/cost.hpp"
#include "search/top_down.hpp"

namespace puzzle {

// The number of ordered binary trees that solve, equal numbers being one.
class Counting {
  public:
    explicit Counting(Search& search) : search_(search) {}

    Unsigned of(const Goal& goal) {
        if (const Unsigned* known = counts_.get(goal)) return *known;
        Unsigned trees = search_.arrangement().atom(goal.state, goal.value) ? 1 : 0;
        search_.each_way_unasked(goal, [&](const Way& way) {
            Unsigned product;
            if (__builtin_mul_overflow(of(way.left), of(way.right), &product) ||
                __builtin_mul_overflow(product, Unsigned(1 + way.mirrored), &product) ||
                __builtin_add_overflow(trees, product, &trees)) throw Overflow();
        });
        counts_.put(goal, trees);
        return trees;
    }

  private:
    Search& search_;
    Goals<Unsigned> counts_;
};

// The entry of a number, given its rank.
inline Entry leaf_entry(const std::vector<Number>& numbers, const Writing& writing, Classes& classes, int rank) {
    return {std::uint32_t(numbers[rank].point) << 3 * FIELD, classes.leaf(rank), 0, writing.number(rank)};
}

// A class without a tree: enough where classes are only counted.
struct Bare {
    Form form = 0;
};

// `Kept`: what is kept of a class, an Entry or Bare.
//
// Where classes stay alone and formulas may be regrouped, a sum is made of what is no sum, with the lowest number in
// it, and the rest; a product likewise. That leaves no formula out: let B be a term with the lowest number. With the
// rest R of its terms the sum is B + R, B - (-R) or R - B, one of which has operands from 0, each with a term to add.
template <class Kept>
class Listing {
  public:
    Listing(Search& search, Classes& classes, const std::vector<Number>& numbers, const Writing& writing,
            bool regroups)
        : search_(search), classes_(classes), numbers_(numbers), writing_(writing),
          once_(regroups && !TREES_TOO && !classes.ordered()) {}

    // The classes of a goal, in no particular order.
    View<Kept> of(const Goal& goal) { return node(goal).all; }

    // The same for a goal that is a part of no other. Its classes are made as its ways are met, so that there are some
    // when a limit stops this: first the ways that make two parts of about one size, which have the fewest numbers.
    // While other goals are at work its own have their places, for they have more numbers; of joined digits a class may
    // come twice all the same. `place` is told of each class once, in order. Valid until the next call.
    template <class Place>
    View<Kept> of_whole(const Goal& goal, Place place) {
        whole_.clear();
        std::size_t placed = 0;
        const auto place_all = [&] {
            for (; placed < whole_.size(); ++placed) place(whole_[placed]);
        };
        Vector<Split> splits = search_.arrangement().splits(goal.state);
        std::stable_sort(splits.begin(), splits.end(), [](const Split& one, const Split& other) {
            return std::max(size_of(one.left), size_of(one.right)) < std::max(size_of(other.left), size_of(other.right));
        });
        if (const Atom* atom = search_.arrangement().atom(goal.state, goal.value)) {
            extend(goal.value, [&] { keep(leaf(atom->rank)); });
        }
        const auto combine_all = [&] {
            extend(goal.value, [&] {
                for (const Alternative& one : alternatives_) combine(one);
            });
            alternatives_.clear();
            if (goal.value.over) place_all();  // at 0 some places may be empty
        };
        search_.each_way_unasked(goal, splits, [&](const Way& way) {
            add_alternative(goal, way);
            if (alternatives_.size() >= MANY) combine_all();
        });
        combine_all();
        const View<Kept> all = so_far();
        place_all();
        return all;
    }

    View<Kept> of_whole(const Goal& goal) {
        return of_whole(goal, [](const Kept&) {});
    }

    // What there is of such a goal when a limit has stopped it.
    View<Kept> so_far() {
        drop_empty(whole_);
        return {whole_.data(), whole_.size()};
    }

    // Visit each formula of such a goal once, as a draft, but for those with an operand of value 0, which are returned
    // as classes: there B + R and B - R can be one. For who makes each formula once; the numbers are distinct, the
    // goal's value is above 0, and results below 0 are not made.
    template <class Visit>
    View<Kept> drafts_of_whole(const Goal& goal, Visit visit) {
        gather(goal);
        begin(goal.value);
        for (const Alternative& one : alternatives_) {
            if (one.zero) {
                combine(one);
                continue;
            }
            combine_once(one, [&](const View<Kept>& lefts, const View<Kept>& rights) {
                draft_each(one.operation, lefts, rights, visit);
            });
        }
        settle();
        alternatives_.clear();
        return {best_.data(), best_.size()};
    }

  private:
    static constexpr bool TREES_TOO = std::is_same_v<Kept, Entry>;

    // The classes of a goal; with `once_` products come first, then a leaf, then sums.
    struct Node {
        View<Kept> all;
        std::size_t products = 0, first_sum = 0;

        // Those that are of this kind, or that are not.
        View<Kept> of(Kind kind, bool wanted) const {
            const std::size_t cut = kind == SUM ? first_sum : products;
            return (kind == SUM) == wanted ? View<Kept>{all.first + cut, all.count - cut} : View<Kept>{all.first, cut};
        }
    };

    // `leads`: has the part the lowest number?
    struct Alternative {
        Operation operation;
        Node left, right;
        bool mirrored, left_leads, right_leads;
        bool zero;  // has one of them the value 0?
    };

    // Operands that are waiting to be joined; `either`: in whichever order is lower.
    struct Pair {
        const Kept *left, *right;
        bool either;
    };

    Node node(const Goal& goal) {
        if (const Node* known = nodes_.get(goal)) return *known;
        make(goal);
        Node made;
        if (once_) {
            const auto sums = std::partition(best_.begin(), best_.end(), [this](const Kept& one) {
                return classes_.forms().kind(one.form) != SUM;
            });
            const auto leaf = std::partition(best_.begin(), sums, [this](const Kept& one) {
                return classes_.forms().kind(one.form) != LEAF;
            });
            made.products = std::size_t(leaf - best_.begin());
            made.first_sum = std::size_t(sums - best_.begin());
        }
        made.all = runs_.add(best_.data(), best_.size());
        nodes_.put(goal, made);
        return made;
    }

    // Add the alternatives of a goal; return where they begin.
    std::size_t gather(const Goal& goal) {
        const std::size_t first = alternatives_.size();
        search_.each_way_unasked(goal, [&](const Way& way) { add_alternative(goal, way); });
        best_.clear();
        return first;
    }

    void add_alternative(const Goal& goal, const Way& way) {
        const Node left = node(way.left), right = node(way.right);
        if (!left.all.count || !right.all.count) return;
        alternatives_.push_back({way.operation, left, right, way.mirrored,
                                 lowest_of(way.left.state) == lowest_of(goal.state),
                                 lowest_of(way.right.state) == lowest_of(goal.state),
                                 !way.left.value.over || !way.right.value.over});
    }

    // Add classes to those of the whole, which are in `best_` meanwhile.
    template <class Add>
    void extend(const Rational& value, Add add) {
        struct Turn {
            Vector<Kept>&one, &other;
            Turn(Vector<Kept>& one, Vector<Kept>& other) : one(one), other(other) { one.swap(other); }
            ~Turn() { one.swap(other); }
        } turn(best_, whole_);
        begin(value);
        add();
        settle();
    }

    // Put the classes of a goal into `best_`. While it fills, no other goal is at work.
    void make(const Goal& goal) {
        const std::size_t first = gather(goal);
        const Atom* atom = search_.arrangement().atom(goal.state, goal.value);
        if (!atom && alternatives_.size() == first) return;
        begin(goal.value);
        if (atom) keep(leaf(atom->rank));
        for (std::size_t at = first; at < alternatives_.size(); ++at) combine(alternatives_[at]);
        settle();
        alternatives_.resize(first);
        if (value_.value == ZERO) drop_empty(best_);
    }

    Kept leaf(int rank) {
        if constexpr (TREES_TOO) {
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
        if (once_) {
            return combine_once(alternative, [&](const View<Kept>& lefts, const View<Kept>& rights) {
                merge(alternative.operation, lefts, rights, true);
            });
        }
        const bool either = alternative.mirrored && !classes_.ordered();
        merge(alternative.operation, alternative.left.all, alternative.right.all, either);
        if (alternative.mirrored && !either) {
            merge(alternative.operation, alternative.right.all, alternative.left.all, false);
        }
    }

    template <class Merge>
    void combine_once(const Alternative& one, Merge merge) {
        const Kind kind = one.operation == PLUS || one.operation == MINUS ? SUM : PRODUCT;
        if (one.left_leads) merge(one.left.of(kind, false), one.right.all);
        if (one.right_leads) merge(one.left_leads ? one.left.of(kind, true) : one.left.all, one.right.of(kind, false));
    }

    template <class Visit>
    void draft_each(Operation operation, const View<Kept>& lefts, const View<Kept>& rights, Visit visit) {
        for (const Kept& left : lefts) {
            Meter::current()->spend(32 * rights.count);
            for (const Kept& right : rights) {
                // B / (c / d) is B * (d / c), which is made as well.
                if (operation == OVER && classes_.forms().divides(right.form)) continue;
                visit(classes_.draft({operation, left.form, right.form}, value_));
            }
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
        for (int at = 0; at < waiting_; ++at) __builtin_prefetch(best_.data() + place(forms[at]));
        for (int at = 0; at < waiting_; ++at) offer(forms[at], joins_[at].operation, pairs_[at]);
        waiting_ = 0;
    }

    // Let a class have this tree if it has no cheaper one.
    void offer(Form form, Operation operation, const Pair& pair) {
        Kept* known = find(form);
        if constexpr (!TREES_TOO) {
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

    // Only at value 0 can a node have both a form and its negative: there the two have two places, side by side.
    std::size_t place(Form form) const { return classes_.place(form) + (value_.value == ZERO && form < 0); }

    Kept* find(Form form) {
        const std::size_t place = this->place(form);
        return place < best_.size() && best_[place].form == form ? &best_[place] : nullptr;
    }

    void keep(const Kept& kept) {
        if (value_.value == ZERO) return keep_at_zero(kept);
        classes_.place(kept.form) = std::uint32_t(best_.size());
        best_.push_back(kept);
    }

    void keep_at_zero(const Kept& kept) {
        if (!find(-kept.form)) {
            classes_.place(kept.form) = std::uint32_t(best_.size());
            best_.resize(best_.size() + 2);
        }
        best_[place(kept.form)] = kept;
    }

    // Close the places at zero that nothing was put in.
    static void drop_empty(Vector<Kept>& kept) {
        const auto empty = [](const Kept& one) { return !one.form; };
        kept.erase(std::remove_if(kept.begin(), kept.end(), empty), kept.end());
    }

    // So many ways of a whole are combined at a time.
    static constexpr std::size_t MANY = 256;

    Search& search_;
    Classes& classes_;
    const std::vector<Number>& numbers_;
    const Writing& writing_;
    bool once_;
    Goals<Node> nodes_;
    Runs<Kept> runs_;
    Vector<Alternative> alternatives_;  // of the goals at work, those of parts behind those of wholes
    Vector<Kept> best_, whole_;
    Valued value_{};
    Entry own_[4];
    Join joins_[Classes::AT_ONCE];
    Pair pairs_[Classes::AT_ONCE];
    int waiting_ = 0;
};

}  // namespace puzzle
