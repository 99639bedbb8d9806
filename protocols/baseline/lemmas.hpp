// Why the baseline keeps its promises: where an access is on its way, and what the monitor notes of it. `tandem check --lemmas`
// judges each lemma in every state. Together they are inductive, whatever the numbers of SMs, warps and blocks.
//
// They are about SC and instructions of one block, so that a warp has one access under way; and about one bank. SMs are c and d,
// warps w and v, blocks a and b.
#pragma once

#include <vector>

#include "model/lemma.hpp"
#include "protocols/baseline/protocol.hpp"
#include "specs/watched_store.hpp"

namespace tandem::baseline {

template <class View, class Says>
class LemmaWords {
public:
    using D = typename View::D;
    using Fact = model::Fact<D>;
    using SourceLine = model::SourceLine;
    using Due = specs::Due;
    using Phase = specs::WatchPhase;

    LemmaWords(const View& view, Says& says)
        : watch(specs::watched_store(view.monitor())), view_(view), says_(says), l2_(view.template node<NodeKind::l2>(0)) {}

    void say(const Fact& premise, const Fact& conclusion, const SourceLine& line = SourceLine::here()) {
        says_(premise, conclusion, line);
    }

    int sms() const { return view_.config().shape[Sort::core]; }
    int warps() const { return view_.config().shape[Sort::thread]; }
    int blocks() const { return view_.config().shape[Sort::address]; }

    // ---- an SM

    const auto& outstanding(int c, int w) const { return sm(c).warps.items[at(w)].outstanding; }
    /// The warp has an access to the block under way.
    Fact pending(int c, int w, int a) const {
        const auto& slot = sm(c).pending.slots[at(a)];
        return Fact(slot.present) & slot.item.warps.members[at(w)];
    }

    // ---- L2

    const auto& line(int a) const { return l2_.lines.slots[at(a)].item; }
    Fact present(int a) const { return l2_.lines.slots[at(a)].present; }
    /// L2 can answer with the line's data.
    Fact valid(int a) const { return present(a) & !Fact(line(a).awaiting_dram); }
    const auto& dram(int a) const { return l2_.dram.items[at(a)]; }
    /// The block holds the watched store.
    Fact watched(int a) const { return (valid(a) & (line(a).data == 1)) | ((!valid(a)) & (dram(a) == 1)); }

    // ---- where an access may be on its way

    /// A message in one of its places, with the warp's access to block a; `of` says so of warp w of SM c.
    struct Place {
        Fact there, of;
        const Message<D>& message;
        bool answers;
    };
    /// All places where there may be a message for warp w of SM c.
    std::vector<Place> places(int c, int w) const {
        std::vector<Place> all;
        const auto add = [&](const Fact& there, const Message<D>& message, bool answers) {
            all.push_back({there, there & (message.warp == w), message, answers});
        };
        for (int p = 0; p < view_.config().capacity; ++p) {
            const auto request = view_.carried(NodeKind::sm, c, NodeKind::l2, 0, 0, p);
            add(request.present, request.message, false);
            const auto answer = view_.carried(NodeKind::l2, 0, NodeKind::sm, c, 0, p);
            add(answer.present, answer.message, true);
        }
        for (int a = 0; a < blocks(); ++a)
            for (int i = 0; i < most_waiting; ++i) add(waits(a, i) & (waiting(a, i).from == c), waiting(a, i).message, false);
        return all;
    }
    const auto& waiting(int a, int i) const { return line(a).waiting.items[at(i)]; }
    Fact waits(int a, int i) const { return present(a) & (line(a).waiting.size > i); }

    // ---- the monitor

    Fact phase(Phase p) const { return watch.phase == p; }
    /// The watched store is one to block a.
    Fact block(int a) const { return Fact(watch.block.present) & (watch.block.item == a); }
    Fact due(int c, int w, int a, Due what) const { return watch.answers.due.items[at(c)].items[at(w)].of.items[at(a)] == what; }
    /// The warp is to know that the watched store was performed, and it was not yet.
    Fact owes_watched(int c, int w, int a) const {
        return due(c, w, a, Due::store_watched) | due(c, w, a, Due::atomic_watched);
    }
    /// What the monitor notes of the access that the message is about.
    Fact noted(const Place& place, int c, int w, int a) const {
        const auto is = [&](MessageKind kind) { return Fact(place.message.kind == kind); };
        const Fact ours = place.message.data == 1;
        const auto either = [&](Due plain, Due watched) {
            return ((!ours) | due(c, w, a, watched)) & (ours | due(c, w, a, plain));
        };
        if (!place.answers)
            return ((!is(MessageKind::Read)) | due(c, w, a, Due::nothing)) &
                   ((!is(MessageKind::Write)) | either(Due::store, Due::store_watched)) &
                   ((!is(MessageKind::Atomic)) | either(Due::atomic, Due::atomic_watched));
        return ((!is(MessageKind::WriteDone)) | due(c, w, a, Due::completion)) &
               ((!is(MessageKind::ReadData)) | either(Due::load_plain, Due::load_watched)) &
               ((!is(MessageKind::AtomicData)) | either(Due::old_plain, Due::old_watched));
    }

