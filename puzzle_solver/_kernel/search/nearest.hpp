// The values nearest to a target.
//
// Over the rationals every operator is monotone in its unknown operand (division on either side of 0). So the least
// value of a state from a bound on follows from the same question about its parts, and tables in order answer it. In
// any other domain the tables of all that is wanted are gone through.
#pragma once

#include <algorithm>
#include <optional>

#include "memory/bits.hpp"
#include "search/top_down.hpp"

namespace puzzle {

// A table in order, which says what is beside a bound.
class Ordered {
  public:
    explicit Ordered(const Vector<Rational>& values) : items_(values) {
        std::sort(items_.begin(), items_.end(), less);
        keyed_ = std::all_of(items_.begin(), items_.end(), [](const Rational& value) { return has_key(value); });
        for (std::size_t at = 0; keyed_ && at < items_.size(); ++at) keys_.push_back(key(items_[at]));
    }

    // The least value that is not below the bound, or the greatest that is not above it; null if there is none. The
    // bound need not be in lowest terms.
    const Rational* beside(const Rational& bound, bool least) const {
        std::size_t place = first_from(bound);
        if (!least && (place == items_.size() || !equal(items_[place], bound))) --place;  // wraps below 0
        return place < items_.size() ? &items_[place] : nullptr;
    }

    // The least or the greatest of all.
    const Rational* end(bool least) const {
        return items_.empty() ? nullptr : least ? &items_.front() : &items_.back();
    }

  private:
    static bool has_key(const Rational& value) { return has_exact_quotient(value.over, value.under); }
    static double key(const Rational& value) { return double(value.over) / double(value.under); }

    // Keys are correctly rounded quotients: they keep the order, but may be equal where values differ. So only items
    // with the key of the bound itself need an exact look.
    std::size_t first_from(const Rational& bound) const {
        if (!keyed_ || !has_key(bound)) {
            return std::size_t(std::lower_bound(items_.begin(), items_.end(), bound, less) - items_.begin());
        }
        const double wanted = key(bound);
        std::size_t place = 0;
        for (std::size_t rest = keys_.size(); rest;) {  // without a branch that depends on the keys
            const std::size_t half = (rest + 1) / 2;
            place += keys_[place + half - 1] < wanted ? half : 0;
            rest -= half;
        }
        while (place < keys_.size() && keys_[place] == wanted && less(items_[place], bound)) ++place;
        return place;
    }

    Vector<Rational> items_;
    Vector<double> keys_;
    bool keyed_ = false;
};

// Answers, of any state: what is the least value from a bound on, or the greatest up to it?
class Bounds {
  public:
    Bounds(Search& search, int table_size)
        : search_(search), table_size_(table_size), flat_(is_flat(search)), ordered_(search.arrangement().full() + 1),
          parts_(ordered_.size()) {}

    using Found = std::optional<Rational>;

    Found ask(State state, const Rational& bound, bool least) {
        if (size_of(state) <= table_size_) return found(ordered(state).beside(bound, least));
        if (const Found* known = asked_[least].get({state, bound})) return *known;
        Side best{bound, least, {}};
        for (const Atom& atom : search_.arrangement().atoms(state)) best.offer(atom.value.over, atom.value.under);
        for (const Split& split : search_.arrangement().splits(state)) {
            const bool left_walks = size_of(split.left) <= size_of(split.right);
            Sides sides{left_walks ? split.left : split.right, left_walks ? split.right : split.left, nullptr,
                        split.swaps || left_walks, split.swaps || !left_walks};
            if (size_of(sides.other) <= table_size_) sides.table = &ordered(sides.other);
            walk(state, sides, best);
        }
        if (best.value) best.value = lowest(Wide(best.value->over), Wide(best.value->under));
        asked_[least].put({state, bound}, best.value);
        return best.value;
    }

  private:
    // The best value so far on one side of a bound, in any terms.
    struct Side {
        Rational bound;
        bool least;
        Found value;

        // Take over / under if it is on this side and better.
        template <class Int>
        bool offer(Int over, Int under) {
            if (!under) return false;
            const Rational candidate = under < 0 ? fitted(Int(-over), Int(-under)) : fitted(over, under);
            if (least ? less(candidate, bound) : less(bound, candidate)) return false;
            if (!value || (least ? less(candidate, *value) : less(*value, candidate))) value = candidate;
            return true;
        }
    };

    // The operands of a split: `v` of the walked part, on the left or right as the split allows.
    struct Sides {
        State walked, other;
        const Ordered* table;  // of the other part, null if it has none
        bool left, right;
    };

    // What is walked: a value that may be split off a sum, or off a product.
    struct Part {
        Rational value;
        bool of_sum, of_product;
    };

    static Rational lowest(Wide over, Wide under) {
        Rational value;
        const bool small = magnitude(over) <= Unsigned(INT64_MAX) && under <= INT64_MAX;
        if (!(small ? reduce(std::int64_t(over), std::int64_t(under), value) : reduce(over, under, value))) {
            throw Overflow();
        }
        return value;
    }

