// Kernels: C++20 coroutines, one for each warp, that load, store and do atomics on 32 lanes of real memory.
//
// A kernel is a function `Kernel f(Warp& w, ...)`. It says `co_await w.load(addresses)` and gets the words of its 32 lanes back when
// the simulated memory has delivered them. What it computes between costs nothing unless it says so: `co_await w.compute(n)`
// issues n instructions. Parts of a kernel may be kernels themselves: `co_await barrier_of_all(w)`.
//
// A load that is used at once makes the warp wait. `begin` starts one and `finish` waits for it, so that with release consistency
// several are under way, as compilers arrange it.
#pragma once

#include <coroutine>
#include <exception>
#include <memory>
#include <utility>

#include "model/warp_instruction.hpp"
#include "perfsim/clock.hpp"
#include "perfsim/coalescer.hpp"

namespace tandem::perfsim {

/// A warp's code, or a part of it.
class Kernel {
public:
    struct promise_type {
        std::coroutine_handle<> caller;
        std::exception_ptr error;
        Kernel get_return_object() { return Kernel(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() noexcept { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept {
                return h.promise().caller ? h.promise().caller : std::noop_coroutine();
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { error = std::current_exception(); }
    };

    Kernel() = default;
    explicit Kernel(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
    Kernel(Kernel&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Kernel& operator=(Kernel&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Kernel() {
        if (handle_) handle_.destroy();
    }

    std::coroutine_handle<promise_type> handle() const { return handle_; }
    bool done() const { return handle_.done(); }
    void rethrow() const {
        if (handle_.promise().error) std::rethrow_exception(handle_.promise().error);
    }

    bool await_ready() const { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
        handle_.promise().caller = caller;
        return handle_;
    }
    void await_resume() const { rethrow(); }

private:
    std::coroutine_handle<promise_type> handle_;
};

/// A load that may be under way, and its words by lane.
struct Load {
    Lanes words{};
    int missing = 0;  // blocks that have not come
};

/// What a warp asks of its SM next.
struct Request {
    enum class Kind : std::uint8_t { nothing, compute, pause, memory, wait_for_load, barrier };
    Kind kind = Kind::nothing;
    int instructions = 0;  // compute; pause: cycles
    model::AccessKind access{};
    AtomicOperation operation{};
    std::uint32_t mask = 0;              // lanes that take part
    const Lanes* addresses = nullptr;    // in bytes; these live in the coroutine
    const Lanes* data = nullptr;
    const Lanes* compared = nullptr;
    Load* load = nullptr;  // where the words go
    bool blocking = false; // the warp goes on only when the words are there
};

inline constexpr std::uint32_t all_lanes = 0xffffffff;

/// A warp as its kernel sees it.
class Warp {
public:
    int block = 0, blocks = 1;           // which thread block of the grid, and of how many
    int warp_in_block = 0, warps_per_block = 1;
    Cycle now() const { return clock_ ? clock_->now() : 0; }
    /// The number of the warp in the grid, and of all warps.
    int warp() const { return block * warps_per_block + warp_in_block; }
    int warps() const { return blocks * warps_per_block; }
    /// The number of this warp's first thread in the grid.
    std::uint32_t first_thread() const { return static_cast<std::uint32_t>(warp()) * lane_count; }

    struct Step {
        Warp& warp;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> here) { warp.resume_at = here; }
        void await_resume() const {}
    };
    struct LoadStep : Step {
        Load load;
        explicit LoadStep(Warp& w) : Step{w} {}
        LoadStep(const LoadStep&) = delete;
        void await_suspend(std::coroutine_handle<> here) {
            warp.request.load = &load;
            warp.resume_at = here;
        }
        Lanes await_resume() const { return load.words; }
    };

    /// Issues n instructions that need no memory.
    Step compute(int n) {
        request = {.kind = Request::Kind::compute, .instructions = n};
        return {*this};
    }
    /// Issues nothing for n cycles, and leaves them to other warps: between polls.
    Step pause(int n) {
        request = {.kind = Request::Kind::pause, .instructions = n};
        return {*this};
    }
    LoadStep load(const Lanes& addresses, std::uint32_t mask = all_lanes) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::load, .mask = mask, .addresses = &addresses, .blocking = true};
        return LoadStep(*this);
    }
    Step begin(Load& load, const Lanes& addresses, std::uint32_t mask = all_lanes) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::load, .mask = mask, .addresses = &addresses, .load = &load};
        return {*this};
    }
    Step finish(Load& load) {
        request = {.kind = Request::Kind::wait_for_load, .load = &load};
        return {*this};
    }
    Step store(const Lanes& addresses, const Lanes& data, std::uint32_t mask = all_lanes) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::store, .mask = mask, .addresses = &addresses, .data = &data};
        return {*this};
    }
    /// What was there before, by lane. Lanes that meet at one word take turns.
    LoadStep atomic(AtomicOperation operation, const Lanes& addresses, const Lanes& operands, std::uint32_t mask = all_lanes) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::atomic, .operation = operation, .mask = mask,
                   .addresses = &addresses, .data = &operands, .blocking = true};
        return LoadStep(*this);
    }
    LoadStep compare_and_swap(const Lanes& addresses, const Lanes& expected, const Lanes& desired, std::uint32_t mask = all_lanes) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::atomic, .operation = AtomicOperation::compare_and_swap, .mask = mask,
                   .addresses = &addresses, .data = &desired, .compared = &expected, .blocking = true};
        return LoadStep(*this);
    }
    /// What the warp did before is performed before what it does after. With sequential consistency it always is.
    Step fence() {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::fence, .blocking = true};
        return {*this};
    }
    /// All warps of the thread block meet.
    Step barrier() {
        request = {.kind = Request::Kind::barrier};
        return {*this};
    }

    /// Words that the warps of the thread block share (the paper's local memory: it is not cached, and simulated as instructions).
    std::vector<std::uint32_t>& shared() const { return *shared_words; }

    // ---- for the SM
    std::shared_ptr<std::vector<std::uint32_t>> shared_words;
    Request request;
    std::coroutine_handle<> resume_at;
    const Clock* clock_ = nullptr;
};

}  // namespace tandem::perfsim
