// Counters, one for each work-group, each under its own lock. The wavefronts of a work-group increment its counter, and sometimes
// another's. This is dynamic local sharing (rsp.txt, 3.2) with a lock. The owners' operations need only work-group scope. The
// others' are remote, including a release, which the graph kernels lack.
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/scoped.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/timed_operations.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

using model::Order, model::Scope;

/// The scopes of the operations.
enum class Locking : std::uint8_t {
    component,  // all of component scope
    remote,     // owners' of work-group scope, the others' remote
};
BOOST_DESCRIBE_ENUM(Locking, component, remote)

constexpr Backoff polls{200, 200};

const std::vector<WorkloadSetting>& known_lock_settings() {
    static const std::vector<WorkloadSetting> settings{
        {"locking", "component (all operations of component scope) or remote (owners' of work-group scope, the others' remote)",
         "remote"},
        {"every", "each so-many-th turn of a wavefront takes another work-group's lock; 0: none does", "8"},
        backoff_settings(polls)[0],
        backoff_settings(polls)[1],
    };
    return settings;
}

class OwnedLocks final : public Workload {
    static constexpr int wavefronts = 4;  // of a work-group

public:
    OwnedLocks(int turns, Locking locking, std::uint32_t every, Backoff backoff)
        : turns_(turns), locking_(locking), every_(every), backoff_(backoff) {}

    void run(Simulation& simulation) override {
        const int groups = simulation.description().sms.count;
        Memory& memory = simulation.memory();
        for (Buffer* buffer : {&locks_, &counters_})
            *buffer = memory.allocate(static_cast<std::size_t>(groups) * words_per_block);
        counted_.assign(static_cast<std::size_t>(groups), 0);
        simulation.run({groups, wavefronts, [this](Warp& w) { return kernel(w); }});
    }

    /// Locks that are to be taken.
    double work_done() const override { return double(counted_.size()) * wavefronts * turns_; }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(counters_);
        for (std::size_t g = 0; g < counted_.size(); ++g)
            if (found[g * words_per_block] != counted_[g]) return mismatch("counter", g, found[g * words_per_block], counted_[g]);
        return "";
    }

    WorkloadReport report() const override {
        return {{{"locks taken", taken_}, {"locks given back", given_back_}}, timed_.costs(), {}, {}};
    }

private:
    Kernel kernel(Warp& w) {
        const auto own = static_cast<std::uint32_t>(w.block), groups = static_cast<std::uint32_t>(w.blocks);
        std::uint32_t other = own;
        for (int turn = 1; turn <= turns_; ++turn) {
            const bool strays = every_ > 0 && groups > 1 &&
                                (static_cast<std::uint32_t>(turn) + static_cast<std::uint32_t>(w.warp_in_block)) % every_ == 0;
            if (strays) other = (other + 1) % groups == own ? (own + 1) % groups : (other + 1) % groups;
            co_await count_up(w, strays ? other : own, strays);
            co_await w.compute(20);
        }
    }

    Kernel count_up(Warp& w, std::uint32_t group, bool strays) {
        const bool remote = strays && locking_ == Locking::remote;
        const Scope scope = remote || locking_ == Locking::component ? Scope::cmp : Scope::wg;
        const Synchronization look{remote ? Order::acquire : Order::relaxed, scope, remote},
            take{Order::acquire_release, scope, remote}, give{Order::release, scope, remote};
        const Address lock = locks_.at(group * words_per_block), counter = counters_.at(group * words_per_block);
        std::uint32_t held = 0;
        co_await timed_.load(w, lock, look, held);
        Pauses pauses(backoff_);
        if (held != 0) co_await w.pause(pauses.next());
        for (held = 1; held != 0;) {  // polls are atomics: with logical time a load may find the same version for ever
            co_await timed_.exchange_if(w, lock, 0, 1, take, held);
            if (held != 0) co_await w.pause(pauses.next());
        }
        ++taken_;
        std::uint32_t count = 0;
        co_await load_word(w, counter, ordinary, count);
        co_await w.compute(1);
        co_await store_word(w, counter, count + 1, ordinary);
        ++counted_[group];
        co_await timed_.store(w, lock, 0, give);
        ++given_back_;
    }

    const int turns_;
    const Locking locking_;
    const std::uint32_t every_;
    const Backoff backoff_;
    Buffer locks_, counters_;  // each in a block of its own
    std::vector<std::uint32_t> counted_;
    std::uint64_t taken_ = 0, given_back_ = 0;
    TimedOperations timed_;
};

}  // namespace

const std::vector<WorkloadSetting>& owned_locks_settings() { return known_lock_settings(); }

std::unique_ptr<Workload> owned_locks(const WorkloadOptions& options) {
    const std::string every = given(options, known_lock_settings()[1]);
    const auto number = whole(every);
    if (!number || *number > 1'000'000)
        throw WorkloadError(fmt::format("the turns between two with another's lock are '{}': 0 to 1000000 are accepted", every));
    return std::make_unique<OwnedLocks>(64 * options.size,
                                        choice<Locking>("way to lock", given(options, known_lock_settings()[0])), *number,
                                        backoff_of(options, polls));
}

}  // namespace tandem::perfsim