    const std::decay_t<decltype(specs::watched_store(std::declval<const View&>().monitor()))>& watch;

private:
    static std::size_t at(int name) { return static_cast<std::size_t>(name); }
    const auto& sm(int c) const { return view_.template node<NodeKind::sm>(c); }

    const View& view_;
    Says& says_;
    const std::decay_t<decltype(std::declval<const View&>().template node<NodeKind::l2>(0))>& l2_;
};

template <class Words>
void accesses_pending(Words& it) {
    using Fact = typename Words::Fact;
    for (int c = 0; c < it.sms(); ++c)
        for (int w = 0; w < it.warps(); ++w) {
            it.say(true, Fact(it.outstanding(c, w) == 0) | (it.outstanding(c, w) == 1));
            for (int a = 0; a < it.blocks(); ++a) {
                it.say(it.pending(c, w, a), it.outstanding(c, w) == 1);
                for (int b = 0; b < a; ++b) it.say(it.pending(c, w, a), !it.pending(c, w, b));
            }
        }
}

template <class Words>
void accesses_on_their_way(Words& it) {
    for (int a = 0; a < it.blocks(); ++a)
        for (int i = 0; i < most_waiting; ++i) it.say(it.waits(a, i), it.waiting(a, i).message.address == a);
    for (int c = 0; c < it.sms(); ++c)
        for (int w = 0; w < it.warps(); ++w) {
            const auto places = it.places(c, w);
            for (std::size_t p = 0; p < places.size(); ++p) {
                for (std::size_t q = 0; q < p; ++q) it.say(places[p].of, !places[q].of);
                for (int a = 0; a < it.blocks(); ++a)
                    it.say(places[p].of & (places[p].message.address == a), it.pending(c, w, a));
            }
        }
}

template <class Words>
void accesses_noted(Words& it) {
    for (int c = 0; c < it.sms(); ++c)
        for (int w = 0; w < it.warps(); ++w)
            for (int a = 0; a < it.blocks(); ++a) {
                it.say(!it.due(c, w, a, Words::Due::nothing), it.pending(c, w, a));
                for (const auto& place : it.places(c, w))
                    it.say(place.of & (place.message.address == a), it.noted(place, c, w, a));
            }
}

template <class Words>
void watched_store_once(Words& it) {
    using Phase = typename Words::Phase;
    it.say(true, !it.phase(Phase::failed));
    it.say(true, it.watch.answers.failure == specs::AnswerFailure::none);
    it.say(it.phase(Phase::idle), !typename Words::Fact(it.watch.block.present));
    it.say(!it.phase(Phase::idle), it.watch.block.present);
    for (int c = 0; c < it.sms(); ++c)
        for (int w = 0; w < it.warps(); ++w)
            for (int a = 0; a < it.blocks(); ++a) {
                it.say(it.owes_watched(c, w, a), it.phase(Phase::issued) & it.block(a));
                for (int d = 0; d <= c; ++d)
                    for (int v = 0; v < (d < c ? it.warps() : w); ++v)
                        it.say(it.owes_watched(c, w, a), !it.owes_watched(d, v, a));
            }
}

template <class Words>
void watched_store_kept(Words& it) {
    using Phase = typename Words::Phase;
    for (int a = 0; a < it.blocks(); ++a) {
        it.say(it.watched(a), it.phase(Phase::latest) & it.block(a));
        it.say(it.phase(Phase::latest) & it.block(a), it.watched(a));
    }
}

/// There is no logical time.
template <class Words>
void moments_alike(Words& it) {
    using Fact = typename Words::Fact;
    using Phase = typename Words::Phase;
    const Fact read = it.watch.read.present;
    it.say(true, it.watch.begin.when == 0);
    it.say(true, Fact(it.watch.begin.resets_ago == 0) | (it.watch.begin.resets_ago == 2));  // 2: of memory's first data
    it.say(read, Fact(it.watch.read.item.when == 0) & (it.watch.read.item.resets_ago == 0));
    it.say(it.phase(Phase::idle) | it.phase(Phase::issued), !read);
    it.say(it.phase(Phase::over), read);
}

/// `System` is the explicit one or that of proofs, with a monitor.
template <class System>
void add_lemmas(System& system) {
    const Config& config = system.config();
    if (config.consistency != Consistency::sc || config.lanes > 1 || config.banks > 1) return;
    const auto add = [&](const char* name, const char* sentence, auto lemma) {
        system.add_lemma(name, sentence, [lemma]<class View, class Says>(const View& view, Says& says) {
            LemmaWords<View, Says> words(view, says);
            lemma(words);
        });
    };
    add("accesses-pending", "a warp has one access under way, or none, and its SM knows to which block",
        [](auto& it) { accesses_pending(it); });
    add("accesses-on-their-way", "an access under way is in one place: on its way to L2, waiting there, or on its way back",
        [](auto& it) { accesses_on_their_way(it); });
    add("accesses-noted", "what the monitor notes of an access is what its message says", [](auto& it) { accesses_noted(it); });
    add("watched-store-once", "one access brings the watched store, until it is performed",
        [](auto& it) { watched_store_once(it); });
    add("watched-store-kept", "a block holds the watched store while that is the latest, and not before or after",
        [](auto& it) { watched_store_kept(it); });
    add("moments-alike", "all accesses are performed at moment 0", [](auto& it) { moments_alike(it); });
}

}  // namespace tandem::baseline
