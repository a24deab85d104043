// The level `algebra`: forms that are equal exactly when two expressions are the same formula.
//
// A form is a signed id: -f is the negative of f. Ids are interned. Sums are flattened into signed terms, products into
// factors with exponents 1 and -1, leaves are compared by value. A sum is stored with its positive value; at value 0
// the lower of its two orientations is stored, and if both are the same it is symmetric and has no sign.
#pragma once

#include <algorithm>

#include "memory/blocks.hpp"
#include "rules.hpp"
#include "sameness/numbering.hpp"

namespace puzzle {

using Form = std::int32_t;

// A product of value 0 whose parts are its numbers is interned apart from other products.
enum Kind : std::uint8_t { LEAF, SUM, PRODUCT, ZERO_PRODUCT };

// The signed parts of a form: terms of a sum, factors of a product (negative: exponent -1). A formula over N numbers
// has at most N of them.
struct Parts {
    int count = 0;
    Form items[MOST_NUMBERS];

    void add(Form part) { items[count++] = part; }
    void sort() {
        for (int end = 1; end < count; ++end) {
            const Form part = items[end];
            int at = end;
            for (; at && items[at - 1] > part; --at) items[at] = items[at - 1];
            items[at] = part;
        }
    }
    Form* begin() { return items; }
    Form* end() { return items + count; }
    const Form* begin() const { return items; }
    const Form* end() const { return items + count; }
};

// The value of what is joined, numbered: as it is and with the other sign.
struct Valued {
    ValueId value, opposite;
    bool negative;
};

// Which values the parts have, a bit each: values whose bits differ are not equal.
struct Masks {
    std::uint32_t plus = 0, minus = 0;

    bool meet() const { return plus & minus; }
};

// What else is known of a form. SYMMETRIC: it is its own negative. LOOSE: a part is. PLAIN: it is certain that no part
// is padding, here and below, and that no leaf is below 0. BARE: the same of factors that are the number 1 or -1.
enum Flag : std::uint8_t { SYMMETRIC = 1, LOOSE = 2, PLAIN = 4, BARE = 8 };

struct Traits {
    ValueId value = ZERO;
    Masks masks;
    std::uint8_t count = 0;    // of its parts
    std::uint8_t numbers = 1;  // its leaves
    Kind kind = LEAF;
    std::uint8_t flags = 0;

    bool is(Flag flag) const { return flags & flag; }
};

// A form that is about to be interned, its parts in ascending order.
struct Draft {
    Form parts[MOST_NUMBERS];
    Traits traits;
    std::uint32_t key;
    bool turned;  // is it the negative that is meant?
};

class Forms {
  public:
    Forms() { clear(); }

    void clear() {
        values_.clear();
        records_.clear();
        parts_.clear();
        records_.push_back({});
        slots_.assign(64, {0, 0});
    }

    Form leaf(const Rational& value) {
        Draft draft = empty(LEAF, values_.number(value));
        draft.traits.numbers = 1;
        draft.traits.flags = value.over >= 0 ? PLAIN | BARE : 0;
        return settle(draft);
    }

    Valued number(const Rational& value) {
        const ValueId number = values_.number(value);
        return {number, value.over ? values_.number(puzzle::negative(value)) : number, value.over < 0};
    }

    Form join(Operation operation, Form left, Form right, const Valued& value) {
        Draft draft;
        this->draft(draft, operation, left, right, value);
        return settle(draft);
    }

    // Joining in two steps: what lies between the two may fetch what the second needs.
    void draft(Draft& out, Operation operation, Form left, Form right, const Valued& value) const {
        if (operation == PLUS || operation == MINUS) {
            // A sum below 0 is turned, term by term.
            out.turned = value.negative;
            const int sign = out.turned ? -1 : 1;
            merge<SUM>(out, sign * left, operation == PLUS ? sign * right : -sign * right);
        } else {
            out.turned = (left ^ right) < 0;
            merge<PRODUCT>(out, std::abs(left), operation == TIMES ? std::abs(right) : -std::abs(right));
        }
        out.traits.value = out.turned ? value.opposite : value.value;
        if (out.traits.value == ZERO) settle_sign(out);
        out.key = key_of(out);
    }

    void fetch_slot(const Draft& draft) const { __builtin_prefetch(&slots_[draft.key & (slots_.size() - 1)]); }

    void fetch_record(const Draft& draft) const {
        const Slot& slot = slots_[draft.key & (slots_.size() - 1)];
        if (slot.key == draft.key) __builtin_prefetch(&records_[slot.form]);
    }

    void fetch_parts(const Draft& draft) const {
        const Slot& slot = slots_[draft.key & (slots_.size() - 1)];
        if (slot.key == draft.key) __builtin_prefetch(&parts_[records_[slot.form].first]);
    }

