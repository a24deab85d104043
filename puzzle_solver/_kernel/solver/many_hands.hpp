// Many hands in one call, shared between threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <system_error>
#include <thread>

#include "solver/solver.hpp"

namespace puzzle {

// A thread was told to stop because another one failed.
struct Told : std::exception {};

// Does `work(number)` for every number below `count`, each thread with a `work` of its own from `prepare()`. The
// calling thread takes part, and it alone polls; the first exception of any thread ends the call.
class Sharing {
  public:
    using Work = std::function<void(std::size_t)>;

    Sharing(std::size_t count, int threads, std::size_t memory, std::function<void()> poll,
            std::function<Work()> prepare)
        : count_(count), threads_(std::max(threads, 1)), memory_(memory / std::size_t(threads_)),
          poll_(std::move(poll)), prepare_(std::move(prepare)) {}

    void run() {
        std::vector<std::thread> others;
        for (int thread = 1; thread < threads_; ++thread) {
            try {
                others.emplace_back([this] { help(); });
            } catch (const std::system_error&) {
                break;  // the system has no more threads: those that there are do
            }
        }
        {
            const std::lock_guard lock(mutex_);
            running_ += int(others.size());
        }
        take_turns([this] {
            if (failed_) throw Told();
            poll_();
        });
        wait();
        for (std::thread& other : others) other.join();
        if (error_) std::rethrow_exception(error_);
    }

  private:
    void help() {
        take_turns([this] { if (failed_) throw Told(); });
        const std::lock_guard lock(mutex_);
        --running_;
        ended_.notify_all();
    }

    void take_turns(std::function<void()> poll) {
        try {
            Meter meter;
            meter.most = memory_;
            meter.poll = std::move(poll);
            const Metered metered(meter);
            const Work work = prepare_();
            for (std::size_t number; !failed_ && (number = next_++) < count_;) {
                work(number);
                meter.spend(20'000);
            }
        } catch (const Told&) {
        } catch (...) {
            fail(std::current_exception());
        }
    }

    // Until the other threads have ended.
    void wait() {
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, std::chrono::milliseconds(20), [this] { return !running_; })) {
            lock.unlock();
            try {
                if (!failed_) poll_();
            } catch (...) {
                fail(std::current_exception());
            }
            lock.lock();
        }
    }

    void fail(std::exception_ptr error) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = error;
        failed_ = true;
    }

    const std::size_t count_;
    const int threads_;
    const std::size_t memory_;
    const std::function<void()> poll_;
    const std::function<Work()> prepare_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::exception_ptr error_;
    std::mutex mutex_;
    std::condition_variable ended_;
    int running_ = 0;  // the other threads that have not ended; those that end before they are counted make it negative
};

// Hands, as places among their values, which ascend.
struct Hands {
    std::vector<Rational> values;
    std::vector<std::vector<int>> places;

    std::size_t size() const { return places.size(); }

    std::vector<Rational> operator[](std::size_t number) const {
        std::vector<Rational> hand;
        for (const int place : places[number]) hand.push_back(values[place]);
        return hand;
    }

    // The most numbers that one has.
    int most() const {
        std::size_t most = 1;
        for (const std::vector<int>& hand : places) most = std::max(most, hand.size());
        return int(most);
    }

    // Are there so many hands of so few values that it pays to share what parts make? It takes room for every state.
    bool shares() const {
        const int bits = int(values.size()) + most() - 1;
        return bits <= MOST_NUMBERS && std::size_t(1) << bits <= 256 * size();
    }
};

// What the rules say of a hand whose leaves are its numbers.
inline Given plain(std::vector<Rational> values, const Rules& rules, int table_size) {
    Given given;
    std::vector<Rational> sorted = values;
    std::sort(sorted.begin(), sorted.end(), less);
    if (!rules.fixed) values = sorted;
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    for (std::size_t rank = 0; rank < sorted.size(); ++rank) {
        given.leaves.numbers.push_back({sorted[rank], int(rank), false});
    }
    for (std::size_t bit = 0; bit < values.size(); ++bit) {
        const auto found = std::find(sorted.begin(), sorted.end(), values[bit]);
        given.leaves.atoms.push_back({State(1) << bit, {values[bit], int(found - sorted.begin())}});
    }
    given.values = std::move(values);
    given.rules = rules;
    given.table_size = table_size;
    given.even = true;
    return given;
}

// The same for all hands at once, in free order. Tables of three numbers pay where hands share them.
inline Given multisets(const Hands& hands, const Rules& rules, const std::vector<int>& table_sizes) {
    const int most = hands.most();
    Given given = plain(hands.values, rules, std::max(table_sizes[most], std::min(most - 1, 3)));
    given.multisets = most;
    return given;
}

}  // namespace puzzle
