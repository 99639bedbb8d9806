#include "specs/operational/program.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "model/shape.hpp"

namespace tandem::specs {

namespace {

using Kind = Instruction::Kind;
using PossibleValues = std::vector<std::set<Value>>;  // by location

constexpr std::size_t most_situations = 60000;

/// A register that an access under way will fill holds nothing yet.
struct Register {
    Value value;
    int awaits = -1;  // the location of that access
    friend auto operator<=>(const Register&, const Register&) = default;
};

struct UnderWay {
    enum class Kind { load, store, atomic };
    Kind kind = Kind::load;
    int destination = -1;
    std::vector<bool> possible;  // of an atomic: by the value found, whether it writes what was guessed
    friend auto operator<=>(const UnderWay&, const UnderWay&) = default;
};

/// A situation while it is computed.
struct State {
    std::size_t at = 0;
    std::vector<Register> registers;
    std::vector<std::vector<UnderWay>> under_way;  // by location, in program order
    friend auto operator<=>(const State&, const State&) = default;
};

/// What the tags of an access say: an order, and a scope (rsp.txt, 2.2 and 4.1). The largest scope, which an access without one has, is the system's or that of the only component.
model::Synchronization<model::Concrete> synchronization_of(const Instruction& i, model::Scope largest) {
    model::Synchronization<model::Concrete> said;
    if (i.kind == Kind::read_modify_write) said = {model::Order::relaxed, largest, false};
    const std::map<std::string, model::Order> orders{{"relaxed", model::Order::relaxed}, {"acquire", model::Order::acquire}, {"release", model::Order::release},
                                                     {"acq_rel", model::Order::acquire_release}, {"rm_acq", model::Order::acquire}, {"rm_rel", model::Order::release},
                                                     {"rm_ar", model::Order::acquire_release}};
    const std::map<std::string, model::Scope> scopes{{"wi", model::Scope::wi}, {"wv", model::Scope::wv}, {"wg", model::Scope::wg}, {"cmp", model::Scope::cmp}, {"sys", largest}};
    int orders_said = 0, scopes_said = 0;
    for (const std::string& tag : i.tags) {
        if (const auto order = orders.find(tag); order != orders.end()) said.order = order->second, said.remote = tag.starts_with("rm_"), ++orders_said;
        if (const auto scope = scopes.find(tag); scope != scopes.end()) said.scope = scope->second, ++scopes_said;
    }
    if (orders_said > 1 || scopes_said > 1) throw std::domain_error(std::string("an access of two ") + (orders_said > 1 ? "orders" : "scopes"));
    // "We utilize [...] remote acquire+release ordering rules for all remote RMWs regardless of what ordering the instruction specifies" (4.4.1).
    if (said.remote && i.kind == Kind::read_modify_write) said.order = model::Order::acquire_release;
    if (said.order == model::Order::plain) said.scope = {};
    if (said.remote && said.scope < model::Scope::cmp)
        throw std::domain_error("a remote operation at scope " + std::string(model::name_of(said.scope)) + ", which contains no scope but its own: cmp and sys are accepted");
    const bool fits = i.kind == Kind::load ? !model::releases(said) : i.kind != Kind::store || !model::acquires(said);
    if (!fits) throw std::domain_error(i.kind == Kind::load ? "a load that releases" : "a store that acquires");
    return said;
}

/// Which registers of a thread still matter, by instruction that comes next (their count for the end): those that are read before they are written, and at
/// the end those that the test asks for. What the others hold would only tell situations apart that are alike.
class Liveness {
public:
    Liveness(const Test& test, std::size_t thread) : thread_(test.threads[thread]), live_(thread_.instructions.size() + 1, Registers(thread_.registers.size())) {
        const auto ask = [&](const Observed& o) {
            if (o.thread == static_cast<int>(thread)) live_.back()[static_cast<std::size_t>(o.index)] = true;
        };
        for (const Observed& o : test.observed) ask(o);
        ask_for(test.condition, ask);
        ask_for(test.filter, ask);
        for (bool more = true; more;) {
            more = false;
            for (std::size_t n = thread_.instructions.size(); n-- > 0;) {
                Registers now = before(thread_.instructions[n], n);
                more = more || now != live_[n];
                live_[n] = std::move(now);
            }
        }
    }
    bool matters(std::size_t reg, std::size_t next) const { return live_[next][reg]; }

private:
    using Registers = std::vector<bool>;

