// The network for messages between SMs and L2 banks, from SM to SM, from bank to bank, to the node before memory behind the
// banks, and to a pool beside them; and from CPUs to the latter two. There is a crossbar for each direction, or a torus for all.
// It counts the cost of each kind of message.
//
// A message's size follows from its description: a header, every timestamp and hash that its kind carries, and the bytes of its
// data. The protocol's text knows no sizes.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>

#include "model/system.hpp"
#include "perfsim/cache.hpp"
#include "perfsim/crossbar.hpp"
#include "perfsim/jitter.hpp"
#include "perfsim/kinds.hpp"
#include "perfsim/machine_description.hpp"
#include "perfsim/ring.hpp"
#include "perfsim/statistics.hpp"
#include "perfsim/torus.hpp"

namespace tandem::perfsim {

template <class P>
class Interconnect {
public:
    using Message = typename P::Message;
    using Kind = std::decay_t<decltype(Message{}.kind)>;
    static constexpr std::size_t kinds = static_cast<std::size_t>(model::enum_size<Kind>);

    /// The parts of the clock. A torus is `self`. The crossbars are `self` to `self + 3`, to `self + 5` if memory is behind the
    /// banks, and for a pool `self + 9` and `self + 10`. Those of CPUs are the four from `self + 11` on, and CPUs follow.
    /// `pipelines`: requests pass the banks' pipelines here, and have passed none before.
    Interconnect(const MachineDescription& machine, const typename P::Config& config, Clock& clock, int self, int cores,
                 int banks, bool pipelines = true)
        : requests(pipelines ? to_banks(machine) : shape(machine, machine.sms.count, machine.l2.partitions), clock, self, cores,
                   banks),
          responses(shape(machine, machine.l2.partitions, machine.sms.count), clock, part(machine, self, 1), banks, cores),
          peers(shape(machine, machine.sms.count, machine.sms.count), clock, part(machine, self, 2), cores, cores),
          bank_peers(shape(machine, machine.l2.partitions, machine.l2.partitions), clock, part(machine, self, 3), banks, banks),
          to_memory(behind(machine), clock, self + 4, banks, self + 6),
          from_memory(back(machine), clock, self + 5, self + 6, banks),
          to_pool(beside(machine, machine.sms.count, 1), clock, self + 9, cores, self + 8),
          from_pool(beside(machine, 1, machine.sms.count), clock, self + 10, self + 8, cores),
          cpus_to_memory(of_cpus(machine, true), clock, self + 11, self + 15, self + 6),
          memory_to_cpus(of_cpus(machine, false), clock, self + 12, self + 6, self + 15),
          cpus_to_pool(beside(machine, most_cpus(machine), 1), clock, self + 13, self + 15, self + 8),
          pool_to_cpus(beside(machine, 1, most_cpus(machine)), clock, self + 14, self + 8, self + 15),
          block_bytes_(machine.blocks.bytes),
          flit_bytes_(machine.network.flit_bytes),
          largest_header_(largest_header(machine)),
          held_(static_cast<std::size_t>(machine.sms.count)),
          clock_(clock),
          config_(config) {
        for (std::size_t k = 0; k < kinds; ++k) {
            Message message;
            message.kind = static_cast<Kind>(k);
            traffic[k].name = model::name_of(message.kind);
            fixed_bytes_[k] = machine.network.header_bytes;
            model::for_each_member(message, [&](const char* name, auto& member) {
                if (!Message::carries(message, name)) return;
                fixed_bytes_[k] += member_bytes<std::decay_t<decltype(member)>>(machine);
                if (std::is_same_v<std::decay_t<decltype(member)>, Value>) has_data_[k] = true;
            });
            has_block_[k] = Message::carries(message, "address");
        }
        if (machine.network.torus_columns > 0) make_torus(machine, clock, self);
        if (machine.network.jitter > 0) make_jitter(machine, self);
    }

    [[gnu::noinline]] void send(Direction& through, int from, int to, Message&& message) {
        Kept& kept = keep(std::move(message), from);
        if (holding_ != 0 && &through == &requests && (holding_ >> from & 1)) {
            held_[static_cast<std::size_t>(from)].push({&kept, to});
            if (holds_back_ == from) return;
            while (held(from) > 0) let_go(from);
            return;
        }
        enter(through, from, to, kept);
    }

