// L2: a manager to the caches of cores and a client of the memory side. It is inclusive: who has a copy here is in its directory,
// and what it gives up, they give up first.
//
// One request a block is served at a time, from its Acquire to its GrantAck; others wait in line. Steps in the order of the text:
// ask the memory side for what is missing, probe the clients in the way, grant. A Probe from the memory side may come while L2
// waits for a Grant of the same block, and must not wait for it: the memory side serves another first. In other stages it waits.
#pragma once

#include "model/block_action.hpp"
#include "tilelink/messages.hpp"

namespace tilelink {

BOOST_DEFINE_FIXED_ENUM_CLASS(Stage, std::uint8_t,
    rests,      // no request is served
    acquires,   // the memory side is asked
    acquired,   // it has granted, and clients are still to be probed
    probes,     // clients are to answer
    granted,    // GrantAck is awaited
    evicts,     // clients are to give their copies up
    releases)   // the block is released, and ReleaseAck is awaited

/// A client's request.
template <class D>
struct Request {
    Core<D> client{};
    Enum<D, Permission> from{}, to{};
    BOOST_DESCRIBE_CLASS(Request, (), (client, from, to), (), ())
};

template <class D>
struct L2Line {
    Enum<D, Permission> have{};  // as a client
    Flag<D> dirty{};
    Value<D> data{};
    model::Set<D, Sort::core> branches;    // the directory: clients with a Branch
    model::Maybe<D, Core<D>> tip;          // and the one with the Tip
    Enum<D, Stage> stage{};
    Request<D> serving{};
    model::Set<D, Sort::core> awaited;     // clients that are to answer a Probe
    model::Maybe<D, Enum<D, Permission>> probed;  // by the memory side, which leaves that
    Flag<D> passed_on{};                   // the Probe, to the clients that have more
    model::Fifo<D, Request<D>, baseline::most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (),
                         (have, dirty, data, branches, tip, stage, serving, awaited, probed, passed_on, waiting), (), ())

    bool rests() const { return bool(stage == Stage::rests); }
    bool serves() const { return !rests() && stage != Stage::evicts && stage != Stage::releases; }
    bool unused() const { return have == Permission::nothing && rests() && waiting.empty() && !probed; }
    void clear_unused() {
        if (!serves()) serving = {};
        if (have == Permission::nothing) data = {};
    }
};

template <class D>
struct L2 {
    using Kind = MessageKind;
    using Line = L2Line<D>;
    model::Cache<D, Line> lines;
    BOOST_DESCRIBE_CLASS(L2, (), (lines), (), ())

