// The vocabulary of MSI's and MESI's lemmas: facts about a cache, about the directory, and about messages on their way.
//
// Caches are c, d and e; w has the write epoch; x is asked to answer y. Places in the directory's queue are p and q. One block.
#pragma once

#include "model/lemma_words.hpp"
#include "msi/protocol.hpp"
#include "specs/epochs.hpp"

namespace tandem::msi {

template <class W, class View, class Says>
class LemmaWords : public model::LemmaWords<View, Says> {
    using Base = model::LemmaWords<View, Says>;
    using Base::view_;

public:
    using typename Base::D, typename Base::Fact;
    using Kind = typename W::Kind;
    using State = typename W::State;
    using Carried = model::Carried<D, Message<D, W>>;
    static constexpr int places = baseline::most_waiting;
    static constexpr bool exclusive = W::to_only_reader != Kind::Data;  // the only reader may write without asking: MESI

    LemmaWords(const View& view, Says& says)
        : Base(view, says),
          directory_(view.template node<NodeKind::l2>(0)),
          entry_(directory_.lines.slots[0].item),
          epochs_(view.monitor()) {}

    // ---- epochs ---------------------------------------------------------------------------------------------------

    const auto& watch() const { return epochs_.watch; }
    Fact write_epoch() const { return epochs_.writer.items[0].present; }
    Fact may_write(int c) const { return write_epoch() & (epochs_.writer.items[0].item == c); }
    const auto& last() const { return epochs_.last.items[0]; }
    /// Whether it is what was stored last.
    Fact current(const auto& data) const {
        if constexpr (requires { data.word; }) return Fact(data.word == last());
        else return Fact(data == last());
    }

    // ---- a cache --------------------------------------------------------------------------------------------------

    const auto& line(int c) const { return cache(c).lines.slots[0].item; }
    Fact present(int c) const { return cache(c).lines.slots[0].present; }
    bool one_warp() const { return view_.config().shape[Sort::thread] == 1; }
    const auto& outstanding(int c) const { return cache(c).warps.items[0].outstanding; }

    Fact is(int c, State state) const { return present(c) & (line(c).state == state); }
    Fact shared(int c) const { return is(c, State::shared); }
    Fact only_reader(int c) const {
        if constexpr (exclusive) return is(c, State::exclusive);
        else return false;
    }
    Fact writable(int c) const { return is(c, State::modified) | only_reader(c); }
    Fact reads(int c) const { return is(c, State::reading_awaits_data); }
    Fact upgrades(int c) const { return is(c, State::upgrading_awaits_data_and_acks); }
    Fact awaits_data(int c) const { return is(c, State::writing_awaits_data_and_acks) | upgrades(c); }  // to write
    Fact awaits_acks(int c) const { return is(c, State::writing_awaits_acks) | is(c, State::upgrading_awaits_acks); }
    Fact writes(int c) const { return awaits_data(c) | awaits_acks(c); }
    Fact readable(int c) const { return shared(c) | writable(c) | upgrades(c) | is(c, State::upgrading_awaits_acks); }
    Fact puts_modified(int c) const { return is(c, State::modified_put_awaits_ack); }
    Fact puts_shared(int c) const { return is(c, State::shared_put_awaits_ack); }
    Fact puts_invalid(int c) const { return is(c, State::invalid_put_awaits_ack); }
    Fact puts(int c) const { return puts_modified(c) | puts_shared(c) | puts_invalid(c); }
    Fact acks(int w, int c) const { return present(w) & line(w).acks.members[number(c)]; }
    Fact defers(int c) const { return present(c) & line(c).deferred.present; }
    Fact defers(int c, Kind kind) const { return defers(c) & (line(c).deferred.item.kind == kind); }

    // ---- the directory --------------------------------------------------------------------------------------------

