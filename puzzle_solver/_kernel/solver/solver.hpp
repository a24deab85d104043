// A hand under some rules, and what can be asked of it.
#pragma once

#include <mutex>

#include "search/forest.hpp"
#include "search/kbest.hpp"
#include "search/nearest.hpp"
#include "search/reach.hpp"
#include "search/stages.hpp"
#include "solver/cheapest.hpp"

namespace puzzle {

// What trees may end in.
struct Leaves {
    std::vector<std::pair<State, Atom>> atoms;
    std::vector<Number> numbers;  // by rank
    bool joins = false;           // of neighbours to one number
};

struct Given {
    std::vector<Rational> values;  // ascending in free order
    Rules rules;
    Leaves leaves;
    int table_size = 0;
    int multisets = 0;  // if not 0: hands of up to so many of the values, each as often as one likes
    bool even = false;  // have all trees over n numbers n - 1 operators, and do leaves cost nothing?
};

class Solver {
  public:
    // `shared`: tables of hands under the same rules, null if there are no others.
    explicit Solver(const Given& given, Stock* shared = nullptr)
        : given_(given),
          arrangement_(given.multisets ? Arrangement(given.values, given.multisets)
                                       : Arrangement(given.values, given.rules.fixed, given.leaves.joins)),
          writing_(given.rules, int(given.leaves.numbers.size())), stock_(shared ? *shared : own_stock_) {
        for (const auto& [state, atom] : given.leaves.atoms) arrangement_.add_atom(state, atom);
    }

    bool can(const Rational& target) { return can(search(target, true), target); }

    // Which of the integers from `first` on, so many, can be made. All of them have 64 bits.
    std::vector<bool> reach(std::int64_t first, std::size_t many) {
        if (!many) return {};
        const Wide last = Wide(first) + Wide(many) - 1;
        if (first < -INT64_MAX || last > INT64_MAX) throw Overflow();
        const Bits* made = many >= MANY ? up_to(std::int64_t(last), many) : nullptr;
        // Many share tables that one would not pay for.
        const bool broad = !made && many >= MANY && arrangement_.count() <= MOST_FOR_MANY;
        if (broad && !broad_) broad_ = std::make_unique<Search>(arrangement_, given_.rules, arrangement_.count() - 1);
        std::vector<bool> answers(many);
        for (std::size_t at = 0; at < many; ++at) {
            Meter::current()->spend(1);
            // What is added may have 64 bits and no sign; the sum has 63, for it is at most `last`.
            const auto target = std::int64_t(std::uint64_t(first) + at);
            answers[at] = made    ? target >= 0 && made->has(std::size_t(target))
                          : broad ? can(*broad_, {target, 1})
                                  : can({target, 1});
        }
        return answers;
    }

    // A search for the values nearest to the target.
    std::unique_ptr<Nearest> nearest(const Rational& target) {
        const std::int64_t whole = target.over / target.under;
        const Bits* low = target.over >= 0 && whole < INT32_MAX ? up_to(2 * whole + 2, 1) : nullptr;
        return std::make_unique<Nearest>(wide(), target, given_.table_size, low);
    }

    // The text of the first tree that the search meets, in the order of its states and splits.
    bool witness(const Rational& target, std::u32string& text) {
        Search& search = this->search(target, true);
        for (const State state : search.roots(target)) {
            if (!search.can({state, target})) continue;
            write(search, {state, target}, text);
            return true;
        }
        return false;
    }

    Unsigned count_trees(const Rational& target) {
        Counting counting(search(target, false));
        Unsigned trees = 0;
        for (const State state : wide().roots(target)) {
            if (__builtin_add_overflow(trees, counting.of({state, target}), &trees)) throw Overflow();
        }
        return trees;
    }

    // The cheapest tree of each distinct solution, cheapest first.
    std::vector<Tree> list(const Rational& target, Level level) {
        std::vector<Tree> trees;
        list(target, level, trees);
        return trees;
    }

    // The same; if a limit stops it, `trees` are those of the solutions found by then, each distinct.
    void list(const Rational& target, Level level, std::vector<Tree>& trees) {
        refuse_long_trees();
        Classes classes(level, given_.leaves.numbers);
        Distinct distinct(level, given_.rules.some, classes);
        Cheapest cheapest;
        const auto offer = [&](std::uint32_t place, const Entry& one) { cheapest.offer(place, one); };
        const auto save = [&] { trees = cheapest.trees(); };
        to_a_stop([&] { each_class<Entry>(target, level, classes, distinct, offer); }, save);
        const Grace grace(*Meter::current());  // all are there
        save();
    }

