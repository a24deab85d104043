// The face that Python sees.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "solver/common.hpp"
#include "solver/many_hands.hpp"
#include "solver/ranked.hpp"

namespace nb = nanobind;
using namespace puzzle;

namespace {

using Pair = std::pair<std::int64_t, std::int64_t>;

Rational rational(const Pair& pair) { return {pair.first, pair.second}; }

nb::object text(const std::u32string& tokens) {
    return nb::steal(PyUnicode_FromKindAndData(PyUnicode_4BYTE_KIND, tokens.data(), Py_ssize_t(tokens.size())));
}

nb::object integer(Unsigned number) {
    const nb::object high = nb::int_(std::uint64_t(number >> 64)), low = nb::int_(std::uint64_t(number));
    return (high << nb::int_(64)) | low;
}

// Asks the caller whether to go on; Python's lock must not be held.
std::function<void()> polling(nb::callable check) {
    return [check = std::move(check)] {
        const nb::gil_scoped_acquire lock;
        if (PyErr_CheckSignals()) throw nb::python_error();
        check();
    };
}

// Runs questions one at a time and without the interpreter's lock, which it takes to ask `check` whether to go on.
class Kernel {
  public:
    Kernel(const std::vector<Pair>& values, bool fixed, bool joins, bool some, bool whole,
           std::optional<std::int64_t> least, const std::array<int, 4>& places, int operators, int power, int sign,
           const std::vector<std::tuple<State, Pair, int>>& atoms,
           const std::vector<std::tuple<Pair, int, bool>>& numbers, int table_size, bool even,
           std::optional<std::size_t> memory, nb::callable check)
        : solver_(given(values, fixed, joins, {places, operators, some, whole, least, power, sign}, atoms, numbers,
                        table_size, even)) {
        if (memory) solver_.meter().most = *memory;
        solver_.meter().poll = polling(std::move(check));
    }

    bool can(const Pair& target) {
        return ask([&] { return solver_.can(rational(target)); });
    }

    // A byte for each integer from `first` on, so many: 1 if it can be made, else 0.
    nb::bytes reach(std::int64_t first, std::size_t many) {
        const std::vector<bool> made = ask([&] { return solver_.reach(first, many); });
        const std::string bytes(made.begin(), made.end());
        return nb::bytes(bytes.data(), bytes.size());
    }

    nb::object witness(const Pair& target) {
        std::u32string tokens;
        const bool found = ask([&] { return solver_.witness(rational(target), tokens); });
        return found ? text(tokens) : nb::none();
    }

    nb::object count_trees(const Pair& target) {
        return integer(ask([&] { return solver_.count_trees(rational(target)); }));
    }

    std::size_t count(const Pair& target, int level) {
        return ask([&] { return solver_.count(rational(target), Level(level)); });
    }

    void list(const Pair& target, int level, std::vector<Tree>& trees) {
        ask([&] { solver_.list(rational(target), Level(level), trees); });
    }

    std::size_t count_values() {
        return ask([&] { return solver_.values().size(); });
    }

    // So many of the values, from number `first` on.
    std::vector<Pair> values(std::size_t first, std::size_t most) {
        return ask([&] {
            const Vector<Rational>& all = solver_.values();
            std::vector<Pair> some;
            for (std::size_t at = first; at < all.size() && some.size() < most; ++at) {
                some.push_back({all[at].over, all[at].under});
            }
            return some;
        });
    }

    template <class Question>
    std::invoke_result_t<Question> ask(Question question) {
        const nb::gil_scoped_release unlocked;
        const std::lock_guard alone(solver_.mutex());
        const Metered metered(solver_.meter());
        return question();
    }

    Solver& solver() { return solver_; }

