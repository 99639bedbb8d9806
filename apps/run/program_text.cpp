#include "apps/run/program_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace tandem::apps {

namespace {

using specs::Expression, specs::Instruction, specs::Test, specs::Thread;
using Kind = Instruction::Kind;

constexpr std::size_t most_threads = 8, most_locations = 16, most_observed = 32;

/// The table of tests, in what both harnesses understand: `row_of` fills it.
std::string table_types() {
    return fmt::format("\nenum {{ most_threads = {}, most_locations = {}, most_observed = {} }};\n", most_threads, most_locations,
                       most_observed) +
           R"c(struct value { int location; word number; };
struct observed { int thread, index; };
struct test_of {
    int threads, locations, observed, bytes;
    struct value initial[most_locations];
    int shared[most_locations];
    struct observed places[most_observed];
    int blocks[most_threads], warps[most_threads];
};
)c";
}

std::string expression_text(const Expression& e) {
    const auto operand = [&](std::size_t i) { return "HIDE(" + expression_text(e.operands[i]) + ")"; };
    const auto binary = [&](const char* op) { return "((word)(" + operand(0) + op + operand(1) + "))"; };
    switch (e.op) {
        case Expression::Op::constant:
            if (e.constant.location < 0) return fmt::format("((word){}LL)", e.constant.number);
            return fmt::format("((word)x{} + {}LL)", e.constant.location, e.constant.number);
        case Expression::Op::reg:
            return fmt::format("r{}", e.reg);
        case Expression::Op::old:
            throw Unrunnable("a read-modify-write that calculates so has no processor's instruction");
        case Expression::Op::add:
            return binary(" + ");
        case Expression::Op::sub:
            return binary(" - ");
        case Expression::Op::multiply:
            return binary(" * ");
        case Expression::Op::bit_and:
            return binary(" & ");
        case Expression::Op::bit_or:
            return binary(" | ");
        case Expression::Op::bit_xor:
            return binary(" ^ ");
        case Expression::Op::shift_left:
            return "((word)((uword)" + operand(0) + " << (" + operand(1) + " & 63)))";
        case Expression::Op::shift_right:
            return "((word)((uword)" + operand(0) + " >> (" + operand(1) + " & 63)))";
        case Expression::Op::equal:
            return binary(" == ");
        case Expression::Op::not_equal:
            return binary(" != ");
        case Expression::Op::less:
            return binary(" < ");
        case Expression::Op::less_unsigned:
            return "((word)((uword)" + operand(0) + " < (uword)" + operand(1) + "))";
    }
    return "";
}

/// Whether some number in an expression needs more than 32 bits.
bool is_wide(const Expression& e) {
    if (e.op == Expression::Op::constant) return e.constant.number != static_cast<std::int32_t>(e.constant.number);
    return std::any_of(e.operands.begin(), e.operands.end(), is_wide);
}

/// Whether a value is an address, as far as registers and memory can hold any.
bool is_address(const Expression& e, const std::set<int>& registers) {
    if (e.op == Expression::Op::constant) return e.constant.location >= 0;
    if (e.op == Expression::Op::reg) return registers.contains(e.reg);
    return std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression& part) { return is_address(part, registers); });
}

/// The registers of a thread that may hold an address, if no location holds any.
std::set<int> with_addresses(const Thread& thread) {
    std::set<int> registers;
    for (std::size_t r = 0; r < thread.initial.size(); ++r)
        if (thread.initial[r].location >= 0) registers.insert(static_cast<int>(r));
    for (std::size_t before = registers.size() + 1; before != registers.size();) {
        before = registers.size();
        for (const Instruction& i : thread.instructions)
            if (i.kind == Kind::assign && i.destination >= 0 && is_address(i.value, registers)) registers.insert(i.destination);
    }
    return registers;
}

/// What a read-modify-write changes memory by: its value without what was read.
const Expression& operand_of(const Instruction& i) {
    return update_of(i).kind == Update::Kind::exchange || i.compares ? i.value : i.value.operands.at(1);
}

