// From the target down, with the tables of small states as the oracle.
//
//     ways(S, r) = { (op, a, b) : (A, B) split of S, a op b = r }
//
// walks the smaller part of each split, asks for the other operand, and looks it up in a table or, for a part without
// one, asks in turn whether it has any way.
#pragma once

#include "search/goals.hpp"
#include "search/tables.hpp"

namespace puzzle {

// A last operation; `mirrored` stands for right op left as well.
struct Way {
    Operation operation;
    Goal left, right;
    bool mirrored;
};

// What takes ways as they come, part by part: of a part without a table it is not asked whether it can be made.
template <class Accept>
struct Unasked {
    Accept accept;

    bool operator()(const Way& way) { return accept(way); }
};

template <class Accept>
constexpr bool ASKS = true;
template <class Accept>
constexpr bool ASKS<Unasked<Accept>> = false;

class Search {
  public:
    Search(Arrangement& arrangement, const Rules& rules, int table_size)
        : Search(std::make_shared<Tables>(arrangement, rules), rules, table_size, true) {}

    // Under narrower rules than the other's: of its tables, which hold more than these can make, it takes what they
    // make after all.
    Search(const Search& wider, const Rules& narrow) : Search(wider.shared_, narrow, wider.table_size_, false) {}

    Tables& tables() { return tables_; }
    Arrangement& arrangement() { return tables_.arrangement(); }
    const Rules& rules() const { return rules_; }

    // The states that may make the target, fewest numbers first: none if the domain does not admit it, for a number of
    // the hand is exempt, but not as the target.
    const std::vector<State>& roots(const Rational& target) { return rules().admits(target) ? roots() : no_roots_; }

    // The states that may make any target.
    const std::vector<State>& roots() {
        if (!roots_.empty()) return roots_;
        const int count = arrangement().count();
        for (int size = rules().some ? 1 : count; size <= count; ++size) {
            for (const State state : arrangement().states(size)) roots_.push_back(state);
        }
        return roots_;
    }

    bool can(const Goal& goal) {
        const Rational& value = goal.value;
        if (has_table(goal.state)) {
            const bool held = tables_.table(goal.state).contains(value.over, value.under);
            if (exact_ || !held) return held;
        }
        if (beyond(goal.state, value)) return false;
        if (const bool* known = can_.get(goal)) return *known;
        const bool found = can_without_sign(goal) || (may_be_negative(value) &&
                                                      can_without_sign({goal.state, negative(value)}));
        can_.put(goal, found);
        return found;
    }

    // May the value be what a sign makes of its negative?
    bool may_be_negative(const Rational& value) const {
        return rules().sign >= 0 && value.over && rules().admits(value);
    }

    // Can the goal be reached without a sign in front of all?
    bool can_without_sign(const Goal& goal) {
        return arrangement().atom(goal.state, goal.value) || any_way(goal, [](const Way&) { return true; });
    }

    // Does `accept` take some way? Each is offered once, and only if its operands can be made.
    template <class Accept>
    bool any_way(const Goal& goal, Accept accept) {
        return any_way(goal, arrangement().splits(goal.state), accept);
    }

    // The same of these splits of the goal's state.
    template <class Accept>
    bool any_way(const Goal& goal, const Vector<Split>& splits, Accept accept) {
        if (!rules().admits(goal.value) || beyond(goal.state, goal.value)) return false;
        // No numerator or denominator of the state, nor of its parts, reaches the prime.
        const Extent& extent = tables_.extent(goal.state);
        const bool small = std::max(extent.over, extent.under) < std::int64_t(PRIME);
        const bool keyed = goal.value.over && ((size_of(goal.state) >= LARGE && small) || partial_);
        const Keys keys = keyed ? keys_of(goal.value) : Keys{0, 0};
        for (const Split& split : splits) {
            if (across(split, goal, keys, accept)) return true;
            if (rules().has(POWER) && powers(split, goal.value, accept)) return true;
        }
        return false;
    }

    // Every way, and some whose part without a table cannot be made: for who finds out anyway.
    template <class Visit>
    void each_way_unasked(const Goal& goal, Visit visit) {
        each_way_unasked(goal, arrangement().splits(goal.state), visit);
    }

    template <class Visit>
    void each_way_unasked(const Goal& goal, const Vector<Split>& splits, Visit visit) {
        const auto accept = [&](const Way& way) {
            visit(way);
            return false;
        };
        any_way(goal, splits, Unasked<decltype(accept)>{accept});
    }

    template <class Visit>
    void each_way(const Goal& goal, Visit visit) {
        any_way(goal, [&](const Way& way) {
            visit(way);
            return false;
        });
    }