    // How many distinct solutions there are.
    std::size_t count(const Rational& target, Level level) {
        Classes classes(level, given_.leaves.numbers);
        Distinct distinct(level, given_.rules.some, classes);
        const auto place = [&](const Bare& one) { distinct.place(one.form); };
        Search& search = search_all(target, level);
        if (!makes_once(search, level)) {
            each_class<Bare>(target, level, classes, distinct, [](std::uint32_t, const Bare&) {});
            return distinct.size();
        }
        Listing<Bare> listing(search, classes, given_.leaves.numbers, writing_, regroups());
        const auto count = [&](const Draft& draft) { distinct.count(draft); };
        for (const Bare& one : listing.drafts_of_whole({arrangement_.full(), target}, count)) place(one);
        return distinct.size();
    }

    // Searches that find the simplest solutions first, the last of them for all: where it does without results below 0,
    // so do they. Where numbers may be joined, trees over one state differ in operators, and one search ranks them all.
    std::vector<Search*> stages(const Rational& target, Level level) {
        const bool staged = given_.even && arrangement_.count() >= (given_.rules.fixed ? STAGED_IN_ORDER : STAGED);
        // Where every part may make the target most tables are there already, and those of whole numbers are little
        // larger than narrower ones.
        const bool shared = given_.rules.some && given_.rules.whole && !given_.rules.partial();
        Search& all = search_all(target, level);
        std::vector<std::unique_ptr<Search>>& stages = &all == narrow_.get() ? narrow_stages_ : wide_stages_;
        const std::vector<Rules> narrowed = staged ? narrower(all.rules()) : std::vector<Rules>();
        while (stages.size() < narrowed.size()) {
            const Rules& rules = narrowed[stages.size()];
            stages.push_back(shared ? std::make_unique<Search>(all, rules)
                                    : std::make_unique<Search>(arrangement_, rules, given_.table_size));
        }
        std::vector<Search*> searches;
        for (const auto& stage : stages) searches.push_back(stage.get());
        searches.push_back(&all);
        return searches;
    }

    // Is every formula made whatever its parts are grouped to?
    bool regroups() const {
        const Rules& rules = given_.rules;
        return !rules.fixed && !rules.whole && !rules.least && (rules.has(PLUS) || !rules.has(MINUS)) &&
               (rules.has(TIMES) || !rules.has(OVER));
    }

    // The search that finds a tree of every class.
    Search& search_all(const Rational& target, Level level) { return search(target, level != TREES && target.over); }

    // Trees over more numbers do not fit into an entry.
    void refuse_long_trees() const {
        if (!writing_.holds(arrangement_.count())) throw Overflow();
    }

    const Given& given() const { return given_; }
    const Writing& writing() const { return writing_; }
    Arrangement& arrangement() { return arrangement_; }

    std::u32string text(Tree tree) const { return writing_.text(tree); }

    // Every value that can be made, ascending.
    const Vector<Rational>& values() {
        if (!values_.empty()) return values_;
        Vector<Rational> all;
        for (const State state : wide().roots()) {
            const Vector<Rational>& some = wide().tables().table(state).items();
            Meter::current()->spend(some.size());
            const auto admitted = [this](const Rational& value) { return given_.rules.admits(value); };
            std::copy_if(some.begin(), some.end(), std::back_inserter(all), admitted);
        }
        std::sort(all.begin(), all.end(), [](const Rational& one, const Rational& other) {
            Meter::current()->spend(2);
            return less(one, other);
        });
        all.erase(std::unique(all.begin(), all.end()), all.end());
        values_ = std::move(all);
        return values_;
    }

    std::mutex& mutex() { return mutex_; }
    Meter& meter() { return meter_; }

  private:
    // Give every class its place among the distinct solutions and visit the two: as its tree is the cheapest, at the end.
    // If a limit stops it, those found by then are visited.
    template <class Kept, class Visit>
    void each_class(const Rational& target, Level level, Classes& classes, Distinct& distinct, Visit visit) {
        Search& search = search_all(target, level);
        Listing<Kept> listing(search, classes, given_.leaves.numbers, writing_, regroups());
        if (search.roots(target).empty()) return;
        const auto place = [&](const Kept& one) {
            Meter::current()->spend(100);
            return distinct.place(one.form);
        };
        if (given_.rules.some) {
            each_of_parts(search, listing, target, classes, [&](const Kept& one) { visit(place(one), one); });
        } else {
            each_of_whole(listing, {arrangement_.full(), target}, place, visit);
        }
    }

    template <class Kept, class Place, class Visit>
    void each_of_whole(Listing<Kept>& listing, const Goal& goal, Place place, Visit visit) {
        Vector<std::uint32_t> places;
        const auto visit_each = [&](const View<Kept>& found) {
            for (std::size_t at = 0; at < found.count; ++at) {
                if (at == places.size()) places.push_back(place(found[at]));
                visit(places[at], found[at]);
            }
        };
        to_a_stop([&] { visit_each(listing.of_whole(goal, [&](const Kept& one) { places.push_back(place(one)); })); },
                  [&] { visit_each(listing.so_far()); });
    }

