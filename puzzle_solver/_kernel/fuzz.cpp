// A fuzz target: bytes become a hand, rules and a target, and what the kernel says of them must agree with itself, also
// after a limit stopped it.
//
// Built with -DLIBFUZZER and clang's -fsanitize=fuzzer it is driven by that; else `main` feeds it random bytes, for as
// many seconds as it is told; with a second argument it prints the seed of each input before it is tried.

#include <cstdio>
#include <cstdlib>
#include <random>

#include "solver/many_hands.hpp"
#include "solver/ranked.hpp"

namespace {

using namespace puzzle;

// Takes bytes off the front; zeros when there are none left.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    int below(int bound) { return next() % bound; }

    std::int64_t number() {
        const int kind = below(8);
        if (kind < 5) return below(14) - 2;
        const std::int64_t large = std::int64_t(1) << below(63);
        return kind == 5 ? large - 1 - below(3) : kind == 6 ? large / 3 : -(large - 1);
    }

    Rational rational() {
        const std::int64_t over = number(), under = below(3) ? 1 : std::max<std::int64_t>(number(), 1);
        Rational value;
        reduce(over, under, value);
        return value;
    }

  private:
    std::uint8_t next() { return at_ < size_ ? data_[at_++] : 0; }

    const std::uint8_t* data_;
    std::size_t size_;
    std::size_t at_ = 0;
};

constexpr std::size_t ENOUGH = 200'000'000;

void require(bool holds) {
    if (!holds) std::abort();
}

template <class Question>
bool refuses(Question question) {
    try {
        question();
    } catch (const Overflow&) {
        return true;
    }
    return false;
}

Given given(Bytes& bytes) {
    Rules rules;
    int place = 0;
    for (int& each : rules.places) each = bytes.below(8) ? place++ : -1;
    if (!bytes.below(4)) rules.power = place++;
    if (!bytes.below(4)) rules.sign = place++;
    rules.operators = place;
    rules.some = bytes.below(2);
    rules.whole = bytes.below(2);
    if (bytes.below(2)) rules.least = bytes.below(3) - 1;
    rules.fixed = bytes.below(2);
    std::vector<Rational> values(std::size_t(1 + bytes.below(5)));
    for (Rational& value : values) value = bytes.rational();
    const int table_size = 2 + bytes.below(4);
    return plain(std::move(values), rules, table_size);
}

// Targets at the ends of the range: they are answered as one alone is, and what lies beyond is refused.
void check_ends(Solver& solver) {
    const bool partial = solver.given().rules.partial();
    for (const std::size_t many : {1, 3, 60}) {
        const std::int64_t first = -INT64_MAX, last = INT64_MAX - std::int64_t(many) + 1;
        for (const std::int64_t from : {first, last}) {
            const std::vector<bool> made = solver.reach(from, many);
            require(made.size() == many);
            for (std::size_t at = 0; at < many; ++at) {
                require(partial || made[at] == solver.can({from + std::int64_t(at), 1}));
            }
        }
        for (const auto& [from, most] : {std::pair(last, many + 1), std::pair(INT64_MIN, many),
                                         std::pair(std::int64_t(0), SIZE_MAX)}) {
            require(refuses([&] { solver.reach(from, most); }));
        }
    }
}

void check(Solver& solver, const Rational& target) {
    const bool can = solver.can(target);
    std::u32string tree;
    require(solver.witness(target, tree) == can);
    const bool near = target.under == 1 && magnitude(target.over) < 1'000'000, partial = solver.given().rules.partial();
    for (const int before : {0, 59}) {
        require(!near || partial || solver.reach(target.over - before, 60)[before] == can);
    }
    check_ends(solver);
    if (partial) return;
    const auto nearest = solver.nearest(target);
    nearest->run();
    for (const Rational& value : nearest->beside()) require((value == target) == can);
    const Unsigned trees = solver.count_trees(target);
    require((trees > 0) == can);
    if (trees > 20'000) return;
    std::size_t more = std::size_t(trees);
    for (const Level level : {TREES, ALGEBRA, ESSENCE}) {
        const std::vector<Tree> listed = solver.list(target, level);
        require(listed.size() <= more && (listed.size() > 0) == can);
        require(solver.count(target, level) == listed.size());
        more = listed.size();
        Ranked ranked(solver, target, level);
        Tree next;
        for (const Tree one : listed) require(ranked.next(next) && next == one);
        require(!ranked.next(next));
    }
}

struct Stopped {};

// A limit of memory or an interrupt ends a call anywhere; afterwards the solver answers as a new one does.
void stop_and_check(const Given& given, const Rational& target, Meter& meter, Bytes& bytes) {
    Solver solver(given);
    int polls = bytes.below(2) ? 1 + bytes.below(256) : 0;
    if (polls) {
        meter.every = std::chrono::nanoseconds(0);
        meter.stride = std::size_t(1 + bytes.below(256));
        meter.poll = [&polls] { if (!--polls) throw Stopped(); };
    } else {
        meter.most = std::size_t(1000 * bytes.below(256));
    }
    try {
        check(solver, target);
    } catch (const OutOfMemory&) {
    } catch (const Stopped&) {
    }
    meter.poll = nullptr;
    meter.most = ENOUGH;
    check(solver, target);
    require(solver.can(target) == Solver(given).can(target));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, size);
    try {
        const Given given = ::given(bytes);
        const Rational target = bytes.rational();
        Meter meter;
        meter.most = ENOUGH;
        const Metered metered(meter);
        if (bytes.below(4)) {
            Solver solver(given);
            check(solver, target);
        } else {
            stop_and_check(given, target, meter, bytes);
        }
        Sharing(4, 3, SIZE_MAX, [] {}, [&] {
            return [&](std::size_t) { Solver(given).can(target); };
        }).run();
    } catch (const Overflow&) {
    } catch (const OutOfMemory&) {
    }
    return 0;
}

#ifndef LIBFUZZER
int main(int count, char** words) {
    const double seconds = count > 1 ? std::atof(words[1]) : 60;
    const auto start = std::chrono::steady_clock::now();
    long tried = 0;
    for (; std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds; ++tried) {
        std::mt19937 random(static_cast<unsigned>(tried));
        std::vector<std::uint8_t> bytes(48);
        for (std::uint8_t& byte : bytes) byte = std::uint8_t(random());
        if (count > 2) {
            std::printf("%ld\n", tried);
            std::fflush(stdout);
        }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%ld inputs, nothing found\n", tried);
}
#endif
