#include "smt/prove/guards.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tandem::smt {

namespace {

constexpr std::size_t most_states = 5;   // values of a number that tells states apart
constexpr std::size_t most_values_looked_at = 16;  // that are looked at: more than an enumeration has
constexpr std::size_t most_records = 3;  // in which a thread's accesses are looked for

class Finder {
public:
    Finder(const Problem& problem, const std::vector<StateObject>& objects, const Eras& eras, const SampleTable& samples)
        : problem_(problem), objects_(objects), eras_(eras), samples_(samples) {
        for (const Segment& s : problem.segments)
            for (int k = 0; k < s.places; ++k)
                each_record(s.layout, s.first + (s.kind == Segment::Kind::channel ? 1 + k * s.leaves : 0),
                            [&](const Layout& record, int first) {
                                for (std::size_t i = 0; i < record.used.size(); ++i)
                                    if (!record.used[i].is_constant()) sometimes_unused_.insert(first + static_cast<int>(i));
                            });
    }

    std::vector<Situation> find() {
        for (std::size_t o = 0; o < objects_.size(); ++o) {
            if (objects_[o].present.empty() && objects_[o].fields.empty()) continue;
            add_of(static_cast<int>(o));
            add_absent(static_cast<int>(o));
            add_never(static_cast<int>(o));
            add_empty_sets(static_cast<int>(o));
        }
        const std::size_t simple = found_.size();
        for (std::size_t m = 0; m < simple; ++m)
            for (std::size_t l = 0; l < simple; ++l)
                if (act_together(found_[m], found_[l])) join(m, l);
        for (std::size_t o = 0; o < objects_.size(); ++o) add_accesses(static_cast<int>(o));
        return std::move(found_);
    }

private:
    const StateObject& of(int object) const { return objects_[static_cast<std::size_t>(object)]; }
    const StateVariable& variable(int v) const { return problem_.variables[static_cast<std::size_t>(v)]; }
    bool is_size(int v) const { return variable(v).name.ends_with(".size"); }
    bool is_instant(int v) const { return smt::is_instant(*variable(v).type); }
    bool is_moment(int v) const { return variable(v).type->name == "time" || is_instant(v); }
    bool is_data(int v) const { return variable(v).type->name == "value"; }
    bool is_name(int v, const char* sort) const {
        return variable(v).type->kind == ValueType::Kind::name && variable(v).type->name == sort;
    }

    std::set<int> values(int v, const SampleSet& where) const {
        std::set<int> result;
        int last = -1;
        SampleSet::each_common([&](std::size_t s) {
            const int n = samples_.at(s, v);
            if (n != last) result.insert(last = n);
            return result.size() <= most_values_looked_at;
        }, where);
        return result;
    }
    const SampleSet& satisfying(const Literal& l) {
        const auto found = satisfying_.find(l);
        return found != satisfying_.end() ? found->second : satisfying_.emplace(l, samples_.satisfying(l)).first->second;
    }
    SampleSet satisfying(const std::vector<Literal>& guard) {
        if (guard.empty()) return satisfying(Literal{Relation::equal, -1, -1, 0});
        SampleSet set = satisfying(guard[0]);
        for (std::size_t i = 1; i < guard.size(); ++i) set = set & satisfying(guard[i]);
        return set;
    }

    /// Adds the situation if some sample shows it, and not just those that `general` is; returns its index or `general`.
    int add(Situation s) {
        s.samples = satisfying(s.guard);
        if (s.samples.empty()) return -1;
        if (s.general >= 0 && s.samples == found_[static_cast<std::size_t>(s.general)].samples) return s.general;
        const auto meaningless = [&](int v) { return values(v, s.samples).size() < 2; };
        std::erase_if(s.moments, meaningless);
        std::erase_if(s.data, meaningless);
        found_.push_back(std::move(s));
        return static_cast<int>(found_.size()) - 1;
    }
    int specialised(int general, std::vector<Literal> more, auto&& adapt) {
        Situation s = found_[static_cast<std::size_t>(general)];
        s.general = general;
        s.guard.insert(s.guard.end(), more.begin(), more.end());
        if (!s.joint()) terms(s);
        adapt(s);
        return add(std::move(s));
    }