  private:
    Search(std::shared_ptr<Tables> tables, const Rules& rules, int table_size, bool exact)
        : shared_(std::move(tables)), tables_(*shared_), rules_(rules), table_size_(table_size), exact_(exact),
          from_zero_(rules.least && *rules.least >= 0 && arrangement().all_atoms_from_zero()),
          partial_(rules.partial()) {}

    bool has_table(State state) const { return tables_.has_table(state) || size_of(state) <= table_size_; }

    bool beyond(State state, const Rational& value) {
        if ((from_zero_ && value.over < 0) || (partial_ && !has_keys(value))) return true;
        return tables_.extent(state).excludes(value);
    }

    bool walks_left(const Split& split) {
        const bool both = has_table(split.left) && has_table(split.right);
        return both ? tables_.table(split.left).size() <= tables_.table(split.right).size()
                    : size_of(split.left) <= size_of(split.right);
    }

    // The operands of one split: `v` of the walked part, on the left or right as the split allows.
    struct Sides {
        State walked, other;
        const Values* table;  // of the other part, null if it has none
        bool left, right;
    };

    template <class Accept>
    bool across(const Split& split, const Goal& goal, const Keys& r, Accept accept) {
        const bool walks = walks_left(split);
        Sides sides{walks ? split.left : split.right, walks ? split.right : split.left, nullptr,
                    walks || split.swaps, split.swaps || !walks};
        const Vector<Rational>& items = tables_.table(sides.walked).items();
        if (has_table(sides.other)) sides.table = &tables_.table(sides.other);  // of equal halves it is there by now
        Meter::current()->spend(4 * items.size() + 1);
        const bool narrow = combine(tables_.extent(goal.state), tables_.extent(sides.walked)).fits();
        return narrow ? walk<std::int64_t>(sides, goal.value, r, items, accept)
                      : walk<Wide>(sides, goal.value, r, items, accept);
    }

    // `r`: the keys of the value, 0 if it has none.
    template <class Int, class Accept>
    bool walk(const Sides& sides, const Rational& value, const Keys& r, const Vector<Rational>& items, Accept accept) {
        if (sides.table && r.key && items.size() >= FEW) return walk_by_keys<Int>(sides, value, r, items, accept);
        for (const Rational& v : items) {
            if (sums<Int>(sides, value, v, accept) || products<Int>(sides, value, v, accept)) return true;
        }
        return false;
    }

    // The same, but what the other table cannot hold is passed over by its keys.
    template <class Int, class Accept>
    bool walk_by_keys(const Sides& sides, const Rational& value, const Keys& r, const Vector<Rational>& items,
                      Accept accept) {
        const Vector<Keys>& keys = tables_.table(sides.walked).keys();
        const Filter& filter = sides.table->filter();
        for (std::size_t at = 0; at < items.size(); ++at) {
            const Keys v = keys[at];
            const Key difference = subtract_keys(r.key, v.key);
            if ((filter.may_hold(difference) || filter.may_hold(reduce_key(PRIME - difference)) ||
                 filter.may_hold(add_keys(r.key, v.key))) && sums<Int>(sides, value, items[at], accept)) return true;
            if ((!v.key || filter.may_hold(multiply_keys(r.key, v.reciprocal)) ||
                 filter.may_hold(multiply_keys(v.key, r.reciprocal)) ||
                 filter.may_hold(multiply_keys(r.key, v.key))) &&
                products<Int>(sides, value, items[at], accept)) return true;
        }
        return false;
    }

    // For smaller states keys do not pay.
    static constexpr int LARGE = 5;

    // Walks of fewer values are as fast without keys.
    static constexpr std::size_t FEW = 5;

    template <class Int, class Accept>
    bool sums(const Sides& sides, const Rational& r, const Rational& v, Accept accept) {
        const Int x = Int(r.over) * v.under, y = Int(v.over) * r.under, under = Int(r.under) * v.under;
        if (rules().has(PLUS) &&
            meet<Int>(sides, {PLUS, v, sides.left, sides.left && sides.right}, x - y, under, accept)) return true;
        if (!rules().has(MINUS)) return false;
        return (sides.left && meet<Int>(sides, {MINUS, v, true, false}, y - x, under, accept)) ||
               (sides.right && meet<Int>(sides, {MINUS, v, false, false}, x + y, under, accept));
    }