    template <class Ask>
    static void ask_for(const Formula& f, const Ask& ask) {
        if (f.kind == Formula::Kind::equal) ask(f.observed);
        for (const Formula& part : f.parts) ask_for(part, ask);
    }
    Registers before(const Instruction& i, std::size_t n) const {
        const bool branches = i.kind == Kind::branch;
        Registers now = branches && i.guard < 0 ? live_[i.target] : live_[n + 1];
        if (branches)
            for (std::size_t r = 0; r < now.size(); ++r) now[r] = now[r] || live_[i.target][r];
        if (i.destination >= 0 && i.guard < 0) now[static_cast<std::size_t>(i.destination)] = false;
        if (i.guard >= 0) now[static_cast<std::size_t>(i.guard)] = true;
        for (const Expression* e : {&i.address, &i.value, &i.comparison}) read(*e, now);
        return now;
    }
    static void read(const Expression& e, Registers& registers) {
        if (e.op == Expression::Op::reg) registers[static_cast<std::size_t>(e.reg)] = true;
        for (const Expression& operand : e.operands) read(operand, registers);
    }

    const Thread& thread_;
    std::vector<Registers> live_;  // by instruction
};

/// Numbers the situations of one thread, for values that its locations may hold.
class Explorer {
public:
    Explorer(const Test& test, std::size_t thread, const PossibleValues& possible, const Machine& machine)
        : test_(test), thread_(test.threads[thread]), liveness_(test, thread), possible_(possible), machine_(machine), stored_(possible.size()) {
        State start;
        for (const Value& v : thread_.initial) start.registers.push_back({v, -1});
        start.under_way.resize(test.locations.size());
        number(std::move(start));
        for (std::size_t i = 0; i < states_.size(); ++i) explore(i);
    }

    std::vector<Situation> situations;
    const PossibleValues& stored() const { return stored_; }
    bool guesses() const { return guesses_; }

private:
    /// The value's number at a location.
    int number_of(std::size_t location, const Value& value) const {
        const auto& values = possible_[location];
        const auto at = values.find(value);
        return at == values.end() ? -1 : static_cast<int>(std::distance(values.begin(), at));
    }

    // ---- registers ----

    bool is_there(const Expression& e, const State& s) const {
        if (e.op == Expression::Op::reg) return s.registers[static_cast<std::size_t>(e.reg)].awaits < 0;
        return std::all_of(e.operands.begin(), e.operands.end(), [&](const Expression& part) { return is_there(part, s); });
    }
    bool can_write(int reg, const State& s) const { return reg < 0 || s.registers[static_cast<std::size_t>(reg)].awaits < 0; }
    static Value value(const Expression& e, const State& s, const Value& old = {}) {
        switch (e.op) {
            case Expression::Op::constant: return e.constant;
            case Expression::Op::reg: return s.registers[static_cast<std::size_t>(e.reg)].value;
            case Expression::Op::old: return old;
            default: return computed(e.op, value(e.operands[0], s, old), value(e.operands[1], s, old));
        }
    }
    std::size_t location(const Instruction& i, const State& s) const {
        const Value address = value(i.address, s);
        if (address.location < 0 || address.number != 0) throw std::domain_error("an access to what is no location");
        return static_cast<std::size_t>(address.location);
    }

    // ---- a thread by itself ----

    /// Whether an instruction has all that it needs.
    bool ready(const Instruction& i, const State& s) const {
        if (i.kind != Kind::fence && !can_write(i.destination, s)) return false;
        return is_there(i.address, s) && is_there(i.value, s) && is_there(i.comparison, s);
    }