    // Intern a draft.
    Form settle(const Draft& draft) {
        const Form form = intern(draft);
        return draft.turned && !draft.traits.is(SYMMETRIC) ? -form : form;
    }

    Form negative(Form form) const { return at(form).is(SYMMETRIC) ? form : -form; }

    const Traits& traits(Form form) const { return at(form); }
    Kind kind(Form form) const { return at(form).kind; }

    // The parts as stored, without regard to the sign of the form. They stay where they are.
    View<Form> parts(Form form) const {
        const Record& record = at(form);
        return parts_.view(record.first, record.count);
    }

    // The value as stored, without regard to the sign of the form.
    const Rational& value(Form form) const { return values_[at(form).value]; }
    ValueId value_id(Form form) const { return at(form).value; }

    // The number of the absolute value.
    ValueId without_sign(ValueId number) {
        const Rational value = values_[number];
        return value.over < 0 ? values_.number(puzzle::negative(value)) : number;
    }

    // The number of the negative.
    ValueId opposite(ValueId number) { return values_.number(puzzle::negative(Rational(values_[number]))); }

    // Is it a product with a divisor? The factors ascend, divisors being negative.
    bool divides(Form form) const { return kind(form) == PRODUCT && parts(form)[0] < 0; }

    // Add what a form brings to a sum.
    void terms(Form form, Parts& out) const {
        if (at(form).kind != SUM) {
            out.add(form > 0 ? form : negative(-form));
            return;
        }
        for (const Form part : parts(form)) out.add(form > 0 ? part : negative(part));
    }

    // Add what a form brings to a product, its sign apart.
    void factors(Form form, int exponent, Parts& out) const {
        if (at(form).kind != PRODUCT) {
            out.add(exponent * std::abs(form));
            return;
        }
        for (const Form part : parts(form)) out.add(exponent * part);
    }

    // The form with these parts, none of them a sum in a sum or a product in a product.
    Form of(Kind kind, Parts& parts, ValueId value) {
        Draft draft = empty(kind, value);
        Traits& traits = draft.traits;
        traits.flags = PLAIN | BARE;
        parts.sort();
        for (Form part : parts) {
            draft.parts[traits.count++] = part;
            kind == SUM ? run<SUM>(part, traits) : run<PRODUCT>(part, traits);
        }
        if (traits.masks.meet()) traits.flags &= LOOSE | BARE;
        if (value == ZERO) settle_sign(draft);
        draft.key = key_of(draft);
        return settle(draft);
    }

    // Where a form or its negative is among others: whoever writes it can tell whether it still holds.
    std::uint32_t& place(Form form) { return records_[std::abs(form)].place; }

    // How many ids there are, 0 among them.
    std::size_t size() const { return records_.size(); }

  private:
    struct Record : Traits {
        std::uint32_t first = 0;
        std::uint32_t place = 0;
    };

    const Record& at(Form form) const { return records_[std::abs(form)]; }

    // The key also says where a slot is, so the table can grow without a look at the forms.
    struct Slot {
        std::uint32_t key;
        Form form;  // 0 in an empty slot
    };

    // The parts that one operand brings, from the least on; `turn` is -1 where they are to be negated, else 0.
    struct Run {
        const Form* next;
        int count, turn;

        Form head() const { return (*next ^ turn) - turn; }
        void pass(int passed) {
            next += (passed ^ turn) - turn;
            count -= passed;
        }
    };

    // Merge what two forms bring to a sum or a product, negated as their signs say, and the traits that follow.
    template <Kind KIND>
    void merge(Draft& out, Form one, Form other) const {
        Traits traits;
        traits.kind = KIND;
        traits.numbers = 0;
        traits.flags = PLAIN | BARE;
        Run left = run<KIND>(one, traits), right = run<KIND>(other, traits);
        if (traits.masks.meet()) traits.flags &= LOOSE | BARE;
        traits.count = std::uint8_t(left.count + right.count);
        out.traits = traits;
        if (KIND == SUM && traits.flags & LOOSE) return sort_terms(out, one, other);
        Form* next = out.parts;
        while (left.count && right.count) {
            const Form a = left.head(), b = right.head();
            *next++ = std::min(a, b);
            left.pass(a < b);
            right.pass(!(a < b));
        }
        for (; left.count; left.pass(1)) *next++ = left.head();
        for (; right.count; right.pass(1)) *next++ = right.head();
    }