    /// What may be compared: the object's own moments and data, and its owner's (of the same coordinates).
    void terms(Situation& s) const {
        s.moments.clear();
        s.data.clear();
        const auto take = [&](const StateObject& object) {
            for (const int v : object.fields) {
                if (is_moment(v)) s.moments.push_back(v);
                if (is_data(v)) s.data.push_back(v);
            }
        };
        const StateObject& own = objects_[static_cast<std::size_t>(s.object)];
        if (!s.absent) take(own);
        if (own.parent < 0) return;
        const StateObject& parent = objects_[static_cast<std::size_t>(own.parent)];
        take(parent);
        for (std::size_t o = 0; o < objects_.size(); ++o)
            if (objects_[o].parent == own.parent && static_cast<int>(o) != s.object && objects_[o].at == own.at &&
                objects_[o].present == parent.present)
                take(objects_[o]);
    }

    void add_of(int o) {
        const StateObject& object = objects_[static_cast<std::size_t>(o)];
        Situation s{.guard = object.present, .moments = {}, .data = {}, .at = object.at, .object = o};
        for (const int v : object.fields)  // a name that can be one only says whose it is as well
            for (const auto& [sort, at] : {std::pair{"core", core_at}, {"address", address_at}, {"thread", thread_at}})
                if (is_name(v, sort) && variable(v).type->cardinality == 1) s.at[at] = 0;
        terms(s);
        const int base = add(s);
        if (base < 0) return;
        each_era({base}, o);
        std::vector<int> list{base};
        std::vector<int> whose, threads, states;
        for (const int v : object.fields) {
            if (is_moment(v) || is_data(v) || eras_.tells(v) ||
                values(v, found_[static_cast<std::size_t>(base)].samples).size() < 2)
                continue;
            if (is_name(v, "address") || (is_name(v, "core") && !sometimes_unused_.contains(v))) whose.push_back(v);
            else if (is_name(v, "thread")) threads.push_back(v);
            else if (variable(v).type->kind == ValueType::Kind::enumeration) states.push_back(v);
            else if (values(v, found_[static_cast<std::size_t>(base)].samples).size() <= most_states &&
                     variable(v).high < unbounded)
                states.push_back(v);
            else if (values(v, found_[static_cast<std::size_t>(base)].samples).size() <= 3) states.push_back(v);
        }
        // Whose it is comes first, but a name that may be missing only where it is there.
        std::stable_partition(states.begin(), states.end(), [&](int v) {
            return std::any_of(whose.begin(), whose.end(),
                               [&](int w) { return variable(v).name == variable(w).name + ".present"; });
        });
        const auto optional = [&](int w) {
            return std::any_of(states.begin(), states.end(),
                               [&](int v) { return variable(v).name == variable(w).name + ".present"; });
        };
        const auto by_state = [&](int v) { list = each_value(list, v, [](Situation&, int) {}); };
        std::size_t first = 0;
        if (std::any_of(whose.begin(), whose.end(), optional)) by_state(states[first++]);
        for (const int v : whose) {
            const std::size_t sort = is_name(v, "core") ? core_at : address_at;
            list = each_value(list, v, [&](Situation& t, int n) { t.at[sort] = n; });
        }
        for (std::size_t i = first; i < states.size(); ++i) by_state(states[i]);
        list = each_era(list, o);
        if (object.present.empty() && states.empty()) return;
        std::vector<int> before = list;
        for (const int v : object.fields)
            if (is_instant(v)) {
                by_state(v);
                before.insert(before.end(), list.begin(), list.end());
            }
        std::sort(before.begin(), before.end());
        before.erase(std::unique(before.begin(), before.end()), before.end());
        for (const int v : threads) each_value(before, v, [&](Situation& t, int n) { t.at[thread_at] = n; });
        for (const int general : before) tell_data_apart(general);
    }
    /// By the clock that its moments count from: the same as the shared one's, or the other. What no sample shows is claimed not
    /// to be.
    std::vector<int> each_era(const std::vector<int>& list, int o) {
        const int era = eras_.of(o);
        if (era < 0) return list;
        std::vector<int> result;
        for (const int general : list)
            for (const Relation r : {Relation::equal, Relation::differ}) {
                const Literal said{r, era, eras_.against(era)};
                if (const int made = dated(general, said); made >= 0) result.push_back(made);
                else if (found_[static_cast<std::size_t>(general)].general < 0) combine(general, {said}, result);
            }
        return result;
    }
    /// With a literal that dates moments, even if it always holds: only what the guard says makes moments comparable. -1 if no
    /// sample shows it.
    int dated(int general, const Literal& said) {
        const auto adapt = [](Situation& t) { t.of_era = true; };
        const int made = specialised(general, {said}, adapt);
        if (made != general) return made;
        Situation s = found_[static_cast<std::size_t>(general)];
        s.general = general;
        s.guard.push_back(said);
        adapt(s);
        found_.push_back(std::move(s));
        return static_cast<int>(found_.size()) - 1;
    }
    /// By each datum: it is what the monitor watches, or it is not. That no sample shows it watched may be chance, so it is
    /// claimed not to be.
    void tell_data_apart(int general) {
        if (problem_.singled_out < 0) return;
        for (const int v : std::vector<int>(found_[static_cast<std::size_t>(general)].data))
            for (const Relation r : {Relation::equal, Relation::differ}) {
                const Literal said{r, v, -1, problem_.singled_out};
                if (specialised(general, {said}, [](Situation& t) { t.of_data = true; }) >= 0 || r == Relation::differ ||
                    found_[static_cast<std::size_t>(general)].joint())
                    continue;
                std::vector<int> never;
                combine(general, {said}, never);
                for (const int n : never) {
                    found_[static_cast<std::size_t>(n)].of_data = true;
                    std::erase(found_[static_cast<std::size_t>(n)].data, v);
                }
            }
    }
    template <class Adapt>
    std::vector<int> each_value(const std::vector<int>& list, int v, Adapt&& adapt) {
        std::vector<int> result;
        for (const int general : list) {
            const std::set<int> seen = values(v, found_[static_cast<std::size_t>(general)].samples);
            if (seen.size() > 1 && (is_size(v) || is_instant(v))) {  // empty or not, past or not
                for (const Relation r : {Relation::equal, Relation::differ})
                    if (const int made = specialised(general, {{r, v, -1, 0}}, [&](Situation& t) { adapt(t, 0); }); made >= 0)
                        result.push_back(made);
                continue;
            }
            if (seen.size() == 1 && eras_.dates(v)) {
                result.push_back(dated(general, {Relation::equal, v, -1, *seen.begin()}));
                continue;
            }
            if (seen.size() < 2) {
                result.push_back(general);
                continue;
            }
            for (const int n : seen)
                if (const int made = specialised(general, {{Relation::equal, v, -1, n}}, [&](Situation& t) { adapt(t, n); });
                    made >= 0)
                    result.push_back(made);
        }
        return result;
    }
    void add_absent(int o) {
        const StateObject& object = objects_[static_cast<std::size_t>(o)];
        if (object.present.empty() || object.segment < 0) return;
        const StateObject* parent = object.parent >= 0 ? &objects_[static_cast<std::size_t>(object.parent)] : nullptr;
        const std::size_t outer = parent ? parent->present.size() : 0;
        if (object.present.size() != outer + 1 || object.present.back().relation != Relation::equal) return;
        Situation s{.guard = object.present, .moments = {}, .data = {}, .at = object.at, .object = o, .absent = true};
        s.guard.back() = negated(s.guard.back());
        terms(s);
        if (const int made = add(std::move(s)); made >= 0) tell_data_apart(made);
    }

