// Kernels: C++20 coroutines, one for each warp, with loads, stores and atomics of 32 lanes, or 64 of a wavefront, on real memory.
//
// A kernel is a function `Kernel f(Warp& w, ...)`. It says `co_await w.load(addresses)` and gets the words of its lanes when the
// simulated memory has delivered them. Accesses may say how they synchronize (rsp.txt, 2.2 and 4.1); protocols without scopes
// ignore it. Computation between accesses costs nothing unless it says so: `co_await w.compute(n)` issues n instructions. Parts
// of a kernel may be kernels themselves: `co_await barrier_of_all(w)`.
//
// `compute(n)` is a chain: each instruction needs the result of the previous one, and the next step needs the last. `compute(n,
// k)` is k independent chains, as in a loop unrolled k times. Both are the same on a machine whose instructions have no latency.
//
// A load whose result is used at once makes the warp wait. `begin` starts a load and `finish` waits for it. So with release
// consistency several are under way, as compilers arrange it.
#pragma once

#include <array>
#include <coroutine>
#include <exception>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/scoped_instruction.hpp"
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

/// How an instruction synchronizes; by default not at all.
using Synchronization = model::Synchronization<Timed>;

/// A load that may be under way.
struct LoadState {
    LoadState() = default;
    LoadState(const LoadState&) = delete;
    LoadState& operator=(const LoadState&) = delete;
    std::uint32_t* to = nullptr;       // where its words go, by lane
    std::uint32_t* writers = nullptr;  // where the numbers of their stores go, if somebody asks (datum.hpp)
    int missing = 0;                   // blocks that have not arrived
};
template <class L>
struct LoadOf : LoadState {
    LoadOf() { to = words.data(); }
    L words{};
};
using Load = LoadOf<Lanes>;
using WideLoad = LoadOf<WideLanes>;

/// Instructions without memory, by the latency of their results; MachineDescription::Sms has each latency.
enum class Arithmetic : std::uint8_t {
    simple,    // additions, multiplications, comparisons, of whole numbers and of floats
    special,   // roots, exponentials, sines; and operations on doubles
    division,
};
inline constexpr std::size_t arithmetic_count = 3;

/// A warp's next request to its SM.
struct Request {
    enum class Kind : std::uint8_t { nothing, compute, shared, pause, wait_until, memory, wait_for_load, barrier };
    Kind kind = Kind::nothing;
    int instructions = 0;  // compute; shared: to shared memory; pause: cycles
    int besides = 0;       // shared: others
    int independent = 1;   // compute: chains side by side
    Arithmetic arithmetic = Arithmetic::simple;
    // compute: the warp continues when the results are there, and not when the instructions have been issued
    bool results_wait = true;
    Cycle until = 0;           // wait_until
    model::AccessKind access{};
    AtomicOperation operation{};
    LaneMask mask = 0;                         // lanes that take part
    std::span<const std::uint32_t> addresses{};  // by lane, in bytes; these live in the coroutine
    std::span<const std::uint32_t> data{}, compared{};
    std::span<const std::uint32_t> writers{};  // of a store or an atomic: by lane, its number, or none (datum.hpp)
    LoadState* load = nullptr;  // where the words go
    bool blocking = false;      // the warp continues only when the words are there
    Synchronization synchronization{};
};

inline constexpr std::uint32_t all_lanes = 0xffffffff;
/// All of so many lanes.
template <std::size_t N>
inline constexpr LaneMask every_lane = ~LaneMask(0) >> (most_lanes - N);

/// Words shared by the warps of a thread block, initially 0. They are made when a kernel first uses them; the replay of a trace
/// gives their number but never uses them.
class SharedWords {
public:
    explicit SharedWords(std::size_t count) : count_(count) {}
    std::size_t size() const { return count_; }
    std::span<std::uint32_t> all() {
        if (words_.empty()) words_.resize(count_);
        return words_;
    }

private:
    std::size_t count_;
    std::vector<std::uint32_t> words_;
};

/// How the warps of a memory synchronize.
struct SynchronizationKind {
    bool scoped = false;          // memory heeds how an access synchronizes; else fences must do it
    bool acquires_apart = false;  // loads may read versions older than others' stores that the warp has seen, until it acquires
    bool ordered_fences = false;  // a fence may be a release or an acquire alone
};