    // Those of fewer numbers first.
    template <class Kept, class Visit>
    void each_of_parts(Search& search, Listing<Kept>& listing, const Rational& target, Classes& classes, Visit visit) {
        std::vector<View<Kept>> found;
        const auto visit_each = [&] {
            for (int numbers = 1; numbers <= arrangement_.count(); ++numbers) {
                for (const View<Kept>& some : found) {
                    for (const Kept& one : some) {
                        if (classes.numbers(one.form) == numbers) visit(one);
                    }
                }
            }
        };
        to_a_stop([&] {
            for (const State state : search.roots(target)) {
                const Goal goal{state, target};
                found.push_back(state == arrangement_.full() ? listing.of_whole(goal) : listing.of(goal));
            }
        }, [&] {
            found.push_back(listing.so_far());
            visit_each();
        });
        visit_each();
    }

    // If a limit stops `ask`, there is some time, and some memory, to `save` what it has found.
    template <class Ask, class Save>
    static void to_a_stop(Ask ask, Save save) {
        try {
            ask();
        } catch (const Overflow&) {
            throw;
        } catch (...) {
            const Grace grace(*Meter::current());
            save();
            throw;
        }
    }

    // Is every formula of the whole hand made once?
    bool makes_once(const Search& search, Level level) const {
        const bool plain = level != TREES && !given_.leaves.joins && !given_.rules.some && &search == narrow_.get();
        return plain && arrangement_.all_distinct() && arrangement_.count() > 1 && regroups();
    }

    // The integers from 0 to `most` that can be made, or null if there is no way to find them all at once, or if that
    // does not pay for so many of them.
    const Bits* up_to(std::int64_t most, std::size_t many) {
        const bool pays = most >= 0 && (most <= FAR || std::size_t(most) / 100 <= many);
        if (!pays || !given_.even || !Reach::takes(arrangement_, given_.rules, most)) return nullptr;
        if (!reach_) reach_ = std::make_unique<Reach>(arrangement_, given_.rules, stock_);
        return &reach_->up_to(Natural(most));
    }

    static bool can(Search& search, const Rational& target) {
        for (const State state : search.roots(target)) {
            if (search.can({state, target})) return true;
        }
        return false;
    }

    // A bit for each integer up to there takes some milliseconds.
    static constexpr std::int64_t FAR = 4'000'000;

    // So many targets of hands of up to so many numbers share larger tables.
    static constexpr std::size_t MANY = 50;
    static constexpr int MOST_FOR_MANY = 6;

    // The hands, in numbers, from which narrower searches first save time.
    static constexpr int STAGED = 6, STAGED_IN_ORDER = 9;

    Search& wide() {
        if (!wide_) wide_ = std::make_unique<Search>(arrangement_, given_.rules, given_.table_size);
        return *wide_;
    }

    // With free order, no number below 0, and + and - both there, whatever is from 0 can be made without results below
    // 0: instead of a part f below 0, -f is made, with as many operators (a - b for b - a), and subtracted where f was
    // added. The formula stays what it is if its value is not 0, where a sign may be left over; and its cheapest trees
    // are of that kind, for no result changes but in its sign, and results below 0 cost more than subtractions.
    Search& search(const Rational& target, bool may_narrow) {
        const Rules& rules = given_.rules;
        const bool signs = rules.has(PLUS) && rules.has(MINUS) && !rules.fixed && !rules.least && !rules.partial();
        if (!may_narrow || !signs || target.over < 0 || !arrangement_.all_atoms_from_zero()) return wide();
        if (!narrow_) {
            Rules narrow = rules;
            narrow.least = 0;
            narrow_ = std::make_unique<Search>(arrangement_, narrow, given_.table_size);
        }
        return *narrow_;
    }

    void write(Search& search, const Goal& goal, std::u32string& text) {
        if (const Atom* atom = arrangement_.atom(goal.state, goal.value)) {
            text += char32_t(given_.rules.operators + atom->rank);
            return;
        }
        Way first{};
        const bool found = search.any_way(goal, [&](const Way& way) {
            first = way;
            return true;
        });
        if (!found) {
            write(search, {goal.state, negative(goal.value)}, text);
            text += char32_t(given_.rules.sign);
            return;
        }
        write(search, first.left, text);
        write(search, first.right, text);
        text += char32_t(given_.rules.place(first.operation));
    }

    Given given_;
    Meter meter_;
    Arrangement arrangement_;
    Writing writing_;
    std::unique_ptr<Search> wide_, narrow_, broad_;
    Stock own_stock_, &stock_;
    std::unique_ptr<Reach> reach_;
    Vector<Rational> values_;
    std::vector<std::unique_ptr<Search>> wide_stages_, narrow_stages_;
    std::mutex mutex_;
};

}  // namespace puzzle
