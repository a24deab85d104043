// Which of the classes found are one at the level asked for.
#pragma once

#include <unordered_map>

#include "sameness/classes.hpp"
#include "sameness/groups.hpp"

namespace puzzle {

class Distinct {
  public:
    Distinct(Level level, bool some, Classes& classes)
        : level_(level), some_(some), essences_(classes.forms()), groups_(classes.forms(), essences_) {
        clear();
    }

    // Forget what was seen.
    void clear() {
        alone_ = 0;
        kept_.clear();
        paddings_.clear();
        slots_.assign(64, 0);
        last_.clear();
    }

    static constexpr std::uint32_t NONE = UINT32_MAX;

    // The place of the solution that a class is, a new one if there are so many already, or NONE if it is superfluous.
    // What needs fewer numbers is to come first, so whatever makes an idea superfluous has been seen.
    std::uint32_t place(Form form) {
        if (level_ == ESSENCE) return place(essences_.idea(form));
        Idea whole;
        whole.form = form;
        return place(whole);
    }

    // Count a class of a value above 0 that comes only once, no number in it below 0. If it has no padding, it is none
    // of the others: what they remain as leaves numbers out.
    void count(const Draft& draft) {
        if (level_ != ESSENCE || draft.traits.is(PLAIN)) {
            ++alone_;
        } else {
            place(essences_.idea(draft));
        }
    }

    bool is_new(Form form) {
        const std::size_t before = size();
        return place(form) == before;
    }

    std::size_t size() const { return kept_.size() + alone_; }

  private:
    // What remains, and the padding; `before`: one more than the place of the one before that has the same remainder.
    struct Kept {
        std::uint32_t key;
        Form form;
        std::uint32_t first, count, before;
    };

    std::uint32_t place(const Idea& idea) {
        const std::uint32_t key = key_of(idea);
        std::size_t at = key & (slots_.size() - 1);
        for (; slots_[at]; at = (at + 1) & (slots_.size() - 1)) {
            const Kept& kept = kept_[slots_[at] - 1];
            if (kept.key == key && is(kept, idea)) return slots_[at] - 1;
        }
        std::uint32_t* last = some_ ? &last_[idea.form] : nullptr;
        if (last && kept_.size() && (pads_one(idea, *last) || contains_one(idea))) return NONE;
        const std::size_t first = paddings_.append(idea.padding.items, std::size_t(idea.padding.count));
        kept_.push_back({key, idea.form, std::uint32_t(first), std::uint32_t(idea.padding.count), last ? *last : 0});
        slots_[at] = std::uint32_t(kept_.size());
        if (last) *last = slots_[at];
        if (4 * kept_.size() > 3 * slots_.size()) grow();  // at most three quarters full
        return std::uint32_t(kept_.size() - 1);
    }

    // Is a part of its padding the padding of one with the same remainder?
    bool pads_one(const Idea& idea, std::uint32_t last) const {
        for (; last; last = kept_[last - 1].before) {
            const Kept& kept = kept_[last - 1];
            const View<Form> padding = paddings_.view(kept.first, kept.count);
            if (std::includes(idea.padding.begin(), idea.padding.end(), padding.begin(), padding.end())) return true;
        }
        return false;
    }

    // Does it contain one, the rest being padding, or groups worth 0 in a sum or 1 in a product?
    bool contains_one(const Idea& idea) {
        return level_ == ESSENCE && groups_.any(idea, [this](const Idea& core) {
            const auto last = last_.find(core.form);
            return last != last_.end() && pads_one(core, last->second);
        });
    }

    bool is(const Kept& kept, const Idea& idea) const {
        return kept.form == idea.form && int(kept.count) == idea.padding.count &&
               std::equal(idea.padding.begin(), idea.padding.end(), paddings_.view(kept.first, kept.count).begin());
    }

    static std::uint32_t key_of(const Idea& idea) {
        std::uint64_t key = std::uint32_t(idea.form) * 0x9E3779B97F4A7C15u;
        for (const Form part : idea.padding) key = ((key ^ key >> 29) + std::uint32_t(part)) * 0xBF58476D1CE4E5B9u;
        return std::uint32_t(key ^ key >> 32);
    }

    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::uint32_t place = 1; place <= kept_.size(); ++place) {
            Meter::current()->spend(10);
            std::size_t at = kept_[place - 1].key & (slots_.size() - 1);
            while (slots_[at]) at = (at + 1) & (slots_.size() - 1);
            slots_[at] = place;
        }
    }

    Level level_;
    bool some_;
    Essences essences_;
    Groups groups_;
    std::size_t alone_ = 0;  // that were only counted
    Blocks<Kept, 6> kept_;
    Blocks<Form, 8> paddings_;
    Vector<std::uint32_t> slots_;  // one more than the place among those kept
    std::unordered_map<Form, std::uint32_t, std::hash<Form>, std::equal_to<Form>,
                       Counted<std::pair<const Form, std::uint32_t>>> last_;  // one more than its place, by remainder
};

}  // namespace puzzle
