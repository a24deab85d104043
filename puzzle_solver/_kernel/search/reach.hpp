// Which integers up to a bound a hand can make where operators may give only integers from 0, or only from 1.
//
// There are tables for up to n - 2 of the n numbers, as naturals.hpp tells. T, what n - 1 numbers make beside the last
// one, c, is not stored: T + c, T - c, c - T, T * c and c / T are within the bound only if T is at most the bound + c,
// and of these T there is a bit set. A larger one can come back by T / c alone, where T is one of
//     U + d, U - d, d - U, U * d     over a table and a number d: all that c divides are gone through;
//     U / d                          but U / d / c is U / (c * d): a quotient over a table and two numbers;
//     P + Q, P - Q, Q - P, P * Q     over two tables: all that c divides are gone through;
//     P / Q                          but P / Q / c is (P / c) / Q: a quotient over two tables.
// Where 0 is not admitted, an order that adds before it subtracts may still meet one: a - a, or a part that is worth 0.
// What is left needs fewer numbers. So this serves from 1 on if numbers may be left out: of all the expressions that
// make a value some have the fewest numbers, and no part of theirs can be made of fewer numbers of its own; for the
// same reason a table may pass over what part of its numbers can make.
#pragma once

#include <memory>
#include <numeric>

#include "memory/bits.hpp"
#include "rules.hpp"
#include "search/arrangement.hpp"
#include "search/stock.hpp"

namespace puzzle {

class Reach {
  public:
    // Does this serve for integers up to `most`? The hand has no atoms but its numbers.
    static bool takes(const Arrangement& arrangement, const Rules& rules, std::int64_t most) {
        const int count = arrangement.count();
        if (rules.partial() || arrangement.fixed()) return false;
        if (count < LEAST_NUMBERS_HERE || count > MOST_NUMBERS_HERE) return false;
        if (!rules.whole || !rules.least || *rules.least < 0 || *rules.least > rules.some) return false;
        for (const Operation operation : {PLUS, MINUS, TIMES, OVER}) {
            if (!rules.has(operation)) return false;
        }
        return fits(arrangement.values(), *rules.least, most);
    }

    Reach(Arrangement& arrangement, const Rules& rules, Stock& stock)
        : arrangement_(arrangement), some_(rules.some), least_(Natural(*rules.least)),
          largest_(number(arrangement.full())), stock_(stock), tables_(arrangement.full() + 1), low_(tables_.size()) {}

    // The integers up to `most`, or beyond, that the hand can make.
    const Bits& up_to(Natural most) {
        if (done_ && most <= most_) return found_;
        // Whoever asks again goes on asking.
        if (done_ && fits(arrangement_.values(), least_, 2 * std::int64_t(most_))) most = std::max(most, 2 * most_);
        done_ = false;
        most_ = most;
        near_size_ = most + largest_ + 1;
        found_ = Bits(most + 1);
        std::fill(low_.begin(), low_.end(), nullptr);
        for (const Split& split : arrangement_.splits(arrangement_.full())) {
            if (size_of(split.left) == 1) {
                beside(number(split.left), split.right);
            } else {
                across(table(split.left), table(split.right));
            }
        }
        if (some_) add_smaller();
        if (least_) found_.drop(0);
        done_ = true;
        return found_;
    }

  private:
    // Below, not every n - 2 numbers are the rest of a split of n - 1.
    static constexpr int LEAST_NUMBERS_HERE = 4;
    static constexpr int MOST_NUMBERS_HERE = 7;  // of eight primes 899 targets one at a time take half as long

