// The vocabulary of MOESI's lemmas: facts about a cache, about the directory, and about messages on their way.
//
// Caches are p, q and s: p is served, q owns, s shares. One block.
#pragma once

#include "model/lemma_words.hpp"
#include "specs/watched_store.hpp"
#include "protocols/moesi/line_facts.hpp"
#include "protocols/moesi/protocol.hpp"

namespace tandem::moesi {

template <class View, class Says>
class LemmaWords : public model::LemmaWords<View, Says> {
    using Base = model::LemmaWords<View, Says>;
    using Base::view_, Base::says_;

public:
    using typename Base::D, typename Base::Fact;
    using Kind = MessageKind;
    using Carried = model::Carried<D, Message<D>>;
    using Network = typename Moesi<D>::Part;

    LemmaWords(const View& view, Says& says)
        : Base(view, says), directory_(view.template node<NodeKind::directory>(0)), entry_(directory_.entries.items[0]) {}

    /// If the premise holds, the data are what was stored last. A monitor that does not know tells it of the followed store.
    void current(const Fact& premise, const auto& data, const model::SourceLine& line = model::SourceLine::here()) {
        if constexpr (requires { view_.monitor().last; }) {
            says_(premise, data == view_.monitor().last.items[0], line);
        } else {
            const Fact latest = Fact(watch().phase == specs::WatchPhase::latest);
            says_(premise & latest, data == 1, line);
            says_(premise & !latest, data != 1, line);
        }
    }
    const auto& watch() const { return specs::watched_store(view_.monitor()); }
    const auto& last() const
        requires requires(const View& view) { view.monitor().last; }
    {
        return view_.monitor().last.items[0];
    }
    bool has_owned() const { return view_.config().has_owned(); }
    bool has_exclusive() const { return view_.config().has_exclusive(); }

    // ---- a cache

    const auto& line(int p) const { return cache(p).lines.slots[0].item; }
    Fact present(int p) const { return cache(p).lines.slots[0].present; }
    Fact is(int p, State state) const { return facts(p).is(state); }
    Fact is(int p, std::initializer_list<State> states) const { return facts(p).is(states); }
    Fact reads(int p) const { return is(p, State::reading); }
    Fact writes(int p) const {  // and awaits the block
        return is(p, {State::writing, State::upgrading, State::owner_upgrading, State::awaiting_acks});
    }
    /// The data have not come, so `acks` are those that have come before.
    Fact awaits_data(int p) const { return is(p, {State::writing, State::upgrading, State::owner_upgrading}); }
    Fact awaits_acks(int p) const { return is(p, State::awaiting_acks); }
    Fact acks(int p, int s) const { return present(p) & line(p).acks.from.contains(s); }
    bool one_warp() const { return view_.config().shape[Sort::thread] == 1; }
    const auto& outstanding(int p) const { return cache(p).warps.items[0].outstanding; }

    Fact alone(int p) const { return facts(p).alone(); }
    Fact clean(int p) const { return is(p, {State::exclusive, State::exclusive_leaves}); }
    Fact owns_shared(int p) const { return facts(p).owns_shared(); }
    Fact owns(int p) const { return facts(p).owns(); }
    /// A copy that leaves is none any more once it may.
    Fact shares(int p) const {
        return facts(p).shares() | (is(p, State::shared_leaves) & !may_leave(p));
    }
    Fact leaves(int p) const {
        return is(p, {State::shared_leaves, State::owned_leaves, State::exclusive_leaves, State::modified_leaves,
                      State::invalid_leaves});
    }

    // ---- messages