  private:
    static Given given(const std::vector<Pair>& values, bool fixed, bool joins, const Rules& rules,
                       const std::vector<std::tuple<State, Pair, int>>& atoms,
                       const std::vector<std::tuple<Pair, int, bool>>& numbers, int table_size, bool even) {
        Given given;
        for (const Pair& value : values) given.values.push_back(rational(value));
        if (even) return plain(std::move(given.values), fixed, rules, table_size);
        given.fixed = fixed;
        given.joins = joins;
        given.rules = rules;
        for (const auto& [state, value, rank] : atoms) given.atoms.push_back({state, {rational(value), rank}});
        for (const auto& [value, same, point] : numbers) given.numbers.push_back({rational(value), same, point});
        given.table_size = table_size;
        given.even = even;
        return given;
    }

    Solver solver_;
};

// All distinct solutions of a target, each written when it is asked for; those found are there to be had if a limit
// stops `run`.
class Listed {
  public:
    Listed(Kernel& kernel, const Pair& target, int level)
        : writing_(kernel.solver().writing()), target_(target), level_(level) {}

    // `ranks`: of the numbers that the caller knows, none if all of them.
    Listed(const Writing& writing, std::vector<Tree> trees, std::vector<int> ranks)
        : writing_(writing), trees_(std::move(trees)), ranks_(std::move(ranks)) {
        ranks_.erase(std::unique(ranks_.begin(), ranks_.end()), ranks_.end());
    }

    void run(Kernel& kernel) { kernel.list(target_, level_, trees_); }

    std::size_t size() const { return trees_.size(); }

    nb::object item(std::size_t at) const {
        if (at >= trees_.size()) throw nb::index_error();
        return text(ranks_.empty() ? writing_.text(trees_[at]) : writing_.text(trees_[at], ranks_));
    }

  private:
    Writing writing_;
    Pair target_;
    int level_ = 0;
    std::vector<Tree> trees_;
    std::vector<int> ranks_;
};

// The distinct solutions of a target as they are asked for.
class Stream {
  public:
    Stream(Kernel& kernel, const Pair& target, int level)
        : kernel_(kernel), ranked_(kernel.ask([&] {
              return std::make_unique<Ranked>(kernel.solver(), rational(target), Level(level));
          })) {}

    ~Stream() {
        kernel_.ask([&] { ranked_.reset(); });
    }

    // The trees of the next solutions, so many if there are.
    nb::list take(std::size_t count) {
        std::vector<Tree> trees;
        kernel_.ask([&] {
            Tree tree;
            while (trees.size() < count && ranked_->next(tree)) trees.push_back(tree);
        });
        nb::list texts;
        for (const Tree tree : trees) texts.append(text(kernel_.solver().text(tree)));
        return texts;
    }

  private:
    Kernel& kernel_;
    std::unique_ptr<Ranked> ranked_;
};

// The values nearest to a target; those met are there to be had if a limit stops `run`.
class NearestValues {
  public:
    NearestValues(Kernel& kernel, const Pair& target)
        : kernel_(kernel), search_(kernel.ask([&] { return kernel.solver().nearest(rational(target)); })) {}

    ~NearestValues() {
        kernel_.ask([&] { search_.reset(); });
    }

    void run() {
        kernel_.ask([&] { search_->run(); });
    }

    // The nearest of them on either side.
    std::vector<Pair> beside() const {
        std::vector<Pair> pairs;
        for (const Rational& value : search_->beside()) pairs.push_back({value.over, value.under});
        return pairs;
    }

