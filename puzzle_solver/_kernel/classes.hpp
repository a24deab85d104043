// What makes classes of trees: at `trees` each is one of its own, at `algebra` each formula is one.
#pragma once

#include "forms.hpp"
#include "interned.hpp"

namespace puzzle {

enum Level { TREES, ALGEBRA, ESSENCE };

// What a leaf can be; `same`: the lowest rank with this value; `point`: is a decimal point put into it?
struct Number {
    Rational value;
    int same;
    bool point;
};

// Ids of classes, one pool for either level.
class Classes {
  public:
    Classes(Level level, const std::vector<Number>& numbers) : ordered_(level == TREES), numbers_(numbers) {}

    // Are a + b and b + a two?
    bool ordered() const { return ordered_; }

    Forms& forms() { return forms_; }

    Form leaf(int rank) {
        return ordered_ ? intern({-1, numbers_[rank].same, 0}) : forms_.leaf(numbers_[rank].value);
    }

    static constexpr int AT_ONCE = 32;

    // Put the classes of so many pairs into `out`.
    void join_each(Operation operation, const Form* lefts, const Form* rights, int count, const Rational& value,
                   Form* out) {
        if (ordered_) {
            for (int at = 0; at < count; ++at) out[at] = intern({operation, lefts[at], rights[at]});
            return;
        }
        // The tables are larger than the caches: what the drafts need is fetched while others are drafted.
        for (int at = 0; at < count; ++at) {
            forms_.draft(drafts_[at], operation, lefts[at], rights[at], value);
            forms_.fetch_slot(drafts_[at]);
        }
        for (int at = 0; at < count; ++at) forms_.fetch_record(drafts_[at]);
        for (int at = 0; at < count; ++at) out[at] = forms_.settle(drafts_[at]);
    }

    Form join(Operation operation, Form left, Form right, const Rational& value) {
        return ordered_ ? intern({operation, left, right}) : forms_.join(operation, left, right, value);
    }

    // Every id is above minus this and below it.
    std::size_t size() const { return ordered_ ? trees_.size() + 1 : forms_.size(); }

  private:
    struct Node {
        int operation;
        Form left, right;

        bool operator==(const Node& other) const {
            return operation == other.operation && left == other.left && right == other.right;
        }

        friend std::uint32_t hash_item(const Node& node) {
            const std::uint64_t pair = std::uint64_t(std::uint32_t(node.left)) << 32 | std::uint32_t(node.right);
            const std::uint64_t key = (pair ^ std::uint64_t(node.operation + 1) << 29) * 0x9E3779B97F4A7C15u;
            return std::uint32_t(key >> 32);
        }
    };

    Form intern(const Node& node) { return Form(trees_.add(node).number + 1); }

    bool ordered_;
    const std::vector<Number>& numbers_;
    Forms forms_;
    Draft drafts_[AT_ONCE];
    Interned<Node, 10> trees_;
};

}  // namespace puzzle
