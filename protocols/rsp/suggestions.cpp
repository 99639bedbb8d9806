#include "protocols/rsp/suggestions.hpp"

#include <fmt/format.h>

#include "model/print.hpp"
#include "protocols/rsp/protocol.hpp"
#include "smt/prove/statements.hpp"
#include "specs/ownership.hpp"

namespace tandem::rsp {

namespace {

using model::Sort;
using smt::Literal, smt::Term, smt::Terms, smt::no;
using specs::AtL, specs::Passing, specs::Sharing;

/// Of one way of sharing. Cores are c and d, wavefronts w, blocks a, of which the last is L; places in a FIFO p and q, promotions in L2's queue k.
class Suggestions : smt::Statements {
public:
    Suggestions(smt::Problem& problem, const Setup& setup, Sharing sharing)
        : Statements(problem), cus_(problem.shape[Sort::core]), wavefronts_(problem.shape[Sort::thread]), l_(problem.shape[Sort::address] - 1), sharing_(sharing),
          only_(setup.rules.sharing.size() == 1) {
        each_cu([&](int c) {
            for (int a = 0; a <= l_; ++a) cache(c, a);
            fifo(c);
            stalled_synchronization(c);
            each_wavefront([&](int w) {
                waiting(c, w);
                noted(c, w);
                performing(c, w);
                if (!is_global()) remote(c, w);
            });
        });
        sweeps();
        parties();
        for (int a = 0; a < l_; ++a) data(a);
        each_cu([&](int c) { location_in_l1(c); });
        lock();
        turns();
    }
    using Statements::clauses;

private:
    static constexpr int most_entries = L1<model::Concrete>::most_entries, most_promotions = baseline::most_waiting + 1;

    template <class F>
    void each_cu(F&& f) const {
        for (int c = 0; c < cus_; ++c) f(c);
    }
    template <class F>
    void each_wavefront(F&& f) const {
        for (int w = 0; w < wavefronts_; ++w) f(w);
    }
    bool is_global() const { return sharing_ == Sharing::global; }
    /// Whether L belongs to the work-group, which then synchronizes in its L1.
    bool home(int c) const { return !is_global() && c == 0; }
    void say(const Term& premises, const Terms& conclusions) { Statements::say(only_ ? premises : premises & is("monitor.sharing", sharing_), conclusions); }
    /// As long as the monitor has seen nothing wrong: then it forgets all else.
    void say_of_programs(const Term& premises, const Terms& conclusions) { say(premises & is("monitor.broken", specs::Broken::nothing), conclusions); }

    // ---- words ------------------------------------------------------------------------------------------------------

    static std::string cu(int c) { return fmt::format("CU{}.", c); }
    static std::string block(int a) { return model::name_text(Sort::address, a); }
    static std::string line(int c, int a) { return cu(c) + "lines." + block(a) + "."; }
    static std::string mshr(int c, int a) { return cu(c) + "mshr." + block(a) + "."; }
    static std::string wavefront(int c, int w) { return fmt::format("{}wavefronts.{}.", cu(c), w); }
    static std::string entry(int c, int p) { return fmt::format("{}fifo[{}].", cu(c), p); }
    static std::string promotion(int k) { return fmt::format("L2.promotions[{}].", k); }
    static std::string requests(int c) { return fmt::format("CU{} to L2", c); }
    static std::string answers(int c) { return requests(c) + " on network 1"; }
    static std::string responses(int c) { return fmt::format("L2 to CU{}", c); }
    static std::string latest(int a) { return "monitor.latest." + block(a); }
    static std::string in_l2(int a) { return "L2.lines." + block(a) + ".data"; }
    static std::string at_l(int c, int w) { return fmt::format("monitor.at_l.{}.{}", c, w); }
    static std::string data_in(const std::string& channel) { return channel + "[0].data"; }

