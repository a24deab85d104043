// Groups that can be left out of what remains of a formula: some terms of a sum worth 0, or factors worth 1. Where not
// all numbers must be used, 100*2*3/6 contains 100.
#pragma once

#include <vector>

#include "sameness/essence.hpp"

namespace puzzle {

class Groups {
  public:
    Groups(Forms& forms, Essences& essences) : forms_(forms), essences_(essences) {}

    // Visit what can remain of an idea, with all padding, when groups are left out, until `visit` says true of one. The
    // same may come more than once.
    template <class Visit>
    bool any(const Idea& idea, Visit visit) {
        std::vector<Form> smaller;
        leave_out(std::abs(idea.form), smaller);
        for (const Form each : smaller) {
            Idea core;
            essences_.settle(each, core);
            if (idea.form < 0) core.form = forms_.negative(core.form);
            if (forms_.value_id(core.form) == ZERO) core.form = std::abs(core.form);
            for (const Form part : idea.padding) core.padding.add(part);
            core.padding.sort();
            if (visit(core) || any(core, visit)) return true;
        }
        return false;
    }

  private:
    // Pairs having been set aside, a group has three parts; another part stays.
    static constexpr std::size_t LEAST_PARTS = 4;

    // The subsets of parts of one sign, and what they are worth.
    struct Side {
        std::vector<std::uint32_t> masks{0};
        std::vector<Rational> worth;
    };

    // Add the forms that leaving one group out gives, in any part.
    void leave_out(Form form, std::vector<Form>& out) {
        const View<Form> parts = forms_.parts(form);
        const Kind kind = forms_.kind(form);
        if (kind != SUM && kind != PRODUCT) return;
        if (parts.count >= LEAST_PARTS) leave_out_here(form, out);
        for (std::size_t place = 0; place < parts.count; ++place) {
            if (forms_.kind(parts[place]) == LEAF) continue;
            std::vector<Form> smaller;
            leave_out(std::abs(parts[place]), smaller);
            for (const Form each : smaller) out.push_back(with(form, place, each));
        }
    }

    void leave_out_here(Form form, std::vector<Form>& out) {
        const View<Form> parts = forms_.parts(form);
        if (forms_.kind(form) == PRODUCT && forms_.value_id(form) == ZERO) return;
        if (parts[0] > 0 || parts[parts.count - 1] < 0) return;
        const Side plus = side(form, 1), minus = side(form, -1);
        const std::uint32_t all = (std::uint32_t(1) << parts.count) - 1;
        for (std::size_t one = 1; one < plus.masks.size(); ++one) {
            Meter::current()->spend(minus.masks.size());
            for (std::size_t other = 1; other < minus.masks.size(); ++other) {
                const std::uint32_t group = plus.masks[one] | minus.masks[other];
                if (group != all && plus.worth[one] == minus.worth[other]) out.push_back(without(form, group));
            }
        }
    }

    Side side(Form form, int sign) const {
        const View<Form> parts = forms_.parts(form);
        const bool sum = forms_.kind(form) == SUM;
        Side side;
        side.worth.push_back(sum ? Rational{0, 1} : Rational{1, 1});
        for (std::size_t place = 0; place < parts.count; ++place) {
            if ((parts[place] > 0) != (sign > 0)) continue;
            const std::size_t known = side.masks.size();
            const Rational& value = forms_.value(parts[place]);
            for (std::size_t at = 0; at < known; ++at) {
                side.masks.push_back(side.masks[at] | std::uint32_t(1) << place);
                side.worth.push_back(sum ? add(side.worth[at], value) : multiply(side.worth[at], value));
            }
        }
        return side;
    }

    static Rational add(const Rational& one, const Rational& other) {
        return reduced(Wide(one.over) * other.under + Wide(other.over) * one.under, Wide(one.under) * other.under);
    }

    static Rational multiply(const Rational& one, const Rational& other) {
        return reduced(Wide(one.over) * other.over, Wide(one.under) * other.under);
    }

    static Rational reduced(Wide over, Wide under) {
        Rational value;
        if (!reduce(over, under, value)) throw Overflow();
        return value;
    }

    Form without(Form form, std::uint32_t group) {
        const View<Form> parts = forms_.parts(form);
        Parts left;
        for (std::size_t place = 0; place < parts.count; ++place) {
            if (!(group >> place & 1)) left.add(parts[place]);
        }
        return made(form, left);
    }

    // The form with another part in place of one, spliced.
    Form with(Form form, std::size_t place, Form part) {
        const View<Form> parts = forms_.parts(form);
        Parts changed;
        for (std::size_t at = 0; at < parts.count; ++at) {
            const Form here = at != place ? parts[at] : parts[at] > 0 ? part : forms_.negative(part);
            forms_.kind(form) == SUM ? forms_.terms(here, changed)
                                     : forms_.factors(here, parts[at] > 0 ? 1 : -1, changed);
        }
        return made(form, changed);
    }

    Form made(Form form, Parts& parts) {
        const bool single = parts.count == 1 && (forms_.kind(form) == SUM || parts.items[0] > 0);
        return single ? parts.items[0] : forms_.of(forms_.kind(form), parts, forms_.value_id(form));
    }

    Forms& forms_;
    Essences& essences_;
};

}  // namespace puzzle
