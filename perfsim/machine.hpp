// The simulated machine: SMs, a network, L2 banks and DRAM channels around the nodes of a protocol, and CPUs if it has some.
//
// `model::System` asks which events are possible; the machine chooses which of them happens when. So every run is a path of the
// system that the checker explores, and tests/agreement checks that. A protocol that can be timed has two kinds of nodes: one for
// each core, and banks behind them. Its cores take `model::WarpInstruction` or an extension of it. Its messages say which block
// they are about, and its actions which unit takes them.
#pragma once

#include "perfsim/bank.hpp"
#include "perfsim/cpu_core.hpp"
#include "perfsim/occupancy.hpp"
#include "perfsim/pool_node.hpp"
#include "perfsim/sm.hpp"
#include "perfsim/two_sides.hpp"

namespace tandem::perfsim {

/// A bank is a cache with DRAM behind it, or it stands before memory and the machine has a cache there
/// (perfsim/memory_side_cache.hpp).
template <class N>
concept IsBank = requires(N bank) { bank.lines.find(Block{}); bank.dram[Block{}]; } || requires(N bank) { bank.memory[Block{}]; };
/// The kinds of nodes: cores and banks, or cores, caches and the node before memory. Between them may be other kinds that take
/// operations: CPUs, and kinds of which a machine has none. A pool may come last.
template <class P>
constexpr bool has_machine_kinds() {
    if constexpr (bank_kind<P> >= kinds_of<P>) return false;
    else if constexpr (has_pool<P>) return IsBank<NodeOf<P, memory_kind<P>>> && IsPool<P>;
    else return kinds_of<P> == memory_kind<P> + 1 && IsBank<NodeOf<P, memory_kind<P>>>;
}
template <class P>
concept TimedProtocol = std::is_same_v<typename P::Domain, Timed> && std::tuple_size_v<typename P::Nodes>
>= 2 && takes_operations<NodeOf<P, 0>>&& has_machine_kinds<P>() &&
    std::is_base_of_v<model::WarpInstruction<Timed>, typename NodeOf<P, 0>::Operation>;

/// Whether a node's actions, if any, concern a block and are taken by a known unit.
template <class N>
concept TellsUnits = !model::TakesActions<N> || requires(typename ActionOf<N>::type action) {
    requires std::is_same_v<std::decay_t<decltype(action.block)>, Block>;
    { N::unit(action.kind) } -> std::same_as<model::Unit>;
};
/// Whether messages and actions say what the machine needs to know.
template <class P>
concept TellsBlocks = TellsUnits<NodeOf<P, 0>> && TellsUnits<NodeOf<P, bank_kind<P>>> && TellsUnits<NodeOf<P, memory_kind<P>>> &&
    model::TakesActions<NodeOf<P, bank_kind<P>>> && requires(typename P::Message message) {
        requires std::is_same_v<std::decay_t<decltype(message.address)>, Block>;
        { P::Message::carries(message, "address") } -> std::same_as<bool>;
        message.kind;
    };

template <TimedProtocol P>
class Machine final : public Simulation {
public:
    /// `config` is the protocol's; its shape must be the machine's.
    Machine(const typename P::Config& config, const MachineDescription& machine) : shared_(config, machine) {
        for (int i = 0; i < machine.sms.count; ++i) sms_.push_back(std::make_unique<Sm<P>>(shared_, i));
        make_banks(shared_);
        if constexpr (has_behind<P>) behind_ = std::make_unique<Bank<P, memory_kind<P>>>(shared_, 0);
        if constexpr (has_pool<P>) pool_ = std::make_unique<PoolNode<P>>(shared_);
        if constexpr (has_cpus<P>)
            for (int i = 0; i < machine.cpus.count; ++i) cpus_.push_back(std::make_unique<CpuCore<P>>(shared_, i));
    }