class ThreadText {
public:
    ThreadText(const Test& test, std::size_t number, std::size_t thread, const Dialect& dialect,
               std::vector<MarkedInstruction>& marked)
        : thread_(test.threads[thread]),
          prefix_(fmt::format("t{}_{}", number, thread)),
          dialect_(dialect),
          bytes_(bytes_of_locations(test)),
          marked_(marked) {}

    /// The statements between the reading of arguments and the writing of results.
    std::string statements() {
        std::string out;
        const auto& all = thread_.instructions;
        std::set<std::size_t> targets;
        for (const Instruction& i : all)
            if (i.kind == Kind::branch) targets.insert(i.target);
        for (std::size_t n = 0; n <= all.size(); ++n) {
            if (targets.contains(n)) out += fmt::format("  i{}:;\n", n), in_one_piece_ = false;
            if (n == all.size()) break;
            const std::string text = statement(all[n], n);
            if (!text.empty()) out += "    " + text + "\n";
            if (all[n].kind == Kind::branch || all[n].guard >= 0) in_one_piece_ = false;
        }
        return out;
    }

private:
    std::string statement(const Instruction& i, std::size_t n) {
        if (i.kind == Kind::branch) return branch(i);
        if (i.guard >= 0 && i.kind == Kind::assign && i.destination >= 0) return chosen(i);
        std::string text = unguarded(i, n);
        if (i.guard >= 0 && !text.empty())
            text = fmt::format("if ({}HIDE(r{})) {{ {} }}", i.guard_negated ? "!" : "", i.guard, text);
        return text;
    }
    /// What CSEL chooses depends on data, so no compiler may make a jump of it.
    static std::string chosen(const Instruction& i) {
        return fmt::format(
            "{{ const word taken = HIDE(-(word)({}HIDE(r{}))); r{} = (HIDE(taken) & {}) | (HIDE(~taken) & r{}); }}",
            i.guard_negated ? "!" : "!!", i.guard, i.destination, expression_text(i.value), i.destination);
    }
    std::string branch(const Instruction& i) const {
        const std::string label = fmt::format("i{}", i.target);
        if (i.guard < 0) return "goto " + label + ";";
        return dialect_.branch(i.guard_negated ? fmt::format("(word)!HIDE(r{})", i.guard) : fmt::format("r{}", i.guard), label);
    }
    std::string unguarded(const Instruction& i, std::size_t n) {
        if (i.kind == Kind::assign)
            return i.destination < 0 ? "" : fmt::format("r{} = {};", i.destination, expression_text(i.value));
        const std::string mark = marked(i, n);
        if (i.kind == Kind::fence) return dialect_.fence(i, mark);
        AccessText a{i, mark, "v", "(cell*)(" + expression_text(i.address) + ")", "", "", bytes_};
        if (i.kind == Kind::store) a.value = "(cell)(" + expression_text(i.value) + ")";
        if (i.kind == Kind::read_modify_write) a.value = "(cell)(" + expression_text(operand_of(i)) + ")";
        if (i.compares) a.wanted = "(cell)(" + expression_text(i.comparison) + ")";
        const std::string access = i.kind == Kind::load    ? dialect_.load(a)
                                   : i.kind == Kind::store ? dialect_.store(a)
                                                           : update(a, n);
        const bool gives = i.destination >= 0 && (i.kind != Kind::store || i.exclusive);
        return gives ? fmt::format("{{ cell v; {} r{} = v; }}", access, i.destination)
                     : "{ cell v; " + access + " (void)sizeof v; }";
    }
    std::string update(const AccessText& a, std::size_t n) const {
        if (!dialect_.gives_old(a.instruction))
            for (std::size_t later = n + 1; later < thread_.instructions.size(); ++later)
                if (thread_.instructions[later].kind == Kind::branch)
                    throw Unrunnable(
                        "a jump asks for the flags of a LOCK AND, OR or XOR, which cannot be run: LOCK XADD is accepted");
        return dialect_.update(a);
    }
    std::string marked(const Instruction& i, std::size_t n) {
        const std::string mnemonic = dialect_.mnemonic(i);
        if (mnemonic.empty()) return "";
        marked_.push_back({fmt::format("{}_{}_", prefix_, n), mnemonic, in_one_piece_ && i.guard < 0});
        in_one_piece_ = true;
        return marked_.back().mark + R"(%=:\n\t)";
    }