    Term message(const std::string& channel, MessageKind kind, const Term& as = {}, const std::string& of = "") {
        return named(channel + " brings " + model::name_of(kind) + of, {more(channel + ".size", 0) & is(channel + "[0].kind", kind) & as});
    }
    Term message(const std::string& channel, MessageKind kind, int a) { return message(channel, kind, is(channel + "[0].address", a), " of " + block(a)); }
    Term message_of(const std::string& channel, MessageKind kind, int w) { return message(channel, kind, is(channel + "[0].wavefront", w), " of " + model::name_text(Sort::thread, w)); }
    Term entry_is(int c, int p, EntryKind kind) {
        return named(fmt::format("CU{}.fifo[{}] is {}", c, p, model::name_of(kind)), {more(cu(c) + "fifo.size", p) & is(entry(c, p) + "kind", kind)});
    }

    Term dirty(int c, int a) const { return is(line(c, a) + "dirty", 1); }
    Term readable(int c, int a) const { return is(line(c, a) + "readable", 1); }
    Term written_through(int c, int a) { return message(requests(c), MessageKind::WriteThrough, a); }
    Term read_data(int c, int a) { return message(responses(c), MessageKind::ReadData, a); }
    Term superseded(int c, int a, bool yes) const { return is(mshr(c, a) + "superseded", yes); }
    Term waits(const char* set, int c, int w, int a) const { return is(fmt::format("{}{}.{}.present", mshr(c, a), set, w), 1); }
    Term phase(int c, int w, Phase p) const { return is(wavefront(c, w) + "phase", p); }
    Term performed(int c, int w) { return message_of(responses(c), MessageKind::Performed, w); }
    Term synchronization_stalls(int c) const { return is(cu(c) + "promotions", 1); }

    Term sweep(Sweep s) const { return is("L2.sweep", s); }
    Term in_sweep(const char* set, int c, bool yes = true) const { return is(fmt::format("L2.{}.{}.present", set, c), yes); }
    Term to_tell(int c) const { return in_sweep("to_tell", c); }
    Term unanswered(int c) const { return in_sweep("unanswered", c); }
    Term queued(int k) { return more("L2.promotions.size", k); }
    Term queued(int k, int c, int w) {
        return named(fmt::format("L2.promotions[{}] is CU{}.{}'s", k, c, model::name_text(Sort::thread, w)), {queued(k) & is(promotion(k) + "core", c) & is(promotion(k) + "wavefront", w)});
    }

    Term by_lock() const { return is("monitor.passing", Passing::lock); }
    Term by_turns() const { return is("monitor.passing", Passing::turns); }
    Term owned() const { return is("monitor.owned", 1); }
    Term owned_in(int c) const { return owned() & is("monitor.owner.core", c); }
    Term owner(int c, int w) const { return owned_in(c) & is("monitor.owner.thread", w); }
    Term party(int n, int c, int w) {
        const std::string nth = fmt::format("monitor.parties[{}].", n);
        return named(fmt::format("CU{}.{} is party {}", c, model::name_text(Sort::thread, w), n), {more("monitor.parties.size", n) & is(nth + "core", c) & is(nth + "thread", w)});
    }
    Term takes(int c, int w) const { return is(at_l(c, w), AtL::takes); }
    /// It has begun the store that gives up the data,
    Term gives_up(int c, int w) const { return is(at_l(c, w), AtL::gives_up); }
    /// which has not been performed at L2.
    Term still_gives_up(int c, int w) {
        Terms terms;
        for (const Term& not_yet : no(performed(c, w))) terms.push_back(gives_up(c, w) & not_yet);
        return named(fmt::format("CU{}.{} still gives up", c, model::name_text(Sort::thread, w)), terms);
    }
    /// It will own the data when it hears that its access has found `value` in L.
    Term has_found(int c, int w, int value) {
        return named(fmt::format("CU{}.{} has found {}", c, model::name_text(Sort::thread, w), value), {takes(c, w) & performed(c, w) & is(data_in(responses(c)), value)});
    }
    /// Invalidation of the L1 is to come: lines are as they were before a remote release was performed.
    Terms to_be_invalidated(int c) { return {sweep(Sweep::invalidate) & to_tell(c), message(responses(c), MessageKind::Invalidate)}; }
    /// The L1 has done what the flush of the promotion under way asks of it.
    Terms flushed(int c) { return {sweep(Sweep::flush) & in_sweep("unanswered", c, false), sweep(Sweep::access), message(answers(c), MessageKind::FlushDone)}; }