    std::string use_two_threads() override {
        if (shared_.observer) return "a monitor looks at the whole machine after each event";
        if (!Interconnect<P>::packs_all()) return "its messages hold more than data of a block and numbers";
        if (shared_.machine.network.jitter > 0) return "its network has jitter, which is drawn in the order of all messages";
        if (shared_.network.torus()) return "its network is a torus, in which requests and answers share links";
        if (has_behind<P>) return "memory is behind another node than its L2 banks";
        if (has_pool<P>) return "its cores share a pool beside the L2 banks";
        if (TwoSides<P>::window(shared_.machine) < 1) return "the pipeline of its L2 banks, l2.latency, is shorter than 3 cycles";
        banks_.clear();
        memory_side_ = std::make_unique<Shared<P>>(shared_);
        make_banks(*memory_side_);
        sides_ = std::make_unique<TwoSides<P>>(shared_, *memory_side_, sms_, banks_);
        return "";
    }

    Memory& memory() override { return shared_.memory; }
    const MachineDescription& description() const override { return shared_.machine; }
    Cycle now() const override { return shared_.clock.now(); }
    void observe(Observer<P>* observer) { shared_.observer = observer; }
    /// The protocol's nodes.
    const auto& core(int i) const { return sms_[static_cast<std::size_t>(i)]->cache.node; }
    const auto& bank(int i) const { return banks_[static_cast<std::size_t>(i)]->node; }
    template <int kind>
    const auto& node(int i) const {
        if constexpr (kind == 0) return core(i);
        else if constexpr (kind == bank_kind<P>) return bank(i);
        else if constexpr (kind == cpu_kind<P>) return cpus_[static_cast<std::size_t>(i)]->node;
        else if constexpr (has_pool<P> && kind == pool_kind<P>) return pool_->node;
        else return behind_->node;
    }
    /// Of a kind that it has.
    template <int kind>
    int population() const {
        return kind == 0 ? sms() : kind == bank_kind<P> ? banks() : kind == cpu_kind<P> ? static_cast<int>(cpus_.size()) : 1;
    }
    int sms() const { return static_cast<int>(sms_.size()); }
    int banks() const { return static_cast<int>(banks_.size()); }
    const Interconnect<P>& network() const { return shared_.network; }
    /// Lets `network()` find messages by block; to be called before a run.
    void follow_messages() { shared_.network.follow(); }
    /// Memory's content of a block, apart from what caches hold.
    const Value& memory_block(Block a) const { return shared_.memory.image[a.number]; }
    const typename P::Config& config() const { return shared_.config; }

    void write_back() override {
        write_back_cpus();
        for (std::size_t b = 0; b < banks_.size(); ++b)
            write_back(*banks_[b], Bank<P>::name + (" " + std::to_string(b)), shared_.bank_part(static_cast<int>(b)));
        if constexpr (has_behind<P>) write_back(*behind_, "the node before memory", shared_.memory_part());
    }

    Statistics statistics() const override;

protected:
    void run_grid(const Launch& launch) override {
        const Occupancy fits = occupancy(shared_.machine.sms, launch);
        if (launch.blocks > 0) note(fits, launch);
        Grid grid(launch, fits.admitted, kernel.c_str());
        check_cpus(launch);
        const Counted counted{*this, grid};
        sample_ = timeline ? timeline->next() : never;
        const Cycle begin = now();
        if (const int cycles = shared_.machine.sms.launch_cycles; cycles > 0) {
            shared_.clock.wake(0, now() + cycles);
            while (advance()) step();
        }
        // Thread blocks are assigned to the SMs in turn.
        for (int round = 0; round < fits.admitted; ++round)
            for (auto& sm : sms_) sm->start(grid, 1);
        if constexpr (has_cpus<P>)
            for (int i = 0; i < launch.cpu_threads; ++i) cpus_[static_cast<std::size_t>(i)]->start(launch, kernel.c_str());
        std::uint64_t steps = 0;
        const auto tell_progress = [&](std::uint64_t often) {
            if (progress && steps++ % often == 0) progress(now());
        };
        if (sides_ && !timeline) {
            sides_->run(limit, [&] { tell_progress(1024); });
            check_limit();
        } else {
            for (; advance(); step()) {
                check_limit();
                tell_progress(65536);
            }
        }
        check_quiet(grid);
        const Cycle done = now();
        empty_caches();
        if (timeline) timeline->launches.push_back({begin, done, now(), launch.blocks, launch.warps_per_block});
    }

private:
    /// However a launch ends, all its cycles and warps are counted.
    struct Counted {
        Machine& machine;
        const Grid& grid;
        ~Counted() {
            machine.most_resident_ = std::max(machine.most_resident_, grid.most_resident());
            for (auto& sm : machine.sms_) sm->account();
            for (auto& cpu : machine.cpus_) cpu->account();
        }
    };