    template <Kind KIND>
    Run run(Form& form, Traits& whole) const {
        const Record& record = at(form);
        const bool turned = form < 0;
        const std::uint8_t loose = whole.flags & LOOSE;
        whole.numbers = std::uint8_t(whole.numbers + record.numbers);
        whole.flags &= record.flags;
        if (record.kind == KIND) {
            whole.flags |= loose | (record.flags & LOOSE);
            whole.masks.plus |= turned ? record.masks.minus : record.masks.plus;
            whole.masks.minus |= turned ? record.masks.plus : record.masks.minus;
            const Form* first = &parts_[record.first];
            return {turned ? first + record.count - 1 : first, record.count, turned ? -1 : 0};
        }
        whole.flags |= loose;
        if (record.is(SYMMETRIC)) whole.flags |= LOOSE;
        if (record.value == (KIND == SUM ? ZERO : ONE)) {
            whole.flags &= KIND == PRODUCT && record.kind == LEAF ? LOOSE : LOOSE | BARE;
        }
        (turned ? whole.masks.minus : whole.masks.plus) |= std::uint32_t(1) << (record.value & 31);
        return {&form, 1, 0};
    }

    // What is its own negative keeps its sign, so the terms are in no order.
    void sort_terms(Draft& out, Form one, Form other) const {
        Parts terms;
        this->terms(one, terms);
        this->terms(other, terms);
        terms.sort();
        std::copy(terms.begin(), terms.end(), out.parts);
    }

    // At value 0: a sum is turned to the lower of its orientations, and has no sign if they are the same; nor has a
    // product of something without one.
    void settle_sign(Draft& out) const {
        Traits& traits = out.traits;
        if (traits.kind != SUM) {
            const bool symmetric = traits.flags & LOOSE || traits.kind == ZERO_PRODUCT;
            traits.flags = std::uint8_t((traits.flags & BARE) | (symmetric ? SYMMETRIC | LOOSE : 0));
            return;
        }
        Parts opposite;
        for (int at = 0; at < traits.count; ++at) opposite.add(negative(out.parts[at]));
        opposite.sort();
        Form* end = out.parts + traits.count;
        out.turned = std::lexicographical_compare(opposite.begin(), opposite.end(), out.parts, end);
        if (std::equal(opposite.begin(), opposite.end(), out.parts)) traits.flags |= SYMMETRIC;
        if (!out.turned) return;
        std::copy(opposite.begin(), opposite.end(), out.parts);
        std::swap(traits.masks.plus, traits.masks.minus);
    }

    static Draft empty(Kind kind, ValueId value) {
        Draft draft;
        draft.traits.kind = kind;
        draft.traits.value = value;
        draft.traits.numbers = 0;
        draft.turned = false;
        draft.key = 0x9E3779B9u * (value + 1);
        return draft;
    }

    static std::uint32_t key_of(const Draft& draft) {
        std::uint64_t key = draft.traits.kind;
        for (int at = 0; at < draft.traits.count; ++at) {
            key = (key ^ std::uint32_t(draft.parts[at])) * 0x9E3779B97F4A7C15u;
            key ^= key >> 29;
        }
        return std::uint32_t(key ^ key >> 32);
    }

    Form intern(const Draft& draft) {
        if (16 * records_.size() > 13 * slots_.size()) grow();  // at most some four fifths full
        std::size_t at = draft.key & (slots_.size() - 1);
        for (; slots_[at].form; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].key == draft.key && is(slots_[at].form, draft)) return slots_[at].form;
        }
        if (records_.size() >= MOST || parts_.size() >= MOST) throw OutOfMemory();
        slots_[at] = {draft.key, Form(records_.size())};
        Record record;
        static_cast<Traits&>(record) = draft.traits;
        record.first = std::uint32_t(parts_.append(draft.parts, draft.traits.count));
        records_.push_back(record);
        return slots_[at].form;
    }

    // The value of a sum or product follows from its parts; only leaves are told apart by it.
    bool is(Form form, const Draft& draft) const {
        const Record& record = at(form);
        if (record.kind != draft.traits.kind || record.count != draft.traits.count) return false;
        if (record.kind == LEAF) return record.value == draft.traits.value;
        const View<Form> parts = parts_.view(record.first, record.count);
        return std::equal(parts.begin(), parts.end(), draft.parts);
    }

    void grow() {
        Vector<Slot> old;
        old.swap(slots_);
        slots_.assign(2 * old.size(), {0, 0});
        for (const Slot& slot : old) {
            Meter::current()->spend(10);
            if (!slot.form) continue;
            std::size_t at = slot.key & (slots_.size() - 1);
            while (slots_[at].form) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = slot;
        }
    }

    static constexpr std::size_t MOST = INT32_MAX;

    Numbering values_;
    Blocks<Record, 10> records_;
    Blocks<Form, 12> parts_;
    Vector<Slot> slots_;
};

}  // namespace puzzle
