// Why FLASH keeps its promise. `tandem check examples/flash --lemmas` judges each lemma in every state; `tandem prove
// examples/flash --any processors` proves those that it uses.
//
// The exclusive copy is one thing, which is in one place: in a cache, or on its way. A request is one thing as well.
#pragma once

#include "flash/properties.hpp"
#include "model/lemma_words.hpp"

namespace flash {

/// Facts about processors p and q, and about home.
template <class View, class Says>
class Words : public model::LemmaWords<View, Says> {
    using Base = model::LemmaWords<View, Says>;
    using Base::view_;

public:
    using typename Base::D, typename Base::Fact;
    using Kind = MessageKind;
    using Carried = model::Carried<D, Message<D>>;
    using Way = typename Flash<D>::Network;

    Words(const View& view, Says& says) : Base(view, says), home(view.template node<NodeKind::home>(0)) {}

    const Home<D>& home;

    // ---- messages

    Carried to_home(int p, Way way) const { return view_.carried(NodeKind::processor, p, NodeKind::home, 0, way); }
    Carried from_home(int p, Way way) const { return view_.carried(NodeKind::home, 0, NodeKind::processor, p, way); }
    Carried between(int q, int p) const { return view_.carried(NodeKind::processor, q, NodeKind::processor, p, Way::replies); }
    static Fact is(const Carried& m, Kind kind) { return Fact(m.present) & (m.message.kind == kind); }
    static Fact is(const Carried& m, Kind a, Kind b) { return is(m, a) | is(m, b); }

    Carried request(int p) const { return to_home(p, Way::requests); }
    Carried forward(int q) const { return from_home(q, Way::requests); }
    Carried result(int q) const { return to_home(q, Way::forward_results); }
    Carried reply(int p) const { return from_home(p, Way::replies); }
    Carried reply_to_home(int q) const { return to_home(q, Way::replies); }
    Fact asked(int p) const { return is(request(p), Kind::Get, Kind::GetX); }
    static Fact speaks_of(const Carried& m, int p) { return Fact(m.message.requestor.present) & (m.message.requestor.item == p); }
    Fact forwarded(int q, int p) const { return Fact(forward(q).present) & speaks_of(forward(q), p); }
    Fact forwarded_for_home(int q) const { return Fact(forward(q).present) & !Fact(forward(q).message.requestor.present); }
    Fact told(int p) const { return from_home(p, Way::invalidations).present; }
    Fact acknowledges(int p) const { return to_home(p, Way::acknowledgements).present; }
    Fact written_back(int p) const { return to_home(p, Way::write_backs).present; }

    // ---- a processor

    const Processor<D>& cache(int p) const { return view_.template node<NodeKind::processor>(p); }
    Fact asks(int p, Asks what) const { return cache(p).asks == what; }
    Fact has(int p, State state) const { return cache(p).state == state; }
    /// The exclusive copy is here, or on its way to p, or back from it.
    Fact exclusive(int p) const { return has(p, State::exclusive) | is(reply(p), Kind::PutX) | written_back(p); }
    Fact exclusive_between(int q, int p) const { return is(between(q, p), Kind::PutX); }
    Fact exclusive_to_home(int q) const { return is(reply_to_home(q), Kind::PutX); }
    /// A copy that may be read is here; or one is on its way, and no Inv has overtaken it.
    Fact shared(int p) const { return has(p, State::shared); }
    Fact comes(int p) const { return is(reply(p), Kind::Put) & !Fact(cache(p).invalidation_marked); }
    Fact comes_from(int q, int p) const { return is(between(q, p), Kind::Put) & !Fact(cache(p).invalidation_marked); }

    /// The owner has shared its copy, as it says to home; with p, or with home itself. Or it had none, or has given it away.
    Fact shares(int q) const { return is(result(q), Kind::ShWb); }
    Fact shares_with(int q, int p) const { return shares(q) & speaks_of(result(q), p); }
    Fact shares_with_home(int q) const { return is(reply_to_home(q), Kind::Put); }
    Fact ends_without_copy(int q) const { return is(result(q), Kind::FAck, Kind::Nakc) | exclusive_to_home(q); }

    // ---- the directory