  private:
    Kernel& kernel_;
    std::unique_ptr<Nearest> search_;
};

Hands hands_of(const std::vector<Pair>& values, std::vector<std::vector<int>> places) {
    Hands hands{{}, std::move(places)};
    for (const Pair& value : values) hands.values.push_back(rational(value));
    return hands;
}

// Answers one question for every hand, each thread with an `answer(number)` of its own that `prepare` makes; a hand
// that leaves 64 bits has none.
template <class Answer>
std::vector<std::optional<Answer>> for_each(std::size_t hands, int threads, std::optional<std::size_t> memory,
                                            nb::callable check,
                                            const std::function<std::function<Answer(std::size_t)>()>& prepare) {
    std::vector<std::optional<Answer>> answers(hands);
    Sharing sharing(hands, threads, memory.value_or(SIZE_MAX), polling(std::move(check)), [&] {
        return [&, answer = prepare()](std::size_t number) {
            try {
                answers[number] = answer(number);
            } catch (const Overflow&) {
            }
        };
    });
    {
        const nb::gil_scoped_release unlocked;
        sharing.run();
    }
    return answers;
}

// `Kept`: what is kept of a class; `alone` answers for a hand by a solver of its own, `shared` by what is common to
// all.
template <class Answer, class Kept, class Alone, class Shared>
std::vector<std::optional<Answer>> solve_each(const Hands& hands, const Pair& target, int level, bool fixed,
                                              const Rules& rules, const std::vector<int>& table_sizes, int threads,
                                              std::optional<std::size_t> memory, nb::callable check, Alone alone,
                                              Shared shared) {
    return for_each<Answer>(hands.size(), threads, memory, std::move(check), [&] {
        std::function<Answer(std::size_t)> answer = [&](std::size_t number) {
            const int size = table_sizes[hands.places[number].size()];
            Solver solver(plain(hands[number], fixed, rules, size));
            return alone(solver);
        };
        if (fixed || !hands.shares()) return answer;
        const auto common = std::make_shared<Common<Kept>>(multisets(hands, rules, table_sizes), rational(target),
                                                           Level(level));
        answer = [&, common](std::size_t number) {
            std::vector<int> ranks = hands.places[number];
            std::sort(ranks.begin(), ranks.end());
            return shared(*common, ranks);
        };
        return answer;
    });
}

std::vector<std::optional<std::size_t>> count_each(
    const std::vector<Pair>& values, std::vector<std::vector<int>> places, const Pair& target, int level, bool fixed,
    bool some, bool whole, std::optional<std::int64_t> least, const std::array<int, 4>& operators_at, int operators,
    const std::vector<int>& table_sizes, int threads, std::optional<std::size_t> memory, nb::callable check) {
    return solve_each<std::size_t, Bare>(
        hands_of(values, std::move(places)), target, level, fixed, {operators_at, operators, some, whole, least},
        table_sizes, threads, memory, std::move(check),
        [&](Solver& solver) { return solver.count(rational(target), Level(level)); },
        [](Common<Bare>& common, const std::vector<int>& ranks) { return common.count(ranks); });
}

std::vector<std::optional<Listed>> list_each(
    const std::vector<Pair>& values, std::vector<std::vector<int>> places, const Pair& target, int level, bool fixed,
    bool some, bool whole, std::optional<std::int64_t> least, const std::array<int, 4>& operators_at, int operators,
    const std::vector<int>& table_sizes, int threads, std::optional<std::size_t> memory, nb::callable check) {
    return solve_each<Listed, Entry>(
        hands_of(values, std::move(places)), target, level, fixed, {operators_at, operators, some, whole, least},
        table_sizes, threads, memory, std::move(check),
        [&](Solver& solver) { return Listed(solver.writing(), solver.list(rational(target), Level(level)), {}); },
        [](Common<Entry>& common, const std::vector<int>& ranks) {
            return Listed(common.writing(), common.list(ranks), ranks);
        });
}

// For every hand a bit for each target from `first` on, so many, lowest first: can it be made?
std::vector<std::optional<nb::bytes>> reach_each(
    const std::vector<Pair>& values, std::vector<std::vector<int>> places, std::int64_t first, std::size_t many,
    bool fixed, bool some, bool whole, std::optional<std::int64_t> least, const std::array<int, 4>& operators_at,
    int operators,
    const std::vector<int>& table_sizes, int threads, std::optional<std::size_t> memory, nb::callable check) {
    const Rules rules{operators_at, operators, some, whole, least};
    const Hands hands = hands_of(values, std::move(places));
    const auto answers = for_each<std::string>(hands.size(), threads, memory, std::move(check), [&] {
        return [&, stock = std::make_shared<Stock>()](std::size_t number) {
            stock->shrink();
            Solver solver(plain(hands[number], fixed, rules, table_sizes[hands.places[number].size()]), stock.get());
            std::string bits((many + 7) / 8, '\0');
            const std::vector<bool> made = solver.reach(first, many);
            for (std::size_t at = 0; at < many; ++at) bits[at / 8] |= char(made[at] << at % 8);
            return bits;
        };
    });
    std::vector<std::optional<nb::bytes>> bytes;
    for (const auto& bits : answers) {
        bytes.push_back(bits ? std::optional(nb::bytes(bits->data(), bits->size())) : std::nullopt);
    }
    return bytes;
}

}  // namespace