    /// An object that no sample shows, or shows absent, is claimed always to be absent, or there.
    void add_never(int o) {
        const StateObject& object = of(o);
        if (object.present.empty()) return;
        std::vector<Literal> owner = object.present, absent = object.present;
        owner.pop_back();
        absent.back() = negated(absent.back());
        if (satisfying(owner).empty()) return;
        for (const std::vector<Literal>& guard : {object.present, absent})
            if (satisfying(guard).empty())
                found_.push_back({.guard = guard, .moments = {}, .data = {}, .at = object.at, .object = o});
    }

    /// For each set of several names in a record: it is empty.
    void add_empty_sets(int record) {
        std::map<std::string, std::vector<Literal>> absent;  // by the set's pattern
        for (const StateObject& object : objects_)
            if (object.parent == record && object.fields.empty() && object.present.size() == of(record).present.size() + 1)
                absent[object.pattern].push_back(negated(object.present.back()));
        for (const auto& [pattern, elements] : absent) {
            if (elements.size() < 2) continue;
            Situation s{.guard = of(record).present, .moments = {}, .data = {}, .at = of(record).at, .object = record};
            s.guard.insert(s.guard.end(), elements.begin(), elements.end());
            terms(s);
            add(std::move(s));
        }
    }

    /// All that a thread has under way, where its state counts that: one situation for each combination, for only all together
    /// say how many they are. Combinations that no sample shows are claimed never to occur.
    void add_accesses(int o) {
        const StateObject& thread = objects_[static_cast<std::size_t>(o)];
        const auto counts = [&](int v) {
            return variable(v).type->kind == ValueType::Kind::number && variable(v).type->name.empty() && !is_size(v);
        };
        if (thread.at[core_at] < 0 || thread.at[thread_at] < 0 || !thread.present.empty() ||
            std::none_of(thread.fields.begin(), thread.fields.end(), counts))
            return;
        std::vector<int> list;
        for (std::size_t i = 0; i < found_.size() && list.empty(); ++i)
            if (found_[i].object == o && !found_[i].joint() && found_[i].guard.empty()) list.push_back(static_cast<int>(i));
        std::map<int, std::vector<Literal>> flags;  // by the record that holds them
        for (const StateObject& object : objects_)
            if (object.segment == thread.segment && object.at[thread_at] == thread.at[thread_at] && object.fields.empty() &&
                object.present.size() > 1)
                flags[object.parent].push_back(object.present.back());
        if (flags.size() > most_records) return;
        for (const auto& [record, of_thread] : flags) {
            const std::vector<Literal>& present = objects_[static_cast<std::size_t>(record)].present;
            std::vector<int> there, next;
            for (const int general : list) {
                combine(general, {negated(present.back())}, next);
                combine(general, present, there);
            }
            for (const Literal& flag : of_thread) {
                std::vector<int> split;
                for (const int general : there)
                    for (const Literal& l : {flag, negated(flag)}) combine(general, {l}, split);
                there = std::move(split);
            }
            next.insert(next.end(), there.begin(), there.end());
            list = std::move(next);
        }
    }
    void combine(int general, const std::vector<Literal>& more, std::vector<int>& made) {
        Situation s = found_[static_cast<std::size_t>(general)];
        if (s.samples.empty()) return;  // said to be impossible already
        s.general = general;
        s.guard.insert(s.guard.end(), more.begin(), more.end());
        s.samples = satisfying(s.guard);
        made.push_back(static_cast<int>(found_.size()));
        found_.push_back(std::move(s));
    }

