// A litmus test, independent of the language it was written in. It has threads of a few instructions, the places where they run,
// and a question about the final registers and memory. Format: Alglave et al., ASPLOS 2015 (ptx-litmus.txt), 4.1 and Fig. 12.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tandem::specs {

/// A number, or the address of a location.
struct Value {
    int location = -1;  // -1 for a number
    std::int64_t number = 0;

    static Value address(int location) { return {location, 0}; }
    static Value of(std::int64_t number) { return {-1, number}; }
    friend auto operator<=>(const Value&, const Value&) = default;
};

/// Computes a value from registers; `old` is what a read-modify-write has read.
struct Expression {
    enum class Op {
        constant, reg, old,
        add, sub, multiply, bit_and, bit_or, bit_xor, shift_left, shift_right,  // shifts by the count modulo 64
        equal, not_equal, less, less_unsigned,
    };
    Op op = Op::constant;
    Value constant;
    int reg = -1;
    std::vector<Expression> operands;

    static Expression of(Value value) { return {Op::constant, value, -1, {}}; }
    static Expression of_register(int reg) { return {Op::reg, {}, reg, {}}; }
    static Expression of_old() { return {Op::old, {}, -1, {}}; }
    static Expression of(Op op, Expression a, Expression b) { return {op, {}, -1, {std::move(a), std::move(b)}}; }
};

/// `op` of two values. Throws std::domain_error for arithmetic that is impossible with an address.
Value computed(Expression::Op op, Value a, Value b);

struct Instruction {
    enum class Kind {
        load,
        store,
        read_modify_write,  // writes `value`, which may use the value read; with `comparison`, only if that was read
        fence,
        assign,
        branch,  // to `target`
    };
    Kind kind = Kind::assign;
    int destination = -1;  // register, or -1
    Expression address, value, comparison;
    bool compares = false;
    bool waits = false;  // until what it compares with is there: no run goes on from anything else
    /// Of a load: later a store may succeed. Of a store: it succeeds only if such a load of its location was the last of these
    /// instructions, and may fail even then; `destination` gets 0 if it succeeds, 1 if it fails.
    bool exclusive = false;
    bool status_depends = false;  // what it gives as its status depends on the store itself, as RISC-V has it
    /// Of an assignment to no register: 1 keeps what later instructions depend on by control, -1 goes back to what was kept. A
    /// language with blocks has it around each, for an if decides about its own block only.
    int control = 0;
    std::vector<std::string> tags;  // a cache operator, a fence's scope, ...
    std::vector<std::string> read_tags, write_tags;  // of what it reads or writes only
    std::size_t target = 0;         // an instruction's number, or their count for the end
    int guard = -1;                 // register; the instruction is skipped if it is 0 (1 if `guard_negated`), and depends on it
    bool guard_negated = false;
    int reference = -1;  // by which name it accesses its location, where that has aliases (PTX 7.5); -1: by its own
    int barrier = -1;  // of a fence: threads of a CTA wait there for each other; `value` is the resource, and says for whom
    int row = 0;  // of the program table: the threads of one wavefront execute the instructions of one row in lockstep
};

struct Thread {
    std::string name;
    std::vector<std::string> registers;  // names
    std::vector<Value> initial;          // by register
    std::vector<Instruction> instructions;
};

/// The final content of one register or location, or one place in a formula.
struct Observed {
    int thread = -1;  // -1: `index` is a location; otherwise a register of that thread
    int index = 0;
    friend auto operator<=>(const Observed&, const Observed&) = default;
};

/// A formula on final states.
struct Formula {
    enum class Kind { truth, equal, equal_places, negation, conjunction, disjunction, implication };
    Kind kind = Kind::truth;
    Observed observed;
    Value value;
    std::vector<Formula> parts;
    Observed other{};  // of equal_places: what `observed` equals
};

/// Whether a formula holds if value(observed) is the final content.
template <class ValueOf>
bool holds(const Formula& f, ValueOf&& value) {
    using enum Formula::Kind;
    switch (f.kind) {
        case truth: return true;
        case equal: return value(f.observed) == f.value;
        case equal_places: return value(f.observed) == value(f.other);
        case negation: return !holds(f.parts[0], value);
        case conjunction: return holds(f.parts[0], value) && holds(f.parts[1], value);
        case disjunction: return holds(f.parts[0], value) || holds(f.parts[1], value);
        case implication: return !holds(f.parts[0], value) || holds(f.parts[1], value);
    }
    return false;
}

struct Test {
    enum class Quantifier { exists, not_exists, for_all };

    std::string language, name;  // the first two words of line 1
    std::vector<std::string> locations;
    std::vector<Value> memory;  // initially, by location
    std::vector<std::string> regions;  // by location: "global", "shared", or empty
    std::map<int, std::set<std::string>> location_tags;  // what C's types say: NAL, and OpenCL's GLOBAL and LOCAL
    std::vector<Thread> threads;
    /// By level of the scope tree ("cta", "gl", ...), the group of each thread; -1 for none. A device gives the levels "dev" and
    /// "gl", since global memory belongs to it. A kernel gives the level "kernel", and also "gl" if no device is named around it.
    std::map<std::string, std::vector<int>> scopes;
    /// Threads of which the first's accesses come before the second's, by what happens outside (Vulkan's ssw).
    std::vector<std::pair<int, int>> system_order;
    Quantifier quantifier = Quantifier::exists;
    Formula condition;
    Formula filter;                  // executions with another end do not count
    std::vector<Observed> observed;  // shown by states: in the condition and after `locations`

    /// By thread, the wavefront that it is a lane of (the level "warp", "wf" or "wv"; -1: none), or nothing if the scope tree has
    /// no such level.
    const std::vector<int>* wavefronts() const {
        for (const char* level : {"warp", "wf", "wv"})
            if (const auto found = scopes.find(level); found != scopes.end()) return &found->second;
        return nullptr;
    }

    /// "x" or "1:r0".
    std::string text(const Observed& observed) const {
        const auto index = static_cast<std::size_t>(observed.index);
        if (observed.thread < 0) return locations[index];
        return std::to_string(observed.thread) + ":" + threads[static_cast<std::size_t>(observed.thread)].registers[index];
    }
    std::string text(const Value& value) const {
        if (value.location < 0) return std::to_string(value.number);
        const std::string name = locations[static_cast<std::size_t>(value.location)];
        return value.number == 0 ? name : name + "+" + std::to_string(value.number);
    }
};

/// The content that a test's states show, in the order of Test::observed.
using FinalState = std::vector<Value>;

/// Reads a test in one of the languages that languages.hpp lists. `file` is for messages. Throws SyntaxError, also for an unknown
/// tag. Known are the orders, scopes and cache operators, and `tags`: those of the model at hand (Model::tags).
Test parse_test(const std::string& file, const std::string& text, const std::set<std::string>& tags = {});

}  // namespace tandem::specs