    template <class Int, class Accept>
    bool products(const Sides& sides, const Rational& r, const Rational& v, Accept accept) {
        if (!v.over) return !r.over && zeros(sides, v, accept);
        const Int x = Int(r.over) * v.under, y = Int(v.over) * r.under;
        const int sign = y < 0 ? -1 : 1, turn = x < 0 ? -1 : 1;
        if (rules().has(TIMES) && meet<Int>(sides, {TIMES, v, sides.left, sides.left && sides.right}, sign * x,
                                            sign * y, accept)) return true;
        if (!rules().has(OVER)) return false;
        return (sides.left && x && meet<Int>(sides, {OVER, v, true, false}, turn * y, turn * x, accept)) ||
               (sides.right && meet<Int>(sides, {OVER, v, false, false}, Int(r.over) * v.over,
                                         Int(r.under) * v.under, accept));
    }

    // 0 = 0 * w = w * 0 for every w of the other part, and 0 / w for all but 0.
    template <class Accept>
    bool zeros(const Sides& sides, const Rational& zero, Accept accept) {
        const struct { Operation operation; bool is_left, asked; } rows[] = {
            {TIMES, true, sides.left}, {TIMES, false, sides.right}, {OVER, true, sides.left}};
        for (const auto& row : rows) {
            if (!row.asked || !rules().has(row.operation)) continue;
            for (const Rational& w : tables_.table(sides.other).items()) {
                if (row.operation == OVER && !w.over) continue;
                if (!makes<Accept>(sides, zero, w)) continue;
                if (accept(way(sides, {row.operation, zero, row.is_left, false}, w))) return true;
            }
        }
        return false;
    }

    template <class Accept>
    bool powers(const Split& split, const Rational& r, Accept accept) {
        return powers(split.left, split.right, r, accept) ||
               (split.swaps && powers(split.right, split.left, r, accept));
    }

    // base**exponent = r.
    template <class Accept>
    bool powers(State bases, State exponents, const Rational& r, Accept accept) {
        const bool bases_first = has_table(bases);
        const auto offer = [&](const Rational& base, const Rational& exponent) {
            const Goal left{bases, base}, right{exponents, exponent};
            return can(bases_first ? left : right) && can(bases_first ? right : left) &&
                   accept(Way{POWER, left, right, false});
        };
        if (r.under == 1 && -1 <= r.over && r.over <= 1) return special_powers(bases, exponents, r, offer);
        return any_power(r, offer);
    }

    // 0, 1 and -1 are powers of themselves, and 1 of all but 0, which goes through a table; without one some of those
    // are passed over.
    template <class Offer>
    bool special_powers(State bases, State exponents, const Rational& r, Offer offer) {
        for (const std::int64_t base : {r.over, std::int64_t(-1)}) {
            if (!has_table(exponents) || !can({bases, {base, 1}})) continue;
            for (const Rational& exponent : tables_.table(exponents).items()) {
                Rational result;
                const bool gives = power(primitive({base, 1}), exponent, result) && result == r;
                if (gives && offer({base, 1}, exponent)) return true;
            }
        }
        if (r.over != 1 || !has_table(bases) || !can({exponents, {0, 1}})) return false;
        for (const Rational& base : tables_.table(bases).items()) {
            if (base.over && offer(base, {0, 1})) return true;
        }
        return false;
    }

    struct Half {
        Operation operation;
        Rational v;
        bool is_left, mirrored;
    };

    // Offer the way with over / under, under > 0, as the other operand, if that can be made.
    template <class Int, class Accept>
    bool meet(const Sides& sides, const Half& half, Int over, Int under, Accept accept) {
        if (from_zero_ && over < 0) return false;
        if (sides.table ? !sides.table->contains(over, under) : tables_.extent(sides.other).excludes(over, under)) {
            return false;
        }
        Rational w;
        if (!reduce(over, under, w)) {
            // Only a state whose values all fit is known not to make what does not.
            if (partial_ || tables_.extent(sides.other).fits()) return false;
            throw Overflow();
        }
        return makes<Accept>(sides, half.v, w) && accept(way(sides, half, w));
    }

    // Can the operands be made? Exact tables have said so of what they hold. One that was built since the walk began,
    // to go through the values of the other part, has not been asked.
    template <class Accept>
    bool makes(const Sides& sides, const Rational& v, const Rational& w) {
        if (!ASKS<Accept> || (exact_ && sides.table)) return true;
        return (exact_ || can({sides.walked, v})) && can({sides.other, w});
    }

    Way way(const Sides& sides, const Half& half, const Rational& w) const {
        const Goal here{sides.walked, half.v}, there{sides.other, w};
        return half.is_left ? Way{half.operation, here, there, half.mirrored}
                            : Way{half.operation, there, here, half.mirrored};
    }

    std::shared_ptr<Tables> shared_;
    Tables& tables_;
    Rules rules_;
    std::vector<State> roots_, no_roots_;
    Goals<bool> can_;
    int table_size_;
    bool exact_, from_zero_, partial_;
};

}  // namespace puzzle