    // Do all values of the tables, the bound times a number and what is near the bound fit into 31 bits? No operator on
    // integers from 0 gives more than the product of its operands, a 0 or 1 counted as 2.
    static bool fits(const std::vector<Rational>& values, std::int64_t least, std::int64_t most) {
        const Wide bound = INT32_MAX;
        Wide tallest = 1, largest = values.back().over;
        for (std::size_t at = 0; at < values.size(); ++at) {
            if (values[at].under != 1 || values[at].over < least || values[at].over > bound) return false;
            if (at >= 2) tallest *= std::max<Wide>(values[at].over, 2);
            if (tallest > bound) return false;
        }
        return (most + 2 * largest + 2) * std::max<Wide>(largest, 2) <= bound;
    }

    // The highest number of a state.
    Natural number(State state) const {
        return Natural(arrangement_.values()[std::size_t(31 - __builtin_clz(state))].over);
    }

    const Naturals& table(State state) {
        const Naturals*& found = tables_[state];
        if (!found) found = &make(state);
        return *found;
    }

    const Naturals& make(State state) {
        Stock::Numbers numbers;
        for (State rest = state; rest; rest &= rest - 1) numbers += char32_t(number(rest & -rest));
        if (const Naturals* known = stock_.find(numbers)) return *known;
        Naturals made;
        made.numbers = int(numbers.size());
        if (numbers.size() == 1) {
            made.items.push_back(made.most = number(state));
            made.products_begin = 1;
        } else {
            gather(state, made);
        }
        return stock_.keep(std::move(numbers), std::move(made));
    }

    void gather(State state, Naturals& out) {
        const Vector<Split>& splits = arrangement_.splits(state);
        for (const Split& split : splits) table(split.left), table(split.right);
        Gathering& gathering = stock_.gathering;
        gathering.begin(least_);
        if (some_) {
            for (const Split& split : splits) {
                for (const Natural value : table(split.left).items) gathering.pass_over(value);
                for (const Natural value : table(split.right).items) gathering.pass_over(value);
            }
        }
        for (const Split& split : splits) gather_sums(table(split.left), table(split.right), gathering);
        for (const Split& split : splits) gather_products(table(split.left), table(split.right), gathering);
        gathering.end(out);
    }

    static void gather_sums(const Naturals& few, const Naturals& many, Gathering& out) {
        Meter::current()->spend(few.items.size() * many.items.size());
        if (few.numbers > 1) return each_sum(few, many, [&](Natural value) { out.sum(value); });
        const Natural d = few.most;
        for (const Natural u : many.items) {
            out.sum(u + d);
            out.sum(u < d ? d - u : u - d);
        }
    }

    static void gather_products(const Naturals& few, const Naturals& many, Gathering& out) {
        Meter::current()->spend(few.items.size() * many.items.size());
        const auto put = [&](std::uint64_t value) { out.product(Natural(value)); };
        each_quotient(many, few.numbers > 1 ? few.sums() : few.all(), UINT32_MAX, put);
        if (few.numbers > 1) {
            each_product(few, many, put);
            each_quotient(few, many.sums(), UINT32_MAX, put);
            return;
        }
        const Natural d = few.most;
        for (const Natural u : many.items) {
            put(u * d);
            if (u && u <= d && d % u == 0) put(d / u);
        }
    }

    // All numbers in two parts of two or more.
    void across(const Naturals& few, const Naturals& many) {
        Meter::current()->spend(few.items.size() * many.items.size());
        const auto put = [this](std::uint64_t value) { found_.put(value); };
        for (const Natural a : few.products()) {
            for (const Natural b : many.beside_product()) {
                if (b - a + most_ <= 2 * most_) put(a < b ? b - a : a - b);
                if (a + b <= most_) put(a + b);
            }
        }
        each_product(few, many, put);
        // A product as a divisor: two numbers that both divide.
        each_quotient(many, few.numbers == 2 ? few.all() : few.sums(), most_, put);
        each_quotient(few, many.numbers == 2 ? many.all() : many.sums(), most_, put);
    }

