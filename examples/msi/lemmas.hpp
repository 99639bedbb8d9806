// Why MSI and MESI keep their promise, for any number of caches. `tandem check examples/msi --lemmas` judges each lemma in every
// state; `tandem prove examples/msi --any sms` proves those that it uses.
//
// The forwards of a block make a chain: who has the data gives it to the next that asks for it, who gives it to the next. No
// lemma speaks of the chain. Each speaks of the permission to write, which is somebody's (specs/epochs.hpp), and of one link.
//
// They are about a block, in a bank, with channels of one message.
#pragma once

#include "msi/lemma_words.hpp"
#include "specs/followed_store.hpp"

namespace tandem::msi {

template <class Words>
void lines_used(Words& it) {
    using State = typename Words::State;
    using Kind = typename Words::Kind;
    it.each([&](int c) {
        it.always(!it.is(c, State::invalid));
        it.say(it.reads(c), it.line(c).access.kind == model::AccessKind::load);
        it.say(it.writes(c), it.line(c).access.kind != model::AccessKind::load);
        it.say(it.defers(c), it.reads(c) | it.writes(c) | it.writable(c) | it.shared(c));
        it.each([&](int d) { it.say(it.acks(c, d), it.writes(c)); });
        it.always(!it.acks(c, c));
        for (const Kind kind : {Kind::GetS, Kind::GetM, Kind::PutS, Kind::PutM, Kind::PutAck, Kind::Data, Kind::InvAck})
            it.always(!it.defers(c, kind));
        if (!it.one_warp()) return;
        it.say(it.reads(c) | it.writes(c), it.outstanding(c) == 1);
        it.say(!(it.reads(c) | it.writes(c)), it.outstanding(c) == 0);
    });
}

template <class Words>
void channels_used(Words& it) {
    using Kind = typename Words::Kind;
    it.each([&](int c) {
        it.say(it.forward(c).present, it.brings_one_of(it.forward(c), {Kind::FwdGetS, Kind::FwdGetM, Kind::Inv, Kind::PutAck}));
        it.say(it.returned(c).present, it.brings(it.returned(c), Kind::Data));
        if constexpr (Words::exclusive) {
            it.say(it.request(c).present,
                   it.brings_one_of(it.request(c), {Kind::GetS, Kind::GetM, Kind::PutS, Kind::PutE, Kind::PutM}));
            it.say(it.response(c).present, it.brings_one_of(it.response(c), {Kind::Data, Kind::ExclusiveData}));
        } else {
            it.say(it.request(c).present, it.brings_one_of(it.request(c), {Kind::GetS, Kind::GetM, Kind::PutS, Kind::PutM}));
            it.say(it.response(c).present, it.brings(it.response(c), Kind::Data));
        }
        it.each_but(c, [&](int d) { it.say(it.between(d, c).present, it.data_between(d, c) | it.acknowledged(d, c)); });
    });
}

template <class Words>
void requests_once(Words& it) {
    using Kind = typename Words::Kind;
    it.each([&](int c) {
        for (int p = 0; p < Words::places; ++p) {
            it.say(it.queued(p, c), !it.request(c).present);
            for (int q = p + 1; q < Words::places; ++q) it.say(it.queued(p, c), !it.queued(q, c));
        }
        it.say(it.asks(c, Kind::GetS), it.reads(c));
        it.say(it.asks(c, Kind::GetM), it.awaits_data(c));
        it.say(it.asks(c, Kind::PutS), it.puts_shared(c) | it.puts_invalid(c));
        it.say(it.asks(c, Kind::PutM), it.puts(c));
        if constexpr (Words::exclusive) it.say(it.asks(c, Kind::PutE), it.puts(c));

        it.say(it.asks(c), !it.response(c).present);
        it.say(it.asks(c), !it.defers(c));
        it.say(it.asks(c, Kind::GetS), !it.forward(c).present);
        it.say(it.asks(c, Kind::GetS), it.none_of({it.owner(c), it.sharer(c), it.invalidated(c)}));
        it.say(it.asks(c, Kind::GetM), it.none_of({it.owner(c), it.may_write(c), it.to_answer(c)}));
        it.each([&](int d) { it.say(it.asks(c, Kind::GetM), !it.acks(c, d)); });
        it.each_but(c, [&](int d) {
            it.say(it.asks(c), it.none_of({it.data_between(d, c), it.to_share(d, c), it.to_give(d, c), it.acknowledged(d, c)}));
        });

        const auto answered = it.brings(it.forward(c), Kind::PutAck);
        it.say(answered, it.puts(c));
        it.say(answered, it.none_of({it.asks(c), it.owner(c), it.sharer(c), it.may_write(c)}));
    });
}

template <class Words>
void forwards_once(Words& it) {
    using Kind = typename Words::Kind;
    it.each([&](int x) {
        const auto answers = it.to_answer(x), shares = it.forwarded(x, Kind::FwdGetS);
        it.say(it.defers(x), !it.forward(x).present);
        it.say(answers, it.writes(x) | it.writable(x) | it.puts_modified(x) | it.data_to_only_reader(x));
        it.say(answers, !it.owner(x));
        it.say(it.forwarded(x, Kind::FwdGetM), !it.sharer(x));
        it.say(shares, it.sharer(x) & it.awaits_owner());
        it.each([&](int d) { it.say(shares, !it.returned(d).present); });
        it.always(it.none_of({it.to_give(x, x), it.to_share(x, x)}));
        it.each_but(x, [&](int y) {
            const auto gives = it.to_give(x, y), one = gives | it.to_share(x, y);
            it.say(shares, !it.forwarded(y, Kind::FwdGetS));
            it.say(it.to_share(x, y), it.reads(y) & it.sharer(y));
            it.say(gives, it.awaits_data(y));
            it.say(gives, !it.may_write(y));
            it.say(gives, it.owner(y) | it.to_answer(y));
            it.say(one, it.none_of({it.response(y).present, it.data_between(x, y)}));
            it.each_but(x, y, [&](int z) {
                it.say(one, it.none_of({it.to_give(z, y), it.to_share(z, y), it.data_between(z, y)}));
            });
        });
    });
}

template <class Words>
void data_once(Words& it) {
    using Kind = typename Words::Kind;
    it.each([&](int c) {
        const auto awaited = it.reads(c) | (it.awaits_data(c) & it.may_write(c));
        it.say(it.brings(it.response(c), Kind::Data), awaited);
        if constexpr (Words::exclusive) it.say(it.brings(it.response(c), Kind::ExclusiveData), it.reads(c) & it.may_write(c));
        it.say(it.returned(c).present, it.awaits_owner() & !it.write_epoch());
        it.each_but(c, [&](int d) {
            it.say(it.data_between(d, c), awaited);
            it.say(it.data_between(d, c), !it.response(c).present);
            it.say(it.returned(c).present, !it.returned(d).present);
            it.each_but(c, d, [&](int e) { it.say(it.data_between(d, c), !it.data_between(e, c)); });
        });
    });
}

template <class Words>
void one_writer(Words& it) {
    using Kind = typename Words::Kind;
    it.say(it.write_epoch(), it.owned() | it.awaits_owner());
    it.say(it.owned(), it.write_epoch());
    it.say(it.owned() | it.awaits_owner() | it.holders(Holders::sharers), !it.entry().awaiting_dram);
    it.each([&](int c) {
        it.say(it.may_write(c), it.writes(c) | it.writable(c) | it.puts_modified(c) | it.data_to_only_reader(c));
        it.say(it.may_write(c), it.owner(c) | it.to_answer(c));
        it.say(it.awaits_acks(c) | it.writable(c), it.may_write(c));
        it.say(it.puts_modified(c) & !it.brings(it.forward(c), Kind::PutAck), it.may_write(c));
        it.say(it.owner(c), it.writes(c) | it.writable(c) | it.puts_modified(c) | it.data_to_only_reader(c));
        it.say(it.owned() | it.holders(Holders::none), !it.sharer(c));
    });
}

/// Whoever can read now, or can once its data is there, is a sharer or is invalidated.
template <class Words>
void readers_known(Words& it) {
    using Kind = typename Words::Kind;
    it.each([&](int c) {
        const auto told = it.invalidated(c);
        it.say(it.readable(c) | it.data_to_read(c), it.sharer(c) | it.write_epoch());
        it.say(it.sharer(c), it.forwarded(c, Kind::FwdGetS) | it.shared(c) | it.upgrades(c) | it.reads(c) | it.puts_shared(c));
        it.say(told, it.write_epoch() & it.none_of({it.sharer(c), it.may_write(c)}));
        it.say(it.brings(it.forward(c), Kind::Inv), it.reads(c) | it.shared(c) | it.upgrades(c) | it.puts_shared(c));
        it.say(it.defers(c, Kind::Inv), it.reads(c) | it.shared(c));
        it.always(!it.invalidated_for(c, c));
        it.each_but(c, [&](int d) {
            it.say((it.readable(c) | it.data_to_read(c)) & it.may_write(d), it.invalidated_for(d, c));
            it.say(it.reads(c) & it.data_between(d, c), it.sharer(c) | told);
            it.say(it.reads(c) & it.data_between(d, c) & it.sharer(c), !it.write_epoch());
            it.say(it.invalidated_for(d, c), it.may_write(d));
            it.say(told & it.may_write(d), it.invalidated_for(d, c));
            it.say(told, !it.to_share(d, c));
        });
    });
}

/// Whoever is invalidated is awaited until its acknowledgement is there.
template <class Words>
void acknowledgements_awaited(Words& it) {
    it.each([&](int w) {
        it.each_but(w, [&](int c) {
            const auto named = it.response(w).message.cores.members[static_cast<std::size_t>(c)];
            const auto awaited =
                (it.awaits_data(w) & it.response(w).present & named & !it.acks(w, c)) | (it.awaits_acks(w) & it.acks(w, c));
            it.say(it.invalidated_for(w, c), awaited);
            it.say(it.acknowledged(c, w), awaited);
            it.say(it.invalidated_for(w, c), !it.acknowledged(c, w));
        });
    });
}

template <class Words>
void data_current(Words& it) {
    using Kind = typename Words::Kind;
    it.say(it.holders(Holders::none) | it.holders(Holders::sharers), it.current(it.entry().data) | it.entry().awaiting_dram);
    it.say((!it.entered()) | it.entry().awaiting_dram, it.current(it.in_memory()));
    it.each([&](int c) {
        it.say(it.readable(c) | it.awaits_acks(c) | (it.puts_modified(c) & it.may_write(c)), it.current(it.line(c).data));
        it.say(it.response(c).present, it.current(it.response(c).message.data));
        it.say(it.returned(c).present, it.current(it.returned(c).message.data));
        it.say(it.brings(it.request(c), Kind::PutM) & it.puts_modified(c), it.current(it.request(c).message.data));
        for (int p = 0; p < Words::places; ++p)
            it.say(it.queued(p, c, Kind::PutM) & it.puts_modified(c), it.current(it.request_at(p).message.data));
        it.each_but(c, [&](int d) { it.say(it.data_between(d, c), it.current(it.between(d, c).message.data)); });
        if constexpr (Words::exclusive)  // who may write has not done so
            it.say(it.only_reader(c) | it.data_to_only_reader(c) | (it.asks(c, Kind::PutE) & it.puts_modified(c)),
                   it.current(it.entry().data));
    });
}

template <class Words>
void store_followed(Words& it) {
    specs::say_followed_store(it, [&](int c) { return it.writes(c) & (it.line(c).access.data == 1); });
}

/// `System` is the explicit one or that of proofs.
template <class W, class System>
void add_lemmas(System& system) {
    const Config& config = system.config();
    if (config.shape[Sort::address] > 1 || config.shape.words != 1 || config.banks > 1 || config.capacity > 1) return;
    const auto add = [&](const char* name, const char* sentence, auto lemma) {
        system.add_lemma(name, sentence, [lemma]<class View, class Says>(const View& view, Says& says) {
            LemmaWords<W, View, Says> words(view, says);
            lemma(words);
        });
    };
    add("lines-used", "what a line has is that of its state", [](auto& it) { lines_used(it); });
    add("channels-used", "each channel carries messages of its kinds", [](auto& it) { channels_used(it); });
    add("requests-once", "a cache has one request under way, and awaits its answer", [](auto& it) { requests_once(it); });
    add("forwards-once", "a forward is for a cache that awaits data and gets none from elsewhere",
        [](auto& it) { forwards_once(it); });
    add("data-once", "data is on its way to who awaits it, once", [](auto& it) { data_once(it); });
    add("one-writer", "whose write epoch it is has the permission, or it is on its way there; nobody else has it",
        [](auto& it) { one_writer(it); });
    add("readers-known", "whoever can read is a sharer, or is told to stop by whose write epoch it is",
        [](auto& it) { readers_known(it); });
    add("acknowledgements-awaited", "a writer awaits whoever is invalidated for it",
        [](auto& it) { acknowledgements_awaited(it); });
    add("data-current", "data is what was stored last, wherever it may be read from", [](auto& it) { data_current(it); });
    add("store-followed", "the followed store is issued once, and is the latest while its data is",
        [](auto& it) { store_followed(it); });
}

}  // namespace tandem::msi
