// Lemmas about race-free programs, as the monitor watches them (specs/ownership.hpp): its knowledge of wavefronts, where the data
// are that owners stored last, and who may read them. `it` is LemmaWords.
#pragma once

#include "protocols/rsp/lemma_words.hpp"

namespace tandem::rsp {

template <class Words>
void wavefronts_noted(Words& it) {
    using Fact = typename Words::Fact;
    it.each_wavefront([&](int c, int w) {
        const auto& own = it.wavefront(c, w);
        const Fact ready = it.phase(c, w, Phase::ready), at_l1 = it.phase(c, w, Phase::at_l1), takes = it.takes(c, w),
                   gives_up = it.gives_up(c, w);
        it.say(it.owner(c, w), ready);
        it.say(!ready, own.address == it.l);
        if (!it.is_global()) it.say(!(ready | at_l1), own.remote);
        it.say_of_programs(ready, it.at_l(c, w, specs::AtL::nothing));
        it.say_of_programs(!ready, takes | gives_up | it.at_l(c, w, specs::AtL::looks));
        it.say(takes, own.acquires);
        it.say(takes & it.by_lock(), own.access == AccessKind::atomic);
        it.say(takes & it.by_lock(), own.data == it.held);
        it.say(takes & it.by_turns(), own.access == AccessKind::load);
        it.say(gives_up, own.access == AccessKind::store);
        it.say(gives_up, !at_l1);
        it.say_of_programs(it.still_gives_up(c, w), own.data == it.monitor.turn);
    });
}

template <class Words>
void parties_known(Words& it) {
    using Fact = typename Words::Fact;
    const int all = it.parties();
    it.say(it.by_lock(), it.monitor.parties.size == 0);
    it.say_of_programs(it.by_turns(), it.monitor.parties.size == all);
    if (it.wavefronts == 1)
        for (int n = 0; n < all; ++n)
            it.say_of_programs(it.by_turns(), it.monitor.parties.items[static_cast<std::size_t>(n)].core == n);
    it.each_wavefront([&](int c, int w) {
        Fact one = false;
        for (int n = 0; n < all; ++n) {
            it.say_of_programs(it.party(n, c, w), !one);
            one = one | it.party(n, c, w);
        }
        it.say_of_programs(it.by_turns() & (it.owner(c, w) | it.takes(c, w) | it.gives_up(c, w)), one);
    });
}

/// The owners' latest stores are dirty in one L1, or on their way to L2, or already there.
template <class Words>
void latest_somewhere(Words& it) {
    using Fact = typename Words::Fact;
    it.each_data_block([&](int a) {
        Fact newer = false;
        it.each_cu([&](int c) {
            it.say_of_programs(it.dirty(c, a), it.line(c, a).written == it.latest(a));
            it.say_of_programs(it.written_through(c, a) & !it.dirty(c, a), it.next(it.requests, c).data == it.latest(a));
            newer = newer | it.dirty(c, a) | it.written_through(c, a);
        });
        it.say_of_programs(!newer, it.in_l2(a) == it.latest(a));
    });
}

/// Whose data an L1 may hold that L2 lacks: its own, or until it has been flushed those that one of its wavefronts gives up.
template <class Words>
void newer_data_owned(Words& it) {
    using Fact = typename Words::Fact;
    it.each_cu([&](int c) {
        Fact gave_up = it.owned_in(c);
        it.each_wavefront_of_one([&](int w) {
            gave_up = gave_up | (it.gives_up(c, w) & it.phase(c, w, it.is_global() ? Phase::releasing : Phase::promoting));
        });
        it.each_data_block([&](int a) {
            for (const Fact& mine : {it.dirty(c, a), it.written_through(c, a)}) {
                if (!it.home(c)) it.say_of_programs(mine, gave_up);
                if (!it.is_global()) it.say_of_programs(mine & it.flushed(c), it.owned_in(c));
                it.each_cu([&](int d) {
                    if (d != c) it.say_of_programs(mine, !(it.dirty(d, a) | it.written_through(d, a) | it.owned_in(d)));
                });
                it.each_wavefront([&](int d, int w) {
                    if (it.home(c) && d != c) it.say_of_programs(mine, !it.still_gives_up(d, w));
                    it.say_of_programs(mine & it.by_lock(), !it.has_found(d, w, it.free));
                    for (int n = 0; n < it.parties(); ++n)
                        it.say_of_programs(mine & it.by_turns() & it.party(n, d, w), !it.has_found(d, w, n));
                });
            }
        });
    });
}

/// What may be read: an owner's L1 has the latest data, and so has the L1 that L belongs to until others take the data.
template <class Words>
void readable_is_fresh(Words& it) {
    using Fact = typename Words::Fact;
    it.each_cu([&](int c) {
        it.each_data_block([&](int a) {
            const Fact comes_fresh = it.dirty(c, a) | (it.next(it.responses, c).data == it.latest(a));
            const auto say_fresh = [&](const Fact& when, const Fact& unless) {
                it.say_of_programs(it.readable(c, a) & when, unless | (it.line(c, a).data == it.latest(a)));
                it.say_of_programs(it.read_data(c, a) & !it.superseded(c, a) & when, unless | comes_fresh);
            };
            say_fresh(it.owned_in(c), false);
            it.each_wavefront_of_one([&](int w) {
                it.say_of_programs(it.read_data(c, a) & it.waits(it.mshr(c, a).loads, w) & it.owner(c, w), comes_fresh);
            });
            if (!it.home(c)) return;
            Fact taken = it.to_be_invalidated(c);
            it.each_wavefront([&](int d, int w) {
                if (d != c) taken = taken | it.owned_in(d) | it.still_gives_up(d, w);
            });
            say_fresh(true, taken);
        });
    });
}

}  // namespace tandem::rsp