/// A warp as its kernel sees it.
class Warp : public SynchronizationKind {
public:
    int block = 0, blocks = 1;           // which thread block of the grid, and of how many
    int warp_in_block = 0, warps_per_block = 1;
    std::uint32_t lanes = lane_count;    // of the machine's wavefronts; 1 of a CPU's thread
    bool is_cpu = false;
    Cycle now() const { return clock_ ? clock_->now() : 0; }
    /// The number of the warp in the grid, and of all warps.
    int warp() const { return block * warps_per_block + warp_in_block; }
    int warps() const { return blocks * warps_per_block; }
    /// Threads of a warp. Kernels for warps use `lane_count` lanes, or fewer on a machine with fewer.
    std::uint32_t width() const { return lanes < lane_count ? lanes : lane_count; }
    /// All of them.
    std::uint32_t all() const { return 0xffffffffu >> (lane_count - width()); }
    /// The number of this warp's first thread in the grid, and of all threads.
    std::uint32_t first_thread() const { return static_cast<std::uint32_t>(warp()) * width(); }
    std::uint32_t threads() const { return static_cast<std::uint32_t>(warps()) * width(); }

    struct Step {
        Warp& warp;
        bool await_ready() const { return false; }
        void await_suspend(std::coroutine_handle<> here) { warp.resume_at = here; }
        void await_resume() const {}
    };
    template <class L>
    struct LoadStep : Step {
        LoadOf<L> load;
        explicit LoadStep(Warp& w) : Step{w} {}
        void await_suspend(std::coroutine_handle<> here) {
            warp.request.load = &load;
            warp.resume_at = here;
        }
        L await_resume() const { return load.words; }
    };

