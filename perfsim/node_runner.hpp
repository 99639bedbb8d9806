// A protocol's node inside the machine. It runs the node's handlers, and takes its internal actions as soon as they are possible.
//
// The machine chooses which event happens when; the protocol's text says what an event does. After an event that concerns a
// block, the actions of the node's own logic for that block are tried until they stall. An event that concerns no block, and a
// reset of the protocol's clock, may concern every block.
#pragma once

#include <boost/container/small_vector.hpp>
#include <memory>

#include "perfsim/alarms.hpp"
#include "perfsim/coalescer.hpp"
#include "perfsim/hashed_blocks.hpp"
#include "perfsim/interconnect.hpp"
#include "perfsim/observer.hpp"
#include "perfsim/simulation.hpp"
#include "perfsim/text_failure.hpp"
#include "perfsim/unused.hpp"

namespace tandem::perfsim {

/// The state that all nodes of a machine share; or those of one side of it, if each side has a thread (perfsim/two_sides.hpp).
template <class P>
struct Shared {
    typename P::Config config;
    MachineDescription machine;
    Clock clock;
    Interconnect<P> network;
    std::shared_ptr<Memory> shared_memory;
    Memory& memory;
    Observer<P>* observer = nullptr;
    std::array<std::uint64_t, model::enum_size<typename P::Outcome>> outcomes{};

    Shared(const typename P::Config& c, const MachineDescription& m)
        : config(c),
          machine(m),
          clock(m.sms.count + 2 * m.l2.partitions + 4 +
                (has_cpus<P> && m.cpus.count > 0 ? parts_behind + parts_of_pool + parts_of_cpus + m.cpus.count
                                                 : (has_behind<P> || has_pool<P> ? parts_behind : 0) +
                                                       (has_pool<P> ? parts_of_pool : 0)) +
                (has_behind<P> ? m.directory.channels - 1 : 0)),
          network(m, config, clock, m.sms.count + 2 * m.l2.partitions, 0, m.sms.count),
          shared_memory(std::make_shared<Memory>(m.blocks.bytes,
                                                 BlockPlaces(m.l2.sectors, m.l2.partitions, m.l2.hashed != 0))),
          memory(*shared_memory) {
        if (!has_behind<P>) machine.directory.present = false;  // which is optional
    }
    /// The banks' side of a machine whose cores have the other.
    explicit Shared(const Shared& cores)
        : config(cores.config),
          machine(cores.machine),
          clock(cores.clock.parts()),
          network(machine, config, clock, cores.requests_part(), 0, machine.sms.count, false),
          shared_memory(cores.shared_memory),
          memory(*shared_memory) {}
    int core_part(int core) const { return core; }
    int bank_part(int bank) const { return machine.sms.count + bank; }
    int dram_part(int bank) const { return machine.sms.count + machine.l2.partitions + bank; }
    int requests_part() const { return machine.sms.count + 2 * machine.l2.partitions; }
    /// If memory is behind another kind of node than the banks: the crossbars to it and back, that node, and its DRAM.
    static constexpr int parts_behind = 4;
    int memory_part() const { return requests_part() + 6; }
    /// If there is a pool beside the banks: the pool, and the crossbars to it and back.
    static constexpr int parts_of_pool = 3;
    int pool_part() const { return requests_part() + 8; }
    /// If there are CPUs: the crossbars to the node before memory and back, and to the pool and back; then they.
    static constexpr int parts_of_cpus = 4;
    int crossbars_of_cpus() const { return requests_part() + 11; }
    int cpu_part(int cpu) const { return crossbars_of_cpus() + parts_of_cpus + cpu; }
    /// Channels of DRAM behind the node before memory, besides the first: the last parts.
    int channels_part() const { return clock.parts() - (has_behind<P> ? machine.directory.channels - 1 : 0); }
};

/// The actions of a node by the unit that takes them (model/network.hpp).
template <class N, class Config>
class Actions {
public:
    using Action = typename ActionOf<N>::type;
    using Kind = std::decay_t<decltype(Action{}.kind)>;

    explicit Actions(const Config& config, int cores) : cores(cores) {
        if constexpr (model::TakesActions<N>) list(config, cores);
    }
    static Action action(Kind kind, Block block) {
        Action a;
        a.kind = kind;
        a.block = block;
        return a;
    }
    static Action action(Kind kind, Block block, CoreName core) {
        Action a = action(kind, block);
        set_core(a, core);
        return a;
    }

    /// The kinds of some of them, stored here since they are visited after each event.
    class Kinds {
    public:
        void push_back(Kind kind) { kinds_[size_++] = kind; }
        bool empty() const { return size_ == 0; }
        const Kind* begin() const { return kinds_.data(); }
        const Kind* end() const { return kinds_.data() + size_; }

