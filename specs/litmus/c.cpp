// Litmus tests in C: a function for each thread, whose parameters are the locations. Two libraries are known (c_library.cpp):
// C11's atomics, and the macros of the Linux kernel. Expressions become assignments to registers, loads in the order in which
// they stand; an if or a loop decides by control about its own block only. OpenCL is C whose threads have places, P0@wg 0, dev 0,
// whose locations lie in global or local memory, and whose operations have scopes.
#include <array>
#include <utility>

#include "specs/among.hpp"
#include "specs/litmus/c_reader.hpp"

namespace tandem::specs {

namespace {

constexpr std::array types{"int",      "long",       "short",       "char",        "unsigned",    "signed",   "void",
                           "volatile", "const",      "struct",      "atomic_int",  "atomic_long", "intptr_t", "uintptr_t",
                           "int32_t",  "int64_t",    "uint32_t",    "uint64_t",    "size_t",      "bool",     "_Bool",
                           "atomic_t", "spinlock_t", "atomic_bool", "atomic_uint", "_Atomic"};

bool is_atomic(const std::string& word) { return word.starts_with("atomic_") || word == "_Atomic"; }

}  // namespace

bool CReader::sees_type() {
    const std::size_t start = c_.position();
    const std::string word = c_.name();
    c_.back_to(start);
    return among(types, word);
}

/// Words and stars of a type.
void CReader::type() {
    while (sees_type()) {
        const bool structure = c_.sees("struct");
        c_.name();
        if (structure) c_.expect_name("a structure's name");
    }
    while (c_.take("*") || c_.take("const") || c_.take("volatile")) {
    }
}

/// Of P0 (int *x, atomic_int *y): the names that stand before a comma or the end. A location is atomic if no thread says
/// otherwise.
void CReader::parameters() {
    c_.expect("(");
    while (!c_.take(")")) {
        if (!parameters_.empty()) c_.expect(",");
        const std::size_t start = c_.position();
        std::string last, space;
        bool atomic = false;
        while (!c_.sees(",") && !c_.sees(")")) {
            if (c_.take("*")) continue;
            last = c_.expect_name("a parameter, as int *x");
            atomic = atomic || is_atomic(last);
            if (opencl_ && (last == "global" || last == "local")) space = last;
        }
        if (last.empty() || among(types, last)) c_.wrong("expected a parameter, as int *x", start);
        parameters_.insert(last);
        const int location = r_.location(last);
        if (!atomic) r_.test.location_tags[location].insert("NAL");
        if (space.empty()) continue;
        std::string& region = r_.test.regions[static_cast<std::size_t>(location)];
        const std::string here = space == "local" ? "shared" : "global";
        if (!region.empty() && region != here) c_.wrong(last + " lies in local and in global memory", start);
        region = here;
        r_.test.location_tags[location].insert(upper_case(space));
    }
}

void CReader::function() {
    parameters_.clear();
    parameters();
    if (!c_.sees("{")) c_.expected("'{'");
    statement();
}

void CReader::statement() {
    const Cursor::Level level(c_);
    c_.begin_formula();
    if (c_.take(";")) return;
    if (c_.take("{")) {
        while (!c_.take("}")) statement();
        return;
    }
    if (c_.take("if")) return branch();
    if (c_.take("while")) return loop();
    if (c_.take("do")) return loop_after();
    for (const char* word : {"break", "continue", "goto", "return"})
        if (c_.sees(word)) c_.wrong(std::string(word) + " is not supported", c_.position());
    if (opencl_ && sees_barrier()) return barrier();
    const bool declares = sees_type();
    if (declares) type();
    else if (c_.take("*")) {
        Expression address = unary();
        c_.expect("=");
        Expression value = expression();
        plain_store(std::move(address), std::move(value));
        return c_.expect(";");
    }
    if (!declares && !sees_assignment()) {
        expression();
        return c_.expect(";");
    }
    do {
        while (c_.take("*")) {
        }
        const std::size_t start = c_.position();
        const std::string name = c_.expect_name("a variable");
        if (parameters_.contains(name)) c_.wrong("the parameter " + name + " cannot be assigned to: *" + name + " can", start);
        const int reg = r_.reg(thread_, name);
        if (c_.take("=")) assign(reg, expression());
    } while (declares && c_.take(","));
    c_.expect(";");
}

/// Whether a name and = are here.
bool CReader::sees_assignment() {
    const std::size_t start = c_.position();
    const bool is = !c_.name().empty() && c_.sees("=") && !c_.sees("==");
    c_.back_to(start);
    return is;
}

/// B1: barrier(CLK_GLOBAL_MEM_FENCE);
bool CReader::sees_barrier() {
    const std::size_t start = c_.position();
    const std::string name = c_.name();
    const bool is = !name.empty() && name[0] == 'B' && number_after(name, 1) >= 0 && c_.sees(":");
    c_.back_to(start);
    return is;
}

void CReader::barrier() {
    Instruction i;
    i.kind = Instruction::Kind::fence;
    i.barrier = number_after(c_.name(), 1);
    i.value = constant(-1);
    c_.expect(":");
    const std::size_t start = c_.position();
    if (const std::string name = c_.expect_name("barrier"); name != "barrier" && name != "work_group_barrier")
        c_.wrong("a label is a barrier's here, as in B1: barrier(CLK_GLOBAL_MEM_FENCE)", start);
    c_.expect("(");
    i.tags = fence_flags();
    const std::size_t scope = c_.position();
    if (c_.take(",") && memory_scope() != "WG") c_.wrong("a barrier is of a work-group", scope);
    i.tags.emplace_back("WG");
    c_.expect(")");
    add(std::move(i));
    c_.expect(";");
}

void CReader::keep_control(int change) {
    Instruction i;
    i.control = change;
    add(std::move(i));
}

std::string CReader::fresh_label() { return "(" + std::to_string(++labels_) + ")"; }

void CReader::branch() {
    c_.expect("(");
    Expression condition = expression();
    c_.expect(")");
    keep_control(1);
    const std::string otherwise = fresh_label(), end = fresh_label();
    branch_if(std::move(condition), otherwise, true);
    statement();
    if (c_.take("else")) {
        r_.branch_to(thread_, Instruction{}, end);
        r_.label(thread_, otherwise, c_.position());
        statement();
    } else {
        r_.label(thread_, otherwise, c_.position());
    }
    r_.label(thread_, end, c_.position());
    keep_control(-1);
}

void CReader::loop() {
    c_.expect("(");
    keep_control(1);
    const std::string begin = fresh_label(), end = fresh_label();
    r_.label(thread_, begin, c_.position());
    Expression condition = expression();
    c_.expect(")");
    branch_if(std::move(condition), end, true);
    statement();
    r_.branch_to(thread_, Instruction{}, begin);
    r_.label(thread_, end, c_.position());
    keep_control(-1);
}

void CReader::loop_after() {
    keep_control(1);
    const std::string begin = fresh_label();
    r_.label(thread_, begin, c_.position());
    statement();
    c_.expect("while");
    c_.expect("(");
    Expression condition = expression();
    c_.expect(")");
    c_.expect(";");
    branch_if(std::move(condition), begin);
    keep_control(-1);
}

Expression CReader::expression() {
    const Cursor::Level level(c_);
    return binary(0);
}

/// Operands of the operators from `level` on; higher levels bind tighter.
Expression CReader::binary(std::size_t level) {
    struct Operator {
        std::string_view symbol;
        Op op;
        bool swapped = false, negated = false, logical = false;
    };
    static const std::array<std::vector<Operator>, 10> operators{
        {{{"||", Op::bit_or, false, false, true}},
         {{"&&", Op::bit_and, false, false, true}},
         {{"|", Op::bit_or}},
         {{"^", Op::bit_xor}},
         {{"&", Op::bit_and}},
         {{"==", Op::equal}, {"!=", Op::not_equal}},
         {{"<=", Op::less, true, true}, {">=", Op::less, false, true}, {"<", Op::less}, {">", Op::less, true}},
         {{"<<", Op::shift_left}, {">>", Op::shift_right}},
         {{"+", Op::add}, {"-", Op::sub}},
         {{"*", Op::multiply}}}};
    if (level == operators.size()) return unary();
    Expression left = binary(level + 1);
    for (bool more = true; more;) {
        more = false;
        for (const Operator& o : operators[level]) {
            const bool longer = (o.symbol == "|" && c_.sees("||")) || (o.symbol == "&" && c_.sees("&&")) ||
                                (o.symbol == "<" && c_.sees("<<")) || (o.symbol == ">" && c_.sees(">>"));
            if (longer || !c_.take(o.symbol)) continue;
            c_.count_operator();
            const auto instructions = [&] { return r_.test.threads[thread_].instructions.size(); };
            const std::size_t at = c_.position(), before = instructions();
            Expression right = binary(level + 1);
            if (o.logical && instructions() != before)
                c_.wrong("an access to the right of " + std::string(o.symbol) + ", which may not happen, is not supported", at);
            if (o.logical) left = truth(std::move(left)), right = truth(std::move(right));
            if (o.swapped) std::swap(left, right);
            left = Expression::of(o.op, std::move(left), std::move(right));
            if (o.negated) left = Expression::of(Op::equal, std::move(left), constant(0));
            more = true;
            break;
        }
    }
    return left;
}

Expression CReader::unary() {
    const Cursor::Level level(c_);
    if (c_.take("!")) return Expression::of(Op::equal, unary(), constant(0));
    if (c_.take("~")) return Expression::of(Op::bit_xor, unary(), constant(-1));
    if (c_.sees_number()) return constant(number());
    if (c_.take("-")) return Expression::of(Op::sub, constant(0), unary());
    if (c_.take("&")) return unary();
    if (c_.take("*")) return plain_load(unary());
    if (c_.take("(")) {
        if (sees_type()) {
            type();
            c_.expect(")");
            return unary();
        }
        Expression inner = expression();
        c_.expect(")");
        return inner;
    }
    const std::size_t start = c_.position();
    const std::string name = c_.expect_name("an expression");
    if (c_.sees("(")) return call(name, start);
    if (c_.sees("[") || c_.sees("->") || c_.sees(".")) c_.wrong("arrays and structures are not supported", start);
    if (parameters_.contains(name)) return Expression::of(Value::address(r_.location(name)));
    return Expression::of_register(r_.reg(thread_, name));
}

int CReader::temporary() { return r_.reg(thread_, "(" + std::to_string(++temporaries_) + ")"); }

Expression CReader::performed(Instruction i) {
    i.destination = temporary();
    const int result = i.destination;
    add(std::move(i));
    return Expression::of_register(result);
}

Expression CReader::plain_load(Expression address) {
    Instruction i;
    i.kind = Instruction::Kind::load;
    i.tags = {"NA"};
    if (opencl_) i.tags.emplace_back("WI");
    i.address = std::move(address);
    return performed(std::move(i));
}

void CReader::plain_store(Expression address, Expression value) {
    Instruction i;
    i.kind = Instruction::Kind::store;
    i.tags = {"NA"};
    if (opencl_) i.tags.emplace_back("WI");
    i.address = std::move(address);
    i.value = std::move(value);
    add(std::move(i));
}

namespace {

/// @wg 0, dev 0: where a thread of OpenCL runs. A work-group is one of its device.
void read_work_group(TestReader& reader, std::size_t thread, std::map<std::pair<std::int64_t, std::int64_t>, int>& groups) {
    Cursor& c = reader.cursor;
    c.expect("wg");
    const std::int64_t group = c.expect_number("a work-group's number");
    c.expect(",");
    c.expect("dev");
    const std::int64_t device = c.expect_number("a device's number");
    const auto number = [&](std::int64_t of) {
        return groups.try_emplace(std::pair(device, of), static_cast<int>(groups.size())).first->second;
    };
    for (const auto& [level, place] : {std::pair("wg", number(group)), {"dev", number(-1)}}) {
        std::vector<int>& of = reader.test.scopes[level];
        of.resize(thread + 1, -1);
        of[thread] = place;
    }
}

/// Each work-group has local memory of its own, so one name in two of them would be two locations.
void check_local_memory(const TestReader& reader) {
    const Test& test = reader.test;
    std::map<int, std::size_t> first;  // thread that accesses it
    for (std::size_t t = 0; t < test.threads.size(); ++t)
        for (const Instruction& i : test.threads[t].instructions) {
            const int location = i.address.constant.location;
            if (location < 0 || test.regions[static_cast<std::size_t>(location)] != "shared") continue;
            const std::size_t one = first.try_emplace(location, t).first->second;
            const auto& groups = test.scopes.at("wg");
            if (groups[one] != groups[t])
                reader.cursor.wrong(test.locations[static_cast<std::size_t>(location)] +
                                        " lies in the local memory of one work-group, and " + test.threads[one].name + " and " +
                                        test.threads[t].name + " of two access it",
                                    reader.cursor.position());
        }
}

}  // namespace

void read_c(TestReader& reader) {
    Cursor& c = reader.cursor;
    std::size_t threads = 0;
    const bool opencl = reader.test.language == "OPENCL";
    std::map<std::pair<std::int64_t, std::int64_t>, int> groups;
    while (c.sees("P" + std::to_string(threads))) {
        if (threads == 64) c.expected("no more than 64 threads");
        const std::string name = c.name();
        c.comments_of_c(true);
        if (reader.test.threads.size() <= threads) reader.test.threads.resize(threads + 1);
        reader.test.threads[threads].name = name;
        if (opencl) {
            if (!c.take("@")) c.expected("a place, as @wg 0, dev 0");
            read_work_group(reader, threads, groups);
        }
        CReader(reader, threads).function();
        c.comments_of_c(false);
        auto& instructions = reader.test.threads[threads].instructions;
        for (std::size_t i = 0; i < instructions.size(); ++i) instructions[i].row = static_cast<int>(i);
        ++threads;
    }
    if (threads == 0) c.expected("the function of a thread, as P0");
    if (opencl) check_local_memory(reader);
    if (reader.test.threads.size() > threads) c.expected("a function for each thread that the initial state names");
}

}  // namespace tandem::specs