    // ---- requests of a core that wait, in order, until there is an MSHR entry for each
    /// The core's messages to banks wait from now on, until `hold_no_more`. If the core sends to the banks later while some wait,
    /// those leave too: others may wait for them.
    void hold_back(int core) {
        holds_back_ = core;
        holding_ |= std::uint64_t(1) << core;
    }
    void hold_no_more() {
        if (held(holds_back_) == 0) holding_ &= ~(std::uint64_t(1) << holds_back_);
        holds_back_ = -1;
    }
    int held(int core) const { return held_[static_cast<std::size_t>(core)].size(); }
    /// The first of them leaves.
    void let_go(int core) {
        Ring<Held>& held = held_[static_cast<std::size_t>(core)];
        const Held first = held.pop();
        if (held.empty() && holds_back_ != core) holding_ &= ~(std::uint64_t(1) << core);
        enter(requests, core, first.to, *first.kept);
    }
    /// A message on its way, or arrived. It stays at its address until it is released.
    struct alignas(64) Kept {
        Message message;
        int from = 0;  // the sender
    };
    /// The message at the receiver's end of a direction, arrived or on its way; it stays in the network.
    Kept& look(const Direction& through, int at) const { return *reinterpret_cast<Kept*>(through.front(at)); }
    /// Takes it from the network.
    [[gnu::always_inline]] Kept& take(Direction& through, int at) {
        Kept& kept = *reinterpret_cast<Kept*>(through.receive(at));
        if (followed_ && has_block(kept.message)) std::erase(travelling(kept.message.address), &kept);
        return kept;
    }
    [[gnu::always_inline]] void release(Kept& arrived) {
        model::for_each_member(arrived.message, [](const char*, auto& member) {
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Value>) member = Value{};
        });
        free_.push_back(&arrived);
    }
    // ---- messages to the network of another thread (perfsim/two_sides.hpp)
    /// The message without its data, which are put into `data`. It is released.
    Message pack(Kept& kept, std::vector<std::uint32_t>& data) {
        Message message;
        each_member([&](auto member) {
            if constexpr (is_data<decltype(member)>) (kept.message.*member.pointer).write(data);
            else message.*member.pointer = kept.message.*member.pointer;
        });
        release(kept);
        return message;
    }
    /// The same message here, with the data at the beginning of `data`.
    Kept& unpack(Message& message, int from, const std::uint32_t*& data) {
        each_member([&](auto member) {
            if constexpr (is_data<decltype(member)>) message.*member.pointer = Value::read(data);
        });
        return keep(std::move(message), from);
    }
    /// Whether this covers all data that a message carries.
    static constexpr bool packs_all() {
        bool all = true;
        each_member([&](auto member) {
            all = all &&
                  (is_data<decltype(member)> || std::is_trivially_copyable_v<std::decay_t<decltype(Message{}.*member.pointer)>>);
        });
        return all;
    }
    /// Whether a message is about one block.
    bool has_block(const Message& message) const { return has_block_[static_cast<std::size_t>(message.kind)]; }
    /// The maximum number of flits of a message with so many bytes of data.
    int most_flits(int data_bytes) const { return (largest_header_ + data_bytes + flit_bytes_ - 1) / flit_bytes_; }
    bool carries_data(const Message& message) const { return has_data_[static_cast<std::size_t>(message.kind)]; }
    /// From now on messages are tracked by block; none may be on its way.
    void follow() { followed_ = std::make_unique<std::array<std::vector<Kept*>, 1024>>(); }
    /// Calls f(message) for each message on its way about that block, if they are tracked.
    template <class F>
    void each_about(Block a, F&& f) const {
        for (const Kept* kept : travelling(a))
            if (kept->message.address == a) f(kept->message);
    }

