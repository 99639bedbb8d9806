// Lemmas about L, the synchronization location: where its newest value is, and what that says about the owner of the data. `it`
// is LemmaWords.
#pragma once

#include "protocols/rsp/lemma_words.hpp"

namespace tandem::rsp {

template <class Words>
void location_in_l1(Words& it) {
    using Fact = typename Words::Fact;
    const int l = it.l;
    it.each_cu([&](int c) {
        const Fact there = it.readable(c, l), dirty = it.dirty(c, l), sent = it.written_through(c, l), comes = it.read_data(c, l);
        if (!it.home(c)) it.always(!(there | dirty | sent | comes));
        if (!it.is_global()) it.say(it.flushed(c), !(dirty | sent));
        const Fact old = it.to_be_invalidated(c) | it.brings(it.responses, c, MessageKind::Performed);
        it.say(there & !dirty & sent, it.line(c, l).data == it.next(it.requests, c).data);
        it.say(there & !dirty, old | sent | (it.line(c, l).data == it.in_l2(l)));
        it.say(comes & !it.superseded(c, l) & !dirty, !sent);
        it.say(comes & !it.superseded(c, l) & !dirty, old | (it.next(it.responses, c).data == it.in_l2(l)));
    });
}

/// Applies `conclusion` to the place of the newest value of L, wherever that is.
template <class Words, class F>
void say_of_newest(Words& it, const typename Words::Fact& premise, F&& conclusion,
                   const model::SourceLine& line = model::SourceLine::here()) {
    typename Words::Fact newer = false;
    it.each_cu([&](int c) {
        const auto dirty = it.dirty(c, it.l), sent = it.written_through(c, it.l);
        it.say_of_programs(premise & dirty, conclusion(it.line(c, it.l).written), line);
        it.say_of_programs(premise & sent & !dirty, conclusion(it.next(it.requests, c).data), line);
        newer = newer | dirty | sent;
    });
    it.say_of_programs(premise & !newer, conclusion(it.in_l2(it.l)), line);
}

/// Exactly one of these always holds: the lock is free, somebody owns the data, gives them up, or has found the lock free.
template <class Words>
void lock_held(Words& it) {
    using Fact = typename Words::Fact;
    using Value = model::Value<typename Words::D>;
    std::vector<Fact> claims{it.owned()};
    Fact claimed = it.owned();
    it.each_wavefront([&](int c, int w) {
        const auto& found = it.next(it.responses, c).data;
        it.say_of_programs(it.by_lock() & it.takes(c, w) & it.performed(c, w), Fact(found == it.held) | (found == it.free));
        for (const Fact& claim : {it.still_gives_up(c, w), it.has_found(c, w, it.free)}) {
            it.say_of_programs(it.by_lock() & claim, !claimed);
            claimed = claimed | claim;
            claims.push_back(claim);
        }
    });
    it.say_of_programs(it.by_lock() & it.owned(), it.turn(it.held));
    it.say_of_programs(it.by_lock() & !it.owned(), it.turn(it.free));
    say_of_newest(it, it.by_lock(), [&](const Value& newest) { return Fact(newest == it.held) | (newest == it.free); });
    say_of_newest(it, it.by_lock(), [&](const Value& newest) { return claimed | (newest == it.free); });
    for (const Fact& claim : claims)
        say_of_newest(it, it.by_lock() & claim, [&](const Value& newest) { return Fact(newest == it.held); });
}

/// L holds whose turn it is. Until the store that passes the turn on has been performed, it holds whose turn it was.
template <class Words>
void turns_passed_on(Words& it) {
    using Fact = typename Words::Fact;
    using Value = model::Value<typename Words::D>;
    Fact passed_on = false;
    it.each_wavefront([&](int c, int w) { passed_on = passed_on | it.still_gives_up(c, w); });
    say_of_newest(it, it.by_turns(), [&](const Value& newest) { return passed_on | (newest == it.monitor.turn); });
    it.each_wavefront([&](int c, int w) {
        const Fact mine = it.still_gives_up(c, w);
        it.say_of_programs(it.by_turns() & mine, !it.owned());
        it.each_wavefront([&](int d, int v) {
            if (d != c || v != w) it.say_of_programs(it.by_turns() & mine, !it.still_gives_up(d, v));
        });
        for (int n = 0; n < it.parties(); ++n) {
            const Fact me = it.by_turns() & it.party(n, c, w), found = me & it.has_found(c, w, n);
            it.say_of_programs(me & it.owner(c, w), it.turn(n));
            say_of_newest(it, me & mine, [&](const Value& newest) { return Fact(newest == n); });
            it.say_of_programs(me & mine, !it.turn(n));
            it.say_of_programs(found, it.turn(n) & !(it.owned() | passed_on));
        }
    });
}

}  // namespace tandem::rsp
