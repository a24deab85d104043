// What a call may spend: memory to the byte, and time, which the caller's own check decides about.
#pragma once

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <new>
#include <vector>

namespace puzzle {

struct OutOfMemory : std::exception {
    const char* what() const noexcept override { return "memory"; }
};

// Counts what the containers below hold. One meter is in use per thread; `poll` throws to end the call.
class Meter {
  public:
    std::function<void()> poll;
    std::size_t most = SIZE_MAX;
    std::size_t stride = 200'000;                // after so many steps the clock is looked at,
    std::chrono::nanoseconds every{20'000'000};  // and `poll` asked if so much time has passed

    void take(std::size_t bytes) {
        if (bytes > most - used_) throw OutOfMemory();
        used_ += bytes;
    }

    std::size_t used() const { return used_; }

    // What is given was taken from the same meter. If it was not, a release build counts too little rather than stop at
    // a limit that nobody reached.
    void give(std::size_t bytes) {
        assert(bytes <= used_);
        used_ -= std::min(bytes, used_);
    }

    // To be called every so often with the steps done since: some nanoseconds each.
    void spend(std::size_t steps) {
        if (steps < left_) {
            left_ -= steps;
        } else {
            look();
        }
    }

    static Meter*& current() {
        static thread_local Meter* meter = nullptr;
        return meter;
    }

  private:
    void look() {
        left_ = stride;
        const auto now = std::chrono::steady_clock::now();
        if (now - last_ < every) return;
        last_ = now;
        if (poll) poll();
    }

    std::size_t used_ = 0;
    std::size_t left_ = stride;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// After a limit has stopped a call: lets it put in order what it has found. Nothing is polled any more, and it may take
// a quarter more memory, and some.
class Grace {
  public:
    explicit Grace(Meter& meter) : meter_(meter), poll_(std::move(meter.poll)), most_(meter.most) {
        meter_.poll = nullptr;
        meter_.most = std::min(most_, meter_.used()) / 4 * 5 + SOME;
    }
    ~Grace() {
        meter_.poll = std::move(poll_);
        meter_.most = most_;
    }
    Grace(const Grace&) = delete;
    Grace& operator=(const Grace&) = delete;

  private:
    static constexpr std::size_t SOME = 8'000'000;

    Meter& meter_;
    std::function<void()> poll_;
    std::size_t most_;
};

// Makes a meter the one in use.
class Metered {
  public:
    explicit Metered(Meter& meter) : before_(Meter::current()) { Meter::current() = &meter; }
    ~Metered() { Meter::current() = before_; }
    Metered(const Metered&) = delete;
    Metered& operator=(const Metered&) = delete;

  private:
    Meter* before_;
};

template <class T>
struct Counted {
    using value_type = T;

    Counted() = default;
    template <class Other>
    Counted(const Counted<Other>&) {}  // NOLINT: allocators convert

    T* allocate(std::size_t count) {
        if (Meter* meter = Meter::current()) meter->take(count * sizeof(T));
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
        return static_cast<T*>(::operator new(count * sizeof(T)));
    }

    void deallocate(T* place, std::size_t count) {
        if (Meter* meter = Meter::current()) meter->give(count * sizeof(T));
        ::operator delete(place);
    }

    template <class Other>
    bool operator==(const Counted<Other>&) const { return true; }
    template <class Other>
    bool operator!=(const Counted<Other>&) const { return false; }
};

template <class T>
using Vector = std::vector<T, Counted<T>>;

}  // namespace puzzle