    /// Moves the packets of its part number i in this cycle.
    void step(int i) {
        if (jitter_) [[unlikely]] let_late_in();
        if (torus_) [[unlikely]] torus_->step();
        else
            Crossbar(i == 0   ? requests
                     : i == 1 ? responses
                     : i == 2 ? peers
                     : i == 3 ? bank_peers
                     : i == 4 ? to_memory
                     : i == 5 ? from_memory
                     : i == 9 ? to_pool
                     : i == 10 ? from_pool
                     : i == 11 ? cpus_to_memory
                     : i == 12 ? memory_to_cpus
                     : i == 13 ? cpus_to_pool
                               : pool_to_cpus)
                .step();
    }
    /// Null if it has crossbars.
    const Torus* torus() const { return torus_.get(); }
    /// Whether nothing is on its way.
    bool empty() const {
        return requests.empty() && responses.empty() && peers.empty() && bank_peers.empty() && to_memory.empty() &&
               from_memory.empty() && to_pool.empty() && from_pool.empty() && cpus_to_memory.empty() && memory_to_cpus.empty() &&
               cpus_to_pool.empty() && pool_to_cpus.empty() && holding_ == 0 && (!jitter_ || jitter_->empty());
    }

    Direction requests, responses, peers, bank_peers;  // from cores to banks, from banks to cores, between cores, between banks
    // from banks to the node before memory behind them, and back: never on a torus
    Direction to_memory, from_memory;
    // from cores to a pool beside the banks, and back, on channels of their own
    Direction to_pool, from_pool;
    // between CPUs and the node before memory, and the pool: never on a torus
    Direction cpus_to_memory, memory_to_cpus, cpus_to_pool, pool_to_cpus;
    std::array<Traffic, kinds> traffic;

private:
    template <class F>
    static constexpr void each_member(F&& f) {
        boost::mp11::mp_for_each<
            boost::describe::describe_members<Message, boost::describe::mod_any_access | boost::describe::mod_inherited>>(f);
    }
    template <class M>
    static constexpr bool is_data = std::is_same_v<std::decay_t<decltype(Message{}.*M::pointer)>, Value>;

    struct Held {
        Kept* kept = nullptr;
        int to = 0;
    };

    /// Where the network has jitter: its directions, the parts of the clock that move them, and what the text says of channels.
    struct Late {
        Jitter jitter;
        std::array<int, 12> parts;
        std::array<std::array<bool, model::max_networks>, 12> ordered;
        std::unordered_map<std::uint32_t, Cycle> latest{};  // moment on each ordered channel
        bool empty() const { return jitter.empty(); }
    };
    std::array<Direction*, 12> directions() {
        return {&requests,    &responses, &peers,     &bank_peers,     &to_memory,      &from_memory,
                &to_pool, &from_pool, &cpus_to_memory, &memory_to_cpus, &cpus_to_pool, &pool_to_cpus};
    }
    [[gnu::noinline]] void make_jitter(const MachineDescription& m, int self) {
        const bool torus = m.network.torus_columns > 0;
        jitter_ = std::make_unique<Late>(Late{Jitter(m.network.jitter, m.network.jitter_seed),
                                              {self, torus ? self : self + 1, torus ? self : self + 2, torus ? self : self + 3,
                                               self + 4, self + 5, self + 9, self + 10, self + 11, self + 12, self + 13,
                                               self + 14},
                                              {}});
        constexpr std::array<std::array<int, 2>, 12> ends{{{0, bank_kind<P>},
                                                          {bank_kind<P>, 0},
                                                          {0, 0},
                                                          {bank_kind<P>, bank_kind<P>},
                                                          {bank_kind<P>, memory_kind<P>},
                                                          {memory_kind<P>, bank_kind<P>},
                                                          {0, pool_kind<P>},
                                                          {pool_kind<P>, 0},
                                                          {cpu_kind<P>, memory_kind<P>},
                                                          {memory_kind<P>, cpu_kind<P>},
                                                          {cpu_kind<P>, pool_kind<P>},
                                                          {pool_kind<P>, cpu_kind<P>}}};
        for (const auto& channel : P::channels(config_))
            for (std::size_t d = 0; d < ends.size(); ++d)
                if (ends[d][0] == static_cast<int>(channel.from) && ends[d][1] == static_cast<int>(channel.to))
                    jitter_->ordered[d].at(static_cast<std::size_t>(channel.network)) = channel.ordered;
    }
    /// The message enters later.
    [[gnu::noinline]] void delay(Direction& through, int from, int to, Kept& kept) {
        const auto all = directions();
        const auto d = static_cast<std::size_t>(std::find(all.begin(), all.end(), &through) - all.begin());
        const auto network = static_cast<std::size_t>(model::network_of<P>(kept.message, config_));
        static_assert(most_names <= 64 && model::max_networks <= 8);
        const auto channel = static_cast<std::uint32_t>(((d * 64 + static_cast<std::size_t>(from)) * 64 +
                                                         static_cast<std::size_t>(to)) * 8 + network);
        Cycle* const latest = jitter_->ordered[d].at(network) ? &jitter_->latest[channel] : nullptr;
        const Cycle when = jitter_->jitter.moment(clock_.now(), latest);
        jitter_->jitter.wait({when, 0, static_cast<int>(d), from, to, reinterpret_cast<std::uintptr_t>(&kept)});
        clock_.wake(jitter_->parts[d], when);
    }
    [[gnu::noinline]] void let_late_in() {
        jitter_->jitter.each_due(clock_.now(), [&](const Jitter::Late& message) {
            depart(*directions()[static_cast<std::size_t>(message.direction)], message.from, message.to,
                   *reinterpret_cast<Kept*>(message.payload));
        });
    }
    [[gnu::always_inline]] void enter(Direction& through, int from, int to, Kept& kept) {
        if (jitter_) [[unlikely]] return delay(through, from, to, kept);
        depart(through, from, to, kept);
    }
    [[gnu::always_inline]] void depart(Direction& through, int from, int to, Kept& kept) {
        const auto kind = static_cast<std::size_t>(kept.message.kind);
        const int data = has_data_[kind] ? data_bytes(kept.message) : 0, bytes = fixed_bytes_[kind] + data;
        const int flits = through.send(from, to, bytes, reinterpret_cast<std::uintptr_t>(&kept));
        through.data_bytes += static_cast<std::uint64_t>(data);
        through.all_bytes += static_cast<std::uint64_t>(bytes);
        Traffic& sent = traffic[kind];
        ++sent.messages;
        sent.flits += static_cast<std::uint64_t>(flits);
        sent.bytes += static_cast<std::uint64_t>(bytes);
    }

