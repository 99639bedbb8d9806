// Messages between SMs and L2 banks: two crossbars, one for each direction, and what each kind of message costs.
//
// A message's size comes from its description: a header, every timestamp that its kind carries, and the bytes of its data. The
// protocol's text knows no sizes.
#pragma once

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

    /// The parts of the clock: the two crossbars are `self` and `self + 1`.
    Interconnect(const MachineDescription& machine, Clock& clock, int self, int cores, int banks)
        : requests(shape(machine, machine.sms.count, machine.l2.partitions), clock, self, cores, banks),
          responses(shape(machine, machine.l2.partitions, machine.sms.count), clock, self + 1, banks, cores) {
        for (std::size_t k = 0; k < kinds; ++k) {
            Message message;
            message.kind = static_cast<Kind>(k);
            traffic[k].name = model::name_of(message.kind);
            fixed_bytes_[k] = machine.network.header_bytes;
            model::for_each_member(message, [&](const char* name, auto& member) {
                using Member = std::decay_t<decltype(member)>;
                if (!Message::carries(message, name)) return;
                if constexpr (std::is_same_v<Member, Time>) fixed_bytes_[k] += machine.network.timestamp_bytes;
                if constexpr (std::is_same_v<Member, Value>) has_data_[k] = true;
            });
            has_block_[k] = Message::carries(message, "address");
        }
    }

    void send(Crossbar& through, int from, int to, const Message& message) {
        const auto kind = static_cast<std::size_t>(message.kind);
        const int bytes = fixed_bytes_[kind] + (has_data_[kind] ? data_bytes(message) : 0);
        const int flits = through.send(from, to, bytes, keep(message, from));
        ++traffic[kind].messages;
        traffic[kind].flits += static_cast<std::uint64_t>(flits);
        traffic[kind].bytes += static_cast<std::uint64_t>(bytes);
    }
    /// The message at the receiver's end of a crossbar, which stays there.
    const Message& front(const Crossbar& through, int at) const { return kept_[through.front(at)]; }
    /// Who sent it.
    int sender(const Crossbar& through, int at) const { return from_[through.front(at)]; }
    Message receive(Crossbar& through, int at) {
        const std::uint32_t place = through.receive(at);
        free_.push_back(place);
        from_[place] = -1;
        return std::move(kept_[place]);
    }
    /// Whether a message is about one block.
    bool has_block(const Message& message) const { return has_block_[static_cast<std::size_t>(message.kind)]; }
    bool carries_data(const Message& message) const { return has_data_[static_cast<std::size_t>(message.kind)]; }
    /// Calls f(message) for each message on its way.
    template <class F>
    void each(F&& f) const {
        for (std::size_t i = 0; i < kept_.size(); ++i)
            if (from_[i] >= 0) f(kept_[i]);
    }

    Crossbar requests, responses;
    std::array<Traffic, kinds> traffic;

private:
    static CrossbarShape shape(const MachineDescription& machine, int inputs, int outputs) {
        const auto& network = machine.network;
        return {inputs, outputs, network.flit_bytes, network.latency, network.input_packets, network.output_packets};
    }
    static int data_bytes(const Message& message) {
        int bytes = 0;
        model::for_each_member(message, [&](const char*, const auto& member) {
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Value>) bytes += member.bytes();
        });
        return bytes;
    }
    std::uint32_t keep(const Message& message, int from) {
        if (free_.empty()) {
            kept_.push_back(message);
            from_.push_back(from);
            return static_cast<std::uint32_t>(kept_.size() - 1);
        }
        const std::uint32_t place = free_.back();
        free_.pop_back();
        kept_[place] = message;
        from_[place] = from;
        return place;
    }

    std::array<int, kinds> fixed_bytes_{};
    std::array<bool, kinds> has_data_{}, has_block_{};
    std::vector<Message> kept_;
    std::vector<int> from_;  // by place; -1 if it is free
    std::vector<std::uint32_t> free_;
};

}  // namespace tandem::perfsim
