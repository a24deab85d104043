// Tables of the values that states can make, from the numbers up:
//
//     reach(S) = atoms(S) + { a op b : (A, B) split of S, a in reach(A), b in reach(B) }
//
// each value once, operators' results within the domain.
#pragma once

#include <algorithm>
#include <memory>

#include "operators/powers.hpp"
#include "rules.hpp"
#include "search/arrangement.hpp"
#include "search/extent.hpp"
#include "search/values.hpp"

namespace puzzle {

class Tables {
  public:
    Tables(Arrangement& arrangement, const Rules& rules)
        : arrangement_(arrangement), rules_(rules), partial_(rules.partial()),
          tables_(std::size_t(1) << arrangement.count()), extents_(tables_.size()) {}

    const Rules& rules() const { return rules_; }
    Arrangement& arrangement() const { return arrangement_; }

    const Values& table(State state) {
        std::unique_ptr<Values>& found = tables_[state];
        if (!found) found = build(state);
        return *found;
    }

    bool has_table(State state) const { return bool(tables_[state]); }

    const Extent& extent(State state) {
        Extent& known = extents_[state];
        if (known.over) return known;
        Extent all{1, 1};
        if (rules_.has(POWER) && size_of(state) > 1) all = {Extent::TALL, Extent::TALL};
        for (const Atom& atom : arrangement_.atoms(state)) {
            all = widest(all, {std::int64_t(magnitude(atom.value.over)), atom.value.under});
        }
        for (const Split& split : arrangement_.splits(state)) {
            all = widest(all, combine(extent(split.left), extent(split.right)));
        }
        return extents_[state] = all;
    }

  private:
    std::unique_ptr<Values> build(State state) {
        std::size_t& usual = usual_[size_of(state)];
        auto made = std::make_unique<Values>(usual);
        const bool narrow = extent(state).fits();
        for (const Split& split : arrangement_.splits(state)) {
            const Values& left = table(split.left);
            const Values& right = table(split.right);
            // Below TALL nothing that follows leaves 64 bits; else 128 hold it, for both factors have at most 63.
            narrow ? forward<std::int64_t>(left, right, split.swaps, *made)
                   : forward<Wide>(left, right, split.swaps, *made);
            if (rules_.has(POWER)) {
                raise_each(left, right, *made);
                if (split.swaps) raise_each(right, left, *made);
            }
        }
        for (const Atom& atom : arrangement_.atoms(state)) keep(atom.value.over, atom.value.under, *made);
        if (rules_.sign >= 0) close(*made);
        usual = made->size();
        return made;
    }

    template <class Int>
    void forward(const Values& lefts, const Values& rights, bool swaps, Values& out) {
        const bool plus = rules_.has(PLUS), minus = rules_.has(MINUS), times = rules_.has(TIMES),
                   over = rules_.has(OVER);
        Meter& meter = *Meter::current();
        for (const Rational& a : lefts.items()) {
            meter.spend(rights.size());
            for (const Rational& b : rights.items()) {
                const Int x = Int(a.over) * b.under, y = Int(b.over) * a.under, under = Int(a.under) * b.under;
                if (plus) offer<Int>(x + y, under, out);
                if (minus) offer<Int>(x - y, under, out);
                if (minus && swaps) offer<Int>(y - x, under, out);
                if (times) offer<Int>(Int(a.over) * b.over, under, out);
                if (over && y) y > 0 ? offer<Int>(x, y, out) : offer<Int>(-x, -y, out);
                if (over && swaps && x) x > 0 ? offer<Int>(y, x, out) : offer<Int>(-y, -x, out);
            }
        }
    }

    void raise_each(const Values& bases, const Values& exponents, Values& out) {
        for (const Rational& a : bases.items()) {
            const Primitive base = primitive(a);
            Meter::current()->spend(exponents.size() + 100);
            for (const Rational& b : exponents.items()) {
                Rational result;
                if (power(base, b, result)) offer(result.over, result.under, out);
            }
        }
    }

    // Add the negative of every value: that of a negative is there already.
    void close(Values& out) {
        const Vector<Rational> values = out.items();
        for (const Rational& value : values) offer(-value.over, value.under, out);
    }

    template <class Int>
    void offer(Int over, Int under, Values& out) const {
        if (rules_.admit(over, under)) keep(over, under, out);
    }

    template <class Int>
    void keep(Int over, Int under, Values& out) const {
        partial_ ? out.insert_if_keyed(over, under) : out.insert(over, under);
    }

    Arrangement& arrangement_;
    Rules rules_;
    bool partial_;
    std::vector<std::unique_ptr<Values>> tables_;
    std::vector<Extent> extents_;
    std::size_t usual_[MOST_NUMBERS + 1] = {};  // how many values the last table of so many numbers had
};

}  // namespace puzzle
