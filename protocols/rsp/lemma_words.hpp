// The vocabulary of RSP's lemmas: facts about a compute unit, about L2, about a message on its way, and about the monitor's
// state.
//
// They assume one way of sharing. Cores are c and d, wavefronts w, and blocks a; the last block is L, the synchronization
// location. Places in a FIFO are p and q, and promotions in L2's queue k.
#pragma once

#include "model/lemma.hpp"
#include "protocols/rsp/protocol.hpp"
#include "specs/ownership.hpp"

namespace tandem::rsp {

template <class View, class Says>
class LemmaWords {
public:
    using D = typename View::D;
    using Fact = model::Fact<D>;
    using SourceLine = model::SourceLine;
    using Carried = model::Carried<D, Message<D>>;
    static constexpr int held = specs::Ownership<model::Concrete>::held, free = specs::Ownership<model::Concrete>::free;
    static constexpr int most_entries = L1<model::Concrete>::most_entries, most_promotions = baseline::most_waiting + 1;

    LemmaWords(const View& view, Says& says, const specs::SharingRules& rules, specs::Sharing sharing)
        : view(view),
          monitor(view.monitor()),
          l2(view.template node<NodeKind::l2>(0)),
          cus(rules.cores),
          wavefronts(rules.threads),
          l(rules.blocks - 1),
          sharing(sharing),
          says_(says),
          only_(rules.sharing.size() == 1) {
        each_cu([&](int c) {
            ways_[requests].push_back(view.carried(NodeKind::cu, c, NodeKind::l2, 0));
            ways_[answers].push_back(view.carried(NodeKind::cu, c, NodeKind::l2, 0, 1));
            ways_[responses].push_back(view.carried(NodeKind::l2, 0, NodeKind::cu, c));
        });
    }

    // ---- statements, and their subjects ---------------------------------------------------------------------------

    void say(const Fact& premise, const Fact& conclusion, const SourceLine& line = SourceLine::here()) {
        says_(only_ ? premise : premise & (monitor.sharing == sharing), conclusion, line);
    }
    void always(const Fact& conclusion, const SourceLine& line = SourceLine::here()) { say(true, conclusion, line); }
    /// As long as the monitor has seen nothing wrong: it forgets everything else then.
    void say_of_programs(const Fact& premise, const Fact& conclusion, const SourceLine& line = SourceLine::here()) {
        say(premise & (monitor.broken == specs::Broken::nothing), conclusion, line);
    }

    template <class F>
    void each_cu(F&& f) const {
        for (int c = 0; c < cus; ++c) f(c);
    }
    template <class F>
    void each_wavefront_of_one(F&& f) const {
        for (int w = 0; w < wavefronts; ++w) f(w);
    }
    /// f(c, w)
    template <class F>
    void each_wavefront(F&& f) const {
        each_cu([&](int c) { each_wavefront_of_one([&](int w) { f(c, w); }); });
    }
    template <class F>
    void each_data_block(F&& f) const {
        for (int a = 0; a < l; ++a) f(a);
    }
    /// One of f(c), or none.
    template <class F>
    Fact some_cu(F&& f) const {
        Fact some = false;
        each_cu([&](int c) { some = some | f(c); });
        return some;
    }
    bool is_global() const { return sharing == specs::Sharing::global; }
    /// Whether L belongs to the work-group, which then synchronizes in its L1.
    bool home(int c) const { return !is_global() && c == 0; }

    // ---- a compute unit ---------------------------------------------------------------------------------------------

    const Cu<D>& cu(int c) const { return view.template node<NodeKind::cu>(c); }
    const rsp::Line<D>& line(int c, int a) const { return cu(c).lines.slots[place(a)].item; }
    Fact present(int c, int a) const { return cu(c).lines.slots[place(a)].present; }
    Fact dirty(int c, int a) const { return line(c, a).dirty; }
    Fact readable(int c, int a) const { return line(c, a).readable; }
    const MshrEntry<D>& mshr(int c, int a) const { return cu(c).mshr.slots[place(a)].item; }
    Fact entered(int c, int a) const { return cu(c).mshr.slots[place(a)].present; }
    Fact superseded(int c, int a) const { return mshr(c, a).superseded; }
    static Fact waits(const model::Set<D, Sort::thread>& set, int w) { return set.members[place(w)]; }

    const Wavefront<D>& wavefront(int c, int w) const { return cu(c).wavefronts.items[place(w)]; }
    Fact phase(int c, int w, Phase p) const { return wavefront(c, w).phase == p; }
    Fact synchronization_stalls(int c) const { return cu(c).promotions == 1; }