    private:
        std::array<Kind, static_cast<std::size_t>(model::enum_size<Kind>)> kinds_{};
        std::size_t size_ = 0;
    };

    Kinds memory, replacement, of_blocks;
    Kinds of_blocks_and_cores;        // each concerns a block and one of `cores`
    const int cores;
    std::vector<Action> others;       // those that concern no block
    std::vector<Action> write_buffer; // and among those, the ones that wait until they are needed

private:
    void list(const Config& config, int cores) {
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<Kind>>([&](auto d) {
            if constexpr (requires { N::of_thread(d.value); })
                if (N::of_thread(d.value)) return;  // the node lists these itself (`each_ready`)
            Action of_block;
            of_block.kind = d.value;
            of_block.block = 1;
            const model::Unit unit = N::unit(d.value);
            const bool by_block = N::offers(of_block, config);
            if (unit == model::Unit::memory) memory.push_back(d.value);
            else if (unit == model::Unit::replacement) replacement.push_back(d.value);
            else if (by_block)
                (cores > 1 && set_core(of_block, 1) && N::offers(of_block, config) ? of_blocks_and_cores : of_blocks)
                    .push_back(d.value);
            else add_others(d.value, config, cores, unit == model::Unit::write_buffer ? write_buffer : others);
        });
    }
    void add_others(Kind kind, const Config& config, int cores, std::vector<Action>& to) {
        for (int core = 0; core < cores; ++core) {
            Action a;
            a.kind = kind;
            const bool named = set_core(a, core);
            if (N::offers(a, config) && (core == 0 || named)) to.push_back(a);
        }
    }
    /// Sets the core that the action names. Returns whether it names one.
    static bool set_core(Action& action, CoreName core) {
        bool named = false;
        model::for_each_member(action, [&](const char*, auto& member) {
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, CoreName>) named = true, member = core;
        });
        return named;
    }
};

/// Whether a core takes accesses that say how they synchronize. Such an access may wait for an event at any block. So every event
/// at a node is a reason to retry those that wait.
template <class P>
inline constexpr bool is_scoped = requires(typename std::tuple_element_t<0, typename P::Nodes>::Operation op) {
    op.synchronization;
};

template <class P>
SynchronizationKind synchronization_kind(const typename P::Config& config) {
    using Core = std::tuple_element_t<0, typename P::Nodes>;
    constexpr bool ordered_fences = requires(typename Core::Operation op) { op.order; };
    SynchronizationKind kind{.scoped = is_scoped<P>, .ordered_fences = ordered_fences};
    if constexpr (requires { Core::acquires_apart(config); }) kind.acquires_apart = Core::acquires_apart(config);
    return kind;
}

/// The context of a handler in the machine; compare model/step_context.hpp. `Owner` is the SM or bank, which is told what
/// happens.
template <class P, class Owner>
class TimedContext {
public:
    using D = Timed;
    using Message = typename P::Message;
    using NodeKind = typename P::NodeKind;
    using Outcome = typename P::Outcome;

    TimedContext(Shared<P>& shared, Owner& owner, int core, int sender)
        : shared_(shared), owner_(owner), core_(core), sender_(sender) {}

    const typename P::Config& config() const { return shared_.config; }
    CoreName core() const { return core_; }
    int index() const { return owner_.index(); }
    CoreName sender() const { return sender_; }
    void send(NodeKind kind, int index, Message message) { post(kind, index, std::move(message)); }
    void send(NodeKind kind, CoreName core, Message message) {
        const int before = has_cpus<P> && static_cast<int>(kind) == cpu_kind<P> ? shared_.machine.sms.count : 0;
        post(kind, static_cast<int>(core.number) - before, std::move(message));
    }
    /// An instruction's handler acts at each of its blocks, so one outcome may occur more than once.
    void did(Outcome outcome) { outcomes_.push_back(outcome); }
    void stall(Outcome) {
        if (acted_) [[unlikely]] throw model::TextError("sends or completes something and then stalls");
        stalled = true;
    }
    void stall_until(PhysicalTime moment, Outcome outcome) {
        stall(outcome);
        possible_in = perfsim::after(moment);
    }
    PhysicalTime now() const { return PhysicalTime(shared_.clock.now() + 1); }
    int choose(int) { return 0; }
    Time choose_moment(const model::MomentChoice& moments) { return moments.some[0]; }