    /// Executes what needs no memory; returns what comes then.
    Next settle(State& s) {
        std::set<std::pair<std::size_t, std::vector<Register>>> seen;
        while (s.at < thread_.instructions.size()) {
            const Instruction& i = thread_.instructions[s.at];
            if (i.guard >= 0) {
                const Register& guard = s.registers[static_cast<std::size_t>(i.guard)];
                if (guard.awaits >= 0) return Next::waits;
                if ((guard.value == Value::of(0)) != i.guard_negated) {
                    ++s.at;
                    continue;
                }
            }
            if (!ready(i, s)) return Next::waits;
            switch (i.kind) {
                case Kind::load: return Next::load;
                case Kind::store: return Next::store;
                case Kind::read_modify_write: return Next::atomic;
                case Kind::fence:
                    if (machine_.scopes) throw std::domain_error("a fence: accesses have orders and scopes here, and no fence orders any");
                    if (machine_.fences) return Next::fence;
                    ++s.at;
                    break;
                case Kind::assign:
                    s.registers[static_cast<std::size_t>(i.destination)].value = value(i.value, s);
                    ++s.at;
                    break;
                case Kind::branch:
                    if (!seen.emplace(s.at, s.registers).second) throw std::length_error("a thread turns in a loop that accesses nothing");
                    s.at = i.target;
                    break;
            }
        }
        s.at = thread_.instructions.size();
        return Next::nothing;
    }

    int number(State s) {
        const Next next = settle(s);
        for (std::size_t r = 0; r < s.registers.size(); ++r)
            if (s.registers[r].awaits < 0 && !liveness_.matters(r, s.at)) s.registers[r].value = {};
        const auto [at, is_new] = numbers_.emplace(std::move(s), static_cast<int>(states_.size()));
        if (is_new) {
            if (states_.size() == most_situations) throw std::length_error("a thread has more than " + std::to_string(most_situations) + " situations");
            states_.push_back(&at->first);
            situations.emplace_back().next = next;
        }
        return at->second;
    }

    // ---- its steps ----

    void explore(std::size_t n) {
        Situation found = situations[n];
        found.under_way.resize(test_.locations.size());
        const State& s = *states_[n];
        if (found.next != Next::nothing && found.next != Next::waits) begin(thread_.instructions[s.at], s, found);
        bool quiet = true;
        for (std::size_t a = 0; a < s.under_way.size(); ++a) {
            for (const UnderWay& access : s.under_way[a]) {
                quiet = false;
                found.guesses = found.guesses || std::find(access.possible.begin(), access.possible.end(), false) != access.possible.end();
            }
            answer(a, s, found.under_way[a]);
        }
        found.ended = quiet && found.next == Next::nothing;
        if (found.ended)
            for (const Register& r : s.registers) found.registers.push_back(r.value);
        situations[n] = std::move(found);
    }

    void begin(const Instruction& i, const State& s, Situation& found) {
        State then = s;
        ++then.at;
        if (found.next == Next::fence) {
            found.begun = {number(std::move(then))};
            return;
        }
        const std::size_t a = location(i, s);
        found.location = static_cast<int>(a);
        if (machine_.scopes) found.synchronization = synchronization_of(i, machine_.components.count > 1 ? model::Scope::sys : model::Scope::cmp);
        if (!may_join(s.under_way[a], found.next)) {
            found.next = Next::waits;
            return;
        }
        UnderWay access;
        access.destination = i.destination;
        if (i.destination >= 0) then.registers[static_cast<std::size_t>(i.destination)] = {{}, static_cast<int>(a)};
        if (found.next == Next::load) {
            access.kind = UnderWay::Kind::load;
            then.under_way[a].push_back(access);
            found.begun = {number(std::move(then))};
            return;
        }
        found.begun.assign(possible_[a].size(), -1);
        if (found.next == Next::store) {
            access.kind = UnderWay::Kind::store;
            access.destination = -1;
            then.under_way[a].push_back(access);
            const Value data = value(i.value, s);
            stored_[a].insert(data);
            if (const int v = number_of(a, data); v >= 0) found.begun[static_cast<std::size_t>(v)] = number(std::move(then));
            return;
        }
        access.kind = UnderWay::Kind::atomic;
        std::vector<int> written;  // by the value found
        for (const Value& old : possible_[a]) {
            const Value data = i.compares && value(i.comparison, s) != old ? old : value(i.value, s, old);
            stored_[a].insert(data);
            written.push_back(number_of(a, data));
        }
        for (const int guess : std::set<int>(written.begin(), written.end())) {
            if (guess < 0) continue;
            access.possible.clear();
            for (const int w : written) access.possible.push_back(w == guess);
            guesses_ = guesses_ || std::find(access.possible.begin(), access.possible.end(), false) != access.possible.end();
            State begun = then;
            begun.under_way[a].push_back(access);
            found.begun[static_cast<std::size_t>(guess)] = number(std::move(begun));
        }
    }

