// Which of the classes found are one at the level asked for: the cheapest of each stays.
#pragma once

#include <unordered_map>

#include "essence.hpp"
#include "listing.hpp"

namespace puzzle {

// A set of forms, a bit each.
class FormSet {
  public:
    bool holds(Form form) const {
        const std::size_t at = place(form);
        return at / 64 < words_.size() && words_[at / 64] >> at % 64 & 1;
    }

    // False if it was there.
    bool add(Form form) {
        const std::size_t at = place(form);
        if (at / 64 >= words_.size()) words_.resize(2 * (at / 64) + 1, 0);
        const std::uint64_t bit = std::uint64_t(1) << at % 64, before = words_[at / 64];
        words_[at / 64] |= bit;
        return !(before & bit);
    }

  private:
    static std::size_t place(Form form) { return 2 * std::size_t(std::abs(form)) + (form < 0); }

    Vector<std::uint64_t> words_;
};

class Distinct {
  public:
    Distinct(Level level, bool some, Forms& forms) : level_(level), some_(some), essences_(forms) {}

    // Work out what `is_new` will need: in any order.
    void prepare(Form form) {
        Meter::current()->spend(100);
        if (level_ == ESSENCE) essences_.remains(form);
    }

    // Is a class new? They are asked for cheapest first.
    bool is_new(Form form) { return level_ == ESSENCE ? is_new_idea(form) : seen_.add(form); }

  private:
    // What needs fewer numbers comes first, so whatever makes an idea superfluous has been seen.
    bool is_new_idea(Form form) {
        if (essences_.remains(form)) return bare_.add(form);
        const Reduced idea = essences_.key(form);
        if (!idea.padding.count) return bare_.add(idea.form);
        if (some_ && bare_.holds(idea.form)) return false;
        std::uint32_t& last = last_[idea.form];
        for (std::uint32_t at = last; at; at = padded_[at - 1].before) {
            if (is_superfluous(idea.padding, padded_[at - 1].padding)) return false;
        }
        padded_.push_back({idea.padding, last});
        last = std::uint32_t(padded_.size());
        return true;
    }

    bool is_superfluous(const View& padding, const View& known) const {
        if (padding.count == known.count) return std::equal(padding.begin(), padding.end(), known.begin());
        return some_ && known.count < padding.count &&
               std::includes(padding.begin(), padding.end(), known.begin(), known.end());
    }

    // A padding of what remains, and one more than the place of the one before, 0 for none.
    struct Padded {
        View padding;
        std::uint32_t before;
    };

    Level level_;
    bool some_;
    Essences essences_;
    FormSet seen_;  // at other levels than `essence`
    FormSet bare_;  // what remains, where nothing was set aside
    Blocks<Padded, 8> padded_;
    std::unordered_map<Form, std::uint32_t, std::hash<Form>, std::equal_to<Form>,
                       Counted<std::pair<const Form, std::uint32_t>>> last_;
};

}  // namespace puzzle
