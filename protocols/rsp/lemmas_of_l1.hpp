// Lemmas about an L1 and its FIFO (write_through.hpp). `it` is LemmaWords.
#pragma once

#include "protocols/rsp/lemma_words.hpp"

namespace tandem::rsp {

template <class Words>
void lines_kept(Words& it) {
    it.each_cu([&](int c) {
        for (int a = 0; a <= it.l; ++a) {
            it.say(it.present(c, a), it.readable(c, a) | it.dirty(c, a));
            it.say(it.readable(c, a), it.present(c, a));
            it.say(it.dirty(c, a), it.present(c, a));
            it.say(it.readable(c, a) & it.dirty(c, a), it.line(c, a).data == it.line(c, a).written);
        }
    });
}

template <class Words>
void fills_requested(Words& it) {
    it.each_cu([&](int c) {
        for (int a = 0; a <= it.l; ++a) {
            const auto reads = it.brings(it.requests, c, MessageKind::Read, a);
            it.say(it.mshr(c, a).requested, it.entered(c, a));
            it.say(it.superseded(c, a), it.mshr(c, a).requested);
            it.say(it.read_data(c, a), it.mshr(c, a).requested);
            it.say(reads, it.mshr(c, a).requested);
            it.say(reads, !it.read_data(c, a));
        }
    });
}

template <class Words>
void markers_alone(Words& it) {
    using Fact = typename Words::Fact;
    it.each_cu([&](int c) {
        it.always(Fact(it.cu(c).markers == 0) | (it.cu(c).markers == 1));
        for (int p = 0; p < it.most_entries; ++p) {
            it.always(!it.entry_is(c, p, EntryKind::system_promotion));
            for (int q = 0; q < p; ++q)
                for (const EntryKind marker : {EntryKind::promotion, EntryKind::release})
                    for (const EntryKind other : {EntryKind::promotion, EntryKind::release})
                        it.say(it.entry_is(c, p, marker), !it.entry_is(c, q, other));
        }
    });
}

template <class Words>
void markers_flush(Words& it) {
    it.each_cu([&](int c) {
        for (int p = 0; p < it.most_entries; ++p) {
            const auto promotes = it.entry_is(c, p, EntryKind::promotion);
            it.say(promotes, it.synchronization_stalls(c));
            it.say(promotes, it.sweep(Sweep::flush) & it.unanswered(c) & !it.to_tell(c));
            it.say(promotes, !it.brings(it.responses, c, MessageKind::FlushMarker));
            it.say(promotes, !it.flushed(c));
        }
    });
}

template <class Words>
void markers_last(Words& it) {
    it.each_cu([&](int c) {
        for (int p = 0; p < it.most_entries; ++p)
            for (int q = p + 1; q < it.most_entries; ++q) {
                const auto write = it.entry_is(c, q, EntryKind::write);
                it.say(it.entry_is(c, p, EntryKind::promotion) & write, it.owned_in(c));
                it.say(it.entry_is(c, p, EntryKind::promotion) & write, it.entry(c, q).address != it.l);
                it.say(it.entry_is(c, p, EntryKind::release), !write);
            }
    });
}

template <class Words>
void releases_give_up(Words& it) {
    it.each_wavefront([&](int c, int w) {
        for (int p = 0; p < it.most_entries; ++p) {
            const auto of = it.entry_is(c, p, EntryKind::release) & (it.entry(c, p).wavefront == w);
            it.say(of, it.phase(c, w, Phase::releasing));
            it.say(of, it.gives_up(c, w));
        }
    });
}

template <class Words>
void loads_wait(Words& it) {
    using Fact = typename Words::Fact;
    it.each_wavefront([&](int c, int w) {
        const Fact outstanding = it.wavefront(c, w).outstanding == 1;
        it.always(Fact(it.wavefront(c, w).outstanding == 0) | outstanding);
        Fact waits_for = false;
        it.each_data_block([&](int a) {
            for (const auto* set : {&it.mshr(c, a).loads, &it.mshr(c, a).merged}) {
                const Fact waits_here = it.waits(*set, w);
                it.say(waits_here, outstanding);
                it.say(waits_here, it.entered(c, a));
                it.say_of_programs(waits_here, it.owner(c, w));
                it.say(waits_here, !waits_for);
                waits_for = waits_for | waits_here;
            }
        });
        it.say(outstanding, waits_for);
        const Fact at_l1 = it.waits(it.mshr(c, it.l).accesses, w);
        it.say(it.phase(c, w, Phase::at_l1), at_l1);
        it.say(at_l1, it.phase(c, w, Phase::at_l1));
    });
}

}  // namespace tandem::rsp