NB_MODULE(native, module) {
    nb::set_leak_warnings(false);
    nb::exception<Overflow>(module, "Overflow", PyExc_OverflowError);
    nb::exception<OutOfMemory>(module, "OutOfMemory", PyExc_MemoryError);
    module.attr("MOST_NUMBERS") = MOST_NUMBERS;
    module.attr("SOURCES") = PUZZLE_SOLVER_SOURCES;  // their hash
    nb::class_<Kernel>(module, "Kernel")
        .def(nb::init<const std::vector<Pair>&, bool, bool, bool, bool, std::optional<std::int64_t>,
                      const std::array<int, 4>&, int, int, int, const std::vector<std::tuple<State, Pair, int>>&,
                      const std::vector<std::tuple<Pair, int, bool>>&, int, bool, std::optional<std::size_t>,
                      nb::callable>(),
             nb::kw_only(), nb::arg("values"), nb::arg("fixed"), nb::arg("joins"), nb::arg("some"), nb::arg("whole"),
             nb::arg("least").none(), nb::arg("places"), nb::arg("operators"), nb::arg("power"), nb::arg("sign"),
             nb::arg("atoms"), nb::arg("numbers"), nb::arg("table_size"), nb::arg("even"), nb::arg("memory").none(),
             nb::arg("check"))
        .def("can", &Kernel::can)
        .def("reach", &Kernel::reach)
        .def("witness", &Kernel::witness)
        .def("count_trees", &Kernel::count_trees)
        .def("count", &Kernel::count)
        .def("count_values", &Kernel::count_values)
        .def("values", &Kernel::values);
    module.def("count_each", &count_each, nb::kw_only(), nb::arg("values"), nb::arg("hands"), nb::arg("target"),
               nb::arg("level"),
               nb::arg("fixed"), nb::arg("some"), nb::arg("whole"), nb::arg("least").none(), nb::arg("places"),
               nb::arg("operators"), nb::arg("table_sizes"), nb::arg("threads"), nb::arg("memory").none(),
               nb::arg("check"));
    module.def("list_each", &list_each, nb::kw_only(), nb::arg("values"), nb::arg("hands"), nb::arg("target"),
               nb::arg("level"), nb::arg("fixed"), nb::arg("some"), nb::arg("whole"), nb::arg("least").none(),
               nb::arg("places"), nb::arg("operators"), nb::arg("table_sizes"), nb::arg("threads"),
               nb::arg("memory").none(), nb::arg("check"));
    module.def("reach_each", &reach_each, nb::kw_only(), nb::arg("values"), nb::arg("hands"), nb::arg("first"),
               nb::arg("many"), nb::arg("fixed"), nb::arg("some"), nb::arg("whole"), nb::arg("least").none(),
               nb::arg("places"), nb::arg("operators"), nb::arg("table_sizes"), nb::arg("threads"),
               nb::arg("memory").none(), nb::arg("check"));
    nb::class_<Listed>(module, "Listed")
        .def(nb::init<Kernel&, const Pair&, int>())
        .def("run", &Listed::run)
        .def("__len__", &Listed::size)
        .def("__getitem__", &Listed::item);
    nb::class_<Stream>(module, "Stream")
        .def(nb::init<Kernel&, const Pair&, int>(), nb::keep_alive<1, 2>())
        .def("take", &Stream::take);
    nb::class_<NearestValues>(module, "Nearest")
        .def(nb::init<Kernel&, const Pair&>(), nb::keep_alive<1, 2>())
        .def("run", &NearestValues::run)
        .def("beside", &NearestValues::beside);
}