    /// Throws LaunchError.
    void check_cpus(const Launch& launch) const {
        const int has = static_cast<int>(cpus_.size());
        if (launch.cpu_threads <= has) return;
        throw LaunchError("a launch has " + std::to_string(launch.cpu_threads) + " threads of CPUs, and the machine " +
                         shared_.machine.name + (has_cpus<P> ? " has " + std::to_string(has) + " CPUs: a machine with more "
                                                               "(cpus.count) is accepted"
                                                             : std::string(" runs a protocol without CPUs")));
    }

    /// What CPUs have stored goes back as their replacement sends it.
    void write_back_cpus() {
        if constexpr (has_cpus<P>)
            for (bool any = true; std::exchange(any, false);) {
                for (auto& cpu : cpus_) any |= cpu->write_back();
                while (go_on()) step();
            }
    }

    /// Empties a bank that is this part of the clock.
    void write_back(auto& bank, const std::string& name, int part) {
        while (const Cycle next = bank.write_back()) {
            if (next == never)
                throw StuckError(name + " cannot be emptied at the end of the run: the text stalls the eviction of block " +
                                 std::to_string(bank.kept().number));
            (sides_ ? *memory_side_ : shared_).clock.wake(part, next);
            while (go_on()) step();
        }
    }

    void make_banks(Shared<P>& side) {
        for (int i = 0; i < side.machine.l2.partitions; ++i) banks_.push_back(std::make_unique<Bank<P>>(side, i));
    }

    void check_limit() const {
        if (now() <= limit) return;
        throw StuckError("not finished after " + std::to_string(limit) + " cycles: " + unfinished() + " (--cycles allows more)");
    }
    std::string unfinished() const {
        int warps = 0, threads = 0;
        for (const auto& sm : sms_) warps += sm->scheduler.resident();
        if constexpr (has_cpus<P>)
            for (const auto& cpu : cpus_) threads += cpu->window.running();
        return std::to_string(warps) + " warps" + (threads > 0 ? " and " + std::to_string(threads) + " threads of CPUs" : "") +
               " are not done";
    }

    void note(const Occupancy& fits, const Launch& launch) {
        states_registers_ = states_registers_ || launch.registers > 0;
        states_shared_ = states_shared_ || launch.shared_bytes > 0;
        const bool all_at_once = launch.blocks < fits.thread_blocks * sms();
        const LaunchesAlike like{fits.thread_blocks, launch.warps_per_block, all_at_once ? "grid" : fits.limit};
        const auto known = std::find_if(launches_.begin(), launches_.end(), [&](const LaunchesAlike& l) {
            return l.thread_blocks == like.thread_blocks && l.warps_per_block == like.warps_per_block && l.limit == like.limit;
        });
        ++(known == launches_.end() ? launches_.emplace_back(like) : *known).launches;
    }

    /// Moves on to the next cycle in which something happens, and samples the intervals that end before it.
    bool advance() {
        if (!go_on()) return false;
        if (now() >= sample_) [[unlikely]] sample();
        return true;
    }
    bool go_on() { return sides_ ? sides_->advance() : shared_.clock.advance(); }
    [[gnu::noinline]] void sample() {
        for (; sample_ <= now(); sample_ = timeline->next()) {
            for (auto& sm : sms_) sm->account(sample_);
            timeline->sample(statistics());
        }
    }

    /// Lines leave as the protocol prescribes. Messages that announce this cost time.
    void empty_caches() {
        if (sms_.front()->cache.stays_coherent()) return;
        bool any = true;
        for (auto& sm : sms_) sm->cache.begin_emptying();
        while (std::exchange(any, false)) {
            do
                for (auto& sm : sms_) any |= sm->cache.empty();
            while (advance() && (step(), true));
            for (auto& sm : sms_) sm->cache.begin_emptying();
        }
        for (std::size_t i = 0; i < sms_.size(); ++i)
            if (!sms_[i]->cache.is_empty())
                throw StuckError("the cache of SM" + std::to_string(i) + " cannot be emptied at the end of a kernel");
    }

