// What a tree costs, and how it is written: the order in which solutions are listed, simplest first.
#pragma once

#include <string>

#include "rules.hpp"
#include "search/arrangement.hpp"

namespace puzzle {

// A tree in postfix order, its tokens packed from the top of 128 bits, the number of bits used in the lowest eight: so
// trees compare as their texts do. A token is one more than the place of an operator, or than the number of
// operators and the rank of a number.
using Tree = Unsigned;

// counts packs, most important first, the numbers of operators, of results that are no integers and of decimal points,
// of negative results, of divisions and of subtractions, each below 32; `size` sums the results' numerators and
// denominators. Both are additive, so the cheapest tree has cheapest parts.
// `form` says what class the tree is of, and counts for nothing in the order.
struct Entry {
    std::uint32_t counts = 0;
    std::int32_t form = 0;
    std::uint64_t size = 0;
    Tree tree = 0;

    // Whatever the trees are.
    bool costs_less(const Entry& other) const {
        return counts != other.counts ? counts < other.counts : size < other.size;
    }

    bool operator<(const Entry& other) const {
        if (counts != other.counts) return counts < other.counts;
        return size != other.size ? size < other.size : tree < other.tree;
    }
};

// The entry of an operation and its operands, the tree left out.
inline Entry sum(const Entry& own, const Entry& left, const Entry& right) {
    Entry entry{own.counts + left.counts + right.counts, 0, 0, 0};
    if (__builtin_add_overflow(left.size, right.size, &entry.size) ||
        __builtin_add_overflow(entry.size, own.size, &entry.size)) throw Overflow();
    return entry;
}

constexpr int FIELD = 5;
static_assert(2 * MOST_NUMBERS - 1 < 1 << FIELD, "a tree has at most N - 1 fractions and N decimal points");

class Writing {
  public:
    // `numbers`: how many ranks there are.
    Writing(const Rules& rules, int numbers) : rules_(rules) {
        while ((1 << bits_) <= rules.operators + numbers) ++bits_;
    }

    // Do trees over so many numbers fit?
    bool holds(int count) const { return (2 * count - 1) * bits_ <= ROOM; }

    Tree number(int rank) const { return token(rules_.operators + rank); }

    Tree join(Tree left, Tree right, Operation operation) const {
        return append(append(left, right), token(rules_.places[operation]));
    }

    // The parts stand in the lower order.
    Tree join_either(Tree left, Tree right, Operation operation) const {
        const Tree one = append(left, right), other = append(right, left);
        return append(one < other ? one : other, token(rules_.places[operation]));
    }

    // The entry of an operation with this result, its tree left out.
    Entry own(Operation operation, const Rational& result) const {
        std::uint32_t counts = 1u << 4 * FIELD;
        counts += std::uint32_t(result.under != 1) << 3 * FIELD;
        counts += std::uint32_t(result.over < 0) << 2 * FIELD;
        counts += std::uint32_t(operation == OVER) << FIELD;
        counts += std::uint32_t(operation == MINUS);
        return {counts, 0, magnitude(result.over) + std::uint64_t(result.under), 0};
    }

    // A character a token, as the caller knows them.
    std::u32string text(Tree tree) const {
        std::u32string tokens;
        for (int used = int(tree & 0xFF), at = 0; at < used; at += bits_) {
            tokens += char32_t((tree >> (128 - at - bits_) & ((1 << bits_) - 1)) - 1);
        }
        return tokens;
    }

    // The same where the caller knows only some of the numbers: those with these ranks, ascending.
    std::u32string text(Tree tree, const std::vector<int>& ranks) const {
        std::u32string tokens = text(tree);
        for (char32_t& token : tokens) {
            const int rank = int(token) - rules_.operators;
            if (rank < 0) continue;
            token = char32_t(rules_.operators + (std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin()));
        }
        return tokens;
    }

  private:
    static constexpr int ROOM = 120;

    Tree token(int code) const { return Tree(code + 1) << (128 - bits_) | Tree(bits_); }

    static Tree append(Tree left, Tree right) {
        const unsigned used = unsigned(left & 0xFF), more = unsigned(right & 0xFF);
        return (left ^ used) | ((right ^ more) >> used) | (used + more);
    }

    Rules rules_;
    int bits_ = 1;
};

}  // namespace puzzle