    // ---- an L1 and its FIFO -----------------------------------------------------------------------------------------

    void cache(int c, int a) {
        const std::string entered = mshr(c, a);
        const Term present = is(line(c, a) + "present", 1), requested = is(entered + "requested", 1);
        say(present, {readable(c, a), dirty(c, a)});
        say(readable(c, a), {present});
        say(dirty(c, a), {present});
        say(readable(c, a) & dirty(c, a), {same(line(c, a) + "data", line(c, a) + "written")});
        say(requested, {is(entered + "present", 1)});
        say(superseded(c, a, true), {requested});
        say(read_data(c, a), {requested});
        say(message(requests(c), MessageKind::Read, a), {requested});
        say(message(requests(c), MessageKind::Read, a), no(read_data(c, a)));
    }

    void fifo(int c) {
        say({}, {is(cu(c) + "markers", 0), is(cu(c) + "markers", 1)});
        for (int p = 0; p < most_entries; ++p) {
            const Term promotes = entry_is(c, p, EntryKind::promotion), releases = entry_is(c, p, EntryKind::release);
            say({}, no(entry_is(c, p, EntryKind::system_promotion)));
            for (int q = 0; q < p; ++q)
                for (const EntryKind other : {EntryKind::promotion, EntryKind::release})
                    for (const Term& marker : {promotes, releases}) say(marker, no(entry_is(c, q, other)));
            say(promotes, {synchronization_stalls(c)});
            say(promotes, {sweep(Sweep::flush)});
            say(promotes, {unanswered(c)});
            say(promotes, no(to_tell(c)));
            say(promotes, no(message(responses(c), MessageKind::FlushMarker)));
            for (const Term& done : flushed(c)) say(promotes, no(done));
            // Behind a marker stands only what an owner has written who is one still; behind a release nothing.
            for (int q = p + 1; q < most_entries; ++q) {
                const Term write = entry_is(c, q, EntryKind::write);
                say(promotes & write, {owned_in(c)});
                say(promotes & write, {isnt(entry(c, q) + "address", l_)});
                say(releases, no(write));
            }
            each_wavefront([&](int w) {
                const Term of = releases & is(entry(c, p) + "wavefront", w);
                say(of, {phase(c, w, Phase::releasing)});
                say(of, {gives_up(c, w)});
            });
        }
    }

    // ---- remote operations ------------------------------------------------------------------------------------------

    /// Synchronization stalls at an L1 from the marker's arrival until the remote operation is over there (4.3, 4.4.1): each command is under way once.
    void stalled_synchronization(int c) {
        say({}, {is(cu(c) + "promotions", 0), synchronization_stalls(c)});
        const Term marked = message(responses(c), MessageKind::FlushMarker), flush_done = message(answers(c), MessageKind::FlushDone);
        Terms why{sweep(Sweep::access), message(responses(c), MessageKind::Performed), message(responses(c), MessageKind::Invalidate), message(responses(c), MessageKind::Resume)};
        for (const Term& arrived : no(marked)) why.push_back(sweep(Sweep::flush) & in_sweep("to_tell", c, false) & arrived);
        for (const Sweep over : {Sweep::invalidate, Sweep::resume}) {
            why.push_back(sweep(over) & to_tell(c));
            say(sweep(over) & to_tell(c), {synchronization_stalls(c)});
            say(sweep(over) & is(promotion(0) + "core", c), no(unanswered(c)));
            say(sweep(over) & unanswered(c) & in_sweep("to_tell", c, false),
                {message(responses(c), MessageKind::Invalidate), message(responses(c), MessageKind::Resume), message(answers(c), MessageKind::Invalidated)});
        }
        say(synchronization_stalls(c), why);
        say(sweep(Sweep::flush) & in_sweep("to_tell", c, false), {marked, synchronization_stalls(c)});
        say(sweep(Sweep::access), {synchronization_stalls(c)});
        for (const MessageKind command : {MessageKind::FlushMarker, MessageKind::Invalidate, MessageKind::Resume}) {
            const Term told = message(responses(c), command);
            say(told, no(to_tell(c)));
            say(told, {unanswered(c)});
            say(told, no(more(answers(c) + ".size", 0)));
            if (command != MessageKind::FlushMarker) say(told, {synchronization_stalls(c)});
            if (command != MessageKind::Resume) say(told, {is(responses(c) + "[0].stalls", 1)});
        }
        say(marked, {sweep(Sweep::flush)});
        say(marked, {is(cu(c) + "promotions", 0)});
        say(marked, {is(cu(c) + "markers", 0)});
        say(message(responses(c), MessageKind::Invalidate), {sweep(Sweep::invalidate)});
        say(message(responses(c), MessageKind::Resume), {sweep(Sweep::resume)});
        const Term answers_now = more(answers(c) + ".size", 0);
        say(answers_now, {is(answers(c) + "[0].kind", MessageKind::FlushDone), is(answers(c) + "[0].kind", MessageKind::Invalidated)});
        say(answers_now, {unanswered(c)});
        say(answers_now, no(to_tell(c)));
        say(flush_done, {sweep(Sweep::flush)});
        say(message(answers(c), MessageKind::Invalidated), {sweep(Sweep::invalidate), sweep(Sweep::resume)});
        say(to_tell(c), {unanswered(c)});
        say(unanswered(c), {sweep(Sweep::flush), sweep(Sweep::invalidate), sweep(Sweep::resume)});
    }