    static Rational fitted(std::int64_t over, std::int64_t under) { return {over, under}; }
    static Rational fitted(Wide over, Wide under) { return lowest(over, under); }

    static Found found(const Rational* value) { return value ? Found(*value) : std::nullopt; }

    const Ordered& ordered(State state) {
        std::unique_ptr<Ordered>& found = ordered_[state];
        if (!found) found = std::make_unique<Ordered>(search_.tables().table(state).items());
        return *found;
    }

    // A sum can be made of any of its parts and the rest, so that with the fewest numbers does, which is no sum; and of
    // a product a factor that is none. It takes all four operators to move the rest together.
    static bool is_flat(Search& search) {
        const Rules& rules = search.rules();
        const bool free = !search.arrangement().fixed();
        return free && rules.has(PLUS) && rules.has(MINUS) && rules.has(TIMES) && rules.has(OVER);
    }

    const Vector<Part>& parts(State state) {
        if (!parts_[state].empty()) return parts_[state];
        Vector<Part> found;
        const bool all = !flat_ || size_of(state) == 1;
        Values sums, products;
        for (const Split& split : search_.arrangement().splits(state)) all ? void() : results(split, sums, products);
        for (const Rational& value : search_.tables().table(state).items()) {
            const bool atom = all || search_.arrangement().atom(state, value);
            found.push_back({value, atom || products.contains(value.over, value.under),
                             atom || sums.contains(value.over, value.under)});
        }
        return parts_[state] = std::move(found);
    }

    // What two parts make, both ways.
    void results(const Split& split, Values& sums, Values& products) {
        for (const Rational& a : search_.tables().table(split.left).items()) {
            for (const Rational& b : search_.tables().table(split.right).items()) {
                const Wide x = Wide(a.over) * b.under, y = Wide(b.over) * a.under, under = Wide(a.under) * b.under;
                for (const Wide over : {x + y, x - y, y - x}) sums.insert(over, under);
                products.insert(Wide(a.over) * b.over, under);
                if (y) products.insert(y < 0 ? -x : x, y < 0 ? -y : y);
                if (x) products.insert(x < 0 ? -y : y, x < 0 ? -x : x);
            }
        }
    }

    template <class Int>
    Found beside(const Sides& sides, Int over, Int under, bool least) {
        if (under < 0) over = -over, under = -under;
        return sides.table ? found(sides.table->beside(fitted(over, under), least))
                           : ask(sides.other, lowest(over, under), least);
    }

    // No value that the state can make has a larger numerator or denominator; nor has any term on the way to one.
    std::int64_t height(State state) {
        const Extent& extent = search_.tables().extent(state);
        return std::max(extent.over, extent.under);
    }

    // The least or the greatest value of the other part.
    Found end(const Sides& sides, bool least) {
        if (sides.table) return found(sides.table->end(least));
        const std::int64_t most = height(sides.other);
        if (most >= Extent::TALL) throw Overflow();
        return ask(sides.other, {least ? -most : most, 1}, least);
    }

    void walk(State state, const Sides& sides, Side& best) {
        // No bound that is asked for has a larger numerator or denominator, and no value than the height of the state.
        const Wide most = 2 * std::max(Wide(magnitude(best.bound.over)), Wide(best.bound.under)) *
                          height(sides.walked);
        most < Extent::TALL && height(state) < Extent::TALL ? walk<std::int64_t>(sides, best)
                                                                             : walk<Wide>(sides, best);
    }

    template <class Int>
    void walk(const Sides& sides, Side& best) {
        const Rules& rules = search_.rules();
        for (const auto& [v, of_sum, of_product] : parts(sides.walked)) {
            Meter::current()->spend(20);
            if (of_sum && rules.has(PLUS)) add<Int>(v, sides, best);
            if (of_sum && rules.has(MINUS) && sides.left) subtract_from<Int>(v, sides, best);
            if (of_sum && rules.has(MINUS) && sides.right) subtract<Int>(v, sides, best);
            if (!of_product) continue;
            if (rules.has(TIMES)) v.over ? multiply<Int>(v, sides, best) : zero(end(sides, true), best);
            if (rules.has(OVER) && sides.left) v.over ? divide_into<Int>(v, sides, best) : zero(not_zero(sides), best);
            if (rules.has(OVER) && sides.right && v.over) divide<Int>(v, sides, best);
        }
    }

    // v + w from t on: w from t - v on.
    template <class Int>
    void add(const Rational& v, const Sides& sides, Side& best) {
        const Rational& t = best.bound;
        const Found w = beside<Int>(sides, Int(t.over) * v.under - Int(v.over) * t.under, Int(t.under) * v.under,
                                    best.least);
        if (w) best.offer(Int(v.over) * w->under + Int(w->over) * v.under, Int(v.under) * w->under);
    }

