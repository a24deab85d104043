// The level `algebra`: forms that are equal exactly when two expressions are the same formula.
//
// A form is a signed id: -f is the negative of f. Ids are interned. Sums are flattened into signed terms, products into
// factors with exponents 1 and -1, leaves are compared by value. A sum is stored with its positive value; at value 0
// the lower of its two orientations is stored, and if both are the same it is symmetric and has no sign.
#pragma once

#include <algorithm>

#include "blocks.hpp"
#include "hand.hpp"
#include "meter.hpp"
#include "rules.hpp"

namespace puzzle {

using Form = std::int32_t;

enum Kind : std::uint8_t { LEAF, SUM, PRODUCT };

// A product of value 0 whose parts are its numbers is interned apart from other products.
enum Tag : std::uint8_t { NO_TAG, ZERO_PRODUCT };

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
    const Form* begin() const { return items; }
    const Form* end() const { return items + count; }
};

struct View {
    const Form* first;
    int count;

    const Form* begin() const { return first; }
    const Form* end() const { return first + count; }
    Form operator[](int at) const { return first[at]; }
};

// A form that is about to be interned.
struct Draft {
    Parts parts;
    Rational value;
    std::uint32_t key = 0;
    Kind kind = LEAF;
    Tag tag = NO_TAG;
    bool turned = false;       // is it the negative that is meant?
    bool symmetric = false;    // is it its own negative?
};

class Forms {
  public:
    Forms() {
        records_.push_back({});
        slots_.assign(64, {0, 0});
    }

    Form leaf(const Rational& value) {
        Draft draft;
        finish(draft, LEAF, NO_TAG, value);
        return settle(draft);
    }

    Form join(Operation operation, Form left, Form right, const Rational& value) {
        Draft draft;
        this->draft(draft, operation, left, right, value);
        return settle(draft);
    }

    // Joining in two steps: what lies between the two may fetch what the second needs.
    void draft(Draft& out, Operation operation, Form left, Form right, const Rational& value) const {
        out.parts.count = 0;
        if (operation == PLUS || operation == MINUS) {
            terms(left, out.parts);
            terms(operation == PLUS ? right : negative(right), out.parts);
            draft_sum(out, value);
            return;
        }
        const bool positive = (left > 0) == (right > 0);
        factors(left, 1, out.parts);
        factors(right, operation == TIMES ? 1 : -1, out.parts);
        draft_product(out, positive ? value : puzzle::negative(value));
        out.turned = !positive;
    }

    void fetch_slot(const Draft& draft) const { __builtin_prefetch(&slots_[draft.key & (slots_.size() - 1)]); }

    void fetch_record(const Draft& draft) const {
        const Slot& slot = slots_[draft.key & (slots_.size() - 1)];
        if (slot.key == draft.key) __builtin_prefetch(&records_[slot.form]);
    }

    // Intern a draft.
    Form settle(const Draft& draft) {
        const Form form = intern(draft);
        if (draft.symmetric) forget_sign(form);
        return draft.turned && !symmetric(form) ? -form : form;
    }

    Form negative(Form form) const { return at(form).symmetric ? form : -form; }

    Kind kind(Form form) const { return at(form).kind; }
    bool symmetric(Form form) const { return at(form).symmetric; }

    // The parts as stored, without regard to the sign of the form. They stay where they are.
    View parts(Form form) const { return {at(form).count ? &parts_[at(form).first] : nullptr, at(form).count}; }

    Rational value(Form form) const {
        const Rational& value = at(form).value;
        return form > 0 ? value : puzzle::negative(value);
    }

    // The value as stored, without regard to the sign of the form.
    const Rational& unsigned_value(Form form) const { return at(form).value; }