    const Thread& thread_;
    const std::string prefix_;
    const Dialect& dialect_;
    const int bytes_;
    std::vector<MarkedInstruction>& marked_;
    bool in_one_piece_ = false;
};

std::string value_text(const specs::Value& v) { return fmt::format("{{{}, {}LL}}", v.location, v.number); }

/// The functions of a test's threads.
std::string thread_functions(const Test& test, std::size_t number, const Dialect& dialect, Harness harness,
                             std::vector<MarkedInstruction>& marked) {
    std::string out = fmt::format("\n// {}\n#define cell {}\n", number, bytes_of_locations(test) == 4 ? "int" : "long long");
    for (std::size_t t = 0; t < test.threads.size(); ++t) {
        const Thread& thread = test.threads[t];
        out += fmt::format("{} void t{}_{}(void* const* at, word* out) {{\n",
                           harness == Harness::cuda ? "__device__ static" : "static NOINLINE", number, t);
        for (std::size_t l = 0; l < test.locations.size(); ++l)
            out += fmt::format("    cell* x{} = (cell*)HIDDEN_PLACE(at[{}]);\n", l, l);
        for (std::size_t r = 0; r < thread.registers.size(); ++r) {
            const specs::Value v = r < thread.initial.size() ? thread.initial[r] : specs::Value();
            out += fmt::format("    word r{} = {};\n", r, expression_text(Expression::of(v)));
        }
        out += "    BEGIN;\n";
        out += ThreadText(test, number, t, dialect, marked).statements();
        for (std::size_t o = 0; o < test.observed.size(); ++o)
            if (test.observed[o].thread == static_cast<int>(t))
                out += fmt::format("    out[{}] = r{};\n", o, test.observed[o].index);
        for (std::size_t l = 0; l < test.locations.size(); ++l) out += fmt::format("    (void)x{};\n", l);
        for (std::size_t r = 0; r < thread.registers.size(); ++r) out += fmt::format("    (void)r{};\n", r);
        out += "    (void)out;\n}\n";
    }
    return out + "#undef cell\n";
}

/// By thread its group of a level of the scope tree; one of its own where the tree says nothing.
std::vector<int> groups(const Test& test, const std::vector<const char*>& levels) {
    for (const char* level : levels)
        if (const auto found = test.scopes.find(level); found != test.scopes.end()) {
            std::vector<int> all = found->second;
            int next = 1 + *std::max_element(all.begin(), all.end());
            for (int& g : all)
                if (g < 0) g = next++;
            return all;
        }
    std::vector<int> all;
    for (std::size_t t = 0; t < test.threads.size(); ++t) all.push_back(static_cast<int>(t));
    return all;
}
std::vector<int> blocks_of(const Test& test) { return groups(test, {"cta", "wg"}); }

template <class All, class Text>
std::string listed(const All& all, Text&& text) {
    std::string out;
    for (const auto& one : all) out += (out.empty() ? "" : ", ") + text(one);
    return "{" + (out.empty() ? "0" : out) + "}";
}

