// The mutex pool (lsc.txt, 6.5, Fig. 9c): a bit for each mutex, and a buffer for requests of CPUs. Requests of wavefronts are
// nacked, or wait as well (a repair).
#pragma once

#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

template <class D>
struct Requester {
    Core<D> core{};
    Thread<D> thread{};
    BOOST_DESCRIBE_CLASS(Requester, (), (core, thread), (), ())
};

template <class D>
struct PoolEntry {
    Flag<D> taken{};
    model::Fifo<D, Requester<D>, most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(PoolEntry, (), (taken, waiting), (), ())
};

template <class D>
struct MutexPool {
    model::Array<D, Sort::address, PoolEntry<D>> mutexes;
    BOOST_DESCRIBE_CLASS(MutexPool, (), (mutexes), (), ())

    void start(const Config&, const std::vector<int>&) {}

    void receive(const Message<D>& m, auto& ctx) {
        using Kind = MessageKind;
        PoolEntry<D>& mutex = mutexes[m.address];
        if (m.kind == Kind::MuRel) {
            if (mutex.waiting.empty()) {
                mutex.taken = false;
                return ctx.did(Outcome::mutex_free);
            }
            const Requester<D> next = mutex.waiting.pop();
            answer({.kind = Kind::MuAck, .address = m.address, .core = next.core, .wavefront = next.thread}, ctx);
            return ctx.did(Outcome::mutex_transferred);
        }
        if (mutex.taken && (m.kind == Kind::MuReq || ctx.config().wavefronts_queue)) {
            mutex.waiting.push({.core = m.core, .thread = m.wavefront});
            return ctx.did(Outcome::mutex_buffered);
        }
        const bool nacks = bool(mutex.taken);
        mutex.taken = true;
        answer({.kind = nacks ? Kind::MuNack : Kind::MuAck, .address = m.address, .core = m.core, .wavefront = m.wavefront}, ctx);
        ctx.did(nacks ? Outcome::mutex_nacked : Outcome::mutex_given);
    }
    void answer(const Message<D>& m, auto& ctx) {
        ctx.send(ctx.config().is_cpu(static_cast<int>(m.core.index())) ? NodeKind::cpu : NodeKind::cu, m.core, m);
    }

    bool idle() const { return true; }
};

}  // namespace tandem::lsc
