// The level `essence`: what is left of a formula when padding that changes nothing is set aside. Numbers 1 (and -1) that
// are factors are taken out first, but where nothing would be left above the bar, and what this uncovers is spliced.
// Then one walk from the leaves to the root; at each node
//
// 1. in a sum, a term of value 0 is padding, and so are two terms of equal value and opposite sign;
// 2. in a product, a factor of value 1 is padding, and so are two factors of equal value and opposite exponent;
// 3. if nothing is left: a product keeps its lowest factor of value 1, else it is the empty product; a sum is the
//    empty sum;
// 4. a product of value 0 is the multiset of all its numbers but those that are 1, which are padding;
// 5. a node left with one part is that part, and a sum in a sum or a product in a product is spliced in;
// 6. padding is set aside in one multiset for the whole expression.
#pragma once

#include "sameness/order.hpp"

namespace puzzle {

// What remains of a form, and its padding: unsigned, in ascending order.
struct Idea {
    Form form = 0;
    Parts padding;
};

class Essences {
  public:
    explicit Essences(Forms& forms) : forms_(forms), order_(forms) { clear(); }

    // To be called when the forms were cleared.
    void clear() {
        order_.clear();
        made_.clear();
        paddings_.clear();
        Parts nothing;
        empty_sum_ = forms_.of(SUM, nothing, ZERO);
        one_ = forms_.leaf({1, 1});
    }

    // Equal for two forms exactly if they are one idea. The sign is ignored at 0.
    Idea idea(Form form) {
        Idea idea;
        int ones = 0;
        const Form bare = without_ones(form, ones);
        settle(bare, idea);
        add_ones(ones, idea);
        if (forms_.value_id(form) == ZERO) idea.form = std::abs(idea.form);
        return idea;
    }

    // The same for what was not interned and is no leaf, of a value above 0.
    Idea idea(const Draft& draft) {
        Idea idea;
        const View<Form> parts{draft.parts, draft.traits.count};
        if (draft.traits.is(BARE)) {
            make(draft.traits, parts, idea);
            return idea;
        }
        int ones = 0;
        settle(without_ones(draft.traits, parts, ones), idea);
        add_ones(ones, idea);
        return idea;
    }

    // The essence of what has no number 1 to take out, with its sign.
    void settle(Form bare, Idea& out) {
        make(std::abs(bare), out);
        if (bare < 0) out.form = forms_.negative(out.form);
    }

  private:
    // The essence of a form that is a part of others, made once.
    struct Reduced {
        Form of, form;
        std::uint32_t first, count;  // of the padding
    };

    Reduced reduced(Form form) {
        if (forms_.traits(form).is(PLAIN)) return {form, form, 0, 0};
        std::uint32_t& place = forms_.place(form);
        if (place < made_.size() && made_[place].of == form) return made_[place];
        Idea idea;
        make(form, idea);
        const std::size_t first = paddings_.append(idea.padding.items, std::size_t(idea.padding.count));
        made_.push_back({form, idea.form, std::uint32_t(first), std::uint32_t(idea.padding.count)});
        forms_.place(form) = std::uint32_t(made_.size() - 1);
        return made_[made_.size() - 1];
    }

    void add_ones(int ones, Idea& out) const {
        for (int at = 0; at < ones; ++at) out.padding.add(one_);
        if (ones) out.padding.sort();
    }

    // The form without the numbers 1 that are factors; `ones` grows by how many they are.
    Form without_ones(Form form, int& ones) {
        if (forms_.traits(form).is(BARE) || forms_.kind(form) == LEAF) return form;
        const Traits traits = forms_.traits(form);
        const Form bare = without_ones(traits, forms_.parts(form), ones);
        return form > 0 ? bare : forms_.negative(bare);
    }

    Form without_ones(const Traits& traits, const View<Form>& parts, int& ones) {
        return traits.kind == SUM ? sum_without_ones(traits.value, parts, ones)
                                  : product_without_ones(traits.value, parts, ones);
    }

    Form sum_without_ones(ValueId value, const View<Form>& parts, int& ones) {
        Parts terms;
        for (const Form part : parts) forms_.terms(without_ones(part, ones), terms);
        return forms_.of(SUM, terms, value);
    }

    Form product_without_ones(ValueId value, const View<Form>& parts, int& ones) {
        Parts factors, left;
        bool positive = true, above = false;
        for (const Form part : parts) {
            const Form bare = without_ones(std::abs(part), ones);
            forms_.factors(bare, part > 0 ? 1 : -1, factors);
            positive ^= bare < 0;
        }
        for (const Form factor : factors) {
            const bool minus = is_one(factor, -1);
            positive ^= minus;
            if (minus || is_one(factor, 1)) {
                ++ones;
            } else {
                left.add(factor);
                above |= factor > 0;
            }
        }
        if (!above) {
            left.add(one_);
            --ones;
        }
        const Form single = left.count == 1 ? left.items[0] : 0;
        const Form bare = single ? single : forms_.of(PRODUCT, left, positive ? value : forms_.opposite(value));
        return positive ? bare : forms_.negative(bare);
    }

    bool is_one(Form factor, int one) const {
        return forms_.kind(factor) == LEAF && forms_.value(factor) == Rational{one, 1};
    }