    // v - w from t on: w up to v - t.
    template <class Int>
    void subtract_from(const Rational& v, const Sides& sides, Side& best) {
        const Rational& t = best.bound;
        const Found w = beside<Int>(sides, Int(v.over) * t.under - Int(t.over) * v.under, Int(t.under) * v.under,
                                    !best.least);
        if (w) best.offer(Int(v.over) * w->under - Int(w->over) * v.under, Int(v.under) * w->under);
    }

    // w - v from t on: w from t + v on.
    template <class Int>
    void subtract(const Rational& v, const Sides& sides, Side& best) {
        const Rational& t = best.bound;
        const Found w = beside<Int>(sides, Int(t.over) * v.under + Int(v.over) * t.under, Int(t.under) * v.under,
                                    best.least);
        if (w) best.offer(Int(w->over) * v.under - Int(v.over) * w->under, Int(v.under) * w->under);
    }

    // v * w from t on: w from t / v on, or up to it if v is below 0.
    template <class Int>
    void multiply(const Rational& v, const Sides& sides, Side& best) {
        const Rational& t = best.bound;
        const Found w = beside<Int>(sides, Int(t.over) * v.under, Int(t.under) * v.over, best.least == (v.over > 0));
        if (w) best.offer(Int(v.over) * w->over, Int(v.under) * w->under);
    }

    // w / v from t on: w from t * v on, or up to it if v is below 0.
    template <class Int>
    void divide(const Rational& v, const Sides& sides, Side& best) {
        const Rational& t = best.bound;
        const Found w = beside<Int>(sides, Int(t.over) * v.over, Int(t.under) * v.under, best.least == (v.over > 0));
        if (w) best.offer(Int(w->over) * v.under, Int(w->under) * v.over);
    }

    // v / w from t on, v > 0: w up to v / t, if that comes out on this side; else, where t <= 0, the quotient from 0 on
    // that is nearest to 0: by the greatest w. If v is below 0, by the least.
    template <class Int>
    void divide_into(const Rational& v, const Sides& sides, Side& best) {
        const Rational& t = best.bound;
        const bool side = best.least == (v.over < 0);
        if (t.over) {
            const Found w = beside<Int>(sides, Int(v.over) * t.under, Int(v.under) * t.over, side);
            if (w && best.offer(Int(v.over) * w->under, Int(v.under) * w->over)) return;
        }
        if (best.least ? t.over > 0 : t.over < 0) return;
        const Found w = end(sides, side);
        if (w) best.offer(Int(v.over) * w->under, Int(v.under) * w->over);
    }

    // 0 times w, or 0 divided by w, if there is such an operand.
    static void zero(const Found& w, Side& best) {
        if (w) best.offer<std::int64_t>(0, 1);
    }

    // Some operand that is not 0.
    Found not_zero(const Sides& sides) {
        for (const bool least : {true, false}) {
            const Found w = end(sides, least);
            if (w && w->over) return w;
        }
        return std::nullopt;
    }

    Search& search_;
    int table_size_;
    bool flat_;
    Vector<std::unique_ptr<Ordered>> ordered_;
    Vector<Vector<Part>> parts_;
    Goals<Found> asked_[2];
};

class Nearest {
  public:
    // `low`: the integers from 0 to twice the target and two more that can be made, if that is all there is, or null.
    Nearest(Search& search, const Rational& target, int table_size, const Bits* low)
        : search_(search), target_(target), bounds_(search, table_size), low_(low) {}

    // Look at all that can be made. If this is stopped, what was met so far is kept.
    void run() {
        if (low_) low_->each_to(low_->size(), [this](std::uint32_t value) { offer({value, 1}); });
        if (low_ && below_) return;  // what is above all of these is further from the target than 0 is
        const bool monotone = !search_.rules().whole && !search_.rules().least;
        for (const State state : search_.roots()) monotone ? ask(state) : go_through(state);
    }

    // The nearest on either side.
    std::vector<Rational> beside() const {
        std::vector<Rational> found;
        for (const auto& value : {below_, above_}) {
            if (value) found.push_back(*value);
        }
        return found;
    }

  private:
    void ask(State state) {
        for (const bool least : {true, false}) {
            if (const auto found = bounds_.ask(state, target_, least)) offer(*found);
        }
    }

    void go_through(State state) {
        const Vector<Rational>& values = search_.tables().table(state).items();
        Meter::current()->spend(values.size());
        for (const Rational& value : values) {
            if (search_.rules().admits(value)) offer(value);
        }
    }

    void offer(const Rational& value) {
        if (!less(value, target_) && (!above_ || less(value, *above_))) above_ = value;
        if (!less(target_, value) && (!below_ || less(*below_, value))) below_ = value;
    }

    Search& search_;
    Rational target_;
    Bounds bounds_;
    const Bits* low_;
    std::optional<Rational> below_, above_;
};

}  // namespace puzzle
