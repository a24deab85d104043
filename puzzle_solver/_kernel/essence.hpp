// The level `essence`: what is left of a formula when padding that changes nothing is set aside. One walk from the
// leaves to the root; at each node
//
// 1. in a sum, a term of value 0 is padding, and so are two terms of equal value and opposite sign;
// 2. in a product, a factor of value 1 is padding, and so are two factors of equal value and opposite exponent;
// 3. if nothing is left: a product keeps its lowest factor of value 1, else it is the empty product; a sum is the
//    empty sum;
// 4. a product of value 0 is the multiset of all its numbers;
// 5. a node left with one part is that part, and a sum in a sum or a product in a product is spliced in;
// 6. padding is set aside in one multiset for the whole expression.
#pragma once

#include <vector>

#include "order.hpp"

namespace puzzle {

using List = std::vector<Form>;

// The padding is in ascending order, unsigned; it stays where it is.
struct Reduced {
    Form form = 0;
    View padding{nullptr, 0};
};

class Essences {
  public:
    explicit Essences(Forms& forms) : forms_(forms), order_(forms) {
        empty_sum_ = forms_.sum({}, {0, 1});
    }

    // What remains and what is padding: equal for two forms exactly if they are one idea. The sign is ignored at 0.
    Reduced key(Form form) {
        Reduced reduced = done(reduce(std::abs(form)));
        if (form < 0) reduced.form = forms_.negative(reduced.form);
        if (!forms_.unsigned_value(form).over) reduced.form = std::abs(reduced.form);
        return reduced;
    }

    // Most formulas have no padding: does this one remain as it is? Then its key is the form itself.
    bool remains(Form form) {
        return forms_.unsigned_value(form).over && done(reduce(std::abs(form))).form == std::abs(form) &&
               !done(std::abs(form)).padding.count;
    }

  private:
    // The essence of a form, and the form again.
    Form reduce(Form form) {
        if (place(form)) return form;
        const View parts = forms_.parts(form);
        for (const Form part : parts) reduce(std::abs(part));
        if (is_plain(form, parts)) {
            place(form) = PLAIN;
        } else {
            List padding;
            const Form remainder = make(form, parts, padding);
            std::sort(padding.begin(), padding.end());
            const std::size_t first = paddings_.append(padding.data(), padding.size());
            made_.push_back({remainder, {padding.empty() ? nullptr : &paddings_[first], int(padding.size())}});
            place(form) = std::uint32_t(made_.size());
        }
        return form;
    }

    // 0 for a form that was not reduced yet, PLAIN for one that is its own essence, else one more than the place of
    // its essence among those made.
    static constexpr std::uint32_t PLAIN = UINT32_MAX;

    std::uint32_t& place(Form form) {
        if (std::size_t(form) >= places_.size()) places_.resize(std::max(forms_.size(), std::size_t(form) + 1), 0);
        return places_[form];
    }

    Reduced done(Form form) {
        return place(form) == PLAIN ? Reduced{form, {nullptr, 0}} : made_[place(form) - 1];
    }

    // Has it no padding, and have its parts none?
    bool is_plain(Form form, const View& parts) {
        const bool product = forms_.kind(form) == PRODUCT;
        if (forms_.kind(form) == LEAF) return forms_.unsigned_value(form).over >= 0;
        if (product && !forms_.unsigned_value(form).over) return false;
        for (int at = 0; at < parts.count; ++at) {
            const Rational& value = forms_.unsigned_value(parts[at]);
            if (place(std::abs(parts[at])) != PLAIN || (product ? value == Rational{1, 1} : !value.over)) return false;
            for (int other = 0; other < at; ++other) {
                const bool opposite = (parts[at] < 0) != (parts[other] < 0);
                if (opposite && value == forms_.unsigned_value(parts[other])) return false;
            }
        }
        return true;
    }

    // Return what remains, and add what is set aside to `padding`.
    Form make(Form form, const View& parts, List& padding) {
        const Rational value = forms_.unsigned_value(form);
        if (forms_.kind(form) == LEAF) return value.over >= 0 ? form : -forms_.leaf(negative(value));
        if (forms_.kind(form) == PRODUCT && !value.over) return zero_product(parts);
        for (const Form part : parts) {
            const View below = done(std::abs(part)).padding;
            padding.insert(padding.end(), below.begin(), below.end());
        }
        return forms_.kind(form) == SUM ? sum(value, parts, padding) : product(value, parts, padding);
    }