    const Entry<D>& entry(int c, int p) const { return cu(c).fifo.items[place(p)]; }
    Fact entry_is(int c, int p, EntryKind kind) {
        return says_.named(Fact(cu(c).fifo.size > p) & (entry(c, p).kind == kind), "CU{}.fifo[{}] is {}", c, p,
                           model::name_of(kind));
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    enum Way { requests, answers, responses };
    const Message<D>& next(Way way, int c) const { return ways_[way][place(c)].message; }
    Fact any(Way way, int c) const { return ways_[way][place(c)].present; }
    Fact brings(Way way, int c, MessageKind kind) { return brings(way, c, kind, true, "", ""); }
    Fact brings(Way way, int c, MessageKind kind, int a) {
        return brings(way, c, kind, next(way, c).address == a, " of ", static_cast<char>('A' + a));
    }
    Fact brings_to(Way way, int c, MessageKind kind, int w) {
        return brings(way, c, kind, next(way, c).wavefront == w, " of wavefront ", w);
    }

    Fact written_through(int c, int a) { return brings(requests, c, MessageKind::WriteThrough, a); }
    Fact read_data(int c, int a) { return brings(responses, c, MessageKind::ReadData, a); }
    Fact performed(int c, int w) { return brings_to(responses, c, MessageKind::Performed, w); }

    // ---- L2 ---------------------------------------------------------------------------------------------------------

    const Value<D>& in_l2(int a) const { return l2.lines.slots[place(a)].item.data; }
    Fact sweep(Sweep s) const { return l2.sweep == s; }
    Fact to_tell(int c) const { return l2.to_tell.members[place(c)]; }
    Fact unanswered(int c) const { return l2.unanswered.members[place(c)]; }
    const Promotion<D>& promotion(int k) const { return l2.promotions.items[place(k)]; }
    Fact queued(int k) const { return l2.promotions.size > k; }
    Fact queued(int k, int c, int w) {
        return says_.named(queued(k) & (promotion(k).core == c) & (promotion(k).wavefront == w), "L2.promotions[{}] is CU{}.{}'s",
                           k, c, w);
    }
    /// Invalidation of the L1 is still to come: lines are as they were before a remote release was performed.
    Fact to_be_invalidated(int c) {
        return (sweep(Sweep::invalidate) & to_tell(c)) | brings(responses, c, MessageKind::Invalidate);
    }
    /// The L1 has flushed as the promotion under way requires.
    Fact flushed(int c) {
        return (sweep(Sweep::flush) & !unanswered(c)) | sweep(Sweep::access) | brings(answers, c, MessageKind::FlushDone);
    }

    // ---- what the monitor knows -------------------------------------------------------------------------------------

    Fact by_lock() const { return monitor.passing == specs::Passing::lock; }
    Fact by_turns() const { return monitor.passing == specs::Passing::turns; }
    Fact owned() const { return monitor.owned; }
    Fact owned_in(int c) const { return owned() & (monitor.owner.core == c); }
    Fact owner(int c, int w) const { return owned_in(c) & (monitor.owner.thread == w); }
    const Value<D>& latest(int a) const { return monitor.latest.items[place(a)]; }
    Fact turn(int n) const { return monitor.turn == n; }
    int parties() const {
        return std::min((sharing == specs::Sharing::apart ? 1 : cus) * wavefronts,
                        specs::Ownership<model::Concrete>::most_parties);
    }
    Fact party(int n, int c, int w) {
        const auto& nth = monitor.parties.items[place(n)];
        return says_.named(Fact(monitor.parties.size > n) & (nth.core == c) & (nth.thread == w), "CU{}.{} is party {}", c, w, n);
    }
    Fact at_l(int c, int w, specs::AtL what) const { return monitor.at_l.items[place(c)].items[place(w)] == what; }
    Fact takes(int c, int w) const { return at_l(c, w, specs::AtL::takes); }
    /// It has begun the store that gives up the data,
    Fact gives_up(int c, int w) const { return at_l(c, w, specs::AtL::gives_up); }
    /// which has not been performed at L2.
    Fact still_gives_up(int c, int w) { return says_.named(gives_up(c, w) & !performed(c, w), "CU{}.{} still gives up", c, w); }
    /// It will own the data when it learns that its access has found `value` in L.
    Fact has_found(int c, int w, int value) {
        return says_.named(takes(c, w) & performed(c, w) & (next(responses, c).data == value), "CU{}.{} has found {}", c, w,
                           value);
    }

    const View& view;
    const specs::Ownership<D>& monitor;
    const L2<D>& l2;
    const int cus, wavefronts, l;
    const specs::Sharing sharing;

private:
    static std::size_t place(int n) { return static_cast<std::size_t>(n); }
    template <class Of>
    Fact brings(Way way, int c, MessageKind kind, const Fact& as, const char* of, const Of& whom) {
        static constexpr std::array texts{"CU{} to L2 brings {}{}{}", "CU{} to L2 on network 1 brings {}{}{}",
                                          "L2 to CU{} brings {}{}{}"};
        return says_.named(any(way, c) & (next(way, c).kind == kind) & as, texts[way], c, model::name_of(kind), of, whom);
    }

    Says& says_;
    const bool only_;  // no other way of sharing is asked for
    std::array<std::vector<Carried>, 3> ways_;
};

}  // namespace tandem::rsp