    /// All parts that are awake in this cycle, kind by kind.
    void step() {
        if (sides_) [[unlikely]] return sides_->step();
        const int sms = this->sms(), banks = this->banks();
        Clock::Awake awake = shared_.clock.awake();
        int part = awake.next();
        for (; part < sms; part = awake.next()) sms_[static_cast<std::size_t>(part)]->step();
        for (; part < sms + banks; part = awake.next()) banks_[static_cast<std::size_t>(part - sms)]->step();
        for (; part < sms + 2 * banks; part = awake.next()) banks_[static_cast<std::size_t>(part - sms - banks)]->dram.step();
        const int all = shared_.channels_part(), of_cpus = has_cpus<P> && !cpus_.empty() ? shared_.crossbars_of_cpus() : all;
        const int network_end = has_behind<P> ? shared_.memory_part() : has_pool<P> ? shared_.pool_part() : all;
        for (; part < network_end; part = awake.next()) shared_.network.step(part - shared_.requests_part());
        if constexpr (has_behind<P>)
            for (const int end = has_pool<P> ? shared_.pool_part() : of_cpus; part < end; part = awake.next())
                part == shared_.memory_part() ? behind_->step() : behind_->dram.step(0);
        if constexpr (has_pool<P>)
            for (; part < of_cpus; part = awake.next())
                part == shared_.pool_part() ? pool_->step() : shared_.network.step(part - shared_.requests_part());
        if constexpr (has_cpus<P>) {
            for (; part < std::min(all, shared_.cpu_part(0)); part = awake.next())
                shared_.network.step(part - shared_.requests_part());
            for (; part < all; part = awake.next()) cpus_[static_cast<std::size_t>(part - shared_.cpu_part(0))]->step();
        }
        if constexpr (has_behind<P>)
            for (; part < shared_.clock.parts(); part = awake.next()) behind_->dram.step(part - all + 1);
    }
    /// Calls f(bank) for each bank, and for each node before memory behind them.
    template <class F>
    void each_bank(F&& f) const {
        for (const auto& bank : banks_) f(*bank);
        if constexpr (has_behind<P>) f(*behind_);
    }

    void check_quiet(const Grid& grid) const {
        bool quiet = grid.done() && shared_.network.empty() && (!sides_ || sides_->empty());
        for (const auto& sm : sms_) quiet = quiet && sm->quiet();
        if constexpr (has_cpus<P>)
            for (const auto& cpu : cpus_) quiet = quiet && cpu->quiet();
        each_bank([&](const auto& bank) { quiet = quiet && bank.quiet(); });
        if constexpr (has_pool<P>) quiet = quiet && pool_->node.idle();
        if (!quiet)
            throw StuckError("nothing can happen after cycle " + std::to_string(now()) + ", and " + unfinished());
    }