    /// Something on its way, or waiting, on behalf of a core that it does not lie in.
    bool travels(const Situation& s) const {
        if (s.absent || s.at[core_at] < 0 || s.at[address_at] < 0) return false;
        const Segment& segment =
            problem_.segments[static_cast<std::size_t>(objects_[static_cast<std::size_t>(s.object)].segment)];
        return segment.kind == Segment::Kind::channel || segment.core != s.at[core_at];
    }
    bool holds_data(int object) const {
        const std::vector<int>& fields = objects_[static_cast<std::size_t>(object)].fields;
        return std::any_of(fields.begin(), fields.end(), [&](int v) { return is_data(v); });
    }
    /// A copy that that core holds, of the same address.
    bool meets(const Situation& m, const Situation& l) const {
        const Segment& segment =
            problem_.segments[static_cast<std::size_t>(objects_[static_cast<std::size_t>(l.object)].segment)];
        if (segment.kind != Segment::Kind::node || segment.core != m.at[core_at] || l.at[address_at] != m.at[address_at])
            return false;
        if (m.of_data || l.of_data || !holds_data(l.object)) return false;
        return l.at[thread_at] < 0 || l.at[thread_at] == m.at[thread_at];
    }
    /// A thread of that core that waits for the message.
    bool awaits(const Situation& m, const Situation& l) const {
        const StateObject& object = objects_[static_cast<std::size_t>(l.object)];
        const auto kind = [&](int segment) { return problem_.segments[static_cast<std::size_t>(segment)].kind; };
        if (kind(objects_[static_cast<std::size_t>(m.object)].segment) != Segment::Kind::channel ||
            kind(object.segment) != Segment::Kind::node)
            return false;
        return !m.of_data && !l.absent && object.fields.empty() && l.at[thread_at] >= 0 && l.at[core_at] == m.at[core_at] &&
               l.at[address_at] == m.at[address_at];
    }
    /// A mark that that core has put on what it keeps of the message's address, for when the answer comes.
    bool finds_marked(const Situation& m, const Situation& l) const {
        const StateObject& object = of(l.object);
        const Segment& segment = problem_.segments[static_cast<std::size_t>(object.segment)];
        if (segment.kind != Segment::Kind::node || segment.core != m.at[core_at] || l.at[address_at] != m.at[address_at])
            return false;
        if (m.of_data || m.at[thread_at] >= 0 || l.at[thread_at] >= 0 || holds_data(l.object)) return false;
        const auto marks = [&](const Literal& literal) {
            return literal.a >= 0 && variable(literal.a).type->kind == ValueType::Kind::boolean &&
                   std::find(object.fields.begin(), object.fields.end(), literal.a) != object.fields.end();
        };
        return std::any_of(l.guard.begin(), l.guard.end(), marks);
    }
    /// The monitor's own state, and what it notes of one thread.
    bool notes(const Situation& m, const Situation& l) const {
        const StateObject &whole = objects_[static_cast<std::size_t>(m.object)],
                          &part = objects_[static_cast<std::size_t>(l.object)];
        if (problem_.segments[static_cast<std::size_t>(whole.segment)].kind != Segment::Kind::monitor ||
            part.segment != whole.segment)
            return false;
        return whole.parent < 0 && part.at[thread_at] >= 0 && !part.fields.empty();
    }
    /// What the monitor notes of one thread, and something else of that thread that has a moment: its own state, or a message for
    /// it.
    bool dates(const Situation& m, const Situation& l) const {
        const auto kind = [&](int object) { return problem_.segments[static_cast<std::size_t>(of(object).segment)].kind; };
        if (m.at[thread_at] < 0 || of(m.object).fields.empty() || kind(m.object) != Segment::Kind::monitor ||
            kind(l.object) == Segment::Kind::monitor)
            return false;
        if (l.absent || l.of_data || l.at[core_at] != m.at[core_at] || l.at[thread_at] != m.at[thread_at]) return false;
        const std::vector<int>& fields = of(l.object).fields;
        return std::any_of(l.moments.begin(), l.moments.end(),
                           [&](int v) { return std::find(fields.begin(), fields.end(), v) != fields.end(); });
    }
    bool act_together(const Situation& m, const Situation& l) const {
        return (travels(m) && (meets(m, l) || awaits(m, l) || finds_marked(m, l))) || notes(m, l) || dates(m, l);
    }
    void join(std::size_t m, std::size_t l) {
        const bool rare = SampleSet::disjoint(found_[m].samples, found_[l].samples);
        if (rare && !notes(found_[m], found_[l])) return;  // of a monitor all that is noted together may yet occur
        Situation s = found_[m];
        const Situation& other = found_[l];
        s.guard.insert(s.guard.end(), other.guard.begin(), other.guard.end());
        s.moments.insert(s.moments.end(), other.moments.begin(), other.moments.end());
        s.data.insert(s.data.end(), other.data.begin(), other.data.end());
        s.joined = other.object;
        s.of_waiting = awaits(found_[m], other);
        s.of_era = s.of_era || other.of_era;
        s.general = static_cast<int>(m);
        s.samples = s.samples & other.samples;
        for (const std::size_t sort : {thread_at, address_at})
            if (s.at[sort] < 0) s.at[sort] = other.at[sort];
        const auto meaningless = [&](int v) { return values(v, s.samples).size() < 2; };
        std::erase_if(s.moments, meaningless);
        std::erase_if(s.data, meaningless);
        if (!rare && s.moments.empty() && s.data.empty() && s.samples == found_[m].samples) return;
        found_.push_back(std::move(s));
        tell_data_apart(static_cast<int>(found_.size()) - 1);
    }

    const Problem& problem_;
    const std::vector<StateObject>& objects_;
    const Eras& eras_;
    const SampleTable& samples_;
    std::set<int> sometimes_unused_;  // variables: what `clear_unused` clears says nothing of an object in all of its states
    std::map<Literal, SampleSet> satisfying_;
    std::vector<Situation> found_;
};

}  // namespace

std::vector<Situation> situations(const Problem& problem, const std::vector<StateObject>& objects, const Eras& eras,
                                  const SampleTable& samples) {
    return Finder(problem, objects, eras, samples).find();
}

}  // namespace tandem::smt