    void make(Form form, Idea& out) {
        const View<Form> parts = forms_.parts(form);
        if (forms_.traits(form).is(PLAIN)) {
            out.form = form;
        } else if (forms_.kind(form) == LEAF) {
            const Rational value = forms_.value(form);
            out.form = value.over >= 0 ? form : -forms_.leaf(negative(value));
        } else if (forms_.kind(form) == PRODUCT && forms_.value_id(form) == ZERO) {
            zero_product(parts, out);
        } else if (forms_.kind(form) == ZERO_PRODUCT) {
            out.form = form;
        } else {
            make(forms_.traits(form), parts, out);
        }
    }

    void make(const Traits& traits, const View<Form>& parts, Idea& out) {
        out.form = traits.kind == SUM ? sum(traits.value, parts, out.padding)
                                      : product(forms_.without_sign(traits.value), parts, out.padding);
        out.padding.sort();
    }

    // Return the essence of a part without its padding, which is set aside.
    Form strip(Form part, Parts& padding) {
        const Reduced reduced = this->reduced(std::abs(part));
        for (std::uint32_t at = 0; at < reduced.count; ++at) padding.add(paddings_[reduced.first + at]);
        return reduced.form;
    }

    Form sum(ValueId value, const View<Form>& parts, Parts& padding) {
        Parts terms, left;
        for (const Form part : parts) {
            const Form stripped = strip(part, padding);
            forms_.terms(part > 0 ? stripped : forms_.negative(stripped), terms);
        }
        for (const Form term : terms) forms_.value_id(term) == ZERO ? set_aside(term, padding) : left.add(term);
        set_pairs_aside(left, padding);
        if (left.count < 2) return left.count ? left.items[0] : empty_sum_;
        return forms_.of(SUM, left, value);
    }

    Form product(ValueId value, const View<Form>& parts, Parts& padding) {
        Parts factors, left, ones;
        bool positive = true;
        for (const Form part : parts) {
            const Form stripped = strip(part, padding);
            forms_.factors(stripped, part > 0 ? 1 : -1, factors);
            positive ^= stripped < 0;
        }
        for (const Form factor : factors) {
            forms_.value_id(factor) == ONE ? ones.add(std::abs(factor)) : left.add(factor);
        }
        set_pairs_aside(left, padding);
        if (!left.count && ones.count) {
            std::iter_swap(std::min_element(ones.begin(), ones.end(), by_order()), ones.end() - 1);
            left.add(ones.items[--ones.count]);
        }
        for (const Form one : ones) set_aside(one, padding);
        const bool single = left.count == 1 && left.items[0] > 0;
        const Form remainder = single ? left.items[0] : forms_.of(PRODUCT, left, value);
        return positive ? remainder : -remainder;
    }

    void zero_product(const View<Form>& parts, Idea& out) {
        Parts all, left;
        numbers(parts, all);
        for (const Form number : all) number == one_ ? out.padding.add(number) : left.add(number);
        if (!left.count) {
            out.form = empty_sum_;
        } else if (left.count == 1 && forms_.value_id(left.items[0]) == ZERO) {
            out.form = left.items[0];
        } else {
            out.form = forms_.of(ZERO_PRODUCT, left, ZERO);
        }
    }

    void numbers(const View<Form>& parts, Parts& out) {
        for (const Form part : parts) {
            const View<Form> below = forms_.parts(part);
            below.count ? numbers(below, out) : out.add(std::abs(reduced(std::abs(part)).form));
        }
    }

    void set_aside(Form part, Parts& padding) {
        part = std::abs(part);
        if (forms_.kind(part) == ZERO_PRODUCT) {
            for (const Form number : forms_.parts(part)) padding.add(number);
        } else if (forms_.traits(part).numbers) {
            padding.add(part);
        }
    }

    // Set aside pairs of equal value and opposite sign, the lowest pair first: of either sign the lowest go, as many
    // as there are of the rarer sign.
    void set_pairs_aside(Parts& parts, Parts& padding) {
        Parts left;
        std::uint32_t seen = 0;
        for (int at = 0; at < parts.count; ++at) {
            if (seen >> at & 1) continue;
            Parts sides[2];
            for (int other = at; other < parts.count; ++other) {
                if (forms_.value_id(parts.items[at]) != forms_.value_id(parts.items[other])) continue;
                seen |= std::uint32_t(1) << other;
                sides[parts.items[other] < 0].add(parts.items[other]);
            }
            const int pairs = std::min(sides[0].count, sides[1].count);
            for (Parts& side : sides) {
                if (0 < pairs && pairs < side.count) std::sort(side.begin(), side.end(), by_order());
                for (int place = 0; place < pairs; ++place) set_aside(side.items[place], padding);
                for (int place = pairs; place < side.count; ++place) left.add(side.items[place]);
            }
        }
        parts = left;
    }

    struct ByOrder {
        Order* order;
        bool operator()(Form one, Form other) const { return order->before(one, other); }
    };

    ByOrder by_order() { return {&order_}; }

    Forms& forms_;
    Order order_;
    Form empty_sum_ = 0, one_ = 0;
    Blocks<Reduced, 8> made_;
    Blocks<Form, 12> paddings_;
};

}  // namespace puzzle