    /// L2 has one promotion under way, the head of its queue.
    void sweeps() {
        say({}, {{{smt::Relation::less_equal, -1, variable("L2.promotions.size"), 0}}});
        say(isnt("L2.sweep", Sweep::none), {queued(0)});
        for (const Sweep s : {Sweep::flush, Sweep::invalidate, Sweep::resume}) {
            Terms some;
            each_cu([&](int c) { some.push_back(unanswered(c)); });
            if (cus_ > 1 || s == Sweep::flush) say(sweep(s), some);
        }
    }

    /// Where the remote operation of a wavefront is (4.2).
    void remote(int c, int w) {
        const Term asks = message_of(requests(c), MessageKind::Promote, w), promoted = message_of(responses(c), MessageKind::Promoted, w),
                   accesses = message_of(requests(c), MessageKind::Access, w), done = performed(c, w), head = queued(0, c, w);
        const std::string access = wavefront(c, w) + "access";
        for (const Phase never : {Phase::releasing, Phase::to_promote}) say({}, {isnt(wavefront(c, w) + "phase", never)});
        say(asks, {phase(c, w, Phase::promoting)});
        say(asks, {same(requests(c) + "[0].access", access)});
        say(asks, {is(requests(c) + "[0].address", l_)});
        say(promoted, {phase(c, w, Phase::promoting)});
        for (const Term& at_target : {promoted, phase(c, w, Phase::at_target), accesses}) {
            say(at_target, {sweep(Sweep::access)});
            say(at_target, {head});
        }
        say(sweep(Sweep::access) & head, {promoted, phase(c, w, Phase::at_target), phase(c, w, Phase::performing)});
        say(sweep(Sweep::access) & head, no(done));
        say(done, {synchronization_stalls(c)});
        say(done, {sweep(Sweep::none), sweep(Sweep::flush) & to_tell(c), sweep(Sweep::invalidate) & is(promotion(0) + "core", c), sweep(Sweep::resume) & is(promotion(0) + "core", c)});

        // A promotion in the queue is of a wavefront that waits for it; but the head's may have gone on.
        Terms where{asks, promoted};
        for (int k = 0; k < most_promotions; ++k) {
            const Term queued_here = queued(k, c, w);
            std::vector<Term> in_force{queued_here};
            if (k == 0) in_force = {queued_here & sweep(Sweep::none), queued_here & sweep(Sweep::flush), queued_here & sweep(Sweep::access)};
            for (const Term& here : in_force) {
                say(here, no(asks));
                say(here, {same(promotion(k) + "access", access)});
                for (int later = k + 1; later < most_promotions; ++later) say(here, no(queued(later, c, w)));
                if (k == 0 && here == in_force[2]) continue;
                say(here, {phase(c, w, Phase::promoting)});
                say(here, no(promoted));
                where.push_back(here);
            }
        }
        say(phase(c, w, Phase::promoting), where);
    }