/// Threads, locations, observed; by location what it holds at first and whether it is shared; by observed where it is; by thread
/// its block and warp.
std::string row_of(const Test& test) {
    const auto number_text = [](int n) { return std::to_string(n); };
    std::vector<int> shared, warps = groups(test, {"warp", "wf", "wv"});
    for (std::size_t l = 0; l < test.locations.size(); ++l)
        shared.push_back(l < test.regions.size() && test.regions[l] == "shared");
    return fmt::format(
        "    {{{}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", test.threads.size(), test.locations.size(), test.observed.size(),
        bytes_of_locations(test), listed(test.memory, value_text), listed(shared, number_text),
        listed(test.observed, [](const specs::Observed& o) { return fmt::format("{{{}, {}}}", o.thread, o.index); }),
        listed(blocks_of(test), number_text), listed(warps, number_text));
}
std::string switch_of(const Test& test, std::size_t number) {
    std::string out = fmt::format("        case {}: switch (thread) {{\n", number);
    for (std::size_t t = 0; t < test.threads.size(); ++t)
        out += fmt::format("            case {}: t{}_{}(at, out); break;\n", t, number, t);
    return out + "        } break;\n";
}

}  // namespace

int bytes_of_locations(const Test& test) {
    for (const specs::Value& v : test.memory)
        if (v.location >= 0 || is_wide(Expression::of(v))) return 8;
    for (const Thread& thread : test.threads) {
        const std::set<int> addresses = with_addresses(thread);
        for (const specs::Value& v : thread.initial)
            if (is_wide(Expression::of(v))) return 8;
        for (const Instruction& i : thread.instructions)
            if (is_wide(i.value) || is_wide(i.comparison)) return 8;
        for (const Instruction& i : thread.instructions)
            if ((i.kind == Kind::store || i.kind == Kind::read_modify_write) && is_address(i.value, addresses)) return 8;
    }
    return 4;
}

void check_runnable(const Test& test, const Dialect& dialect, Harness harness) {
    if (!dialect.reads(test.language))
        throw Unrunnable(fmt::format("a test in {} has not the instructions of {}", test.language, dialect.processor()));
    if (test.threads.size() > most_threads || test.locations.size() > most_locations || test.observed.size() > most_observed)
        throw Unrunnable(fmt::format("at most {} threads, {} locations and {} observed registers and locations can be run",
                                     most_threads, most_locations, most_observed));
    const std::vector<int> blocks = blocks_of(test);
    for (const std::string& region : test.regions)
        if (harness == Harness::cuda && region == "shared" &&
            std::any_of(blocks.begin(), blocks.end(), [&](int b) { return b != blocks[0]; }))
            throw Unrunnable("shared memory belongs to one cta, and the threads are in several: all in one cta is accepted");
    if (harness == Harness::cuda && bytes_of_locations(test) == 8 &&
        std::find(test.regions.begin(), test.regions.end(), "shared") != test.regions.end())
        throw Unrunnable("a test that stores addresses cannot have a location in shared memory: global is accepted");
    std::vector<MarkedInstruction> marked;
    thread_functions(test, 0, dialect, harness, marked);
}

ProgramText program_text(const std::vector<const Test*>& tests, const Dialect& dialect, Harness harness) {
    ProgramText program;
    const bool cuda = harness == Harness::cuda;
    program.text = (cuda ? cuda_harness_start : cpu_harness_start) + table_types();
    // A compiler of C may know what C says; of instructions it must not even know what they calculate.
    if (dialect.processor() == "C") program.text += "#undef HIDE\n#define HIDE(v) (v)\n";
    std::string rows, calls;
    for (std::size_t n = 0; n < tests.size(); ++n) {
        program.text += thread_functions(*tests[n], n, dialect, harness, program.marked.emplace_back());
        rows += row_of(*tests[n]);
        calls += switch_of(*tests[n], n);
    }
    program.text += fmt::format(
        "\n{}void run_thread(int test, int thread, void* const* at, word* out) {{\n    switch (test) {{\n{}    }}\n}}\n",
        cuda ? "__device__ static " : "static ", calls);
    program.text += "\nstatic const struct test_of tests[] = {\n" + rows + "};\n";
    program.text += cuda ? cuda_harness_end : cpu_harness_end;
    return program;
}

}  // namespace tandem::apps
