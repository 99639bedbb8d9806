#include "specs/operational/program.hpp"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "model/shape.hpp"
#include "specs/operational/numbering.hpp"
#include "specs/operational/places.hpp"

namespace tandem::specs {

namespace {

using Kind = Instruction::Kind;

constexpr std::size_t most_situations = 60000;

/// A register that an access under way will fill holds nothing yet.
struct Register {
    Value value;
    int awaits = -1;  // the location of that access
    friend auto operator<=>(const Register&, const Register&) = default;
};

struct UnderWay {
    enum class Kind { load, store, atomic };
    /// A register that receives the answer.
    struct Destination {
        std::size_t lane;
        int reg;
        // by the value's number: what it receives if other lanes have changed the location first; else that value
        std::vector<Value> brings;
        friend auto operator<=>(const Destination&, const Destination&) = default;
    };
    Kind kind = Kind::load;
    std::vector<Destination> destinations;
    std::vector<bool> possible;  // for an atomic: by the value found, whether it writes what was guessed
    friend auto operator<=>(const UnderWay&, const UnderWay&) = default;
};

/// A situation under construction.
struct State {
    std::vector<std::size_t> at;                   // by lane
    std::vector<std::vector<Register>> registers;  // by lane
    std::vector<std::vector<UnderWay>> under_way;  // by location, in program order
    friend auto operator<=>(const State&, const State&) = default;
};

/// The meaning of a fence's tags; without an order, or with several, it is both a release and an acquire.
model::Order order_of_fence(const Instruction& i) {
    const auto tagged = [&](const char* tag) { return std::find(i.tags.begin(), i.tags.end(), tag) != i.tags.end(); };
    const bool acquires = tagged("acquire"), releases = tagged("release");
    if (acquires == releases || tagged("acq_rel")) return model::Order::plain;
    return acquires ? model::Order::acquire : model::Order::release;
}

/// The meaning of an access's tags: an order, and a scope (rsp.txt, 2.2 and 4.1). An access without a scope has the largest: that
/// of the system, or of the only component.
model::Synchronization<model::Concrete> synchronization_of(const Instruction& i, model::Scope largest) {
    model::Synchronization<model::Concrete> said;
    if (i.kind == Kind::read_modify_write) said = {model::Order::relaxed, largest, false};
    const std::map<std::string, model::Order> orders{
        {"relaxed", model::Order::relaxed},         {"acquire", model::Order::acquire}, {"release", model::Order::release},
        {"acq_rel", model::Order::acquire_release}, {"rm_acq", model::Order::acquire},  {"rm_rel", model::Order::release},
        {"rm_ar", model::Order::acquire_release}};
    const std::map<std::string, model::Scope> scopes{{"wi", model::Scope::wi},
                                                     {"wv", model::Scope::wv},
                                                     {"wg", model::Scope::wg},
                                                     {"cmp", model::Scope::cmp},
                                                     {"sys", largest}};
    int orders_said = 0, scopes_said = 0;
    for (const std::string& tag : i.tags) {
        if (const auto order = orders.find(tag); order != orders.end())
            said.order = order->second, said.remote = tag.starts_with("rm_"), ++orders_said;
        if (const auto scope = scopes.find(tag); scope != scopes.end()) said.scope = scope->second, ++scopes_said;
    }
    if (orders_said > 1 || scopes_said > 1)
        throw std::domain_error(std::string("an access of two ") + (orders_said > 1 ? "orders" : "scopes"));
    // "We utilize [...] remote acquire+release ordering rules for all remote RMWs regardless of what ordering the instruction
    // specifies" (4.4.1).
    if (said.remote && i.kind == Kind::read_modify_write) said.order = model::Order::acquire_release;
    if (said.order == model::Order::plain) said.scope = {};
    if (said.remote && said.scope < model::Scope::cmp)
        throw std::domain_error("a remote operation at scope " + std::string(model::name_of(said.scope)) +
                                ", which contains no scope but its own: cmp and sys are accepted");
    const bool fits = i.kind == Kind::load ? !model::releases(said) : i.kind != Kind::store || !model::acquires(said);
    if (!fits) throw std::domain_error(i.kind == Kind::load ? "a load that releases" : "a store that acquires");
    return said;
}

/// Which registers of a thread still matter, by next instruction (their count for the end): those that are read before they are
/// written, and at the end those that the test asks for. Other registers would only distinguish situations that are alike.
class Liveness {
public:
    Liveness(const Test& test, std::size_t thread)
        : thread_(test.threads[thread]), live_(thread_.instructions.size() + 1, Registers(thread_.registers.size())) {
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
        if (f.kind == Formula::Kind::equal || f.kind == Formula::Kind::equal_places) ask(f.observed);
        if (f.kind == Formula::Kind::equal_places) ask(f.other);
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

/// Numbers the situations of one warp, for the values that its locations may hold.
class Explorer {
public:
    Explorer(const Test& test, const std::vector<std::size_t>& lanes, const Numbering& possible, const Machine& machine)
        : test_(test), possible_(possible), machine_(machine) {
        if (test.language == "PTX" || test.language == "VULKAN" || test.language == "Vulkan")
            throw std::domain_error(test.language + " has orders, scopes and barriers of its own: a model takes them (--model)");
        State start;
        for (const std::size_t t : lanes) {
            threads_.push_back(&test.threads[t]);
            for (const Instruction& i : test.threads[t].instructions)
                if (i.exclusive || i.waits)
                    throw std::domain_error("a protocol has no exclusive accesses and no locks: a model takes them (--model)");
            liveness_.emplace_back(test, t);
            start.at.push_back(0);
            start.registers.emplace_back();
            for (const Value& v : test.threads[t].initial) start.registers.back().push_back({v, -1});
        }
        stored_.values.resize(test.locations.size());
        start.under_way.resize(test.locations.size());
        number(std::move(start));
        for (std::size_t i = 0; i < states_.size(); ++i)
            if (states_[i]) explore(i);
    }

    std::vector<Situation> situations;
    const Contents& stored() const { return stored_; }
    bool guesses() const { return guesses_; }

private:
    // ---- registers ----

    using Registers = std::vector<Register>;

    static bool is_there(const Expression& e, const Registers& registers) {
        if (e.op == Expression::Op::reg) return registers[static_cast<std::size_t>(e.reg)].awaits < 0;
        return std::all_of(e.operands.begin(), e.operands.end(),
                           [&](const Expression& part) { return is_there(part, registers); });
    }
    static bool can_write(int reg, const Registers& registers) {
        return reg < 0 || registers[static_cast<std::size_t>(reg)].awaits < 0;
    }
    static Value value(const Expression& e, const Registers& registers, const Value& old = {}) {
        switch (e.op) {
            case Expression::Op::constant: return e.constant;
            case Expression::Op::reg: return registers[static_cast<std::size_t>(e.reg)].value;
            case Expression::Op::old: return old;
            default: return computed(e.op, value(e.operands[0], registers, old), value(e.operands[1], registers, old));
        }
    }
    static std::size_t location(const Instruction& i, const Registers& registers) {
        const Value address = value(i.address, registers);
        if (address.location < 0 || address.number != 0) throw std::domain_error("an access to what is no location");
        return static_cast<std::size_t>(address.location);
    }
    /// What an atomic that finds `old` writes.
    static Value written(const Instruction& i, const Registers& registers, const Value& old) {
        return i.compares && value(i.comparison, registers) != old ? old : value(i.value, registers, old);
    }

    // ---- a warp by itself ----

    /// What a lane does next, and in which row. A lane that has ended is behind the last.
    struct LaneNext {
        Next next;
        int row;
    };
    const Instruction& instruction(const State& s, std::size_t lane) const { return threads_[lane]->instructions[s.at[lane]]; }

    /// Whether all inputs of an instruction are available.
    static bool ready(const Instruction& i, const Registers& registers) {
        if (i.kind != Kind::fence && !can_write(i.destination, registers)) return false;
        return is_there(i.address, registers) && is_there(i.value, registers) && is_there(i.comparison, registers);
    }

    /// Executes instructions that need no memory; returns what comes next.
    LaneNext settle(std::size_t lane, State& s) const {
        const std::vector<Instruction>& all = threads_[lane]->instructions;
        std::size_t& at = s.at[lane];
        Registers& registers = s.registers[lane];
        std::set<std::pair<std::size_t, Registers>> seen;
        while (at < all.size()) {
            const Instruction& i = all[at];
            if (i.guard >= 0) {
                const Register& guard = registers[static_cast<std::size_t>(i.guard)];
                if (guard.awaits >= 0) return {Next::waits, i.row};
                if ((guard.value == Value::of(0)) != i.guard_negated) {
                    ++at;
                    continue;
                }
            }
            if (!ready(i, registers)) return {Next::waits, i.row};
            switch (i.kind) {
                case Kind::load: return {Next::load, i.row};
                case Kind::store: return {Next::store, i.row};
                case Kind::read_modify_write: return {Next::atomic, i.row};
                case Kind::fence:
                    if (machine_.scopes)
                        throw std::domain_error("a fence: accesses have orders and scopes here, and no fence orders any");
                    if (machine_.fences) return {Next::fence, i.row};
                    ++at;
                    break;
                case Kind::assign:
                    if (i.destination >= 0) registers[static_cast<std::size_t>(i.destination)].value = value(i.value, registers);
                    ++at;
                    break;
                case Kind::branch:
                    if (!seen.emplace(at, registers).second)
                        throw std::length_error("a thread turns in a loop that accesses nothing");
                    at = i.target;
                    break;
            }
        }
        at = all.size();
        return {Next::nothing, std::numeric_limits<int>::max()};
    }

    /// What the warp does next: the next step of the lanes that are furthest behind.
    Next settle(State& s) {
        std::vector<LaneNext> nexts;
        for (std::size_t lane = 0; lane < threads_.size(); ++lane) nexts.push_back(settle(lane, s));
        const int row =
            std::min_element(nexts.begin(), nexts.end(), [](const LaneNext& a, const LaneNext& b) { return a.row < b.row; })->row;
        Next next = Next::nothing;
        taking_part_.clear();
        bool waits = false, differ = false;
        for (std::size_t lane = 0; lane < nexts.size(); ++lane) {
            if (nexts[lane].row != row) continue;
            waits = waits || nexts[lane].next == Next::waits;
            differ = differ || (!taking_part_.empty() && nexts[lane].next != next);
            next = nexts[lane].next;
            taking_part_.push_back(lane);
        }
        if (waits) return Next::waits;
        if (differ)
            throw std::domain_error(
                "lanes of a wavefront that do different things in one row: in lockstep they load, store or exchange together");
        return next;
    }

    int number(State s) {
        const Next next = settle(s);
        for (std::size_t lane = 0; lane < threads_.size(); ++lane)
            for (std::size_t r = 0; r < s.registers[lane].size(); ++r)
                if (s.registers[lane][r].awaits < 0 && !liveness_[lane].matters(r, s.at[lane])) s.registers[lane][r].value = {};
        const auto [at, is_new] = numbers_.emplace(std::move(s), static_cast<int>(states_.size()));
        if (is_new) add(&at->first).next = next, parts_.back() = taking_part_;
        return at->second;
    }
    Situation& add(const State* state) {
        if (states_.size() == most_situations)
            throw std::length_error("a thread has more than " + std::to_string(most_situations) + " situations");
        states_.push_back(state);
        parts_.emplace_back();
        return situations.emplace_back();
    }

    // ---- its steps ----

    void explore(std::size_t n) {
        Situation found = situations[n];
        found.under_way.resize(test_.locations.size());
        const State& s = *states_[n];
        if (found.next != Next::nothing && found.next != Next::waits) begin(s, std::vector(parts_[n]), found);
        bool quiet = true;
        for (std::size_t a = 0; a < s.under_way.size(); ++a) {
            for (const UnderWay& access : s.under_way[a]) {
                quiet = false;
                found.guesses |= std::find(access.possible.begin(), access.possible.end(), false) != access.possible.end();
            }
            answer(a, s, found.under_way[a]);
        }
        found.ended = quiet && found.next == Next::nothing;
        if (found.ended)
            for (const Registers& of_lane : s.registers) {
                found.registers.emplace_back();
                for (const Register& r : of_lane) found.registers.back().push_back(r.value);
            }
        situations[n] = std::move(found);
    }

    using Lanes = std::vector<std::size_t>;

    /// The participating lanes begin their next instruction.
    void begin(const State& s, const Lanes& lanes, Situation& found) {
        State then = s;
        for (const std::size_t lane : lanes) ++then.at[lane];
        if (found.next == Next::fence) {
            if (machine_.ordered_fences) found.synchronization.order = order_of_fence(instruction(s, lanes.front()));
            found.begun = {named(std::move(then), {}, 0)};
            return;
        }
        std::map<std::size_t, Lanes> touching;  // by location
        for (const std::size_t lane : lanes) touching[location(instruction(s, lane), s.registers[lane])].push_back(lane);
        for (const auto& [a, of] : touching) found.locations.push_back(static_cast<int>(a));
        if (machine_.scopes)
            found.synchronization = synchronization_of(instruction(s, lanes.front()),
                                                       machine_.components.count > 1 ? model::Scope::sys : model::Scope::cmp);
        for (const auto& [a, of] : touching)
            if (!may_join(s.under_way[a], found.next)) {
                found.next = Next::waits;
                found.locations.clear();
                return;
            }
        if (found.next != Next::store)
            for (const auto& [a, of] : touching)
                for (const std::size_t lane : of)
                    if (const int reg = instruction(s, lane).destination; reg >= 0)
                        then.registers[lane][static_cast<std::size_t>(reg)] = {{}, static_cast<int>(a)};
        if (found.next == Next::load) {
            for (const auto& [a, of] : touching) {
                UnderWay access;
                for (const std::size_t lane : of)
                    if (const int reg = instruction(s, lane).destination; reg >= 0)
                        access.destinations.push_back({lane, reg, {}});
                then.under_way[a].push_back(std::move(access));
            }
            found.begun = {named(std::move(then), found.locations, 0)};
            return;
        }
        int most = 0;
        for (const auto& [a, of] : touching) most = std::max(most, possible_.count(a));
        found.begun.assign(static_cast<std::size_t>(most), -1);
        write(s, touching, touching.begin(), {}, std::move(then), found);
    }

    using Touching = std::map<std::size_t, Lanes>;

    /// Stores or exchanges, in every order of the lanes that meet at a location, and for atomics with every guess of what they
    /// write. `so_far`: at the locations before `at`.
    void write(const State& s, const Touching& touching, Touching::const_iterator at, Stored so_far, State then,
               Situation& found) {
        if (at == touching.end()) {
            const bool alone = so_far.values.size() == 1 && so_far.order == 0;
            if (alone) stored_.values[so_far.values.begin()->first].insert(so_far.values.begin()->second);
            else stored_.together.insert(so_far);
            const int n = alone ? possible_.number_of(so_far.values.begin()->first, so_far.values.begin()->second)
                                : possible_.number_of(so_far);
            if (n >= 0) found.begun[static_cast<std::size_t>(n)] = named(std::move(then), found.locations, n);
            return;
        }
        const auto& [a, lanes] = *at;
        Lanes order = lanes;
        std::set<Value> tried;  // a store's
        const int first_order = so_far.order * 24;  // four lanes have no more orders
        for (int o = 0; o == 0 || std::next_permutation(order.begin(), order.end()); ++o) {
            so_far.order = found.next == Next::store ? 0 : first_order + o;
            if (found.next == Next::atomic) {
                exchange(s, touching, at, order, so_far, then, found);
                continue;
            }
            const std::size_t last = order.back();
            so_far.values[a] = value(instruction(s, last).value, s.registers[last]);
            if (!tried.insert(so_far.values[a]).second) continue;
            State begun = then;
            begun.under_way[a].push_back({UnderWay::Kind::store, {}, {}});
            write(s, touching, std::next(at), so_far, std::move(begun), found);
        }
    }
    void exchange(const State& s, const Touching& touching, Touching::const_iterator at, const Lanes& order, Stored so_far,
                  const State& then, Situation& found) {
        const std::size_t a = at->first;
        UnderWay access;
        access.kind = UnderWay::Kind::atomic;
        std::vector<std::optional<Value>> now;  // by the value found: what is there
        for (int n = 0; n < possible_.count(a); ++n) now.push_back(possible_.value(a, n));
        for (const std::size_t lane : order) {
            const Instruction& i = instruction(s, lane);
            UnderWay::Destination destination{lane, i.destination, {}};
            if (lane != order.front())
                for (const auto& v : now) destination.brings.push_back(v.value_or(Value{}));
            if (i.destination >= 0) access.destinations.push_back(std::move(destination));
            for (auto& v : now)
                if (v) v = written(i, s.registers[lane], *v);
        }
        std::set<Value> guesses;
        for (const auto& v : now)
            if (v) guesses.insert(*v);
        for (const Value& guess : guesses) {
            access.possible.clear();
            for (const auto& v : now) access.possible.push_back(v == guess || !v);
            guesses_ = guesses_ || std::find(access.possible.begin(), access.possible.end(), false) != access.possible.end();
            so_far.values[a] = guess;
            State begun = then;
            begun.under_way[a].push_back(access);
            write(s, touching, std::next(at), so_far, std::move(begun), found);
        }
    }

    /// The situation when the first of an instruction's locations is named. With lanes the others are named next, and finally
    /// that these were all.
    int named(State then, const std::vector<int>& locations, int value) {
        int next = number(std::move(then));
        if (!machine_.lanes) return next;
        for (std::size_t left = 0; left < std::max<std::size_t>(locations.size(), 1); ++left) {
            const int here = static_cast<int>(situations.size());
            Situation& naming = add(nullptr);
            naming.next = Next::names;
            naming.locations.assign(locations.end() - static_cast<std::ptrdiff_t>(left), locations.end());
            naming.begun.assign(left == 0 ? 1 : static_cast<std::size_t>(value) + 1, -1);
            naming.begun.back() = next;
            next = here;
        }
        return next;
    }

    /// Whether one more access to a location may begin. An atomic tolerates no other.
    bool may_join(const std::vector<UnderWay>& others, Next next) const {
        if (others.empty()) return true;
        if (!machine_.overlaps || next == Next::atomic) return false;
        return std::none_of(others.begin(), others.end(),
                            [](const UnderWay& other) { return other.kind == UnderWay::Kind::atomic; });
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
        const auto stores =
            std::find_if(all.begin(), all.end(), [](const UnderWay& access) { return access.kind != UnderWay::Kind::load; });
        if (stores == all.end()) return;
        State then = s;
        then.under_way[a].erase(then.under_way[a].begin() + (stores - all.begin()));
        found.completed = number(std::move(then));
    }
    /// What comes after the answer to the load or atomic at a place among a location's accesses, by the value.
    void loaded(std::size_t a, const State& s, std::size_t place, std::vector<int>& found) {
        const UnderWay& access = s.under_way[a][place];
        for (const UnderWay::Destination& to : access.destinations)
            // an atomic's is there
            if (s.registers[to.lane][static_cast<std::size_t>(to.reg)].awaits != static_cast<int>(a)) return;
        for (int n = 0; n < possible_.count(a); ++n) {
            const std::optional<Value>& v = possible_.value(a, n);
            // it has guessed wrong
            if (!v || (access.kind == UnderWay::Kind::atomic && !access.possible[static_cast<std::size_t>(n)])) {
                found.push_back(-1);
                continue;
            }
            State then = s;
            for (const UnderWay::Destination& to : access.destinations)
                then.registers[to.lane][static_cast<std::size_t>(to.reg)] = {
                    to.brings.empty() ? *v : to.brings[static_cast<std::size_t>(n)], -1};
            if (access.kind == UnderWay::Kind::load)
                then.under_way[a].erase(then.under_way[a].begin() + static_cast<std::ptrdiff_t>(place));
            found.push_back(number(std::move(then)));
        }
    }

    const Test& test_;
    std::vector<const Thread*> threads_;  // by lane
    std::vector<Liveness> liveness_;
    const Numbering& possible_;
    const Machine machine_;
    std::map<State, int> numbers_;
    std::deque<const State*> states_;  // none where blocks are named
    std::deque<Lanes> parts_;          // by situation: the lanes that take part in the next step
    Lanes taking_part_;                // in what `settle` has found
    Contents stored_;
    bool guesses_ = false;
};

/// The maximum number of writes of a run, or nothing if a thread may loop.
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

}  // namespace

int Program::warp_at(int core_number, int number_there) const {
    for (std::size_t w = 0; w < core.size(); ++w)
        if (core[w] == core_number && number[w] == number_there) return static_cast<int>(w);
    return -1;
}

Extents extents_of(const std::vector<Program>& programs) {
    Extents most;
    for (const Program& p : programs) {
        for (const int c : p.core) most.cores = std::max(most.cores, c + 1);
        most.warps_in_all = std::max(most.warps_in_all, static_cast<int>(p.warps.size()));
        for (const int n : p.number) most.warps = std::max(most.warps, n + 1);
        most.locations = std::max(most.locations, static_cast<int>(p.values.size()));
        for (const auto& values : p.values) most.values = std::max(most.values, static_cast<int>(values.size()));
        for (const Thread& thread : p.test.threads)
            for (const Instruction& i : thread.instructions) most.atomics = most.atomics || i.kind == Kind::read_modify_write;
    }
    return most;
}

std::string names_of(const Program& program, std::size_t warp) {
    std::string names;
    for (std::size_t t = 0; t < program.lanes.size(); ++t)
        if (program.lanes[t].warp == static_cast<int>(warp)) names += (names.empty() ? "" : ", ") + program.test.threads[t].name;
    return names;
}

Program compile(const Test& test, const Machine& machine) {
    Program program;
    program.test = test;
    program.lanes = lanes_of_threads(test, machine.lanes);
    for (const PlaceOfWarp& place : places(test, program.lanes, machine.components.count > 1)) {
        program.core.push_back(place.component * machine.components.cores_of_each + place.core);
        program.number.push_back(place.number);
    }
    std::vector<std::vector<std::size_t>> threads(program.core.size());  // by warp
    for (std::size_t t = 0; t < test.threads.size(); ++t) threads[static_cast<std::size_t>(program.lanes[t].warp)].push_back(t);
    Contents possible;
    for (const Value& v : test.memory) possible.values.push_back({v});
    // A value comes from values that were written before it. So without loops there are no new ones after as many rounds as there
    // are writes.
    const std::optional<std::size_t> rounds = most_writes(test);
    std::optional<Numbering> numbering;
    for (std::size_t round = 0;; ++round) {
        numbering.emplace(possible);
        for (std::size_t a = 0; a < test.locations.size(); ++a)
            if (numbering->count(a) > model::max_values)
                throw std::length_error("'" + test.locations[a] + "' may hold more than " + std::to_string(model::max_values) +
                                        " values");
        Contents more = possible;
        program.warps.clear();
        program.guesses = false;
        for (const std::vector<std::size_t>& lanes : threads) {
            Explorer explorer(test, lanes, *numbering, machine);
            for (std::size_t a = 0; a < more.values.size(); ++a)
                more.values[a].insert(explorer.stored().values[a].begin(), explorer.stored().values[a].end());
            more.together.insert(explorer.stored().together.begin(), explorer.stored().together.end());
            program.guesses = program.guesses || explorer.guesses();
            program.warps.push_back(std::move(explorer.situations));
        }
        if (more == possible || round == rounds) break;
        possible = std::move(more);
    }
    for (std::size_t a = 0; a < test.locations.size(); ++a) {
        program.values.emplace_back();
        for (int n = 0; n < numbering->count(a); ++n)
            program.values.back().push_back(numbering->value(a, n).value_or(test.memory[a]));
        program.memory.push_back(numbering->number_of(a, test.memory[a]));
    }
    return program;
}

}  // namespace tandem::specs