    /// An access at L2, remote or not.
    void performing(int c, int w) {
        const Term accesses = message_of(requests(c), MessageKind::Access, w), done = performed(c, w);
        const std::string own = wavefront(c, w), sent = requests(c) + "[0].";
        say(accesses, {phase(c, w, Phase::performing)});
        say(accesses, {is(sent + "address", l_)});
        say(accesses, {same(sent + "access", own + "access")});
        say(accesses, {same(sent + "remote", own + "remote")});
        say(accesses, {same(sent + "data", own + "data"), is(own + "access", AccessKind::load)});
        say(done, {phase(c, w, Phase::performing)});
        say(done, {is(responses(c) + "[0].address", l_)});
        say(done, no(accesses));
        say(phase(c, w, Phase::performing), {done, accesses});
    }

    // ---- wavefronts, and what the monitor knows of them -------------------------------------------------------------

    void waiting(int c, int w) {
        const std::string own = wavefront(c, w);
        say({}, {is(own + "outstanding", 0), is(own + "outstanding", 1)});
        Terms waits_for;
        for (int a = 0; a < l_; ++a)
            for (const char* set : {"loads", "merged"}) {
                const Term waits_here = waits(set, c, w, a);
                say(waits_here, {is(own + "outstanding", 1)});
                say(waits_here, {is(mshr(c, a) + "present", 1)});
                say_of_programs(waits_here, {owner(c, w)});
                for (const Term& other : waits_for) say(waits_here, no(other));
                waits_for.push_back(waits_here);
            }
        say(is(own + "outstanding", 1), waits_for);
        say(phase(c, w, Phase::at_l1), {waits("accesses", c, w, l_)});
        say(waits("accesses", c, w, l_), {phase(c, w, Phase::at_l1)});
    }

    void noted(int c, int w) {
        const std::string own = wavefront(c, w);
        const Term busy = isnt(own + "phase", Phase::ready);
        say(owner(c, w), {phase(c, w, Phase::ready)});
        say(busy, {is(own + "address", l_)});
        if (!is_global()) say(busy & isnt(own + "phase", Phase::at_l1), {is(own + "remote", 1)});
        say_of_programs(phase(c, w, Phase::ready), {is(at_l(c, w), AtL::nothing)});
        say_of_programs(busy, {takes(c, w), gives_up(c, w), is(at_l(c, w), AtL::looks)});
        say(takes(c, w), {is(own + "acquires", 1)});
        say(takes(c, w) & by_lock(), {is(own + "access", AccessKind::atomic)});
        say(takes(c, w) & by_lock(), {is(own + "data", held)});
        say(takes(c, w) & by_turns(), {is(own + "access", AccessKind::load)});
        say(gives_up(c, w), {is(own + "access", AccessKind::store)});
        say(gives_up(c, w), {isnt(own + "phase", Phase::at_l1)});
        say_of_programs(still_gives_up(c, w), {same(own + "data", "monitor.turn")});
    }

    void parties() {
        const int all = parties_of_turns();
        say(by_lock(), {is("monitor.parties.size", 0)});
        say_of_programs(by_turns(), {is("monitor.parties.size", all)});
        if (wavefronts_ == 1)
            for (int n = 0; n < all; ++n) say_of_programs(by_turns(), {is(fmt::format("monitor.parties[{}].core", n), n)});
        each_cu([&](int c) {
            each_wavefront([&](int w) {
                Terms one;
                for (int n = 0; n < all; ++n) {
                    for (const Term& other : one) say_of_programs(party(n, c, w), no(other));
                    one.push_back(party(n, c, w));
                }
                for (const Term& takes_part : {owner(c, w), takes(c, w), gives_up(c, w)}) say_of_programs(by_turns() & takes_part, one);
            });
        });
    }
    int parties_of_turns() const { return std::min((sharing_ == Sharing::apart ? 1 : cus_) * wavefronts_, specs::Ownership<model::Concrete>::most_parties); }