    void start(const Config&, const std::vector<int>&) {}

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::Acquire) return acquire({.client = ctx.sender(), .from = m.from, .to = m.to}, m.address, ctx);
        Line& line = lines.place(m.address);
        if (m.kind == Kind::GrantAck) {
            line.stage = Stage::rests;
            return ctx.did(Outcome::acknowledged);
        }
        if (m.kind == Kind::Probe) {
            line.probed = m.to;
            return ctx.did(Outcome::probe_noted);
        }
        if (m.kind == Kind::Grant || m.kind == Kind::GrantData || m.kind == Kind::ReleaseAck) return from_memory(m, line, ctx);
        from_client(m, line, ctx);
    }

    // ---- as a manager

    void acquire(const Request<D>& request, Address<D> a, auto& ctx) {
        if (const Line* full = lines.find(a); full && full->waiting.full()) return ctx.stall(Outcome::queued);
        Line& line = lines.place(a);
        if (line.rests() && !line.probed && line.waiting.empty()) return serve(request, a, line, ctx);
        line.waiting.push(request);
        ctx.did(Outcome::queued);
    }
    void serve(const Request<D>& request, Address<D> a, Line& line, auto& ctx) {
        line.serving = request;
        if (covers(line.have, request.to)) return probe_others(a, line, ctx);
        line.stage = Stage::acquires;
        to_memory({.kind = Kind::Acquire, .address = a, .from = line.have, .to = request.to}, ctx);
        ctx.did(Outcome::asks_memory);
    }
    /// A writer is alone; a reader may have other readers beside it.
    void probe_others(Address<D> a, Line& line, auto& ctx) {
        const Permission cap = line.serving.to == Permission::tip ? Permission::nothing : Permission::branch;
        probe_clients(a, cap, &line.serving.client, line, ctx);
        if (line.awaited.empty()) return grant(a, line, ctx);
        line.stage = Stage::probes;
        ctx.did(Outcome::probes);
    }
    /// An upgrade needs no data, unless its client has lost its Branch meanwhile.
    void grant(Address<D> a, Line& line, auto& ctx) {
        const Core<D> client = line.serving.client;
        const bool upgrades = bool(line.branches.contains(client)), alone = line.branches.empty() && !line.tip;
        const bool promotes = ctx.config().promotes(static_cast<int>(client.index())) && alone && line.have == Permission::tip;
        const Permission to = line.serving.to == Permission::tip || promotes ? Permission::tip : Permission::branch;
        if (upgrades) send(client, {.kind = Kind::Grant, .address = a, .to = to}, ctx);
        else send(client, {.kind = Kind::GrantData, .address = a, .to = to, .data = line.data}, ctx);
        ctx.did(upgrades ? Outcome::grants_without_data : Outcome::grants);
        line.branches.erase(client);
        if (to == Permission::tip) line.tip = client;
        else line.branches.insert(client);
        line.stage = Stage::granted;
    }
    /// A Release, or an answer to a Probe.
    void from_client(const Message<D>& m, Line& line, auto& ctx) {
        const Core<D> client = ctx.sender();
        const bool release = m.kind == Kind::Release || m.kind == Kind::ReleaseData;
        if (m.kind == Kind::ReleaseData || m.kind == Kind::ProbeAckData) {
            line.data = m.data;
            line.dirty = true;
        }
        if (line.tip && *line.tip == client) line.tip.reset();
        if (!release && m.to == Permission::branch) line.branches.insert(client);
        else line.branches.erase(client);
        if (release) send(client, {.kind = Kind::ReleaseAck, .address = m.address}, ctx);
        else line.awaited.erase(client);
        ctx.did(release ? Outcome::release_taken : Outcome::collected);
    }
    /// Sends Probes to all clients that have more than `cap`, and awaits their answers.
    void probe_clients(Address<D> a, Permission cap, const Core<D>* spared, Line& line, auto& ctx) {
        line.awaited.clear();
        if (line.tip) line.awaited.insert(*line.tip);
        if (cap == Permission::nothing) line.branches.each([&](Core<D> c) { line.awaited.insert(c); });
        if (spared) line.awaited.erase(*spared);
        line.awaited.each([&](Core<D> c) { send(c, {.kind = Kind::Probe, .address = a, .to = cap}, ctx); });
    }
    void send(Core<D> client, const Message<D>& m, auto& ctx) {
        const bool reads_only = ctx.config().reads_only(static_cast<int>(client.index()));
        ctx.send(reads_only ? NodeKind::reader : NodeKind::l1, client, m);
    }

    // ---- as a client

    void from_memory(const Message<D>& m, Line& line, auto& ctx) {
        if (m.kind == Kind::ReleaseAck) {
            line.stage = Stage::rests;
            if (line.unused()) lines.drop(m.address);
            return ctx.did(Outcome::l2_released);
        }
        if (m.kind == Kind::GrantData) line.data = m.data;
        line.have = m.to;
        line.stage = Stage::acquired;
        to_memory({.kind = Kind::GrantAck, .address = m.address}, ctx);
        ctx.did(Outcome::granted_by_memory);
    }
    /// First the clients, then L2 itself.
    void answer_probe(Address<D> a, Line& line, auto& ctx) {
        if (!line.passed_on) {
            line.passed_on = true;
            probe_clients(a, model::enumerator(*line.probed), nullptr, line, ctx);
            if (!line.awaited.empty()) return ctx.did(Outcome::probe_passed_on);
        }
        line.have = capped<D>(line.have, *line.probed);
        if (line.dirty) to_memory({.kind = Kind::ProbeAckData, .address = a, .to = line.have, .data = line.data}, ctx);
        else to_memory({.kind = Kind::ProbeAck, .address = a, .to = line.have}, ctx);
        line.dirty = false;
        line.probed.reset();
        line.passed_on = false;
        ctx.did(Outcome::probe_answered);
        if (line.unused()) lines.drop(a);
    }
    void release(Address<D> a, Line& line, auto& ctx) {
        if (line.dirty) to_memory({.kind = Kind::ReleaseData, .address = a, .data = line.data}, ctx);
        else to_memory({.kind = Kind::Release, .address = a}, ctx);
        line.have = Permission::nothing;
        line.dirty = false;
        line.stage = Stage::releases;
        ctx.did(Outcome::l2_releases);
    }
    static void to_memory(const Message<D>& m, auto& ctx) { ctx.send(NodeKind::memory, 0, m); }

    // ---- what it does by itself

    enum class ActionKind : std::uint8_t { go_on, evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, go_on, evict)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const Config&) { return true; }
    static bool fair(const Action& action) { return bool(action.kind == ActionKind::go_on); }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }

    void act(const Action& action, auto& ctx) {
        Line* line = lines.find(action.block);
        if (!line || !line->awaited.empty()) return ctx.stall(Outcome::nothing_to_do);
        if (action.kind == ActionKind::go_on) return go_on(action.block, *line, ctx);
        if (!line->rests() || line->probed || !line->waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
        line->stage = Stage::evicts;
        probe_clients(action.block, Permission::nothing, nullptr, *line, ctx);
        ctx.did(Outcome::recalls);
    }
    /// All clients that were probed have answered.
    void go_on(Address<D> a, Line& line, auto& ctx) {
        if (line.probed && (line.rests() || line.stage == Stage::acquires)) return answer_probe(a, line, ctx);
        if (line.stage == Stage::acquired) return probe_others(a, line, ctx);
        if (line.stage == Stage::probes) return grant(a, line, ctx);
        if (line.stage == Stage::evicts) return release(a, line, ctx);
        if (!line.rests() || line.waiting.empty()) return ctx.stall(Outcome::nothing_to_do);
        serve(line.waiting.pop(), a, line, ctx);
    }

    bool idle() const {
        bool idle = true;
        lines.each([&](Address<D>, const Line& line) { idle = idle && line.rests() && line.waiting.empty() && !line.probed; });
        return idle;
    }
};

}  // namespace tilelink
