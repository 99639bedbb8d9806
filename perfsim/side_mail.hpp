// Mail from one side of a machine to the other, if each has a thread (perfsim/two_sides.hpp): serialised messages with their
// data, and requests that banks have taken.
//
// It is read in the order in which it was written, so the host prefetches it. The two sides share nothing else: no reference
// counts, and no message buffers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "perfsim/interconnect.hpp"

namespace tandem::perfsim {

template <class P>
class SideMail {
public:
    using Kept = typename Interconnect<P>::Kept;

    struct Packet {
        typename P::Message message{};  // its data are among the mail's, in the order of the packets
        int from = 0, to = 0;
        Cycle when = 0;     // when it can be received
        Cycle started = 0;  // when it left its input
    };
    struct Reception {
        int bank = 0;
        Cycle when = 0;
    };

    /// The message leaves `network`.
    void add(Interconnect<P>& network, std::uintptr_t payload, int to, Cycle when, Cycle started) {
        Kept& kept = *reinterpret_cast<Kept*>(payload);
        const int from = kept.from;
        packets_.push_back({network.pack(kept, data_), from, to, when, started});
        first_ = std::min(first_, when);
    }
    void add(Reception reception) {
        received_.push_back(reception);
        first_ = std::min(first_, reception.when);
    }
    bool empty() const { return packets_.empty() && received_.empty(); }
    /// The first cycle in which some of it matters, or `never`.
    Cycle first() const { return first_; }

    /// Calls packet(p, message) for each message, which is now in `network`, and reception(r) for each request that a bank has
    /// taken. Leaves it empty.
    template <class F, class G>
    void take(Interconnect<P>& network, F&& packet, G&& reception) {
        const std::uint32_t* data = data_.data();
        for (Packet& p : packets_) packet(p, reinterpret_cast<std::uintptr_t>(&network.unpack(p.message, p.from, data)));
        for (const Reception& r : received_) reception(r);
        packets_.clear();
        data_.clear();
        received_.clear();
        first_ = never;
    }

private:
    std::vector<Packet> packets_;
    std::vector<std::uint32_t> data_;
    std::vector<Reception> received_;
    Cycle first_ = never;
};

/// One is written by a thread while another thread reads the other.
template <class P>
struct SideMails {
    SideMail<P> written, read;
    void exchange() { std::swap(written, read); }
    bool empty() const { return written.empty() && read.empty(); }
    Cycle first() const { return std::min(written.first(), read.first()); }
};

}  // namespace tandem::perfsim
