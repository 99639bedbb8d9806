// Lemmas about remote operations (promotions.hpp) and accesses at L2. `it` is LemmaWords.
#pragma once

#include "protocols/rsp/lemma_words.hpp"

namespace tandem::rsp {

/// Synchronization stalls at an L1 from the marker's arrival until the remote operation is over there (4.3, 4.4.1).
template <class Words>
void synchronization_stalled(Words& it) {
    using Fact = typename Words::Fact;
    it.each_cu([&](int c) {
        const Fact stalls = it.synchronization_stalls(c), marked = it.brings(it.responses, c, MessageKind::FlushMarker);
        it.always(Fact(it.cu(c).promotions == 0) | stalls);
        Fact why = it.sweep(Sweep::access) | it.brings(it.responses, c, MessageKind::Performed) |
                   it.brings(it.responses, c, MessageKind::Invalidate) | it.brings(it.responses, c, MessageKind::Resume) |
                   (it.sweep(Sweep::flush) & !it.to_tell(c) & !marked);
        for (const Sweep over : {Sweep::invalidate, Sweep::resume}) {
            it.say(it.sweep(over) & it.to_tell(c), stalls);
            why = why | (it.sweep(over) & it.to_tell(c));
        }
        it.say(stalls, why);
        it.say(it.sweep(Sweep::flush) & !it.to_tell(c), marked | stalls);
        it.say(it.sweep(Sweep::access), stalls);
    });
}

/// Each of L2's commands is under way at most once, and so is its answer.
template <class Words>
void commands_answered(Words& it) {
    using Fact = typename Words::Fact;
    it.each_cu([&](int c) {
        const Fact stalls = it.synchronization_stalls(c), marked = it.brings(it.responses, c, MessageKind::FlushMarker),
                   answers = it.any(it.answers, c);
        for (const MessageKind command : {MessageKind::FlushMarker, MessageKind::Invalidate, MessageKind::Resume}) {
            const Fact told = it.brings(it.responses, c, command);
            it.say(told, it.unanswered(c) & !(it.to_tell(c) | answers));
            if (command != MessageKind::FlushMarker) it.say(told, stalls);
            if (command != MessageKind::Resume) it.say(told, it.next(it.responses, c).stalls);
        }
        it.say(marked, it.sweep(Sweep::flush));
        it.say(marked, it.cu(c).promotions == 0);
        it.say(marked, it.cu(c).markers == 0);
        it.say(it.brings(it.responses, c, MessageKind::Invalidate), it.sweep(Sweep::invalidate));
        it.say(it.brings(it.responses, c, MessageKind::Resume), it.sweep(Sweep::resume));
        it.say(answers, Fact(it.next(it.answers, c).kind == MessageKind::FlushDone) |
                            (it.next(it.answers, c).kind == MessageKind::Invalidated));
        it.say(answers, it.unanswered(c) & !it.to_tell(c));
        it.say(it.brings(it.answers, c, MessageKind::FlushDone), it.sweep(Sweep::flush));
        it.say(it.brings(it.answers, c, MessageKind::Invalidated), it.sweep(Sweep::invalidate) | it.sweep(Sweep::resume));
        it.say(it.to_tell(c), it.unanswered(c));
        it.say(it.unanswered(c), it.sweep(Sweep::flush) | it.sweep(Sweep::invalidate) | it.sweep(Sweep::resume));
        for (const Sweep over : {Sweep::invalidate, Sweep::resume}) {
            it.say(it.sweep(over) & (it.promotion(0).core == c), !it.unanswered(c));
            it.say(it.sweep(over) & it.unanswered(c) & !it.to_tell(c), it.brings(it.responses, c, MessageKind::Invalidate) |
                                                                           it.brings(it.responses, c, MessageKind::Resume) |
                                                                           it.brings(it.answers, c, MessageKind::Invalidated));
        }
    });
}

/// L2 has one promotion under way, the head of its queue.
template <class Words>
void one_sweep(Words& it) {
    it.say(!it.sweep(Sweep::none), it.queued(0));
    for (const Sweep s : {Sweep::flush, Sweep::invalidate, Sweep::resume})
        if (it.cus > 1 || s == Sweep::flush) it.say(it.sweep(s), it.some_cu([&](int c) { return it.unanswered(c); }));
}

/// Where the remote operation of a wavefront is (4.2).
template <class Words>
void remote_operations(Words& it) {
    using Fact = typename Words::Fact;
    if (it.is_global()) return;
    it.each_wavefront([&](int c, int w) {
        const Fact asks = it.brings_to(it.requests, c, MessageKind::Promote, w),
                   promoted = it.brings_to(it.responses, c, MessageKind::Promoted, w),
                   accesses = it.brings_to(it.requests, c, MessageKind::Access, w), done = it.performed(c, w),
                   head = it.queued(0, c, w), promoting = it.phase(c, w, Phase::promoting),
                   at_target = it.phase(c, w, Phase::at_target), mine = it.promotion(0).core == c;
        it.always(!(it.phase(c, w, Phase::releasing) | it.phase(c, w, Phase::to_promote)));
        it.say(asks, promoting);
        it.say(asks, it.next(it.requests, c).access == it.wavefront(c, w).access);
        it.say(asks, it.next(it.requests, c).address == it.l);
        it.say(promoted, promoting);
        for (const Fact& there : {promoted, at_target, accesses}) it.say(there, it.sweep(Sweep::access) & head);
        it.say(it.sweep(Sweep::access) & head, promoted | at_target | it.phase(c, w, Phase::performing));
        it.say(it.sweep(Sweep::access) & head, !done);
        it.say(done, it.synchronization_stalls(c));
        it.say(done, it.sweep(Sweep::none) | (it.sweep(Sweep::flush) & it.to_tell(c)) | (it.sweep(Sweep::invalidate) & mine) |
                         (it.sweep(Sweep::resume) & mine));

        // A promotion in the queue belongs to a wavefront that waits for it; but the head's wavefront may have gone on.
        Fact where = asks | promoted;
        for (int k = 0; k < it.most_promotions; ++k) {
            std::vector<Fact> in_force{it.queued(k, c, w)};
            if (k == 0) in_force = {head & it.sweep(Sweep::none), head & it.sweep(Sweep::flush), head & it.sweep(Sweep::access)};
            for (std::size_t i = 0; i < in_force.size(); ++i) {
                it.say(in_force[i], !asks);
                it.say(in_force[i], it.promotion(k).access == it.wavefront(c, w).access);
                for (int later = k + 1; later < it.most_promotions; ++later) it.say(in_force[i], !it.queued(later, c, w));
                if (i == 2) continue;
                it.say(in_force[i], promoting);
                it.say(in_force[i], !promoted);
                where = where | in_force[i];
            }
        }
        it.say(promoting, where);
    });
}

/// An access at L2, remote or not.
template <class Words>
void accesses_performed(Words& it) {
    using Fact = typename Words::Fact;
    it.each_wavefront([&](int c, int w) {
        const Fact accesses = it.brings_to(it.requests, c, MessageKind::Access, w), done = it.performed(c, w),
                   performing = it.phase(c, w, Phase::performing);
        const auto &own = it.wavefront(c, w);
        const auto &sent = it.next(it.requests, c);
        it.say(accesses, performing);
        it.say(accesses, sent.address == it.l);
        it.say(accesses, sent.access == own.access);
        it.say(accesses, sent.remote == own.remote);
        it.say(accesses, Fact(sent.data == own.data) | (own.access == AccessKind::load));
        it.say(done, performing);
        it.say(done, it.next(it.responses, c).address == it.l);
        it.say(done, !accesses);
        it.say(performing, done | accesses);
    });
}

}  // namespace tandem::rsp