    // Add what a form brings to a sum.
    void terms(Form form, Parts& out) const {
        const Record& record = at(form);
        if (record.kind != SUM) {
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

    // The form of a sum with these terms, none of them a sum.
    Form sum(const Parts& terms, const Rational& value) {
        Draft draft;
        draft.parts = terms;
        draft_sum(draft, value);
        return settle(draft);
    }

    // The form of a product of these factors, none of them a product.
    Form product(const Parts& factors, const Rational& value) {
        Draft draft;
        draft.parts = factors;
        draft_product(draft, value);
        return settle(draft);
    }

    Form zero_product(const Parts& numbers) {
        Draft draft;
        draft.parts = numbers;
        draft.parts.sort();
        finish(draft, PRODUCT, ZERO_PRODUCT, Rational{0, 1});
        const Form form = settle(draft);
        forget_sign(form);
        return form;
    }

    // Say that the form, of value 0, is its own negative.
    void forget_sign(Form form) { records_[std::abs(form)].symmetric = true; }

    // How many ids there are, 0 among them.
    std::size_t size() const { return records_.size(); }

  private:
    struct Record {
        Rational value;
        std::uint32_t first = 0;
        std::uint8_t count = 0;
        Kind kind = LEAF;
        Tag tag = NO_TAG;
        bool symmetric = false;
    };

    const Record& at(Form form) const { return records_[std::abs(form)]; }

    // The key also says where a slot is, so the table can grow without a look at the forms.
    struct Slot {
        std::uint32_t key;
        Form form;  // 0 in an empty slot
    };

    // Make a sum of the parts of a draft.
    void draft_sum(Draft& out, const Rational& value) const {
        out.turned = value.over < 0;
        if (out.turned) turn(out.parts);
        out.parts.sort();
        out.symmetric = !value.over && is_lowest(out);
        finish(out, SUM, NO_TAG, out.turned ? puzzle::negative(value) : value);
    }

    // Turn the sorted parts of a sum of value 0 so that they are in the lower of their orientations; is it both?
    bool is_lowest(Draft& out) const {
        Parts opposite = out.parts;
        turn(opposite);
        opposite.sort();
        out.turned =
            std::lexicographical_compare(opposite.begin(), opposite.end(), out.parts.begin(), out.parts.end());
        const bool both = std::equal(opposite.begin(), opposite.end(), out.parts.begin());
        if (out.turned) out.parts = opposite;
        return both;
    }

    void turn(Parts& terms) const {
        for (int at = 0; at < terms.count; ++at) terms.items[at] = negative(terms.items[at]);
    }

    // Make a product of the parts of a draft.
    static void draft_product(Draft& out, const Rational& value) {
        out.parts.sort();
        out.turned = out.symmetric = false;
        finish(out, PRODUCT, NO_TAG, value);
    }

    static void finish(Draft& out, Kind kind, Tag tag, const Rational& value) {
        std::uint64_t key = 4 * kind + tag + 1;
        if (kind == LEAF) key += 8 * hash(value);
        for (const Form part : out.parts) {
            key = (key ^ std::uint32_t(part)) * 0x9E3779B97F4A7C15u;
            key ^= key >> 29;
        }
        out.key = std::uint32_t(key ^ key >> 32);
        out.value = value;
        out.kind = kind;
        out.tag = tag;
    }

    Form intern(const Draft& draft) {
        if (4 * records_.size() > 3 * slots_.size()) grow();  // at most three quarters full
        std::size_t at = draft.key & (slots_.size() - 1);
        for (; slots_[at].form; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].key == draft.key && is(slots_[at].form, draft)) return slots_[at].form;
        }
        if (records_.size() >= MOST || parts_.size() >= MOST) throw OutOfMemory();
        bool symmetric = false;
        for (const Form part : draft.parts) symmetric |= this->at(part).symmetric;
        symmetric &= draft.kind == PRODUCT && !draft.value.over;
        const std::size_t first = parts_.append(draft.parts.items, std::size_t(draft.parts.count));
        slots_[at] = {draft.key, Form(records_.size())};
        records_.push_back({draft.value, std::uint32_t(first), std::uint8_t(draft.parts.count), draft.kind, draft.tag,
                            symmetric});
        return slots_[at].form;
    }

    // The value of a sum or product follows from its parts; only leaves are told apart by it.
    bool is(Form form, const Draft& draft) const {
        const Record& record = at(form);
        return record.kind == draft.kind && record.tag == draft.tag && record.count == draft.parts.count &&
               (draft.kind != LEAF || record.value == draft.value) &&
               std::equal(draft.parts.begin(), draft.parts.end(), parts(form).begin());
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

    Blocks<Record, 10> records_;
    Blocks<Form, 12> parts_;
    Vector<Slot> slots_;
};

}  // namespace puzzle