    Carried request(int p) const { return to_directory(p, Network::request); }
    Carried forward(int p) const { return from_directory(p, Network::forward); }
    Carried response(int p) const { return from_directory(p, Network::response); }
    Carried last_word(int p) const { return to_directory(p, Network::last_word); }
    Carried between(int q, int p) const { return view_.carried(NodeKind::l1, q, NodeKind::l1, p, Network::response); }
    static Fact is(const Carried& m, Kind kind) { return Fact(m.present) & (m.message.kind == kind); }
    static Fact is(const Carried& m, std::initializer_list<Kind> kinds) {
        Fact some = false;
        for (const Kind kind : kinds) some = some | (m.message.kind == kind);
        return Fact(m.present) & some;
    }
    static Fact for_whom(const Carried& m, int p) { return m.message.requestor == p; }
    static Fact tells(const Carried& m, int s) { return m.message.acks.contains(s); }

    /// FWD_GETS or FWD_GETX at q, which asks to answer p.
    Fact asked_to_share(int q) const { return is(forward(q), Kind::FWD_GETS); }
    Fact asked_to_give(int q) const { return is(forward(q), Kind::FWD_GETX); }
    Fact asked_to_share(int q, int p) const { return asked_to_share(q) & for_whom(forward(q), p); }
    Fact asked_to_give(int q, int p) const { return asked_to_give(q) & for_whom(forward(q), p); }
    Fact invalidated(int s) const { return is(forward(s), Kind::INV); }
    Fact invalidated(int s, int p) const { return invalidated(s) & for_whom(forward(s), p); }
    Fact acknowledges(int s, int p) const { return is(between(s, p), Kind::ACK); }
    /// s has not acknowledged to p yet, or the acknowledgement is on its way.
    Fact owes(int s, int p) const { return invalidated(s, p) | acknowledges(s, p); }
    Fact data_between(int q, int p) const { return is(between(q, p), {Kind::DATA, Kind::DATA_EXCLUSIVE}); }
    Fact shared_between(int q, int p) const { return is(between(q, p), Kind::DATA); }
    Fact given_between(int q, int p) const { return is(between(q, p), Kind::DATA_EXCLUSIVE); }
    Fact unblocks(int p) const { return is(last_word(p), {Kind::UNBLOCK, Kind::UNBLOCK_EXCLUSIVE}); }
    Fact has_read(int p) const { return is(last_word(p), Kind::UNBLOCK); }
    Fact is_alone(int p) const { return is(last_word(p), Kind::UNBLOCK_EXCLUSIVE); }
    Fact writes_back(int p) const { return is(last_word(p), {Kind::WRITEBACK_DATA, Kind::WRITEBACK_CLEAN_ACK}); }
    Fact may_leave(int p) const { return is(forward(p), Kind::WB_ACK); }
    Fact may_not_leave(int p) const { return is(forward(p), Kind::WB_NACK); }

    // ---- the directory

    const auto& memory() const { return directory_.memory.items[0]; }
    Fact holders(Holders h) const { return entry_.holders == h; }
    Fact serves(Serving s) const { return entry_.serving == s; }
    Fact serves_a_reader() const { return serves(Serving::reader) | serves(Serving::reader_of_writer); }
    Fact idle() const { return serves(Serving::nothing); }
    Fact owned() const { return holders(Holders::owner_and_sharers) | holders(Holders::writer); }
    Fact owner(int p) const { return owned() & (entry_.owner == p); }
    Fact sharer(int p) const { return entry_.sharers.contains(p); }
    Fact served(int p) const { return entry_.awaited.contains(p); }
    /// Without O: an owner that another cache's read makes write back is awaited as well.
    Fact writing_back(int p) const {
        return has_owned() ? Fact(false) : served(p) & owner(p) & serves(Serving::reader_of_writer);
    }

private:
    LineFacts<D> facts(int p) const { return {present(p), line(p)}; }
    const auto& cache(int p) const { return view_.template node<NodeKind::l1>(p); }
    Carried to_directory(int p, Network n) const { return view_.carried(NodeKind::l1, p, NodeKind::directory, 0, n); }
    Carried from_directory(int p, Network n) const { return view_.carried(NodeKind::directory, 0, NodeKind::l1, p, n); }

    const Directory<D>& directory_;
    const Entry<D>& entry_;
};

}  // namespace tandem::moesi
