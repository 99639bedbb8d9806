// Why MOESI keeps its promise, for any number of caches. `tandem check moesi --lemmas` judges each lemma in every state;
// `tandem prove moesi --any l1s` proves those that it uses.
//
// The directory serves one cache at a time. What serves it is one thing, in one place: memory's data on their way, a forward to
// the owner, the owner's data, acknowledgements that are awaited, or the last word. So no lemma speaks of two requests. A lemma
// that names who is served says nothing where that is an outside name. So each has a companion without the name.
//
// They are about a block, and channels of one message, in the default variant and without O, E or both.
#pragma once

#include "protocols/moesi/lemma_words.hpp"
#include "specs/followed_store.hpp"

namespace tandem::moesi {

template <class Words>
void lines_used(Words& it) {
    it.each([&](int p) {
        it.say(it.present(p), !it.is(p, State::invalid));
        it.say(it.reads(p), it.line(p).access.kind == model::AccessKind::load);
        it.say(it.writes(p), it.line(p).access.kind != model::AccessKind::load);
        if (!it.has_owned()) it.always(!it.owns_shared(p));
        if (!it.has_exclusive()) it.always(!it.clean(p));
        it.always(!it.acks(p, p));
        it.each_but(p, [&](int s) { it.say(it.acks(p, s), it.writes(p)); });
        if (!it.one_warp()) return;
        it.say(it.reads(p) | it.writes(p), it.outstanding(p) == 1);
        it.say(!(it.reads(p) | it.writes(p)), it.outstanding(p) == 0);
    });
}

template <class Words>
void channels_used(Words& it) {
    using enum MessageKind;
    it.each([&](int p) {
        it.say(it.request(p).present, it.is(it.request(p), {GETS, GETX, PUTS, PUTO, PUTX}));
        it.say(it.forward(p).present, it.is(it.forward(p), {FWD_GETS, FWD_GETX, INV, WB_ACK, WB_NACK}));
        it.say(it.response(p).present, it.is(it.response(p), {DATA, DATA_EXCLUSIVE}));
        it.say(it.last_word(p).present, it.unblocks(p) | it.writes_back(p));
        it.each_but(p, [&](int q) { it.say(it.between(q, p).present, it.data_between(q, p) | it.acknowledges(q, p)); });
        if (it.has_exclusive()) return;
        it.always(!it.is(it.response(p), DATA_EXCLUSIVE));
        it.always(!it.is(it.last_word(p), WRITEBACK_CLEAN_ACK));
    });
}

/// A request that has not been answered, and what it says of the line.
template <class Words>
void requests_once(Words& it) {
    using enum MessageKind;
    it.each([&](int p) {
        const typename Words::Fact asks = it.request(p).present;
        it.say(it.is(it.request(p), GETS), it.reads(p));
        it.say(it.is(it.request(p), GETX), it.awaits_data(p));
        it.say(it.is(it.request(p), PUTS), it.is(p, {State::shared_leaves, State::invalid_leaves}));
        it.say(it.is(it.request(p), PUTO), it.is(p, {State::owned_leaves, State::invalid_leaves}));
        it.say(it.is(it.request(p), PUTX), it.leaves(p));
        it.say(asks & it.served(p) & !it.writing_back(p), it.last_word(p).present);
        it.say(asks, !(it.may_leave(p) | it.may_not_leave(p)));
        it.say(it.may_leave(p) | it.may_not_leave(p), it.leaves(p));
        it.say(it.may_not_leave(p), !it.alone(p));
        it.say(asks, !it.response(p).present);
        it.say(it.is(it.request(p), GETX), !it.asked_to_give(p, p));
        it.each_but(p, [&](int q) {
            it.say(asks, !it.data_between(q, p));
            it.say(asks, !(it.asked_to_share(q, p) | it.asked_to_give(q, p)));
            it.say(asks, !it.owes(q, p));
            it.say(it.is(it.request(p), GETX), !it.acks(p, q));
        });
    });
}

/// What serves a cache is in one place.
template <class Words>
void served_once(Words& it) {
    using Fact = typename Words::Fact;
    using enum MessageKind;
    it.each([&](int p) {
        const Fact response = it.response(p).present, own = it.asked_to_give(p, p);
        it.say(it.served(p), !it.idle());
        it.one_of({response, own, it.last_word(p).present, it.awaits_acks(p)});
        it.say(it.may_leave(p), !it.last_word(p).present);

        it.say(response & it.reads(p), it.serves(Serving::reader) & it.served(p) & !it.owned());
        it.say(response & it.writes(p), it.serves(Serving::writer) & it.served(p) & !it.owned());
        it.say(response, it.reads(p) | it.is(p, {State::writing, State::upgrading}));
        it.say(it.is(it.response(p), DATA_EXCLUSIVE), it.reads(p) & it.holders(Holders::nobody));
        it.say(own, it.is(p, State::owner_upgrading) & it.serves(Serving::writer) & it.served(p) & it.owner(p));
        it.say(it.awaits_acks(p), it.serves(Serving::writer) & it.served(p));
        it.say(it.has_read(p), it.serves_a_reader() & it.served(p) & it.shares(p));
        it.say(it.is_alone(p), it.served(p) & it.alone(p));
        it.say(it.is_alone(p), it.serves(Serving::writer) | (it.serves(Serving::reader) & it.holders(Holders::nobody)));
        it.say(it.writes_back(p), it.served(p) & it.owner(p));
        if (it.has_owned()) it.say(it.writes_back(p), it.serves(Serving::put));
        else it.say(it.writes_back(p), it.serves(Serving::put) | it.serves(Serving::reader_of_writer));
        it.say(it.may_leave(p) & it.owns(p), it.serves(Serving::put) & it.served(p));
        it.say(it.serves(Serving::put) & it.served(p), it.owner(p));
        it.say(it.serves(Serving::put) & it.served(p), it.may_leave(p) | it.writes_back(p));
        it.say(it.serves(Serving::writer) & it.served(p), it.writes(p) | it.is_alone(p));
        it.say(it.serves_a_reader() & it.served(p) & !it.writing_back(p), it.reads(p) | it.last_word(p).present);
        it.say(it.writes_back(p), !it.owns(p));
        it.say(it.writes_back(p) & it.serves(Serving::put), !it.shares(p));
        if (!it.has_owned()) {
            it.say(it.asked_to_share(p), it.served(p));
            it.say(it.writes_back(p) & it.serves(Serving::reader_of_writer), it.shares(p));
        }

        it.each_but(p, [&](int q) {
            it.say(it.data_between(q, p), it.served(p));
            it.say(it.given_between(q, p), it.owned());
            it.say(it.shared_between(q, p), it.reads(p) & it.serves_a_reader());
            it.say(it.given_between(q, p), it.is(p, {State::writing, State::upgrading}) & it.serves(Serving::writer));
            it.say(it.asked_to_share(q, p), it.served(p) & it.reads(p) & it.serves_a_reader());
            it.say(it.asked_to_give(q, p), it.served(p) & it.is(p, {State::writing, State::upgrading}));
            it.say(it.asked_to_give(q, p), it.serves(Serving::writer));
            it.one_of({it.data_between(q, p), it.asked_to_share(q, p) | it.asked_to_give(q, p),
                       response | own | it.last_word(p).present | it.awaits_acks(p)});
            it.each_but(p, q, [&](int s) {
                it.say(it.data_between(q, p), !it.data_between(s, p));
                it.say(it.data_between(q, p), !(it.asked_to_share(s, p) | it.asked_to_give(s, p)));
            });
        });
    });
}

/// One cache is served; without O, an owner that is to write back is awaited as well.
template <class Words>
void one_served(Words& it) {
    it.each([&](int p) {
        it.say(it.asked_to_give(p), it.serves(Serving::writer));
        it.say(it.asked_to_share(p), it.serves_a_reader());
        it.say(it.asked_to_give(p) & it.served(p), it.asked_to_give(p, p));
        it.each_but(p, [&](int q) {
            it.say(it.asked_to_give(q) & it.served(p), it.asked_to_give(q, p));
            it.say(it.asked_to_share(q) & it.served(p), it.asked_to_share(q, p));
            if (it.has_owned()) it.say(it.served(p), !it.served(q));
            else it.say(it.served(p) & it.served(q), it.serves(Serving::reader_of_writer));
        });
    });
}

/// The directory knows who owns the block, unless a new owner's last word is on its way.
template <class Words>
void owner_known(Words& it) {
    using Fact = typename Words::Fact;
    it.say(it.serves(Serving::reader), !it.holders(Holders::writer));
    it.each([&](int q) {
        const Fact asked = it.asked_to_share(q) | it.asked_to_give(q);
        it.say(asked, it.owner(q) & it.owns(q));
        it.say(it.asked_to_share(q) & it.serves(Serving::reader_of_writer), it.alone(q));
        it.say(it.owns_shared(q), it.owner(q));
        it.say(it.owns_shared(q) & it.holders(Holders::writer), it.serves(Serving::reader_of_writer));
        it.say(it.alone(q) & !it.is_alone(q), it.owner(q) & it.holders(Holders::writer));
        it.say(it.owner(q) & !it.serves(Serving::writer) & !it.writes_back(q), it.owns(q));
        it.say(it.alone(q) & it.serves(Serving::reader_of_writer), it.asked_to_share(q));
        it.say(it.owner(q), !it.sharer(q));
        it.say(it.owns(q) & it.serves(Serving::writer) & !it.served(q), it.asked_to_give(q));
        it.each_but(q, [&](int p) {
            it.say(it.owns(q), !it.owns(p));
            it.say(it.is_alone(p) | it.writes_back(p), !it.owns(q));
            it.say(it.awaits_acks(p), !it.owns(q));
            it.say(it.given_between(q, p), !(it.owns(q) | it.owns(p)));
            it.say(it.given_between(q, p), it.owner(q));
            it.say(it.shared_between(q, p), it.has_owned() ? it.owner(q) : it.owner(q) | !it.owned());
            it.say(it.shared_between(q, p), !it.alone(q));
            it.say(it.has_read(p), !it.alone(q));
            it.each_but(p, q, [&](int s) { it.say(it.given_between(q, p), !it.owns(s)); });
        });
    });
}

/// Whoever shares the block is known, or about to be; or is told to stop by who is about to write.
template <class Words>
void sharers_known(Words& it) {
    it.each([&](int s) {
        it.say(it.shares(s), it.sharer(s) | it.has_read(s) | it.writes_back(s));
        it.say(it.sharer(s), !it.holders(Holders::nobody));
        it.say(it.sharer(s) & !it.serves(Serving::writer), it.shares(s));
        it.say(it.invalidated(s), it.sharer(s) & it.shares(s) & it.serves(Serving::writer) & !it.served(s));
        it.say(it.shares(s) & it.serves(Serving::writer) & !it.served(s), it.invalidated(s));
        it.each_but(s, [&](int p) {
            it.say(it.shares(s) & it.serves(Serving::writer) & it.served(p), it.invalidated(s, p));
            it.say(it.is_alone(p), !it.shares(s));
            it.say(it.alone(p), !it.shares(s));
        });
    });
}

/// A writer awaits whoever is told to stop.
template <class Words>
void acknowledgements_awaited(Words& it) {
    using Fact = typename Words::Fact;
    it.each([&](int p) {
        it.say(it.response(p).present, !it.tells(it.response(p), p));
        it.say(it.asked_to_give(p, p), !it.tells(it.forward(p), p));
        it.each_but(p, [&](int s) {
            it.say(it.asked_to_give(s, p), !it.tells(it.forward(s), p));
            it.say(it.given_between(s, p), !it.tells(it.between(s, p), p));
            const Fact owes = it.owes(s, p);
            it.say(owes, it.serves(Serving::writer) & it.served(p) & it.writes(p));
            it.say(owes, !it.last_word(p).present);
            it.one_of({it.invalidated(s, p), it.acknowledges(s, p)});
            it.say(it.acknowledges(s, p), !it.shares(s));
            it.say(it.awaits_data(p) & it.acks(p, s), it.serves(Serving::writer) & it.served(p) & !(it.shares(s) | owes));
            it.say(owes & it.response(p).present, it.tells(it.response(p), s));
            it.say(owes & it.asked_to_give(p, p), it.tells(it.forward(p), s));
            it.say(owes & it.awaits_acks(p), it.acks(p, s));
            it.each_but(p, s, [&](int q) {
                it.say(owes & it.asked_to_give(q, p), it.tells(it.forward(q), s));
                it.say(owes & it.given_between(q, p), it.tells(it.between(q, p), s));
            });
        });
    });
}

template <class Words>
void data_current(Words& it) {
    using enum MessageKind;
    it.current(it.idle() & !it.owned(), it.memory());
    it.each([&](int p) {
        it.current(it.owns(p) | it.shares(p) | it.awaits_acks(p), it.line(p).data);
        it.current(it.response(p).present, it.response(p).message.data);
        it.current(it.is(it.last_word(p), WRITEBACK_DATA), it.last_word(p).message.data);
        it.current(it.is(it.last_word(p), WRITEBACK_CLEAN_ACK), it.memory());
        it.current(it.clean(p), it.memory());
        it.current(it.response(p).present, it.memory());
        it.current(it.has_read(p) & !it.owned(), it.memory());
        it.each_but(p, [&](int q) {
            it.current(it.data_between(q, p), it.between(q, p).message.data);
            if (!it.has_owned()) it.current(it.shared_between(q, p) & !it.owned(), it.memory());
        });
    });
}

template <class Words>
void store_followed(Words& it) {
    specs::say_followed_store(it, [&](int p) { return it.writes(p) & (it.line(p).access.data == 1); });
}

/// Whether the lemmas are about this system.
inline bool have_lemmas(const Config& config) {
    return config.shape[Sort::address] == 1 && config.shape.words == 1 && config.capacity == 1 && config.banks == 1 &&
           config.reading == Reading::shares && config.acks == Acks::sets && config.leaving == Leaving::announced &&
           config.readers == Readers::one && config.refused == Refused::stays && config.busy == Busy::stalls &&
           config.networks == Networks::four;
}

/// `System` is the explicit one or that of proofs.
template <class System>
void add_lemmas(System& system) {
    if (!have_lemmas(system.config())) return;
    const auto add = [&](const char* name, const char* sentence, auto lemma) {
        system.add_lemma(name, sentence, [lemma]<class View, class Says>(const View& view, Says& says) {
            LemmaWords<View, Says> words(view, says);
            lemma(words);
        });
    };
    add("lines-used", "what a line has is that of its state", [](auto& it) { lines_used(it); });
    add("channels-used", "each channel carries messages of its kinds", [](auto& it) { channels_used(it); });
    add("requests-once", "a cache has one request under way, and awaits its answer", [](auto& it) { requests_once(it); });
    add("served-once", "what serves a cache is in one place", [](auto& it) { served_once(it); });
    add("one-served", "the directory serves one cache at a time", [](auto& it) { one_served(it); });
    add("owner-is-known", "who owns the block is known, or its last word is on its way", [](auto& it) { owner_known(it); });
    add("sharers-known", "who shares the block is known, or is told to stop", [](auto& it) { sharers_known(it); });
    add("acknowledgements-awaited", "a writer awaits whoever is told to stop for it",
        [](auto& it) { acknowledgements_awaited(it); });
    // Not where nothing watches.
    if constexpr (requires(const typename System::View& view) { specs::watched_store(view.monitor()).phase; }) {
        add("data-current", "data are what was stored last, wherever they are", [](auto& it) { data_current(it); });
        add("store-followed", "the followed store is issued once, and is the latest while its data are",
            [](auto& it) { store_followed(it); });
    }
}

}  // namespace tandem::moesi