    Form sum(const Rational& value, const View& parts, List& padding) {
        Parts terms;
        for (const Form part : parts) {
            const Form reduced = done(std::abs(part)).form;
            forms_.terms(part > 0 ? reduced : forms_.negative(reduced), terms);
        }
        List left, zeros;
        for (const Form term : terms) (forms_.unsigned_value(term).over ? left : zeros).push_back(term);
        for (const Form zero : zeros) set_aside(zero, padding);
        left = without_pairs(left, padding);
        if (left.size() < 2) return left.empty() ? empty_sum_ : left[0];
        return forms_.sum(to_parts(left), value);
    }

    Form product(const Rational& value, const View& parts, List& padding) {
        Parts factors;
        bool positive = true;
        for (const Form part : parts) {
            const Form reduced = done(std::abs(part)).form;
            forms_.factors(reduced, part > 0 ? 1 : -1, factors);
            positive ^= reduced < 0;
        }
        List left, ones;
        for (const Form factor : factors) {
            const bool one = forms_.unsigned_value(factor) == Rational{1, 1};
            one ? ones.push_back(std::abs(factor)) : left.push_back(factor);
        }
        left = without_pairs(left, padding);
        if (left.empty() && !ones.empty()) {
            const auto lowest = std::min_element(ones.begin(), ones.end(), by_order());
            left.push_back(*lowest);
            ones.erase(lowest);
        }
        for (const Form one : ones) set_aside(one, padding);
        const bool single = left.size() == 1 && left[0] > 0;
        const Rational size{std::int64_t(magnitude(value.over)), value.under};
        const Form remainder = single ? left[0] : forms_.product(to_parts(left), size);
        return positive ? remainder : -remainder;
    }

    Form zero_product(const View& parts) {
        Parts numbers;
        List pending(parts.begin(), parts.end());
        while (!pending.empty()) {
            const Form part = std::abs(pending.back());
            pending.pop_back();
            const View below = forms_.parts(part);
            if (!below.count) numbers.add(std::abs(done(part).form));
            pending.insert(pending.end(), below.begin(), below.end());
        }
        return forms_.zero_product(numbers);
    }

    void set_aside(Form part, List& padding) {
        part = std::abs(part);
        if (forms_.kind(part) == PRODUCT && !forms_.unsigned_value(part).over) {
            const View numbers = forms_.parts(part);
            padding.insert(padding.end(), numbers.begin(), numbers.end());
        } else if (!numberless(part)) {
            padding.push_back(part);
        }
    }

    // Is nothing left in it but empty parts, as in 5/5 + 5/5?
    bool numberless(Form form) const {
        if (forms_.kind(form) == LEAF) return false;
        for (const Form part : forms_.parts(form)) {
            if (!numberless(part)) return false;
        }
        return true;
    }

    // Set aside pairs of equal value and opposite sign, the lowest pair first: of either sign the lowest go, as many
    // as there are of the rarer sign.
    List without_pairs(const List& parts, List& padding) {
        List left;
        std::vector<bool> seen(parts.size(), false);
        for (std::size_t at = 0; at < parts.size(); ++at) {
            if (seen[at]) continue;
            List sides[2];
            for (std::size_t other = at; other < parts.size(); ++other) {
                if (seen[other] || !(forms_.unsigned_value(parts[at]) == forms_.unsigned_value(parts[other]))) continue;
                seen[other] = true;
                sides[parts[other] < 0].push_back(parts[other]);
            }
            const std::size_t pairs = std::min(sides[0].size(), sides[1].size());
            for (List& side : sides) {
                if (0 < pairs && pairs < side.size()) std::sort(side.begin(), side.end(), by_order());
                for (std::size_t place = 0; place < pairs; ++place) set_aside(side[place], padding);
                left.insert(left.end(), side.begin() + std::ptrdiff_t(pairs), side.end());
            }
        }
        return left;
    }

    struct ByOrder {
        Order* order;
        bool operator()(Form one, Form other) const { return order->before(one, other); }
    };

    ByOrder by_order() { return {&order_}; }

    static Parts to_parts(const List& forms) {
        Parts parts;
        for (const Form form : forms) parts.add(form);
        return parts;
    }

    Forms& forms_;
    Order order_;
    Form empty_sum_;
    Vector<std::uint32_t> places_;
    Blocks<Reduced, 8> made_;
    Blocks<Form, 12> paddings_;
};

}  // namespace puzzle