    Fact pending() const { return home.pending; }
    Fact dirty() const { return home.dirty; }
    Fact local() const { return home.local; }
    Fact head(int p) const { return Fact(home.head.present) & (home.head.item == p); }
    Fact awaited(int p) const { return home.awaited.contains(p); }
    Fact sharer(int p) const { return Fact(home.has_sharers) & home.sharers.contains(p); }
    Fact known(int p) const { return head(p) | sharer(p); }

    const auto& last() const { return view_.monitor().value; }
};

/// Where a request is: on its way, forwarded, or answered.
template <class W>
void requests_once(W& it) {
    using Kind = MessageKind;
    it.each([&](int p) {
        it.say(it.is(it.request(p), Kind::Get), it.asks(p, Asks::copy));
        it.say(it.is(it.request(p), Kind::GetX), it.asks(p, Asks::exclusive));
        it.say(it.request(p).present, it.is(it.request(p), Kind::Get, Kind::GetX) | it.is(it.request(p), Kind::Replace));
        it.say(it.is(it.request(p), Kind::Replace), it.asks(p, Asks::nothing) & it.has(p, State::invalid));
        it.say(it.is(it.reply(p), Kind::Put), it.asks(p, Asks::copy));
        it.say(it.is(it.reply(p), Kind::PutX), it.asks(p, Asks::exclusive));
        it.say(it.reply(p).present, !it.asks(p, Asks::nothing));
        it.say(!it.asks(p, Asks::nothing), it.has(p, State::invalid));
        it.say(it.cache(p).invalidation_marked, it.asks(p, Asks::copy));
        it.one_of({it.request(p).present, it.reply(p).present});
        it.each_but(p, [&](int q) {
            it.say(it.is(it.between(q, p), Kind::Put), it.asks(p, Asks::copy));
            it.say(it.is(it.between(q, p), Kind::PutX), it.asks(p, Asks::exclusive));
            it.say(it.between(q, p).present, !it.asks(p, Asks::nothing));
            it.say(it.forwarded(q, p) & it.is(it.forward(q), Kind::FwdGet), it.asks(p, Asks::copy));
            it.say(it.forwarded(q, p) & it.is(it.forward(q), Kind::FwdGetX), it.asks(p, Asks::exclusive));
            it.one_of({it.request(p).present, it.reply(p).present, it.between(q, p).present, it.forwarded(q, p)});
            it.each_but(p, [&](int r) {
                if (r == q) return;
                it.say(it.between(q, p).present, !it.between(r, p).present);
                it.say(it.between(q, p).present, !it.forwarded(r, p));
            });
        });
        it.say(it.forward(p).present, !it.forwarded(p, p));
    });
}

/// What home waits for: the answer to one forward, or acknowledgements.
template <class W>
void one_thing_pending(W& it) {
    using Kind = MessageKind;
    it.each([&](int p) {
        const typename W::Fact forward = it.forward(p).present, result = it.result(p).present, awaited = it.awaited(p);
        const auto data_to_home = it.is(it.reply_to_home(p), Kind::Put, Kind::PutX);
        it.say(forward, it.is(it.forward(p), Kind::FwdGet, Kind::FwdGetX));
        it.say(forward & it.dirty(), it.head(p) & !it.local());
        it.say(it.is(it.result(p), Kind::ShWb, Kind::FAck), it.result(p).message.requestor.present);
        it.say(result, !it.speaks_of(it.result(p), p));
        it.say(awaited, it.home.state != State::shared);
        it.say(forward | result | data_to_home, it.pending());
        it.say(awaited, it.pending());
        it.one_of({forward, result, data_to_home, awaited});
        it.say(it.told(p), awaited);
        it.say(it.acknowledges(p), awaited);
        it.say(awaited, it.told(p) | it.acknowledges(p));
        it.one_of({it.told(p), it.acknowledges(p)});
        it.say(it.forwarded_for_home(p) & it.is(it.forward(p), Kind::FwdGet), it.home.asks == Asks::copy);
        it.say(it.forwarded_for_home(p) & it.is(it.forward(p), Kind::FwdGetX), it.home.asks == Asks::exclusive);
        it.say(it.is(it.reply_to_home(p), Kind::Put), it.home.asks == Asks::copy);
        it.say(it.is(it.reply_to_home(p), Kind::PutX), it.home.asks == Asks::exclusive);
        it.say(it.reply_to_home(p).present, it.home.asks != Asks::nothing);
        it.each_but(p, [&](int q) {
            const typename W::Fact forward_q = it.forward(q).present, result_q = it.result(q).present;
            const auto data_from_q = it.is(it.reply_to_home(q), Kind::Put, Kind::PutX);
            it.say(forward, !(forward_q | result_q | data_from_q | it.awaited(q)));
            it.say(result, !(result_q | data_from_q | it.awaited(q)));
            it.say(data_to_home, !(data_from_q | it.awaited(q)));
            it.say(it.forwarded_for_home(p), !it.reply_to_home(q).present);
            it.say(it.reply_to_home(p).present, !it.reply_to_home(q).present);
        });
        it.one_of({it.forwarded_for_home(p), it.reply_to_home(p).present});
    });
    it.say(it.home.asks != Asks::nothing, it.home.state == State::invalid);
}

/// The exclusive copy is in one place, and the directory is dirty.
template <class W>
void one_exclusive_copy(W& it) {
    using Kind = MessageKind;
    const auto by_home = it.home.state == State::exclusive;
    it.say(by_home, it.dirty() & it.local());
    it.say(it.dirty() & it.local(), by_home);
    it.say(it.home.state == State::shared, it.local() & !it.dirty());
    it.each([&](int p) {
        it.one_of({it.has(p, State::exclusive), it.is(it.reply(p), Kind::PutX), it.written_back(p)});
        it.say(it.exclusive(p) | it.exclusive_to_home(p), it.dirty() & !it.local());
        it.say(it.exclusive(p), !it.exclusive_to_home(p));
        const auto shares = it.shares(p) | it.shares_with_home(p);
        it.say(shares, it.dirty() & !it.local() & !it.exclusive(p));
        it.say(shares, it.head(p));
        const auto gave = it.is(it.result(p), Kind::FAck);
        it.say(gave & it.dirty(), it.head(p));
        it.say(gave, !(it.exclusive(p) | it.exclusive_to_home(p)));
        it.say(it.exclusive_to_home(p), it.head(p));
        it.each_but(p, [&](int q) {
            it.say(it.exclusive(p), !it.exclusive(q));
            it.say(it.exclusive(p), !it.exclusive_to_home(q));
            it.say(shares, !it.exclusive(q));
            it.say(gave, !(it.exclusive_between(q, p) | it.exclusive_to_home(q)));
            it.say(shares, !(it.exclusive_between(q, p) | it.exclusive_between(p, q)));
            it.say(it.exclusive_between(q, p), it.dirty() & !it.local());
            it.say(it.exclusive_between(q, p), !(it.awaited(p) | it.awaited(q)));
            it.say(it.exclusive_between(q, p),
                   !(it.exclusive(p) | it.exclusive(q) | it.exclusive_to_home(p) | it.exclusive_to_home(q)));
            it.say(it.exclusive_between(q, p), it.head(p) | (it.is(it.result(q), Kind::FAck) & it.speaks_of(it.result(q), p)));
            it.say(it.exclusive(p) & it.head(q), it.is(it.result(q), Kind::FAck) & it.speaks_of(it.result(q), p));
            it.say(it.is(it.result(q), Kind::FAck) & it.speaks_of(it.result(q), p) & it.dirty(),
                   it.exclusive(p) | it.exclusive_between(q, p));
            it.say(it.exclusive_between(q, p), !it.exclusive_between(p, q));
            it.each_but(p, [&](int r) {
                if (r == q) return;
                it.say(it.exclusive(p), !it.exclusive_between(q, r));
                it.say(it.exclusive_between(q, p), !it.exclusive_between(r, p));
                it.say(it.exclusive_between(q, p), !it.exclusive_between(p, r));
                it.say(it.exclusive_between(q, p), !it.exclusive_between(q, r));
                it.say(gave, !it.exclusive_between(q, r));
                it.say(it.exclusive_between(q, p), !(it.exclusive_to_home(r) | it.awaited(r)));
            });
        });
        it.say(it.dirty() & !it.local(), it.home.head.present);
    });
}

/// Whoever can read is known to home, or is told to stop. While somebody writes, nobody else reads who is not told.
template <class W>
void readers_known(W& it) {
    using Fact = typename W::Fact;
    const Fact idle = !it.pending(), by_home = it.home.state == State::exclusive;
    it.each([&](int p) {
        const Fact reads = it.shared(p) | it.comes(p), told = it.told(p);
        it.say(reads & idle, it.known(p) & !it.dirty());
        it.say(reads & it.awaited(p), told);
        it.say(it.comes(p) & it.dirty(), told);
        it.say(reads & by_home, told);
        it.say(reads, !it.forward(p).present);
        it.say(reads, !it.ends_without_copy(p));
        it.each_but(p, [&](int q) {
            it.say(reads & it.exclusive(q), told);
            it.say(reads & it.awaited(q), it.awaited(p));
            it.say(reads, !it.forward(q).present);
            it.say(reads, !it.ends_without_copy(q));
            it.say(reads & it.shares(q), it.shares_with(q, p));
            it.say(reads, !it.shares_with_home(q));
            it.say(reads, !(it.exclusive_between(q, p) | it.exclusive_between(p, q)));

            const Fact comes = it.comes_from(q, p);
            it.say(comes & idle, it.known(p) & !it.dirty());
            it.say(comes & it.awaited(p), told);
            it.say(comes & it.dirty(), told | it.shares_with(q, p));
            it.say(comes & by_home, told);
            it.say(comes & it.exclusive(q), told);
            it.say(comes & it.awaited(q), it.awaited(p));
            it.say(comes, !(Fact(it.forward(p).present) | it.forward(q).present));
            it.say(comes, !(it.ends_without_copy(p) | it.ends_without_copy(q)));
            it.say(comes, !(it.shares(p) | it.shares_with_home(p) | it.shares_with_home(q)));
            it.say(comes & it.shares(q), it.shares_with(q, p));
            it.say(comes, !it.exclusive_between(p, q));
            it.each_but(p, [&](int r) {
                if (r == q) return;
                it.say(reads, !it.exclusive_between(q, r));
                it.say(comes & it.exclusive(r), told);
                it.say(comes, !(it.exclusive_between(q, r) | it.exclusive_between(r, q) | it.exclusive_between(p, r)));
                it.say(comes & it.awaited(r), it.awaited(p));
                it.say(comes, !it.forward(r).present);
                it.say(comes, !(it.ends_without_copy(r) | it.shares(r) | it.shares_with_home(r)));
                it.say(it.shares(p), !it.exclusive_between(q, r));
            });
        });
    });
}

template <class W>
void data_current(W& it) {
    using Kind = MessageKind;
    it.say(!it.dirty(), it.home.memory == it.last());
    it.say(it.home.state != State::invalid, it.home.data == it.last());
    it.each([&](int p) {
        const auto none_told = !it.told(p);
        it.say(it.has(p, State::exclusive), it.cache(p).data == it.last());
        it.say(it.shared(p) & none_told, it.cache(p).data == it.last());
        it.say(it.is(it.reply(p), Kind::PutX), it.reply(p).message.data == it.last());
        it.say(it.comes(p) & none_told, it.reply(p).message.data == it.last());
        it.say(it.written_back(p), it.to_home(p, W::Way::write_backs).message.data == it.last());
        it.say(it.is(it.result(p), Kind::ShWb), it.result(p).message.data == it.last());
        it.say(it.is(it.reply_to_home(p), Kind::Put, Kind::PutX), it.reply_to_home(p).message.data == it.last());
        it.each_but(p, [&](int q) {
            it.say(it.exclusive_between(q, p), it.between(q, p).message.data == it.last());
            it.say(it.comes_from(q, p) & none_told, it.between(q, p).message.data == it.last());
        });
    });
}

/// `System` is the explicit one or that of proofs.
template <class System>
void add_lemmas(System& system) {
    const auto add = [&](const char* name, const char* sentence, auto lemma) {
        system.add_lemma(name, sentence, [lemma]<class View, class Says>(const View& view, Says& says) {
            Words<View, Says> words(view, says);
            lemma(words);
        });
    };
    add("requests-once", "a request is on its way, forwarded or answered, once", [](auto& it) { requests_once(it); });
    add("one-thing-pending", "home awaits the answer to one forward, or acknowledgements",
        [](auto& it) { one_thing_pending(it); });
    add("one-exclusive-copy", "the exclusive copy is in one place, and the directory is dirty",
        [](auto& it) { one_exclusive_copy(it); });
    add("readers-known", "whoever can read is known to home, or is told to stop", [](auto& it) { readers_known(it); });
    if constexpr (requires(const typename System::View& view) { view.monitor().value; })  // not where nothing watches
        add("data-current", "data are what was stored last, but in copies that an Inv is on its way to",
            [](auto& it) { data_current(it); });
}

}  // namespace flash
