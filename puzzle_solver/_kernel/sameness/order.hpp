// The order of forms. It depends on the forms alone, not on their ids: fewer numbers first; then leaf, sum, product;
// then part by part; signs and exponents last.
#pragma once

#include <unordered_map>
#include <vector>

#include "sameness/algebra.hpp"

namespace puzzle {

class Order {
  public:
    explicit Order(const Forms& forms) : forms_(forms) {}

    // To be called when the forms were cleared.
    void clear() {
        signs_.clear();
        keys_.clear();
    }

    // Compare two forms, their signs apart.
    bool before(Form one, Form other) { return compare(unsigned_form(one), unsigned_form(other)) < 0; }

  private:
    // What an oriented form is compared by; `marks`: 1 for a plus or an exponent 1, sorted after -1.
    struct Key {
        int numbers = 1;
        std::vector<std::pair<Form, int>> parts;
    };

    // 1, -1, or 0 if the form is its own negative. Of a sum of value 0 the lower orientation is the positive one.
    int sign(Form form) {
        const Form bare = std::abs(form);
        const auto known = signs_.find(bare);
        const int sign = known == signs_.end() ? signs_[bare] = learn(bare) : known->second;
        return form > 0 ? sign : -sign;
    }

    Kind kind(Form form) const { return std::min(forms_.kind(form), PRODUCT); }

    int learn(Form form) {
        if (forms_.traits(form).is(SYMMETRIC)) return 0;
        int sign = 1;
        if (kind(form) == PRODUCT) {
            for (const Form part : forms_.parts(form)) sign *= this->sign(std::abs(part)) < 0 ? -1 : 1;
        } else if (kind(form) == SUM && forms_.value_id(form) == ZERO) {
            sign = compare(form, -form) <= 0 ? 1 : -1;
        }
        return sign;
    }

    Form unsigned_form(Form form) { return sign(form) >= 0 ? form : -form; }

    // Only a sum of value 0 has two orientations that are compared.
    Form oriented(Form form) const {
        const bool turns = kind(form) == SUM && forms_.value_id(form) == ZERO;
        return turns ? form : std::abs(form);
    }

    int compare(Form one, Form other) {
        one = oriented(one);
        other = oriented(other);
        if (one == other) return 0;
        const Key left = key(one), right = key(other);
        if (left.numbers != right.numbers) return left.numbers < right.numbers ? -1 : 1;
        if (kind(one) != kind(other)) return kind(one) < kind(other) ? -1 : 1;
        if (kind(one) == LEAF) {
            const Rational &x = forms_.value(one), &y = forms_.value(other);
            return x == y ? 0 : less(x, y) ? -1 : 1;
        }
        return compare(left, right);
    }

    int compare(const Key& one, const Key& other) {
        const std::size_t shared = std::min(one.parts.size(), other.parts.size());
        for (std::size_t at = 0; at < shared; ++at) {
            if (const int found = compare(one.parts[at].first, other.parts[at].first)) return found;
        }
        if (one.parts.size() != other.parts.size()) return one.parts.size() < other.parts.size() ? -1 : 1;
        for (std::size_t at = 0; at < shared; ++at) {
            // Marks are minus the sign; what is compared is the sign, as stored.
            const int found = other.parts[at].second - one.parts[at].second;
            if (found) return found;
        }
        return 0;
    }

    Key key(Form form) {
        const auto known = keys_.find(form);
        return known == keys_.end() ? keys_[form] = make(form) : known->second;
    }

    Key make(Form form) {
        Key made;
        if (kind(form) == LEAF) return made;
        made.numbers = 0;
        for (const Form part : forms_.parts(form)) {
            made.numbers += key(oriented(std::abs(part))).numbers;
            const Form term = form > 0 ? part : forms_.negative(part);
            made.parts.push_back(kind(form) == PRODUCT
                                     ? std::pair(unsigned_form(std::abs(part)), part > 0 ? -1 : 1)
                                     : std::pair(term, -sign(term)));
        }
        std::sort(made.parts.begin(), made.parts.end(), [this](const auto& one, const auto& other) {
            const int found = compare(one.first, other.first);
            return found ? found < 0 : one.second < other.second;
        });
        return made;
    }

    const Forms& forms_;
    std::unordered_map<Form, int> signs_;
    std::unordered_map<Form, Key> keys_;
};

}  // namespace puzzle