    // All numbers: c and the others.
    void beside(Natural c, State others) {
        near_ = Bits(near_size_);
        for (const Split& split : arrangement_.splits(others)) {
            if (size_of(split.left) == 1) {
                others_beside(number(split.left), split.right, c);
            } else {
                others_across(table(split.left), table(split.right), c);
            }
        }
        found_.add_up(near_, c);
        found_.add_down(near_, c);
        near_.each_to(c, [&](Natural t) {
            found_.put(c - t);
            if (t && c % t == 0) found_.put(c / t);
        });
        if (c) near_.each_to(most_ / c, [&](Natural t) { found_.put(t * c); });
        for (Natural times = 1; c && times * c <= largest_; ++times) {
            if (near_.has(times * c)) found_.put(times);
        }
        if (!c) found_.put(0);
        if (some_) found_.add(near_);
    }

    // The others in two parts, the first of which is d.
    void others_beside(Natural d, State rest, Natural c) {
        const Naturals& u = table(rest);
        const Bits& low = this->low(rest);
        Meter::current()->spend(5 * u.items.size() + low.size() / 16);
        near_.add_up(low, d);
        near_.add_down(low, d);
        low.each_to(d, [&](Natural value) {
            near_.put(d - value);
            if (value && d % value == 0) near_.put(d / value);
        });
        if (some_) found_.add(low);
        if (d) low.each_to(near_size_ / d, [&](Natural value) { near_.put(value * d); });
        if (!d) near_.put(0);
        each_quotient(u, d, near_size_, [&](Natural value) { near_.put(value); });
        if (c && d) products_divided(u, d, c);
        if (c) sums_divided(u, d, c);
    }

    // (u * d) / c
    void products_divided(const Naturals& u, Natural d, Natural c) {
        const Natural common = std::gcd(c, d), times = d / common;
        each_quotient(u, c / common, most_ / times, [&](Natural value) { found_.put(value * times); });
    }

    // (u + d) / c and (u - d) / c. A difference below 0 becomes one of 2**32, and its quotient is above the bound: the
    // bound times c is below 2**31. (d - u is not above the largest number, and near.)
    void sums_divided(const Naturals& u, Natural d, Natural c) {
        const Divisor divisor(c);
        const Natural offset = divisor.scale(d);
        for (const Natural value : u.items) {
            const Natural scaled = divisor.scale(value);
            found_.put(divisor.turn(scaled + offset));
            found_.put(divisor.turn(scaled - offset));
        }
    }

    // The others in two parts of two or more.
    void others_across(const Naturals& few, const Naturals& many, Natural c) {
        Meter::current()->spend(few.items.size() * many.items.size());
        const Divisor divisor(c ? c : 1);
        const auto put = [this](std::uint64_t value) { near_.put(value); };
        const auto put_with_quotient = [&, most = std::uint64_t(most_) * c](std::uint64_t value) {
            near_.put(value);
            if (value <= most) found_.put(divisor.divide(Natural(value)));
        };
        each_sum(few, many, put_with_quotient);
        each_product(few, many, put_with_quotient);
        each_quotient(many, few.sums(), near_size_, put);
        each_quotient(few, many.sums(), near_size_, put);
    }

    // What states of less than n - 2 numbers make, where numbers may be left out.
    void add_smaller() {
        for (int size = 1; size < arrangement_.count() - 2; ++size) {
            for (const State state : arrangement_.states(size)) {
                for (const Natural value : table(state).items) found_.put(value);
            }
        }
    }

    // The values of a table that lead near the bound with one number more.
    const Bits& low(State state) {
        std::unique_ptr<Bits>& found = low_[state];
        if (!found) {
            found = std::make_unique<Bits>(near_size_ + largest_);
            for (const Natural value : table(state).items) found->put(value);
        }
        return *found;
    }

    Arrangement& arrangement_;
    bool some_;
    Natural least_, largest_;
    Stock& stock_;
    Vector<const Naturals*> tables_;
    Vector<std::unique_ptr<Bits>> low_;
    Natural most_ = 0, near_size_ = 0;
    bool done_ = false;
    Bits found_, near_;
};

}  // namespace puzzle
