#include "perfsim/torus.hpp"

#include <stdexcept>

namespace tandem::perfsim {

Torus::Torus(const TorusShape& shape, Clock& clock, int self, std::span<const int> router_of, std::vector<Carried> carried)
    : shape_(shape),
      clock_(clock),
      self_(self),
      carried_(std::move(carried)),
      ends_(router_of.size()),
      routers_(static_cast<std::size_t>(shape.places.routers())),
      buffers_(routers_.size() * ways * carried_.size() * static_cast<std::size_t>(shape.channels)) {
    const int of_a_link = static_cast<int>(carried_.size()) * shape.channels;
    for (std::size_t r = 0; r < routers_.size(); ++r) {
        routers_[r].in.resize(ways);
        routers_[r].out.resize(ways);
        for (int way = 0; way < ways; ++way)
            routers_[r].in[static_cast<std::size_t>(way)].buffers = (static_cast<int>(r) * ways + way) * of_a_link;
    }
    for (std::size_t e = 0; e < ends_.size(); ++e) {
        Router& router = routers_.at(static_cast<std::size_t>(router_of[e]));
        ends_[e] = {router_of[e], static_cast<int>(router.out.size()), std::vector<int>(carried_.size(), -1),
                    std::vector<int>(carried_.size(), -1)};
        if (router.in.size() == ways + most_ends)
            throw std::invalid_argument("a router has more ends than " + std::to_string(most_ends));
        router.in.emplace_back().end = static_cast<int>(e);
        router.out.emplace_back();
    }
    for (std::size_t d = 0; d < carried_.size(); ++d) {
        const DirectionShape& ends = carried_[d].direction->shape_;
        for (int i = 0; i < ends.inputs; ++i) ends_[static_cast<std::size_t>(carried_[d].senders + i)].input[d] = i;
        for (int o = 0; o < ends.outputs; ++o) ends_[static_cast<std::size_t>(carried_[d].receivers + o)].output[d] = o;
    }
}

std::uint64_t Torus::most_flits_of_a_link() const {
    std::uint64_t most = 0;
    for (const Router& router : routers_)
        for (int way = 0; way < ways; ++way) most = std::max(most, router.out[static_cast<std::size_t>(way)].flits);
    return most;
}

bool Torus::next_packet(const Incoming& in, int channel, Packet& packet) {
    if (in.end < 0) {
        const Buffer& buffer = buffers_[static_cast<std::size_t>(in.buffers + channel)];
        if (buffer.queue.empty()) return false;
        packet = buffer.queue.front();
    } else {
        const int input = ends_[static_cast<std::size_t>(in.end)].input[static_cast<std::size_t>(channel)];
        if (input < 0) return false;
        const Carried& carried = carried_[static_cast<std::size_t>(channel)];
        const auto& from = carried.direction->inputs_[static_cast<std::size_t>(input)];
        if (from.queue.empty()) return false;
        const auto& first = from.queue.front();
        // A packet sent in this cycle is on its way from the next on.
        const Cycle ready = first.sent == static_cast<std::uint32_t>(clock_.now()) ? clock_.now() + 1 : clock_.now();
        packet = {first.payload,
                  ready,
                  first.output,
                  first.flits,
                  static_cast<std::int16_t>(ends_[static_cast<std::size_t>(carried.receivers + first.output)].router),
                  static_cast<std::uint8_t>(channel),
                  false};
    }
    if (packet.ready <= clock_.now()) return true;
    later(packet.ready);
    return false;
}

int Torus::route(int number, const Packet& packet) const {
    const auto way = shape_.places.way(number, packet.to);
    if (way != TorusPlaces::here) return way;
    return ends_[static_cast<std::size_t>(carried_[packet.carried].receivers + packet.output)].place;
}

Torus::Place Torus::behind(int number, int in, int out, const Packet& packet) const {
    const auto to = static_cast<TorusPlaces::Way>(out);
    // A ring is entered in the first channel: from an end, or from a ring of the other dimension.
    const bool in_ring = in < ways && in / 2 == out / 2;
    const bool second = (in_ring && packet.second) || shape_.places.wraps(number, to);
    // A flit that goes east comes in from the west.
    return {shape_.places.neighbour(number, to), out ^ 1,
            packet.carried * shape_.channels + (shape_.channels > 1 && second ? 1 : 0), second};
}

bool Torus::has_room(int number, int in, int out, const Packet& packet) {
    if (out < ways) {
        const Buffer& buffer = this->buffer(behind(number, in, out, packet));
        if (buffer.held == 0 || buffer.held + packet.flits <= shape_.channel_flits) return true;
        lacks_room_ = true;
        return false;
    }
    Direction& direction = *carried_[packet.carried].direction;
    auto& output = direction.outputs_[packet.output];
    if (direction.has_room(output, packet.flits)) return true;
    later(direction.room_at(output));
    return false;
}

Torus::Candidate Torus::candidate(int number, int at) {
    Router& router = routers_[static_cast<std::size_t>(number)];
    const Incoming& in = router.in[static_cast<std::size_t>(at)];
    const int channels = static_cast<int>(carried_.size()) * (in.end < 0 ? shape_.channels : 1);
    for (int i = 1; i <= channels; ++i) {
        const int channel = (in.last + i) % channels;
        Packet packet;
        if (!next_packet(in, channel, packet)) continue;
        const int out = route(number, packet);
        if (const Cycle free = router.out[static_cast<std::size_t>(out)].free; free > clock_.now()) later(free);
        else if (has_room(number, at, out, packet)) return {channel, out};
    }
    return {};
}

void Torus::grant(int number, int in, const Candidate& chosen, int out) {
    Router& router = routers_[static_cast<std::size_t>(number)];
    Incoming& from = router.in[static_cast<std::size_t>(in)];
    Outgoing& link = router.out[static_cast<std::size_t>(out)];
    Packet packet;
    next_packet(from, chosen.channel, packet);
    from.last = chosen.channel;
    link.last = in;
    from.free = link.free = clock_.now() + packet.flits;
    link.flits += packet.flits;
    if (from.end < 0) {
        const int buffer = from.buffers + chosen.channel;
        buffers_[static_cast<std::size_t>(buffer)].queue.pop();
        --from.waiting;
        freed_.push_back({buffer, packet.flits});
    } else {
        Direction& direction = *carried_[packet.carried].direction;
        const int input = ends_[static_cast<std::size_t>(from.end)].input[packet.carried];
        direction.leave(direction.inputs_[static_cast<std::size_t>(input)], input);
        flits_in += packet.flits;
    }
    later(from.free);
    if (out >= ways) {
        Direction& direction = *carried_[packet.carried].direction;
        direction.enter(packet.output, packet.payload, packet.flits, link.free + direction.shape_.latency);
        flits_out += packet.flits;
        return;
    }
    const Place place = behind(number, in, out, packet);
    packet.second = place.second;
    packet.ready = clock_.now() + shape_.hop_latency;
    Buffer& next = buffer(place);
    next.held += packet.flits;
    next.queue.push(packet);
    ++incoming(place).waiting;
    flit_hops += packet.flits;
    later(packet.ready);
}

void Torus::step_router(int number) {
    Router& router = routers_[static_cast<std::size_t>(number)];
    const int ins = static_cast<int>(router.in.size());
    chosen_.assign(router.in.size(), {});
    std::uint64_t wanted = 0;
    for (int in = 0; in < ins; ++in) {
        const Incoming& from = router.in[static_cast<std::size_t>(in)];
        if (from.end < 0 && from.waiting == 0) continue;
        if (from.free > clock_.now()) {
            later(from.free);
            continue;
        }
        const Candidate next = candidate(number, in);
        if (next.channel < 0) continue;
        chosen_[static_cast<std::size_t>(in)] = next;
        router.out[static_cast<std::size_t>(next.out)].asked |= std::uint64_t(1) << in;
        wanted |= std::uint64_t(1) << next.out;
    }
    for (; wanted != 0; wanted &= wanted - 1) {
        const int out = std::countr_zero(wanted);
        Outgoing& link = router.out[static_cast<std::size_t>(out)];
        const std::uint64_t asked = std::exchange(link.asked, 0), after = asked & (~std::uint64_t(0) << 1 << link.last);
        const int in = std::countr_zero(after != 0 ? after : asked);
        grant(number, in, chosen_[static_cast<std::size_t>(in)], out);
        if ((asked & (asked - 1)) != 0) later(clock_.now() + 1);  // the others look for another
    }
}

void Torus::step() {
    next_ = never;
    lacks_room_ = false;
    for (std::size_t r = 0; r < routers_.size(); ++r) step_router(static_cast<int>(r));
    if (lacks_room_ && !freed_.empty()) later(clock_.now() + 1);
    for (const Freed& freed : freed_) buffers_[static_cast<std::size_t>(freed.buffer)].held -= freed.flits;
    freed_.clear();
    if (next_ != never) clock_.wake(self_, next_);
}

}  // namespace tandem::perfsim
