// A litmus test, whatever language it was written in: threads of a few instructions, where they run, and a question about what may be left
// in registers and memory at the end. Format: Alglave et al., ASPLOS 2015 (ptx-litmus.txt), 4.1 and Fig. 12.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
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
    enum class Op { constant, reg, old, add, sub, bit_and, bit_or, bit_xor, equal, not_equal, less };
    Op op = Op::constant;
    Value constant;
    int reg = -1;
    std::vector<Expression> operands;

    static Expression of(Value value) { return {Op::constant, value, -1, {}}; }
    static Expression of_register(int reg) { return {Op::reg, {}, reg, {}}; }
    static Expression of_old() { return {Op::old, {}, -1, {}}; }
    static Expression of(Op op, Expression a, Expression b) { return {op, {}, -1, {std::move(a), std::move(b)}}; }
};

/// `op` of two values. Throws std::domain_error for arithmetic that an address cannot take part in.
Value computed(Expression::Op op, Value a, Value b);

struct Instruction {
    enum class Kind {
        load,
        store,
        read_modify_write,  // writes `value`, which may use what it has read; with `comparison`, only if that was read
        fence,
        assign,
        branch,  // to `target`
    };
    Kind kind = Kind::assign;
    int destination = -1;  // register, or -1
    Expression address, value, comparison;
    bool compares = false;
    std::vector<std::string> tags;  // a cache operator, a fence's scope, ...
    std::size_t target = 0;         // an instruction's number, or their count for the end
    int guard = -1;                 // register; the instruction is skipped if it is 0 (1 if `guard_negated`), and depends on it
    bool guard_negated = false;
    int row = 0;  // of the program table: what stands in one row is executed in lockstep by the threads of one wavefront
};

struct Thread {
    std::string name;
    std::vector<std::string> registers;  // names
    std::vector<Value> initial;          // by register
    std::vector<Instruction> instructions;
};

/// What is left of one register or location, or of one place in a formula.
struct Observed {
    int thread = -1;  // -1: `index` is a location; otherwise a register of that thread
    int index = 0;
    friend auto operator<=>(const Observed&, const Observed&) = default;
};

/// A formula on final states.
struct Formula {
    enum class Kind { truth, equal, negation, conjunction, disjunction, implication };
    Kind kind = Kind::truth;
    Observed observed;
    Value value;
    std::vector<Formula> parts;
};

/// Whether a formula holds where value(observed) is what is left.
template <class ValueOf>
bool holds(const Formula& f, ValueOf&& value) {
    using enum Formula::Kind;
    switch (f.kind) {
        case truth: return true;
        case equal: return value(f.observed) == f.value;
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
    std::vector<Value> memory;  // at first, by location
    std::vector<std::string> regions;  // by location: "global", "shared", or empty
    std::vector<Thread> threads;
    /// By level of the scope tree ("cta", "gl", ...), the group that each thread belongs to there; -1 for none. A device is the levels "dev" and
    /// "gl", for global memory is its; a kernel is the level "kernel", and "gl" as well where no device is named around it.
    std::map<std::string, std::vector<int>> scopes;
    Quantifier quantifier = Quantifier::exists;
    Formula condition;
    Formula filter;                  // executions that end otherwise do not count
    std::vector<Observed> observed;  // what states show: in the condition and after `locations`

    /// By thread, the wavefront that it is a lane of (the level "warp", "wf" or "wv"; -1: none), or nothing where the scope tree has no such.
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

/// What a test's states show, in the order of Test::observed.
using FinalState = std::vector<Value>;

/// Reads a test in one of the languages X86, LISA and GPU_PTX. `file` is for messages. Throws SyntaxError, also for a tag that is neither one of
/// the orders, scopes and cache operators that are known nor one of `tags`: those that the model at hand speaks of (Model::tags).
Test parse_test(const std::string& file, const std::string& text, const std::set<std::string>& tags = {});

}  // namespace tandem::specs
