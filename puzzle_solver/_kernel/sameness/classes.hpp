// What makes classes of trees: at `trees` each is one of its own, at `algebra` each formula is one.
#pragma once

#include "memory/interned.hpp"
#include "sameness/algebra.hpp"
#include "sameness/levels.hpp"

namespace puzzle {

// What a leaf can be; `same`: the lowest rank with this value; `point`: is a decimal point put into it?
struct Number {
    Rational value;
    int same;
    bool point;
};

// The classes of two operands, to be joined.
struct Join {
    Operation operation;
    Form left, right;
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

    // Put the classes of up to so many pairs, all of one value, into `out`.
    void join_each(const Join* joins, int count, const Valued& value, Form* out) {
        if (ordered_) {
            for (int at = 0; at < count; ++at) out[at] = intern({joins[at].operation, joins[at].left, joins[at].right});
            return;
        }
        // The tables are larger than the caches: what the drafts need is fetched while others are drafted.
        for (int at = 0; at < count; ++at) {
            forms_.draft(drafts_[at], joins[at].operation, joins[at].left, joins[at].right, value);
            forms_.fetch_slot(drafts_[at]);
        }
        for (int at = 0; at < count; ++at) forms_.fetch_record(drafts_[at]);
        for (int at = 0; at < count; ++at) forms_.fetch_parts(drafts_[at]);
        for (int at = 0; at < count; ++at) out[at] = forms_.settle(drafts_[at]);
    }

    // The formula of a pair, not interned. Valid until the next call.
    const Draft& draft(const Join& join, const Valued& value) {
        forms_.draft(drafts_[0], join.operation, join.left, join.right, value);
        return drafts_[0];
    }

    Form join(const Join& join, const Rational& value) {
        return ordered_ ? intern({join.operation, join.left, join.right})
                        : forms_.join(join.operation, join.left, join.right, number(value));
    }

    // To be told once of a value that many joins have.
    Valued number(const Rational& value) { return ordered_ ? Valued{ONE, ONE, false} : forms_.number(value); }

    // How many leaves a class has; any one number for all trees, none of which makes another superfluous.
    int numbers(Form form) const { return ordered_ ? 1 : forms_.traits(form).numbers; }

    // Where a class is among others: whoever writes it can tell whether it still holds.
    std::uint32_t& place(Form form) { return ordered_ ? places_[std::size_t(form)] : forms_.place(form); }

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

    Form intern(const Node& node) {
        const auto [number, fresh] = trees_.add(node);
        if (fresh) places_.push_back(0);
        return Form(number + 1);
    }

    bool ordered_;
    const std::vector<Number>& numbers_;
    Forms forms_;
    Draft drafts_[AT_ONCE];
    Interned<Node, 10> trees_;
    Vector<std::uint32_t> places_{0};  // of trees, by id; no tree has id 0
};

}  // namespace puzzle