    /// Issues n instructions without memory. Each needs the result of the one `independent` (1 or more) before it, and the warp's
    /// next step needs the results of the last ones.
    Step compute(int n, int independent = 1, Arithmetic arithmetic = Arithmetic::simple) {
        if (independent < 1)
            throw std::invalid_argument("a kernel computes in " + std::to_string(independent) +
                                        " chains of instructions: 1 or more are accepted");
        request = {.kind = Request::Kind::compute, .instructions = n, .independent = independent, .arithmetic = arithmetic};
        return {*this};
    }
    /// Issues n instructions without waiting for their results. Continues in the cycle in which the first is issued, so `now() +
    /// latency(...)` is when the result of a single one is there.
    Step issue(int n) {
        request = {.kind = Request::Kind::compute, .instructions = n, .results_wait = false};
        return {*this};
    }
    /// Issues nothing before that cycle, when a result is there that the next instruction needs.
    Step stall_until(Cycle when) {
        request = {.kind = Request::Kind::wait_until, .until = when};
        return {*this};
    }
    /// Cycles from the issue of an instruction to the first in which one that uses its result can be issued. 0: the machine's
    /// instructions have no latencies.
    int latency(Arithmetic of) const { return latencies[static_cast<std::size_t>(of)]; }
    /// Issues nothing for n cycles, and leaves them to other warps: for use between polls.
    Step pause(int n) {
        request = {.kind = Request::Kind::pause, .instructions = n};
        return {*this};
    }
    template <std::size_t N>
    LoadStep<std::array<std::uint32_t, N>> load(const std::array<std::uint32_t, N>& addresses, LaneMask mask = every_lane<N>,
                                                Synchronization how = {}) {
        request = {.kind = Request::Kind::memory,
                   .access = model::AccessKind::load,
                   .mask = mask,
                   .addresses = addresses,
                   .blocking = true,
                   .synchronization = how};
        return LoadStep<std::array<std::uint32_t, N>>(*this);
    }
    template <class L>
    Step begin(LoadOf<L>& load, const L& addresses, LaneMask mask = every_lane<std::tuple_size_v<L>>) {
        request = {.kind = Request::Kind::memory,
                   .access = model::AccessKind::load,
                   .mask = mask,
                   .addresses = addresses,
                   .load = &load};
        return {*this};
    }
    Step finish(LoadState& load) {
        request = {.kind = Request::Kind::wait_for_load, .load = &load};
        return {*this};
    }
    template <std::size_t N>
    Step store(const std::array<std::uint32_t, N>& addresses, const std::array<std::uint32_t, N>& data,
               LaneMask mask = every_lane<N>, Synchronization how = {}) {
        request = {.kind = Request::Kind::memory,
                   .access = model::AccessKind::store,
                   .mask = mask,
                   .addresses = addresses,
                   .data = data,
                   .synchronization = how};
        return {*this};
    }
    /// Returns the old values, by lane. Lanes at the same word take turns. In a wavefront the first 32 lanes can take part.
    LoadStep<Lanes> atomic(AtomicOperation operation, const Lanes& addresses, const Lanes& operands,
                           std::uint32_t mask = all_lanes, Synchronization how = {}) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::atomic, .operation = operation, .mask = mask,
                   .addresses = addresses, .data = operands, .blocking = true, .synchronization = how};
        return LoadStep<Lanes>(*this);
    }
    LoadStep<Lanes> compare_and_swap(const Lanes& addresses, const Lanes& expected, const Lanes& desired,
                                     std::uint32_t mask = all_lanes, Synchronization how = {}) {
        request = {.kind = Request::Kind::memory,
                   .access = model::AccessKind::atomic,
                   .operation = AtomicOperation::compare_and_swap,
                   .mask = mask,
                   .addresses = addresses,
                   .data = desired,
                   .compared = expected,
                   .blocking = true,
                   .synchronization = how};
        return LoadStep<Lanes>(*this);
    }
    /// An atomic that the warp does not wait for; `finish` does. `expected` is for compare_and_swap only. All arguments must live
    /// until the next step.
    Step begin(Load& found, AtomicOperation operation, const Lanes& addresses, const Lanes& operands, const Lanes& expected,
               std::uint32_t mask = all_lanes, Synchronization how = {}) {
        request = {.kind = Request::Kind::memory, .access = model::AccessKind::atomic, .operation = operation, .mask = mask,
                   .addresses = addresses, .data = operands, .compared = expected, .load = &found, .synchronization = how};
        return {*this};
    }
    /// The warp's earlier accesses are performed before its later ones. With sequential consistency they always are. Where fences
    /// have an order it may be a release or an acquire alone; elsewhere each is both.
    Step fence(model::Order order = model::Order::plain) {
        request = {.kind = Request::Kind::memory,
                   .access = model::AccessKind::fence,
                   .blocking = true,
                   .synchronization = {.order = ordered_fences ? order : model::Order::plain}};
        return {*this};
    }
    /// The warp's earlier accesses are performed before its later stores and atomics.
    Step release() { return fence(model::Order::release); }
    /// If other warps had performed accesses before this warp saw that they had, its later accesses find them. Costs nothing
    /// where memory ensures this by itself.
    Step acquire() { return acquires_apart ? fence(model::Order::acquire) : compute(0); }
    /// All warps of the thread block meet.
    Step barrier() {
        request = {.kind = Request::Kind::barrier};
        return {*this};
    }

    /// Words that the warps of the thread block share, as many as its launch says. (This is the paper's local memory: it is not
    /// cached, and is simulated as instructions.) They are initially 0.
    std::span<std::uint32_t> shared() const { return shared_words->all(); }

    /// An instruction by which the lanes in `mask` read these words of `shared()`; the kernel itself does the reading. Or `times`
    /// instructions whose words conflict in banks as these do. The next step needs the result. `besides` more instructions,
    /// without memory, are issued among them.
    template <std::size_t N>
    Step shared_load(const std::array<std::uint32_t, N>& words, LaneMask mask = every_lane<N>, int times = 1, int besides = 0) {
        return access_shared(words, mask, times, besides, true);
    }
    /// The same for writing; nothing waits for it.
    template <std::size_t N>
    Step shared_store(const std::array<std::uint32_t, N>& words, LaneMask mask = every_lane<N>, int times = 1, int besides = 0) {
        return access_shared(words, mask, times, besides, false);
    }

    // ---- for the SM
    std::shared_ptr<SharedWords> shared_words;
    std::array<int, arithmetic_count> latencies{};
    Request request;
    std::coroutine_handle<> resume_at;
    const Clock* clock_ = nullptr;

private:
    Step access_shared(std::span<const std::uint32_t> words, LaneMask mask, int times, int besides, bool waits) {
        for (LaneMask left = mask; left != 0; left &= left - 1)
            if (const std::uint32_t word = words[static_cast<std::size_t>(std::countr_zero(left))]; word >= shared_words->size())
                throw std::out_of_range("a kernel touches word " + std::to_string(word) +
                                        " of a thread block's shared memory, of which its launch says that it has " +
                                        std::to_string(shared_words->size()));
        request = {.kind = Request::Kind::shared,
                   .instructions = times,
                   .besides = besides,
                   .mask = mask,
                   .addresses = words,
                   .blocking = waits};
        return {*this};
    }
};

}  // namespace tandem::perfsim