    // ---- data: what owners stored last is dirty in one L1, or else on its way to L2, or else there -------------------

    void data(int a) {
        Terms newer;
        each_cu([&](int c) {
            say_of_programs(dirty(c, a), {same(line(c, a) + "written", latest(a))});
            for (const Term& clean : no(dirty(c, a))) say_of_programs(written_through(c, a) & clean, {same(data_in(requests(c)), latest(a))});
            newer = newer | Terms{dirty(c, a), written_through(c, a)};
        });
        say_of_programs({}, newer | Terms{same(in_l2(a), latest(a))});
        each_cu([&](int c) {
            for (const Term& mine : {dirty(c, a), written_through(c, a)}) not_through_yet(c, mine, a);
            fresh(c, a);
        });
    }

    /// Whose data an L1 may hold that L2 has not: its own, or until it has been flushed those that one of its wavefronts gives up.
    void not_through_yet(int c, const Term& mine, int a) {
        Terms gave_up;
        each_wavefront([&](int w) { gave_up.push_back(gives_up(c, w) & phase(c, w, is_global() ? Phase::releasing : Phase::promoting)); });
        if (!home(c)) say_of_programs(mine, gave_up | Terms{owned_in(c)});
        each_cu([&](int d) {
            if (d != c) {
                for (const Term& theirs : {dirty(d, a), written_through(d, a)}) say_of_programs(mine, no(theirs));
                say_of_programs(mine, no(owned_in(d)));
            }
            each_wavefront([&](int w) {
                if (home(c) && d != c) say_of_programs(mine, no(still_gives_up(d, w)));
                say_of_programs(mine & by_lock(), no(has_found(d, w, free)));
                for (int n = 0; n < parties_of_turns(); ++n) say_of_programs(mine & by_turns() & party(n, d, w), no(has_found(d, w, n)));
            });
        });
        if (!is_global())
            for (const Term& done : flushed(c)) say_of_programs(mine & done, {owned_in(c)});
    }

    /// What may be read: an owner's L1 has the latest, and so has the one that L belongs to until others take the data.
    void fresh(int c, int a) {
        const auto say_fresh = [&](const Term& when, const Terms& unless) {
            say_of_programs(readable(c, a) & when, unless | Terms{same(line(c, a) + "data", latest(a))});
            say_of_programs(read_data(c, a) & superseded(c, a, false) & when, unless | Terms{dirty(c, a), same(data_in(responses(c)), latest(a))});
        };
        say_fresh(owned_in(c), {});
        each_wavefront([&](int w) { say_of_programs(read_data(c, a) & waits("loads", c, w, a) & owner(c, w), {dirty(c, a), same(data_in(responses(c)), latest(a))}); });
        if (!home(c)) return;
        Terms taken = to_be_invalidated(c);
        each_cu([&](int d) {
            if (d == c) return;
            taken.push_back(owned_in(d));
            each_wavefront([&](int w) { taken.push_back(still_gives_up(d, w)); });
        });
        say_fresh({}, taken);
    }

    // ---- L, the synchronization location ----------------------------------------------------------------------------

    void location_in_l1(int c) {
        if (!home(c))
            for (const Term& there : {readable(c, l_), dirty(c, l_), written_through(c, l_), read_data(c, l_)}) say({}, no(there));
        if (!is_global())
            for (const Term& done : flushed(c))
                for (const Term& newer : {dirty(c, l_), written_through(c, l_)}) say(done, no(newer));
        const Terms old = to_be_invalidated(c) | Terms{message(responses(c), MessageKind::Performed)};
        for (const Term& clean : no(dirty(c, l_))) {
            say(readable(c, l_) & clean & written_through(c, l_), {same(line(c, l_) + "data", data_in(requests(c)))});
            say(readable(c, l_) & clean, old | Terms{written_through(c, l_), same(line(c, l_) + "data", in_l2(l_))});
            say(read_data(c, l_) & superseded(c, l_, false) & clean, no(written_through(c, l_)));
            say(read_data(c, l_) & superseded(c, l_, false) & clean, old | Terms{same(data_in(responses(c)), in_l2(l_))});
        }
    }