    /// Whether one more access to a location may begin. An atomic is alone there.
    bool may_join(const std::vector<UnderWay>& others, Next next) const {
        if (others.empty()) return true;
        if (!machine_.overlaps || next == Next::atomic) return false;
        return std::none_of(others.begin(), others.end(), [](const UnderWay& other) { return other.kind == UnderWay::Kind::atomic; });
    }

    void answer(std::size_t a, const State& s, Situation::UnderWay& found) {
        const std::vector<UnderWay>& all = s.under_way[a];
        const auto loads = [](const UnderWay& access) { return access.kind != UnderWay::Kind::store; };
        const auto oldest = std::find_if(all.begin(), all.end(), loads);
        const auto youngest = std::find_if(all.rbegin(), all.rend(), loads);
        if (oldest != all.end()) {
            loaded(a, s, static_cast<std::size_t>(oldest - all.begin()), found.loaded);
            const auto last = static_cast<std::size_t>(all.rend() - youngest) - 1;
            if (last != static_cast<std::size_t>(oldest - all.begin())) loaded(a, s, last, found.passed);
        }
        const auto stores = std::find_if(all.begin(), all.end(), [](const UnderWay& access) { return access.kind != UnderWay::Kind::load; });
        if (stores == all.end()) return;
        State then = s;
        then.under_way[a].erase(then.under_way[a].begin() + (stores - all.begin()));
        found.completed = number(std::move(then));
    }
    /// What comes when the load or atomic at a place among a location's accesses is answered, by the value.
    void loaded(std::size_t a, const State& s, std::size_t place, std::vector<int>& found) {
        const UnderWay& access = s.under_way[a][place];
        if (access.destination >= 0 && s.registers[static_cast<std::size_t>(access.destination)].awaits != static_cast<int>(a)) return;  // an atomic's is there
        for (const Value& v : possible_[a]) {
            State then = s;
            if (access.destination >= 0) then.registers[static_cast<std::size_t>(access.destination)] = {v, -1};
            if (access.kind == UnderWay::Kind::load) then.under_way[a].erase(then.under_way[a].begin() + static_cast<std::ptrdiff_t>(place));
            const bool guessed_wrong = access.kind == UnderWay::Kind::atomic && !access.possible[static_cast<std::size_t>(number_of(a, v))];
            found.push_back(guessed_wrong ? -1 : number(std::move(then)));
        }
    }