    const auto& entry() const { return entry_; }
    const auto& in_memory() const { return directory_.dram.items[0]; }
    Fact entered() const { return directory_.lines.slots[0].present; }
    Fact holders(Holders h) const { return entered() & (entry_.holders == h); }
    Fact owned() const { return holders(Holders::owner); }
    Fact owner(int c) const { return owned() & (entry_.owner == c); }
    Fact sharer(int c) const { return entered() & entry_.sharers.members[number(c)]; }
    Fact awaits_owner() const { return holders(Holders::sharers_awaits_data); }
    Fact queued(int p, int c) const { return entered() & Fact(entry_.waiting.size > p) & (request_at(p).from == c); }
    Fact queued(int p, int c, Kind kind) const { return queued(p, c) & (request_at(p).message.kind == kind); }
    const auto& request_at(int p) const { return entry_.waiting.items[number(p)]; }

    // ---- messages -------------------------------------------------------------------------------------------------

    Carried request(int c) const { return view_.carried(NodeKind::sm, c, NodeKind::l2, 0, requests); }
    Carried forward(int c) const { return view_.carried(NodeKind::l2, 0, NodeKind::sm, c, forwards); }
    Carried response(int c) const { return view_.carried(NodeKind::l2, 0, NodeKind::sm, c, responses); }
    Carried returned(int c) const { return view_.carried(NodeKind::sm, c, NodeKind::l2, 0, responses); }
    Carried between(int d, int c) const { return view_.carried(NodeKind::sm, d, NodeKind::sm, c, responses); }
    static Fact brings(const Carried& m, Kind kind) { return Fact(m.present) & (m.message.kind == kind); }
    static Fact brings_one_of(const Carried& m, std::initializer_list<Kind> kinds) {
        Fact some = false;
        for (const Kind kind : kinds) some = some | brings(m, kind);
        return some;
    }

    /// The cache's request is on its way, or waits at the directory.
    Fact asks(int c) const {
        Fact some = request(c).present;
        for (int p = 0; p < places; ++p) some = some | queued(p, c);
        return some;
    }
    Fact asks(int c, Kind kind) const {
        Fact some = brings(request(c), kind);
        for (int p = 0; p < places; ++p) some = some | queued(p, c, kind);
        return some;
    }
    /// A forward is on its way to x, or is put aside there; it asks to answer y.
    Fact forwarded(int x, Kind kind) const { return brings(forward(x), kind) | defers(x, kind); }
    Fact forwarded(int x, Kind kind, int y) const {
        return (brings(forward(x), kind) & (forward(x).message.requestor == y)) |
               (defers(x, kind) & (line(x).deferred.item.requestor == y));
    }
    Fact to_give(int x, int y) const { return forwarded(x, Kind::FwdGetM, y); }
    Fact to_share(int x, int y) const { return forwarded(x, Kind::FwdGetS, y); }
    Fact to_answer(int x) const { return forwarded(x, Kind::FwdGetM) | forwarded(x, Kind::FwdGetS); }
    Fact invalidated(int c) const { return forwarded(c, Kind::Inv); }
    Fact invalidated_for(int w, int c) const { return forwarded(c, Kind::Inv, w); }
    Fact acknowledged(int c, int w) const { return brings(between(c, w), Kind::InvAck); }
    Fact data_between(int d, int c) const { return brings(between(d, c), Kind::Data); }
    /// Data that lets its reader read; or, of MESI, write as well.
    Fact data_to_read(int c) const { return reads(c) & brings(response(c), Kind::Data); }
    Fact data_to_only_reader(int c) const {
        if constexpr (exclusive) return reads(c) & brings(response(c), W::to_only_reader);
        else return false;
    }

private:
    static std::size_t number(int n) { return static_cast<std::size_t>(n); }
    const auto& cache(int c) const { return view_.template node<NodeKind::sm>(c); }
    // The networks of DirectoryProtocol.
    static constexpr int requests = 0, forwards = 1, responses = 2;

    const Directory<D, W>& directory_;
    const Entry<D, W>& entry_;
    const std::remove_cvref_t<decltype(std::declval<const View&>().monitor())>& epochs_;
};

}  // namespace tandem::msi
