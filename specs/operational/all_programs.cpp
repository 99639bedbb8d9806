#include "specs/operational/all_programs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tandem::specs {

namespace {

enum class OperationKind { load, store, exchange, fence };

/// How an access synchronizes, if it does.
enum class Reach { none, wg, cmp, sys, remote_cmp, remote_sys };

/// By what an access depends on the one before, if it does.
enum class Dependency { none, address, data, control };

struct Operation {
    OperationKind kind;
    int location;  // -1 for a fence
    Reach reach = Reach::none;
    Dependency dependency = Dependency::none;
    bool reads() const { return kind == OperationKind::load || kind == OperationKind::exchange; }
    bool acquires() const { return reach != Reach::none && kind != OperationKind::store; }
    friend auto operator<=>(const Operation&, const Operation&) = default;
};
using Sequence = std::vector<Operation>;
using ProgramShape = std::vector<Sequence>;  // by thread

/// All that a thread may do next.
std::vector<Operation> alphabet_of(const ProgramSpace& space) {
    std::vector<Operation> alphabet;
    std::vector<Reach> reaches{Reach::none};
    if (space.scopes) reaches.insert(reaches.end(), {Reach::wg, Reach::cmp, Reach::remote_cmp});
    if (space.scopes && space.components > 1) reaches.insert(reaches.end(), {Reach::sys, Reach::remote_sys});
    for (int a = 0; a < space.locations; ++a)
        for (const Reach reach : reaches) {
            alphabet.push_back({OperationKind::load, a, reach});
            alphabet.push_back({OperationKind::store, a, reach});
            if (space.atomics > 0 && (reach != Reach::none || !space.scopes)) alphabet.push_back({OperationKind::exchange, a, reach});
        }
    if (space.between)
        for (const Operation& o : std::vector<Operation>(alphabet))
            for (const Dependency dependency : {Dependency::address, Dependency::data, Dependency::control})
                if (dependency != Dependency::data || o.kind != OperationKind::load) alphabet.push_back({o.kind, o.location, o.reach, dependency});
    if (space.fences) alphabet.push_back({OperationKind::fence, -1});
    return alphabet;
}

int operations_of(const Sequence& s, const ProgramSpace& space) {
    return static_cast<int>(std::count_if(s.begin(), s.end(), [&](const Operation& o) { return o.kind != OperationKind::fence || !space.between; }));
}

/// Whether a thread may be this, and whether it may begin so.
bool whole(const Sequence& s, const ProgramSpace& space) {
    if (s.empty() || s.back().kind == OperationKind::fence) return false;
    return operations_of(s, space) <= space.atomics || std::none_of(s.begin(), s.end(), [](const Operation& o) { return o.kind == OperationKind::exchange; });
}
bool may_follow(const Operation& next, const Sequence& s) {
    if (next.dependency != Dependency::none) return !s.empty() && s.back().reads();
    return next.kind != OperationKind::fence || !(s.empty() || s.back().kind == OperationKind::fence);
}

/// The permutations of threads that keep together which share a core or a component.
std::vector<std::vector<std::size_t>> symmetries(const Placement& placement) {
    std::vector<std::size_t> order(placement.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<std::size_t>> all;
    do {
        bool keeps = true;
        for (std::size_t a = 0; a < order.size(); ++a)
            for (std::size_t b = 0; b < order.size(); ++b) {
                const auto alike = [&](auto part) { return (placement[a].*part == placement[b].*part) == (placement[order[a]].*part == placement[order[b]].*part); };
                keeps = keeps && alike(&Seat::core) && alike(&Seat::component);
            }
        if (keeps) all.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
}

/// Locations renamed in the order in which they are met.
ProgramShape renamed(const ProgramShape& shape, const std::vector<std::size_t>& order) {
    std::map<int, int> names;
    ProgramShape out;
    for (const std::size_t t : order) {
        out.push_back(shape[t]);
        for (Operation& o : out.back())
            if (o.location >= 0) o.location = names.try_emplace(o.location, static_cast<int>(names.size())).first->second;
    }
    return out;
}

/// Whether each thread has a location in common with another, if there is any.
bool meet(const ProgramShape& shape) {
    if (shape.size() == 1) return true;
    const auto touches = [](const Sequence& s, int a) { return std::any_of(s.begin(), s.end(), [a](const Operation& o) { return o.location == a; }); };
    return std::all_of(shape.begin(), shape.end(), [&](const Sequence& s) {
        return std::any_of(shape.begin(), shape.end(), [&](const Sequence& other) {
            return &other != &s && std::any_of(s.begin(), s.end(), [&](const Operation& o) { return o.location >= 0 && touches(other, o.location); });
        });
    });
}

std::vector<std::string> tags(const Operation& o) {
    if (o.reach == Reach::none) return o.kind == OperationKind::exchange ? std::vector<std::string>{"locked"} : std::vector<std::string>{};
    const bool remote = o.reach == Reach::remote_cmp || o.reach == Reach::remote_sys;
    const char* order = o.kind == OperationKind::load ? (remote ? "rm_acq" : "acquire") : o.kind == OperationKind::store ? (remote ? "rm_rel" : "release") : remote ? "rm_ar" : "acq_rel";
    return {order, o.reach == Reach::wg ? "wg" : o.reach == Reach::cmp || o.reach == Reach::remote_cmp ? "cmp" : "sys"};
}

/// Ends the thread if what the last access read is what was there at first.
void go_on_if_found(Thread& thread) {
    const int read = thread.instructions.back().destination, empty = static_cast<int>(thread.registers.size());
    thread.registers.push_back("r" + std::to_string(empty));
    thread.initial.push_back(Value::of(0));
    Instruction compare, leave;
    compare.destination = empty;
    compare.value = Expression::of(Expression::Op::equal, Expression::of_register(read), Expression::of(Value::of(0)));
    compare.row = static_cast<int>(thread.instructions.size());
    leave.kind = Instruction::Kind::branch;
    leave.guard = empty;
    leave.row = compare.row + 1;
    thread.instructions.push_back(std::move(compare));
    thread.instructions.push_back(std::move(leave));
}

/// `value`, which the register has no part in but for the dependency.
Expression depending(Expression value, int reg) {
    const Expression read = Expression::of_register(reg);
    return Expression::of(Expression::Op::add, std::move(value), Expression::of(Expression::Op::bit_xor, read, read));
}
/// What an expression of `depending`, or a constant, stands for.
const Value& constant_of(const Expression& e) { return e.operands.empty() ? e.constant : e.operands[0].constant; }

/// A branch to what follows it anyway, as it is taken or not.
Instruction branch_on(int reg, std::size_t here) {
    Instruction branch;
    branch.kind = Instruction::Kind::branch;
    branch.guard = reg;
    branch.row = static_cast<int>(here);
    branch.target = here + 1;
    return branch;
}

constexpr const char* location_names[] = {"x", "y", "z", "w"};

Test as_test(const ProgramShape& shape, const Placement& placement, const ProgramSpace& space) {
    Test test;
    test.language = "LISA";
    std::vector<int> stored;  // by location
    for (std::size_t t = 0; t < shape.size(); ++t) {
        const auto& [core, component] = placement[t];
        test.scopes[space.scopes ? "wg" : "cta"].push_back(core);
        if (space.scopes) {
            test.scopes["sys"].push_back(0);
            test.scopes["cmp"].push_back(component);
            test.scopes["wv"].push_back(static_cast<int>(t));
        }
        Thread thread;
        thread.name = "P" + std::to_string(test.threads.size());
        for (const Operation& o : shape[t]) {
            const int read = static_cast<int>(thread.registers.size()) - 1;  // by the access before, where this one depends on it
            if (o.dependency == Dependency::control) thread.instructions.push_back(branch_on(read, thread.instructions.size()));
            Instruction i;
            i.row = static_cast<int>(thread.instructions.size());
            if (o.kind == OperationKind::fence) {
                i.kind = Instruction::Kind::fence;
                i.tags = {"sys", "mfence"};
            } else {
                while (static_cast<int>(stored.size()) <= o.location) {
                    test.locations.push_back(location_names[stored.size()]);
                    test.memory.push_back(Value::of(0));
                    test.regions.emplace_back();
                    stored.push_back(0);
                }
                i.address = Expression::of(Value::address(o.location));
                i.kind = o.kind == OperationKind::load ? Instruction::Kind::load : o.kind == OperationKind::store ? Instruction::Kind::store : Instruction::Kind::read_modify_write;
                if (o.kind != OperationKind::load) i.value = Expression::of(Value::of(++stored[static_cast<std::size_t>(o.location)]));
                if (o.dependency == Dependency::address) i.address = depending(i.address, read);
                if (o.dependency == Dependency::data) i.value = depending(i.value, read);
                i.tags = tags(o);
                if (o.kind != OperationKind::store) {
                    i.destination = static_cast<int>(thread.registers.size());
                    test.observed.push_back({static_cast<int>(test.threads.size()), i.destination});
                    thread.registers.push_back("r" + std::to_string(i.destination));
                    thread.initial.push_back(Value::of(0));
                }
            }
            thread.instructions.push_back(std::move(i));
            if (o.acquires() && &o != &shape[t].back()) go_on_if_found(thread);
        }
        for (Instruction& i : thread.instructions)
            if (i.kind == Instruction::Kind::branch && space.scopes) i.target = thread.instructions.size();
        test.threads.push_back(std::move(thread));
    }
    for (std::size_t a = 0; a < stored.size(); ++a)
        if (stored[a] > 1) test.observed.push_back({-1, static_cast<int>(a)});  // else it is plain what is left there
    test.name = one_line(test);
    return test;
}

}  // namespace

std::vector<Placement> placements(int threads, int components) {
    std::vector<Placement> all;
    std::set<std::multiset<std::multiset<int>>> met;  // the numbers of threads of each core, by component
    // Each core into a component that is in use, or into the next.
    const std::function<void(const std::vector<int>&, std::vector<int>)> divide = [&](const std::vector<int>& sizes, std::vector<int> component) {
        const int used = component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + 1;
        if (component.size() < sizes.size()) {
            for (int c = 0; c < std::min(used + 1, components); ++c) {
                component.push_back(c);
                divide(sizes, component);
                component.pop_back();
            }
            return;
        }
        std::vector<std::multiset<int>> parts(static_cast<std::size_t>(used));
        Placement placement;
        for (std::size_t core = 0; core < sizes.size(); ++core) {
            parts[static_cast<std::size_t>(component[core])].insert(sizes[core]);
            placement.insert(placement.end(), static_cast<std::size_t>(sizes[core]), Seat(static_cast<int>(core), component[core]));
        }
        if (met.emplace(parts.begin(), parts.end()).second) all.push_back(std::move(placement));
    };
    // Threads of each core: falling numbers, the smallest first.
    const std::function<void(std::vector<int>, int)> extend = [&](std::vector<int> sizes, int left) {
        if (left == 0) return divide(sizes, {});
        for (int size = 1; size <= (sizes.empty() ? left : std::min(left, sizes.back())); ++size) {
            sizes.push_back(size);
            extend(sizes, left - size);
            sizes.pop_back();
        }
    };
    extend({}, threads);
    return all;
}

bool each_program(const ProgramSpace& space, const Placement& placement, const std::function<bool(Test)>& take) {
    const std::vector<Operation> alphabet = alphabet_of(space);
    auto orders = symmetries(placement);
    if (!space.alike) orders.resize(1);  // the identity comes first
    ProgramShape shape(placement.size());
    // The operations of thread t and of all that follow; false if nobody wants more.
    const std::function<bool(std::size_t)> choose = [&](std::size_t t) {
        if (t == shape.size()) {
            const ProgramShape least = renamed(shape, orders[0]);
            const auto met_again = [&](const auto& order) { return renamed(shape, order) < least; };
            if (least != shape || (space.scopes && !meet(shape)) || std::any_of(orders.begin(), orders.end(), met_again)) return true;
            return take(as_test(shape, placement, space));
        }
        if (whole(shape[t], space) && !choose(t + 1)) return false;
        if (operations_of(shape[t], space) == space.operations) return true;
        for (const Operation& next : alphabet) {
            if (!may_follow(next, shape[t])) continue;
            shape[t].push_back(next);
            const bool more = choose(t);
            shape[t].pop_back();
            if (!more) return false;
        }
        return true;
    };
    return choose(0);
}

std::vector<Test> all_programs(const ProgramSpace& space, const Placement& placement) {
    std::vector<Test> tests;
    each_program(space, placement, [&](Test test) {
        tests.push_back(std::move(test));
        return true;
    });
    return tests;
}

int usual_operations(bool scopes) { return scopes ? 2 : 3; }

int usual_atomics(const ProgramSpace& space) { return std::min(space.operations, space.scopes ? 1 : 2); }

std::string one_line(const Test& test) {
    std::string line;
    for (const Thread& thread : test.threads) {
        line += (line.empty() ? "" : " | ") + thread.name + ":";
        std::string separator = " ", control;
        for (const Instruction& i : thread.instructions) {
            if (i.kind == Instruction::Kind::branch && i.target == static_cast<std::size_t>(&i - thread.instructions.data()) + 1 && i.guard >= 0) {
                control = "(ctrl) ";
                continue;
            }
            if (i.kind == Instruction::Kind::assign || i.kind == Instruction::Kind::branch) {  // only if an acquire found something
                separator = ", then ";
                continue;
            }
            line += separator + std::exchange(control, "") + (!i.address.operands.empty() ? "(addr) " : !i.value.operands.empty() ? "(data) " : "");
            separator = "; ";
            const auto access = [&](const char* letter) {
                std::string text = letter;
                if (i.tags.size() == 2) text += "_" + i.tags[0] + "_" + i.tags[1];
                return text + " " + test.locations[static_cast<std::size_t>(constant_of(i.address).location)];
            };
            switch (i.kind) {
                case Instruction::Kind::load: line += access("R"); break;
                case Instruction::Kind::store: line += access("W") + "=" + test.text(constant_of(i.value)); break;
                case Instruction::Kind::read_modify_write: line += access("X") + "=" + test.text(constant_of(i.value)); break;
                case Instruction::Kind::fence: line += "F"; break;
                default: line += "?"; break;
            }
        }
    }
    return line;
}

std::size_t size(const Test& test) {
    std::size_t instructions = 0;
    for (const Thread& thread : test.threads) instructions += thread.instructions.size();
    return instructions;
}

}  // namespace tandem::specs