    const Test& test_;
    const Thread& thread_;
    const Liveness liveness_;
    const PossibleValues& possible_;
    const Machine machine_;
    std::map<State, int> numbers_;
    std::deque<const State*> states_;
    PossibleValues stored_;
    bool guesses_ = false;
};

/// The level of the scope tree whose groups share a private cache.
const std::vector<int>* groups_with_a_cache(const Test& test) {
    for (const char* level : {"cta", "cu", "wg", "warp", "wf", "wv"})
        if (const auto found = test.scopes.find(level); found != test.scopes.end()) return &found->second;
    return nullptr;
}

/// How many writes a run may have, or nothing if a thread may turn in a loop.
std::optional<std::size_t> most_writes(const Test& test) {
    std::size_t writes = 0;
    for (const Thread& thread : test.threads)
        for (std::size_t n = 0; n < thread.instructions.size(); ++n) {
            const Instruction& i = thread.instructions[n];
            if (i.kind == Kind::branch && i.target <= n) return std::nullopt;
            writes += i.kind == Kind::store || i.kind == Kind::read_modify_write;
        }
    return writes;
}

/// Where the threads of a test run: by thread, the component, the core within it, and the warp within that.
struct PlaceOfThread {
    int component, core, warp;
};
std::vector<PlaceOfThread> places(const Test& test, bool several_components) {
    const std::vector<int>* groups = groups_with_a_cache(test);
    const auto level = test.scopes.find("cmp");
    std::map<int, int> components;  // by group, in the order in which threads name them
    std::map<int, std::vector<std::pair<int, int>>> cores;  // by component: the group of each core, and how many warps it has
    std::vector<PlaceOfThread> all;
    for (std::size_t t = 0; t < test.threads.size(); ++t) {
        const int of_level = several_components && level != test.scopes.end() ? level->second[t] : -1, group = groups ? (*groups)[t] : -1;
        const int component = components.try_emplace(of_level, static_cast<int>(components.size())).first->second;
        auto& of_component = cores[component];
        auto core = std::find_if(of_component.begin(), of_component.end(), [&](const auto& c) { return group >= 0 && c.first == group; });
        if (core == of_component.end()) core = of_component.insert(core, {group, 0});
        all.push_back({component, static_cast<int>(core - of_component.begin()), core->second++});
    }
    return all;
}

}  // namespace

int Program::thread_at(int core_number, int warp_number) const {
    for (std::size_t t = 0; t < core.size(); ++t)
        if (core[t] == core_number && warp[t] == warp_number) return static_cast<int>(t);
    return -1;
}

Components components_of(const std::vector<Test>& tests) {
    Components most;
    for (const Test& test : tests)
        for (const PlaceOfThread& place : places(test, true)) {
            most.count = std::max(most.count, place.component + 1);
            most.cores_of_each = std::max(most.cores_of_each, place.core + 1);
        }
    return most;
}

Extents extents_of(const std::vector<Program>& programs) {
    Extents most;
    for (const Program& p : programs) {
        for (const int c : p.core) most.cores = std::max(most.cores, c + 1);
        most.threads = std::max(most.threads, static_cast<int>(p.threads.size()));
        for (const int w : p.warp) most.warps = std::max(most.warps, w + 1);
        most.locations = std::max(most.locations, static_cast<int>(p.values.size()));
        for (const auto& values : p.values) most.values = std::max(most.values, static_cast<int>(values.size()));
        for (const Thread& thread : p.test.threads)
            for (const Instruction& i : thread.instructions) most.atomics = most.atomics || i.kind == Kind::read_modify_write;
    }
    return most;
}

Program compile(const Test& test, const Machine& machine) {
    Program program;
    program.test = test;
    for (const PlaceOfThread& place : places(test, machine.components.count > 1)) {
        program.core.push_back(place.component * machine.components.cores_of_each + place.core);
        program.warp.push_back(place.warp);
    }
    PossibleValues possible;
    for (const Value& v : test.memory) possible.push_back({v});
    // A value comes from values that were written before it, so without loops there are none after as many rounds as there are writes.
    const std::optional<std::size_t> rounds = most_writes(test);
    for (std::size_t round = 0;; ++round) {
        PossibleValues more = possible;
        program.threads.clear();
        program.guesses = false;
        for (std::size_t t = 0; t < test.threads.size(); ++t) {
            Explorer explorer(test, t, possible, machine);
            for (std::size_t a = 0; a < more.size(); ++a) more[a].insert(explorer.stored()[a].begin(), explorer.stored()[a].end());
            program.guesses = program.guesses || explorer.guesses();
            program.threads.push_back(std::move(explorer.situations));
        }
        if (more == possible || round == rounds) break;
        possible = std::move(more);
        for (std::size_t a = 0; a < possible.size(); ++a)
            if (possible[a].size() > static_cast<std::size_t>(model::max_values))
                throw std::length_error("'" + test.locations[a] + "' may hold more than " + std::to_string(model::max_values) + " values");
    }
    for (std::size_t a = 0; a < possible.size(); ++a) {
        program.values.emplace_back(possible[a].begin(), possible[a].end());
        program.memory.push_back(static_cast<int>(std::distance(possible[a].begin(), possible[a].find(test.memory[a]))));
    }
    return program;
}

}  // namespace tandem::specs
