// Messages between SMs and L2 banks, from SM to SM, and from bank to bank: a crossbar for each direction, and what each kind of message costs.
//
// A message's size comes from its description: a header, every timestamp that its kind carries, and the bytes of its data. The
// protocol's text knows no sizes.
#pragma once

#include <memory>
#include <utility>

#include "model/system.hpp"
#include "perfsim/cache.hpp"
#include "perfsim/crossbar.hpp"
#include "perfsim/machine_description.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::perfsim {

template <class P>
class Interconnect {
public:
    using Message = typename P::Message;
    using Kind = std::decay_t<decltype(Message{}.kind)>;
    static constexpr std::size_t kinds = static_cast<std::size_t>(model::enum_size<Kind>);

    /// The parts of the clock: the crossbars are those from `self` to `self + 3`.
    Interconnect(const MachineDescription& machine, Clock& clock, int self, int cores, int banks)
        : requests(to_banks(machine), clock, self, cores, banks), responses(to_cores(machine), clock, self + 1, banks, cores), peers(between_cores(machine), clock, self + 2, cores, cores),
          bank_peers(between_banks(machine), clock, self + 3, banks, banks), block_bytes_(machine.blocks.bytes) {
        for (std::size_t k = 0; k < kinds; ++k) {
            Message message;
            message.kind = static_cast<Kind>(k);
            traffic[k].name = model::name_of(message.kind);
            fixed_bytes_[k] = machine.network.header_bytes;
            model::for_each_member(message, [&](const char* name, auto& member) {
                using Member = std::decay_t<decltype(member)>;
                if (!Message::carries(message, name)) return;
                if constexpr (std::is_same_v<Member, Time>) fixed_bytes_[k] += machine.timestamps.bytes();
                if constexpr (std::is_same_v<Member, PhysicalTime>) fixed_bytes_[k] += machine.timestamps.cycle_bytes();
                if constexpr (std::is_same_v<Member, Value>) has_data_[k] = true;
            });
            has_block_[k] = Message::carries(message, "address");
        }
    }

    [[gnu::noinline]] void send(Crossbar& through, int from, int to, Message&& message) {
        const auto kind = static_cast<std::size_t>(message.kind);
        const int bytes = fixed_bytes_[kind] + (has_data_[kind] ? data_bytes(message) : 0);
        const int flits = through.send(from, to, bytes, reinterpret_cast<std::uintptr_t>(&keep(std::move(message), from)));
        Traffic& sent = traffic[kind];
        ++sent.messages;
        sent.flits += static_cast<std::uint64_t>(flits);
        sent.bytes += static_cast<std::uint64_t>(bytes);
    }
    /// A message on its way, or that has arrived. It stays where it is until it is released.
    struct alignas(64) Kept {
        Message message;
        int from = 0;  // who sent it
    };
    /// The message at the receiver's end of a crossbar, there or on its way there; it stays in the network.
    Kept& look(const Crossbar& through, int at) const { return *reinterpret_cast<Kept*>(through.front(at)); }
    /// Takes it from the network.
    [[gnu::always_inline]] Kept& take(Crossbar& through, int at) {
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
    /// Whether a message is about one block.
    bool has_block(const Message& message) const { return has_block_[static_cast<std::size_t>(message.kind)]; }
    bool carries_data(const Message& message) const { return has_data_[static_cast<std::size_t>(message.kind)]; }
    /// From now on it is known which messages are about a block; none may be on its way.
    void follow() { followed_ = std::make_unique<std::array<std::vector<Kept*>, 1024>>(); }
    /// Calls f(message) for each message about that block on its way, if they are followed.
    template <class F>
    void each_about(Block a, F&& f) const {
        for (const Kept* kept : travelling(a))
            if (kept->message.address == a) f(kept->message);
    }

    Crossbar& crossbar(int i) { return i == 0 ? requests : i == 1 ? responses : i == 2 ? peers : bank_peers; }
    /// Whether nothing is on its way.
    bool empty() const { return requests.empty() && responses.empty() && peers.empty() && bank_peers.empty(); }

    Crossbar requests, responses, peers, bank_peers;  // from cores to banks, from banks to cores, between cores, between banks
    std::array<Traffic, kinds> traffic;

private:
    static CrossbarShape to_banks(const MachineDescription& m) {
        return {m.sms.count, m.l2.partitions, m.network.flit_bytes, m.network.latency, m.network.input_packets, m.network.output_packets, m.l2.latency + 1, m.l2.latency};
    }
    static CrossbarShape to_cores(const MachineDescription& m) {
        return {m.l2.partitions, m.sms.count, m.network.flit_bytes, m.network.latency, m.network.input_packets, m.network.output_packets, 0, 0};
    }
    static CrossbarShape between_cores(const MachineDescription& m) {
        return {m.sms.count, m.sms.count, m.network.flit_bytes, m.network.latency, m.network.input_packets, m.network.output_packets, 0, 0};
    }
    static CrossbarShape between_banks(const MachineDescription& m) {
        return {m.l2.partitions, m.l2.partitions, m.network.flit_bytes, m.network.latency, m.network.input_packets, m.network.output_packets, 0, 0};
    }
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
    /// The messages that are about this block or one of some others.
    std::vector<Kept*>& travelling(Block a) const { return (*followed_)[a.number % followed_->size()]; }

    int block_bytes_;
    std::array<int, kinds> fixed_bytes_{};
    std::array<bool, kinds> has_data_{}, has_block_{};
    std::vector<std::unique_ptr<std::array<Kept, 256>>> kept_;  // which stay where they are
    std::vector<Kept*> free_;
    std::unique_ptr<std::array<std::vector<Kept*>, 1024>> followed_;  // null: nobody asks
};

}  // namespace tandem::perfsim