    Shared<P> shared_;
    std::unique_ptr<Shared<P>> memory_side_;  // used by the banks instead, on two threads
    std::vector<std::unique_ptr<Sm<P>>> sms_;
    std::vector<std::unique_ptr<Bank<P>>> banks_;
    struct Nothing {};
    std::unique_ptr<std::conditional_t<has_behind<P>, Bank<P, memory_kind<P>>, Nothing>> behind_;
    std::unique_ptr<std::conditional_t<has_pool<P>, PoolNode<P>, Nothing>> pool_;
    std::vector<std::unique_ptr<CpusOf<P>>> cpus_;
    std::unique_ptr<TwoSides<P>> sides_;      // null: on one thread
    std::vector<LaunchesAlike> launches_;
    int most_resident_ = 0;  // warps, in any launch
    bool states_registers_ = false, states_shared_ = false;  // whether a launch says what it needs of each
    Cycle sample_ = never;   // where an interval of the timeline ends
};

template <TimedProtocol P>
Statistics Machine<P>::statistics() const {
    Statistics s;
    s.cycles = now();
    s.launches = launches_;
    s.states_registers = states_registers_;
    s.states_shared = states_shared_;
    s.most_warps = most_resident_;
    s.warps_of_machine = shared_.machine.sms.count * shared_.machine.sms.warps;
    std::array<std::uint64_t, stall_count> stalled{};
    for (const auto& sm : sms_) {
        s.instructions += sm->scheduler.instructions;
        s.memory_instructions += sm->scheduler.memory_instructions;
        s.loads += sm->unit.loads;
        s.stores += sm->unit.stores;
        s.atomics += sm->unit.atomics;
        s.fences += sm->unit.fences;
        s.accesses += sm->unit.accesses;
        s.shared_accesses += sm->unit.shared_accesses;
        s.shared_cycles += sm->unit.shared_cycles;
        s.l1_lookups += sm->cache.lookups;
        s.l1_hits += sm->unit.hits;
        s.l1_fills += sm->cache.fills;
        s.l1_evictions += sm->cache.evictions;
        s.data_latency += sm->unit.data_latency;
        s.warp_cycles += sm->warp_cycles;
        if constexpr (Sm<P>::Cache::has_lines) s.l1_fills_beyond_set += sm->cache.node.lines.spills;
        for (std::size_t i = 0; i < stall_count; ++i) stalled[i] += sm->stalled[i];
    }
    for (const auto& cpu : cpus_) s.cpus += cpu->counts;
    for (std::size_t i = 0; i < stall_count; ++i) s.stalled.push_back({model::name_of(static_cast<Stall>(i)), stalled[i]});
    for (const auto& bank : banks_) {
        s.l2_lookups += bank->lookups;
        s.l2_asked += bank->asked;
        s.l2_misses += bank->misses;
        s.l2_evictions += bank->evictions();
    }
    DramStatistics dram;
    each_bank([&](const auto& bank) {
        s.write_backs += bank.write_backs();
        s.performed_by_lanes += bank.performed;
        dram += bank.dram_statistics();
    });
    s.dram_reads = dram.reads;
    s.dram_writes = dram.writes;
    s.dram_row_hits = dram.row_hits;
    s.dram_activations = dram.activations;
    s.dram_forwarded = dram.forwarded;
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<typename P::Outcome>>([&](auto d) {
        s.outcomes.push_back({d.name, shared_.outcomes[static_cast<std::size_t>(d.value)] +
                                          (memory_side_ ? memory_side_->outcomes[static_cast<std::size_t>(d.value)] : 0)});
    });
    for (const Traffic& t : shared_.network.traffic) s.traffic.push_back({t.name});
    for (const Shared<P>* side : {&shared_, static_cast<const Shared<P>*>(memory_side_.get())}) {
        if (!side) continue;
        for (std::size_t k = 0; k < s.traffic.size(); ++k) {
            s.traffic[k].messages += side->network.traffic[k].messages;
            s.traffic[k].flits += side->network.traffic[k].flits;
            s.traffic[k].bytes += side->network.traffic[k].bytes;
        }
        s.request_flits += side->network.requests.flits;
        s.response_flits += side->network.responses.flits;
        s.peer_flits += side->network.peers.flits;
        s.bank_flits += side->network.bank_peers.flits;
        s.memory_flits += side->network.to_memory.flits + side->network.from_memory.flits;
        s.pool_flits += side->network.to_pool.flits + side->network.from_pool.flits;
        const auto& network = side->network;
        for (const Direction* of : {&network.cpus_to_memory, &network.memory_to_cpus}) s.cpus.bytes += of->all_bytes;
        for (const Direction* of : {&network.cpus_to_pool, &network.pool_to_cpus}) s.cpus.pool_bytes += of->all_bytes;
        s.cpus.flits += network.cpus_to_memory.flits + network.memory_to_cpus.flits + network.cpus_to_pool.flits +
                        network.pool_to_cpus.flits;
        for (const Direction* at : {&side->network.requests, &side->network.responses, &side->network.bank_peers,
                                    &side->network.to_memory, &side->network.from_memory})
            s.l2_bytes += at->data_bytes;
        if constexpr (Sm<P>::Cache::has_lines)
            s.l1_bytes += side->network.responses.data_bytes + 2 * side->network.peers.data_bytes +
                          (Sm<P>::Cache::waits_in_lines ? side->network.requests.data_bytes : 0);  // it writes back
    }
    if constexpr (!has_behind<P>)  // memory is its own
        s.l2_bytes += (s.dram_reads + s.dram_writes) * static_cast<std::uint64_t>(shared_.machine.blocks.bytes);
    if (const Torus* torus = shared_.network.torus()) {
        s.flit_hops = torus->flit_hops;
        s.most_flits_of_a_link = torus->most_flits_of_a_link();
    }
    return s;
}

}  // namespace tandem::perfsim