    /// Says of the newest that there is of L, wherever that is, what `conclusions` makes of its place.
    template <class F>
    void say_of_newest(const Term& premises, F&& conclusions) {
        Terms newer;
        each_cu([&](int c) {
            say_of_programs(premises & dirty(c, l_), conclusions(line(c, l_) + "written"));
            for (const Term& clean : no(dirty(c, l_))) say_of_programs(premises & written_through(c, l_) & clean, conclusions(data_in(requests(c))));
            newer = newer | Terms{dirty(c, l_), written_through(c, l_)};
        });
        say_of_programs(premises, newer | conclusions(in_l2(l_)));
    }

    /// A lock: always just one of these is so: it is free, somebody owns the data, gives them up, or has found it free.
    void lock() {
        Terms claims{owned()};
        each_cu([&](int c) {
            each_wavefront([&](int w) {
                claims.push_back(still_gives_up(c, w));
                claims.push_back(has_found(c, w, free));
                say_of_programs(by_lock() & takes(c, w) & performed(c, w), {is(data_in(responses(c)), held), is(data_in(responses(c)), free)});
            });
        });
        for (std::size_t i = 0; i < claims.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) say_of_programs(by_lock() & claims[i], no(claims[j]));
        say_of_programs(by_lock() & owned(), {is("monitor.turn", held)});
        say_of_programs(by_lock() & is("monitor.owned", 0), {is("monitor.turn", free)});
        say_of_newest(by_lock(), [&](const std::string& place) { return Terms{is(place, held), is(place, free)}; });
        say_of_newest(by_lock(), [&](const std::string& place) { return claims | Terms{is(place, free)}; });
        for (const Term& claim : claims) say_of_newest(by_lock() & claim, [&](const std::string& place) { return Terms{is(place, held)}; });
    }

    /// Turns: L holds whose turn it is, or, until the store that passes it on has been performed, whose it was.
    void turns() {
        Terms passed_on;
        each_cu([&](int c) { each_wavefront([&](int w) { passed_on.push_back(still_gives_up(c, w)); }); });
        say_of_newest(by_turns(), [&](const std::string& place) { return passed_on | Terms{same(place, "monitor.turn")}; });
        each_cu([&](int c) {
            each_wavefront([&](int w) {
                const Term mine = still_gives_up(c, w);
                say_of_programs(by_turns() & mine, no(owned()));
                for (const Term& other : passed_on)
                    if (other != mine) say_of_programs(by_turns() & mine, no(other));
                for (int n = 0; n < parties_of_turns(); ++n) {
                    const Term me = by_turns() & party(n, c, w);
                    say_of_programs(me & owner(c, w), {is("monitor.turn", n)});
                    say_of_newest(me & mine, [&](const std::string& place) { return Terms{is(place, n)}; });
                    say_of_programs(me & mine, {isnt("monitor.turn", n)});
                    const Term found = me & has_found(c, w, n);
                    say_of_programs(found, no(owned()));
                    say_of_programs(found, {is("monitor.turn", n)});
                    for (const Term& other : passed_on) say_of_programs(found, no(other));
                }
            });
        });
    }

    static constexpr int held = specs::Ownership<model::Concrete>::held, free = specs::Ownership<model::Concrete>::free;
    const int cus_, wavefronts_, l_;
    const Sharing sharing_;
    const bool only_;  // no other way of sharing is asked for
};

}  // namespace

std::vector<smt::Clause> suggestions(smt::Problem& problem, const Setup& setup) {
    std::vector<smt::Clause> all;
    if (setup.banks > 1 || setup.memory) return all;
    for (const Sharing sharing : setup.rules.sharing) {
        Suggestions suggestions(problem, setup, sharing);
        all.insert(all.end(), suggestions.clauses().begin(), suggestions.clauses().end());
    }
    return all;
}

}  // namespace tandem::rsp