    void store_issued(WarpName w, Block a, const Value& v) { see(model::EventKind::store_issued, core(), w, a, v, 0); }
    void load_issued(WarpName w, Block a) { see(model::EventKind::load_issued, core(), w, a, Value{}, 0); }
    void store_performed(CoreName core, WarpName w, Block a, const Value& v, Time when) {
        see(model::EventKind::store_performed, core, w, a, v, when);
    }
    void store_completed(WarpName w, Block a, Time when) {
        acted_ = true;
        owner_.store_completed(w, a);
        see(model::EventKind::store_completed, core(), w, a, 0, when);
    }
    void load_completed(WarpName w, Block a, const Value& v, Time when) {
        acted_ = true;
        owner_.load_completed(w, a, v);
        see(model::EventKind::load_completed, core(), w, a, v, when);
    }
    void load_performed(CoreName core, WarpName w, Block a, const Value& v, Time when) {
        see(model::EventKind::load_performed, core, w, a, v, when);
    }
    void load_returned(WarpName w, Block a, const Value& v, Time when) {
        acted_ = true;
        owner_.load_completed(w, a, v);
        see(model::EventKind::load_returned, core(), w, a, v, when);
    }
    void fence_passed(WarpName w, model::Order = {}) { see(model::EventKind::fence_passed, core(), w, 0, Value{}, 0); }
    void memory_read(Block a) {
        acted_ = true;
        owner_.memory_read(a);
    }
    void counts_from(bool parity) { era_ = parity; }
    void clock_reset() {
        every_block = true;
        see(model::EventKind::clock_reset, 0, 0, 0, 0, 0);
    }
    void reset_adopted(bool parity) {
        every_block = true;
        see(model::EventKind::reset_adopted, core(), 0, 0, 0, parity ? 1 : 0);
    }
    // Only proofs follow epochs.
    void write_epoch(CoreName, Block) {}
    void read_epoch(Block) {}

    /// Counts the handler's outcomes, as often as they occurred; not called for a handler that stalled.
    void count() {
        for (const Outcome outcome : outcomes_) ++shared_.outcomes[static_cast<std::size_t>(outcome)];
    }

    bool stalled = false;
    Cycle possible_in = never;  // if it stalled until a moment: the first cycle after that
    bool every_block = false;  // the event may concern blocks other than the handler's

private:
    void post(NodeKind kind, int to, Message&& message) {
        acted_ = true;
        const int receivers = owner_.receivers(static_cast<int>(kind));
        if (to < 0 || to >= receivers) [[unlikely]] model::no_such_name("receiver", to, receivers - 1);
        if constexpr (!clears_unused<P>) clear_unused(message);
        owner_.post(static_cast<int>(kind), to, std::move(message));
    }
    /// Makes the event only if somebody observes it; mostly nobody does.
    [[gnu::always_inline]] void see(model::EventKind kind, CoreName core, WarpName w, Block a, const Value& v, Time when) {
        if (shared_.observer) [[unlikely]] tell(kind, core, w, a, v, when);
    }
    [[gnu::noinline]] void tell(model::EventKind kind, CoreName core, WarpName w, Block a, const Value& v, Time when) {
        shared_.observer->event({kind, core, w, a, v, when, {}, era_});
    }

    Shared<P>& shared_;
    Owner& owner_;
    int core_, sender_;
    bool acted_ = false;  // has done something that cannot be undone
    model::Maybe<Timed, bool> era_{};
    boost::container::small_vector<Outcome, most_lanes> outcomes_;
};

/// Gives a node's stores their size. Blocks of a tag, `sectors` of them, are `stride` apart from another bank's, and in any cache
/// `apart` from each other.
template <class N>
void furnish(N& node, int cores, int warps, MemoryImage& image, int sets, int ways, int stride, int sectors = 1, int apart = 1) {
    model::for_each_member(node, [&](const char*, auto& member) {
        using Member = std::decay_t<decltype(member)>;
        if constexpr (requires { member.image; }) member.image = &image;
        else if constexpr (requires { member.of; }) member.of = &image;
        else if constexpr (requires { member.settle([](Block) { return true; }); })
            member.configure(sets, ways, stride, sectors, apart);
        else if constexpr (model::is_array<Member>) {
            if constexpr (Member::sort == model::Sort::thread) {
                member.items.resize(static_cast<std::size_t>(warps));
                if constexpr (model::DescribedStruct<std::decay_t<decltype(member.items[0])>>)
                    for (auto& item : member.items) furnish(item, cores, warps, image, sets, ways, stride, sectors, apart);
            } else if constexpr (Member::sort == model::Sort::core) member.items.resize(static_cast<std::size_t>(cores));
        }
    });
}

}  // namespace tandem::perfsim
