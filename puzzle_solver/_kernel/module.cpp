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

// What a call may spend: bytes, none for any number, and as long as `check` lets it.
struct Limits {
    std::optional<std::size_t> memory;
    nb::callable check;

    std::size_t most() const { return memory.value_or(SIZE_MAX); }
};

Leaves leaves_of(const std::vector<std::tuple<State, Pair, int>>& atoms,
                 const std::vector<std::tuple<Pair, int, bool>>& numbers, bool joins) {
    Leaves leaves;
    for (const auto& [state, value, rank] : atoms) leaves.atoms.push_back({state, {rational(value), rank}});
    for (const auto& [value, same, point] : numbers) leaves.numbers.push_back({rational(value), same, point});
    leaves.joins = joins;
    return leaves;
}

std::vector<Rational> rationals(const std::vector<Pair>& pairs) {
    std::vector<Rational> values;
    for (const Pair& pair : pairs) values.push_back(rational(pair));
    return values;
}

// `leaves`: null where they are the numbers as they stand.
Given given(std::vector<Rational> values, const Rules& rules, const Leaves* leaves, int table_size) {
    if (!leaves) return plain(std::move(values), rules, table_size);
    return {std::move(values), rules, *leaves, table_size};
}

// A hand. Runs questions one at a time and without the interpreter's lock, which it takes to ask `check` whether to go
// on.
class Kernel {
  public:
    Kernel(const std::vector<Pair>& values, const Rules& rules, const Leaves* leaves, int table_size,
           const Limits& limits)
        : solver_(given(rationals(values), rules, leaves, table_size)) {
        solver_.meter().most = limits.most();
        solver_.meter().poll = polling(limits.check);
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

// Many hands under the same rules, shared between threads; a hand that leaves 64 bits has no answer.
class ManyHands {
  public:
    // `hands`: of each the places of its numbers among `values`, which ascend. `table_sizes`: by the count of a hand's
    // numbers.
    ManyHands(const std::vector<Pair>& values, std::vector<std::vector<int>> hands, const Rules& rules,
              std::vector<int> table_sizes, int threads, const Limits& limits)
        : hands_{rationals(values), std::move(hands)}, rules_(rules), table_sizes_(std::move(table_sizes)),
          threads_(threads), limits_(limits) {}

    // How many distinct solutions each hand has.
    std::vector<std::optional<std::size_t>> count(const Pair& target, int level) {
        return solve_each<std::size_t, Bare>(
            rational(target), Level(level),
            [&](Solver& solver) { return solver.count(rational(target), Level(level)); },
            [](Common<Bare>& common, const std::vector<int>& ranks) { return common.count(ranks); });
    }

    // These solutions, cheapest first.
    std::vector<std::optional<Listed>> list(const Pair& target, int level) {
        return solve_each<Listed, Entry>(
            rational(target), Level(level),
            [&](Solver& solver) { return Listed(solver.writing(), solver.list(rational(target), Level(level)), {}); },
            [](Common<Entry>& common, const std::vector<int>& ranks) {
                return Listed(common.writing(), common.list(ranks), ranks);
            });
    }

    // For every hand a bit for each target from `first` on, so many, lowest first: can it be made?
    std::vector<std::optional<nb::bytes>> reach(std::int64_t first, std::size_t many) {
        const auto answers = for_each<std::string>([&] {
            return [&, stock = std::make_shared<Stock>()](std::size_t number) {
                stock->shrink();
                Solver solver(alone(number), stock.get());
                return bits(solver.reach(first, many));
            };
        });
        std::vector<std::optional<nb::bytes>> bytes;
        for (const auto& each : answers) {
            bytes.push_back(each ? std::optional(nb::bytes(each->data(), each->size())) : std::nullopt);
        }
        return bytes;
    }

  private:
    static std::string bits(const std::vector<bool>& made) {
        std::string bits((made.size() + 7) / 8, '\0');
        for (std::size_t at = 0; at < made.size(); ++at) bits[at / 8] |= char(made[at] << at % 8);
        return bits;
    }

    // One hand by itself.
    Given alone(std::size_t number) const {
        return plain(hands_[number], rules_, table_sizes_[hands_.places[number].size()]);
    }

    // Answers one question for every hand, each thread with an `answer(number)` of its own that `prepare` makes.
    template <class Answer>
    std::vector<std::optional<Answer>> for_each(const std::function<std::function<Answer(std::size_t)>()>& prepare) {
        std::vector<std::optional<Answer>> answers(hands_.size());
        Sharing sharing(hands_.size(), threads_, limits_.most(), polling(limits_.check), [&] {
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

    // `Kept`: what is kept of a class; `own` answers for a hand by a solver of its own, `shared` by what is common to
    // all.
    template <class Answer, class Kept, class Own, class Shared>
    std::vector<std::optional<Answer>> solve_each(const Rational& target, Level level, Own own, Shared shared) {
        return for_each<Answer>([&] {
            std::function<Answer(std::size_t)> answer = [&](std::size_t number) {
                Solver solver(alone(number));
                return own(solver);
            };
            if (rules_.fixed || !hands_.shares()) return answer;
            const auto common = std::make_shared<Common<Kept>>(multisets(hands_, rules_, table_sizes_), target, level);
            answer = [&, common](std::size_t number) {
                std::vector<int> ranks = hands_.places[number];
                std::sort(ranks.begin(), ranks.end());
                return shared(*common, ranks);
            };
            return answer;
        });
    }

    Hands hands_;
    Rules rules_;
    std::vector<int> table_sizes_;
    int threads_;
    Limits limits_;
};

}  // namespace

NB_MODULE(native, module) {
    nb::set_leak_warnings(false);
    nb::exception<Overflow>(module, "Overflow", PyExc_OverflowError);
    nb::exception<OutOfMemory>(module, "OutOfMemory", PyExc_MemoryError);
    module.attr("MOST_NUMBERS") = MOST_NUMBERS;
    module.attr("SOURCES") = PUZZLE_SOLVER_SOURCES;  // their hash
    nb::class_<Rules>(module, "Rules")
        .def("__init__", [](Rules* rules, bool fixed, bool some, bool whole, std::optional<std::int64_t> least,
                            const std::array<int, 4>& places, int operators, int power, int sign) {
            new (rules) Rules{fixed, some, whole, least, places, operators, power, sign};
        }, nb::kw_only(), nb::arg("fixed"), nb::arg("some"), nb::arg("whole"), nb::arg("least").none(),
             nb::arg("places"), nb::arg("operators"), nb::arg("power"), nb::arg("sign"));
    nb::class_<Leaves>(module, "Leaves")
        .def("__init__", [](Leaves* leaves, const std::vector<std::tuple<State, Pair, int>>& atoms,
                            const std::vector<std::tuple<Pair, int, bool>>& numbers, bool joins) {
            new (leaves) Leaves(leaves_of(atoms, numbers, joins));
        }, nb::kw_only(), nb::arg("atoms"), nb::arg("numbers"), nb::arg("joins"));
    nb::class_<Limits>(module, "Limits")
        .def("__init__", [](Limits* limits, std::optional<std::size_t> memory, nb::callable check) {
            new (limits) Limits{memory, std::move(check)};
        }, nb::kw_only(), nb::arg("memory").none(), nb::arg("check"));
    nb::class_<Kernel>(module, "Kernel")
        .def(nb::init<const std::vector<Pair>&, const Rules&, const Leaves*, int, const Limits&>(), nb::kw_only(),
             nb::arg("values"), nb::arg("rules"), nb::arg("leaves").none(), nb::arg("table_size"), nb::arg("limits"))
        .def("can", &Kernel::can)
        .def("reach", &Kernel::reach)
        .def("witness", &Kernel::witness)
        .def("count_trees", &Kernel::count_trees)
        .def("count", &Kernel::count)
        .def("count_values", &Kernel::count_values)
        .def("values", &Kernel::values);
    nb::class_<ManyHands>(module, "ManyHands")
        .def(nb::init<const std::vector<Pair>&, std::vector<std::vector<int>>, const Rules&, std::vector<int>, int,
                      const Limits&>(),
             nb::kw_only(), nb::arg("values"), nb::arg("hands"), nb::arg("rules"), nb::arg("table_sizes"),
             nb::arg("threads"), nb::arg("limits"))
        .def("count", &ManyHands::count, nb::kw_only(), nb::arg("target"), nb::arg("level"))
        .def("list", &ManyHands::list, nb::kw_only(), nb::arg("target"), nb::arg("level"))
        .def("reach", &ManyHands::reach, nb::kw_only(), nb::arg("first"), nb::arg("many"));
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
