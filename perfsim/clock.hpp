// Which part of the machine acts in which cycle. Cycles in which nothing happens cost nothing.
//
// It is a wheel of the next cycles, with a bit for each part: waking a part twice in a cycle is waking it once. Parts awake in
// the same cycle act in the order of their numbers, and a message from one to another arrives in a later cycle. So a run depends
// only on its input. Beyond the wheel only the first cycle is kept for each part, which must then ask again for later ones.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tandem::perfsim {

using Cycle = std::int64_t;
inline constexpr Cycle never = INT64_MAX;

class Clock {
public:
    explicit Clock(int parts)
        : words_(static_cast<std::size_t>(parts + 63) / 64),
          awake_(words_ * length),
          far_(static_cast<std::size_t>(parts), never) {}

    Cycle now() const { return now_; }

    /// Part `part` acts in cycle `when`, which lies ahead.
    void wake(int part, Cycle when) {
        const Cycle at = std::max(when, now_ + 1);
        if (at - now_ >= length) {
            wake_far(part, at);
            return;
        }
        const auto slot = static_cast<std::size_t>(at) % length, number = static_cast<std::size_t>(part);
        awake_[slot * words_ + number / 64] |= std::uint64_t(1) << number % 64;
        busy_[slot / 64] |= std::uint64_t(1) << (slot % 64);
    }

    /// The next cycle in which a part is awake, or `never`.
    Cycle next() const { return std::min(next_within_wheel(), first_far_); }
    /// Moves on to that cycle; no part is awake before it.
    void skip_to(Cycle when) { now_ = std::max(now_, when); }
    /// Moves on to the next cycle in which a part is awake; false if none ever will be.
    bool advance() {
        if (first_far_ - now_ < length) come_near();
        if (advance_within_wheel()) return true;
        if (first_far_ == never) return false;
        now_ = first_far_ - 1;
        come_near();
        return advance_within_wheel();
    }

    /// The parts that are awake now, in the order of their numbers.
    class Awake {
    public:
        /// The next of them, or the total number of parts.
        int next() {
            while (bits_ == 0) {
                if (++word_ == clock_.words_) return clock_.parts();
                bits_ = clock_.take(word_);
            }
            const int part = static_cast<int>(word_) * 64 + std::countr_zero(bits_);
            bits_ &= bits_ - 1;
            return part;
        }

    private:
        friend class Clock;
        explicit Awake(Clock& clock) : clock_(clock), bits_(clock.take(0)) {}
        Clock& clock_;
        std::size_t word_ = 0;
        std::uint64_t bits_;
    };
    Awake awake() { return Awake(*this); }
    /// Calls f(part) for each of them.
    template <class F>
    void each_awake(F&& f) {
        Awake awake(*this);
        for (int part = awake.next(); part < parts(); part = awake.next()) f(part);
    }
    int parts() const { return static_cast<int>(far_.size()); }

private:
    std::uint64_t take(std::size_t word) {
        return std::exchange(awake_[static_cast<std::size_t>(now_) % length * words_ + word], 0);
    }

    static constexpr Cycle length = 1024;  // cycles; longer than most waits of parts

    [[gnu::noinline]] void wake_far(int part, Cycle at) {
        Cycle& far = far_[static_cast<std::size_t>(part)];
        far = std::min(far, at);
        first_far_ = std::min(first_far_, at);
    }

    Cycle next_within_wheel() const {
        const auto start = static_cast<std::size_t>(now_ + 1) % length;
        for (std::size_t step = 0; step <= busy_.size(); ++step) {
            const std::size_t word = (start / 64 + step) % busy_.size();
            std::uint64_t bits = busy_[word];
            if (step == 0) bits &= ~std::uint64_t(0) << (start % 64);
            if (step == busy_.size()) bits &= ~(~std::uint64_t(0) << (start % 64));
            if (bits == 0) continue;
            const std::size_t slot = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
            return now_ + 1 + static_cast<Cycle>((slot + length - start) % length);
        }
        return never;
    }
    bool advance_within_wheel() {
        const Cycle next = next_within_wheel();
        if (next == never) return false;
        now_ = next;
        const auto slot = static_cast<std::size_t>(next) % length;
        busy_[slot / 64] &= ~(std::uint64_t(1) << (slot % 64));
        return true;
    }

    /// Moves into the wheel what it now reaches.
    void come_near() {
        first_far_ = never;
        for (std::size_t part = 0; part < far_.size(); ++part) {
            const Cycle when = std::exchange(far_[part], never);
            if (when != never) wake(static_cast<int>(part), when);
        }
    }

    Cycle now_ = 0;
    std::size_t words_;
    std::vector<std::uint64_t> awake_;                            // by cycle modulo `length`, then part
    std::array<std::uint64_t, std::size_t(length) / 64> busy_{};  // cycles with a part awake
    std::vector<Cycle> far_;                                      // by part: the first cycle beyond the wheel; or `never`
    Cycle first_far_ = never;
};

}  // namespace tandem::perfsim