    static int part(const MachineDescription& m, int self, int direction) {
        return m.network.torus_columns > 0 ? self : self + direction;
    }
    static DirectionShape shape(const MachineDescription& m, int inputs, int outputs) {
        return {.inputs = inputs,
                .outputs = outputs,
                .flit_bytes = m.network.flit_bytes,
                .port_flits = m.network.port_flits,
                .latency = m.network.latency,
                .input_packets = m.network.input_packets,
                .output_packets = m.network.output_packets,
                .input_flits = m.network.input_flits,
                .output_flits = m.network.output_flits,
                .most_flits = flits(m, largest_header(m) + std::max(m.blocks.bytes, 4 * lane_count))};
    }
    static DirectionShape to_banks(const MachineDescription& m) {
        DirectionShape to = shape(m, m.sms.count, m.l2.partitions);
        to.pipeline_packets = m.l2.queue;
        to.pipeline_latency = m.l2.latency;
        return to;
    }
    /// Its ends are the SMs and then the banks.
    void make_torus(const MachineDescription& m, Clock& clock, int self) {
        const TorusPlaces places = m.network.torus();
        std::vector<int> router_of;
        for (const int count : {m.sms.count, m.l2.partitions})
            for (int i = 0; i < count; ++i) router_of.push_back(places.router_of(i, count));
        const int cores = 0, banks = m.sms.count;
        torus_ = std::make_unique<Torus>(
            TorusShape{places, m.network.hop_latency, m.network.channel_flits}, clock, self, router_of,
            std::vector<Torus::Carried>{
                {&requests, cores, banks}, {&responses, banks, cores}, {&peers, cores, cores}, {&bank_peers, banks, banks}});
    }
    /// With ends that move so many flits a cycle, and buffers that are as much larger. If these are several flits, packets count.
    static DirectionShape widened(DirectionShape direction, int flits) {
        const int times = std::max(1, flits / direction.port_flits);
        direction.port_flits = flits;
        direction.input_packets *= times;
        direction.output_packets *= times;
        if (flits > 1) direction.input_flits = direction.output_flits = 0;
        return direction;
    }
    static DirectionShape behind(const MachineDescription& m) {
        DirectionShape to = widened(shape(m, m.l2.partitions, 1), m.directory.port_flits);
        to.latency = m.directory.distance;
        to.pipeline_packets = m.directory.queue;
        to.pipeline_latency = m.directory.latency;
        return to;
    }
    static DirectionShape beside(const MachineDescription& m, int inputs, int outputs) {
        DirectionShape to = shape(m, inputs, outputs);
        to.latency = m.pool.distance;
        if (m.pool.packets > 0) {
            to.input_packets = to.output_packets = m.pool.packets;
            to.input_flits = to.output_flits = 0;
        }
        return to;
    }
    static int most_cpus(const MachineDescription& m) { return std::max(1, m.cpus.count); }
    /// Between CPUs and the directory, which has a pipeline before it as for those of its banks.
    static DirectionShape of_cpus(const MachineDescription& m, bool to_directory) {
        DirectionShape of = to_directory ? behind(m) : back(m);
        of.inputs = to_directory ? most_cpus(m) : 1;
        of.outputs = to_directory ? 1 : most_cpus(m);
        of.latency = m.cpus.distance;
        return of;
    }
    static DirectionShape back(const MachineDescription& m) {
        DirectionShape from = widened(shape(m, 1, m.l2.partitions), m.directory.port_flits);
        from.latency = m.directory.distance;
        return from;
    }
    /// A header, and the timestamps of the kind of message that carries the most.
    static int largest_header(const MachineDescription& m) {
        int largest = 0;
        for (std::size_t k = 0; k < kinds; ++k) {
            Message message;
            message.kind = static_cast<Kind>(k);
            int bytes = m.network.header_bytes;
            model::for_each_member(message, [&](const char* name, auto& member) {
                bytes += Message::carries(message, name) ? member_bytes<std::decay_t<decltype(member)>>(m) : 0;
            });
            largest = std::max(largest, bytes);
        }
        return largest;
    }
    /// The size of a message's member that is a timestamp, or that gives its size; otherwise 0.
    template <class Member>
    static int member_bytes(const MachineDescription& m) {
        if constexpr (std::is_same_v<Member, Time>) return m.timestamps.bytes();
        else if constexpr (std::is_same_v<Member, PhysicalTime>) return m.timestamps.cycle_bytes();
        else if constexpr (requires { Member::message_bytes; }) return Member::message_bytes;
        else return 0;
    }
    static int flits(const MachineDescription& m, int bytes) { return (bytes + m.network.flit_bytes - 1) / m.network.flit_bytes; }
    int data_bytes(const Message& message) const {
        int bytes = 0;
        model::for_each_member(message, [&](const char*, const auto& member) {
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Value>) bytes += member.bytes(block_bytes_);
        });
        return bytes;
    }
    [[gnu::always_inline]] Kept& keep(Message&& message, int from) {
        if (free_.empty()) [[unlikely]] make_places();
        Kept& place = *free_.back();
        free_.pop_back();
        place.message = std::move(message);
        place.from = from;
        if (followed_ && has_block(place.message)) travelling(place.message.address).push_back(&place);
        return place;
    }
    [[gnu::noinline]] void make_places() {
        kept_.push_back(std::make_unique<std::array<Kept, 256>>());
        for (std::size_t i = kept_.back()->size(); i-- > 0;) free_.push_back(&(*kept_.back())[i]);
    }
    /// The messages about this block or one of some others.
    std::vector<Kept*>& travelling(Block a) const { return (*followed_)[a.number % followed_->size()]; }

    int block_bytes_, flit_bytes_, largest_header_;
    std::array<int, kinds> fixed_bytes_{};
    std::array<bool, kinds> has_data_{}, has_block_{};
    std::vector<std::unique_ptr<std::array<Kept, 256>>> kept_;  // they stay at their addresses
    std::vector<Kept*> free_;
    std::uint64_t holding_ = 0;  // cores whose requests wait, or are about to
    int holds_back_ = -1;        // the core whose requests wait from now on
    std::vector<Ring<Held>> held_;  // by core
    std::unique_ptr<std::array<std::vector<Kept*>, 1024>> followed_;  // null: nobody asks
    std::unique_ptr<Torus> torus_;
    Clock& clock_;
    const typename P::Config& config_;
    std::unique_ptr<Late> jitter_;  // null: every message enters at once
};

}  // namespace tandem::perfsim
