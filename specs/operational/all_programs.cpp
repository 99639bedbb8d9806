#include "specs/operational/all_programs.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "model/synchronization.hpp"

namespace tandem::specs {

namespace {

enum class OperationKind { load, store, exchange, fence };

/// How an access synchronizes, if it does.
enum class Reach { none, wg, cmp, sys, remote_cmp, remote_sys };

/// How an access depends on the one before, if it does.
enum class Dependency { none, address, data, control };

struct Operation {
    OperationKind kind;
    std::vector<int> locations;  // ascending, those of the participating lanes; none for a fence
    Reach reach = Reach::none;
    Dependency dependency = Dependency::none;
    model::Order order{};  // of a fence; plain: it is both a release and an acquire
    bool reads() const { return kind == OperationKind::load || kind == OperationKind::exchange; }
    bool acquires() const { return reach != Reach::none && kind != OperationKind::store; }
    friend auto operator<=>(const Operation&, const Operation&) = default;
};
using Sequence = std::vector<Operation>;
using ProgramShape = std::vector<Sequence>;  // by thread

/// Calls f with the locations of each instruction of up to so many lanes; `meet`: lanes may share a location.
void each_of_lanes(int locations, int lanes, bool meet, const std::function<void(std::vector<int>)>& f) {
    const std::function<void(std::vector<int>)> extend = [&](const std::vector<int>& so_far) {
        if (!so_far.empty()) f(so_far);
        if (static_cast<int>(so_far.size()) == lanes) return;
        for (int a = so_far.empty() ? 0 : so_far.back() + (meet ? 0 : 1); a < locations; ++a) {
            std::vector<int> more = so_far;
            more.push_back(a);
            extend(more);
        }
    };
    extend({});
}

/// The operations that a thread may do next.
std::vector<Operation> alphabet_of(const ProgramSpace& space, int lanes) {
    std::vector<Operation> alphabet;
    std::vector<Reach> reaches{Reach::none};
    if (space.scopes) reaches.insert(reaches.end(), {Reach::wg, Reach::cmp, Reach::remote_cmp});
    if (space.scopes && space.components > 1) reaches.insert(reaches.end(), {Reach::sys, Reach::remote_sys});
    for (const Reach reach : reaches) {
        each_of_lanes(space.locations, lanes, false, [&](const std::vector<int>& locations) {
            alphabet.push_back({OperationKind::load, locations, reach});
            alphabet.push_back({OperationKind::store, locations, reach});
        });
        if (space.atomics > 0 && (reach != Reach::none || !space.scopes))
            each_of_lanes(space.locations, lanes, true, [&](const std::vector<int>& locations) {
                alphabet.push_back({OperationKind::exchange, locations, reach});
            });
    }
    if (space.between)
        for (const Operation& o : std::vector<Operation>(alphabet))
            for (const Dependency dependency : {Dependency::address, Dependency::data, Dependency::control})
                if (dependency != Dependency::data || o.kind != OperationKind::load)
                    alphabet.push_back({o.kind, o.locations, o.reach, dependency});
    if (space.fences) alphabet.push_back({OperationKind::fence, {}});
    if (space.fences && space.ordered_fences)
        for (const model::Order order : {model::Order::acquire, model::Order::release})
            alphabet.push_back({OperationKind::fence, {}, Reach::none, Dependency::none, order});
    return alphabet;
}

int operations_of(const Sequence& s, const ProgramSpace& space) {
    return static_cast<int>(
        std::count_if(s.begin(), s.end(), [&](const Operation& o) { return o.kind != OperationKind::fence || !space.between; }));
}

/// Whether a thread may be this sequence, and whether it may begin so.
bool whole(const Sequence& s, const ProgramSpace& space) {
    if (s.empty() || s.back().kind == OperationKind::fence) return false;
    return operations_of(s, space) <= space.atomics ||
           std::none_of(s.begin(), s.end(), [](const Operation& o) { return o.kind == OperationKind::exchange; });
}
bool may_follow(const Operation& next, const Sequence& s) {
    if (next.dependency != Dependency::none) return !s.empty() && s.back().reads();
    return next.kind != OperationKind::fence || !(s.empty() || s.back().kind == OperationKind::fence);
}

/// The permutations that keep together threads that share a core or a component.
std::vector<std::vector<std::size_t>> symmetries(const Placement& placement) {
    std::vector<std::size_t> order(placement.size());
    std::iota(order.begin(), order.end(), 0);
    std::vector<std::vector<std::size_t>> all;
    do {
        bool keeps = true;
        for (std::size_t a = 0; a < order.size(); ++a)
            for (std::size_t b = 0; b < order.size(); ++b) {
                const auto alike = [&](auto part) {
                    return (placement[a].*part == placement[b].*part) == (placement[order[a]].*part == placement[order[b]].*part);
                };
                keeps = keeps && alike(&Seat::core) && alike(&Seat::component) && placement[a].lanes == placement[order[a]].lanes;
            }
        if (keeps) all.push_back(order);
    } while (std::next_permutation(order.begin(), order.end()));
    return all;
}

/// With threads in another order and other names of locations.
ProgramShape renamed(const ProgramShape& shape, const std::vector<std::size_t>& order, const std::vector<int>& names) {
    ProgramShape out;
    for (const std::size_t t : order) {
        out.push_back(shape[t]);
        for (Operation& o : out.back()) {
            for (int& a : o.locations) a = names[static_cast<std::size_t>(a)];
            std::sort(o.locations.begin(), o.locations.end());
        }
    }
    return out;
}

/// Whether it is the least of those that differ from it only in names.
bool is_first(const ProgramShape& shape, const std::vector<std::vector<std::size_t>>& orders, int locations) {
    std::vector<int> names(static_cast<std::size_t>(locations));
    std::iota(names.begin(), names.end(), 0);
    do
        for (const auto& order : orders)
            if (renamed(shape, order, names) < shape) return false;
    while (std::next_permutation(names.begin(), names.end()));
    return true;
}

/// Whether each thread shares a location with another thread, if there is one.
bool meet(const ProgramShape& shape) {
    if (shape.size() == 1) return true;
    const auto touches = [](const Sequence& s, int a) {
        return std::any_of(s.begin(), s.end(), [a](const Operation& o) {
            return std::find(o.locations.begin(), o.locations.end(), a) != o.locations.end();
        });
    };
    return std::all_of(shape.begin(), shape.end(), [&](const Sequence& s) {
        return std::any_of(shape.begin(), shape.end(), [&](const Sequence& other) {
            return &other != &s && std::any_of(s.begin(), s.end(), [&](const Operation& o) {
                return std::any_of(o.locations.begin(), o.locations.end(), [&](int a) { return touches(other, a); });
            });
        });
    });
}

std::vector<std::string> tags(const Operation& o) {
    if (o.reach == Reach::none)
        return o.kind == OperationKind::exchange ? std::vector<std::string>{"locked"} : std::vector<std::string>{};
    const bool remote = o.reach == Reach::remote_cmp || o.reach == Reach::remote_sys;
    const char* order = o.kind == OperationKind::load    ? (remote ? "rm_acq" : "acquire")
                        : o.kind == OperationKind::store ? (remote ? "rm_rel" : "release")
                        : remote                         ? "rm_ar"
                                                         : "acq_rel";
    return {order, o.reach == Reach::wg ? "wg" : o.reach == Reach::cmp || o.reach == Reach::remote_cmp ? "cmp" : "sys"};
}

/// Ends the thread if the last access read the initial value.
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

/// `value`, with a dependency on the register that does not change it.
Expression depending(Expression value, int reg) {
    const Expression read = Expression::of_register(reg);
    return Expression::of(Expression::Op::add, std::move(value), Expression::of(Expression::Op::bit_xor, read, read));
}
/// The value of an expression of `depending`, or of a constant.
const Value& constant_of(const Expression& e) { return e.operands.empty() ? e.constant : e.operands[0].constant; }

/// A branch to the next instruction, whether it is taken or not.
Instruction branch_on(int reg, std::size_t here) {
    Instruction branch;
    branch.kind = Instruction::Kind::branch;
    branch.guard = reg;
    branch.row = static_cast<int>(here);
    branch.target = here + 1;
    return branch;
}

constexpr const char* location_names[] = {"x", "y", "z", "w"};

/// The programs of one shape as a test, thread by thread.
class TestOfShape {
public:
    TestOfShape(const Placement& placement, const ProgramSpace& space) : placement_(placement), space_(space) {
        test_.language = "LISA";
    }

    Test made_of(const ProgramShape& shape) {
        for (std::size_t t = 0; t < shape.size(); ++t) {
            std::size_t lanes = 1;
            for (const Operation& o : shape[t]) lanes = std::max(lanes, o.locations.size());
            const std::size_t first = test_.threads.size();
            for (std::size_t lane = 0; lane < lanes; ++lane) add_thread(t);
            for (std::size_t row = 0; row < shape[t].size(); ++row)
                for (std::size_t lane = 0; lane < lanes; ++lane) add(first + lane, shape[t], row, lane);
            for (std::size_t lane = first; space_.scopes && lane < test_.threads.size(); ++lane)
                for (Instruction& i : test_.threads[lane].instructions)
                    if (i.kind == Instruction::Kind::branch) i.target = test_.threads[lane].instructions.size();
        }
        for (std::size_t a = 0; a < stored_.size(); ++a)
            if (stored_[a] > 1) test_.observed.push_back({-1, static_cast<int>(a)});  // otherwise the final value is known
        test_.name = one_line(test_);
        return std::move(test_);
    }

private:
    void add_thread(std::size_t wavefront) {
        const Seat& seat = placement_[wavefront];
        test_.scopes[space_.scopes ? "wg" : "cta"].push_back(seat.core);
        if (space_.scopes) {
            test_.scopes["sys"].push_back(0);
            test_.scopes["cmp"].push_back(seat.component);
            test_.scopes["wv"].push_back(static_cast<int>(wavefront));
        } else if (std::any_of(placement_.begin(), placement_.end(), [](const Seat& s) { return s.lanes > 1; })) {
            test_.scopes["wf"].push_back(static_cast<int>(wavefront));
        }
        const std::string name = "P" + std::to_string(test_.threads.size());
        test_.threads.emplace_back().name = name;
    }

    /// What one lane does in a row. A single thread's row includes what stands between accesses; wavefronts have nothing there.
    void add(std::size_t thread_number, const Sequence& sequence, std::size_t row, std::size_t lane) {
        Thread& thread = test_.threads[thread_number];
        const Operation& o = sequence[row];
        if (lane > 0 && lane >= o.locations.size()) return;
        const int read = static_cast<int>(thread.registers.size()) - 1;  // by the previous access, if this one depends on it
        if (o.dependency == Dependency::control) thread.instructions.push_back(branch_on(read, thread.instructions.size()));
        Instruction i;
        i.row = static_cast<int>(test_.scopes.contains("wf") ? row : thread.instructions.size());
        if (o.kind == OperationKind::fence) {
            i.kind = Instruction::Kind::fence;
            i.tags = {"sys", "mfence"};
            if (o.order != model::Order::plain) i.tags.push_back(model::name_of(o.order));
        } else {
            access(i, o, o.locations[lane], thread_number, read);
        }
        thread.instructions.push_back(std::move(i));
        if (o.acquires() && row + 1 < sequence.size()) go_on_if_found(thread);
    }
    void access(Instruction& i, const Operation& o, int location, std::size_t thread_number, int read) {
        while (static_cast<int>(stored_.size()) <= location) {
            test_.locations.push_back(location_names[stored_.size()]);
            test_.memory.push_back(Value::of(0));
            test_.regions.emplace_back();
            stored_.push_back(0);
        }
        Thread& thread = test_.threads[thread_number];
        i.address = Expression::of(Value::address(location));
        i.kind = o.kind == OperationKind::load    ? Instruction::Kind::load
                 : o.kind == OperationKind::store ? Instruction::Kind::store
                                                  : Instruction::Kind::read_modify_write;
        if (o.kind != OperationKind::load) i.value = Expression::of(Value::of(++stored_[static_cast<std::size_t>(location)]));
        if (o.dependency == Dependency::address) i.address = depending(i.address, read);
        if (o.dependency == Dependency::data) i.value = depending(i.value, read);
        i.tags = tags(o);
        if (o.kind == OperationKind::store) return;
        i.destination = static_cast<int>(thread.registers.size());
        test_.observed.push_back({static_cast<int>(thread_number), i.destination});
        thread.registers.push_back("r" + std::to_string(i.destination));
        thread.initial.push_back(Value::of(0));
    }

    const Placement& placement_;
    const ProgramSpace& space_;
    Test test_;
    std::vector<int> stored_;  // by location
};

}  // namespace

std::vector<Placement> placements(int threads, int components) {
    std::vector<Placement> all;
    std::set<std::multiset<std::multiset<int>>> met;  // the numbers of threads of each core, by component
    // Puts each core into a component that is in use, or into the next.
    const std::function<void(const std::vector<int>&, std::vector<int>)> divide = [&](const std::vector<int>& sizes,
                                                                                      std::vector<int> component) {
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
            placement.insert(placement.end(), static_cast<std::size_t>(sizes[core]),
                             Seat(static_cast<int>(core), component[core]));
        }
        if (met.emplace(parts.begin(), parts.end()).second) all.push_back(std::move(placement));
    };
    // The numbers of threads of each core, in falling order; the smallest are tried first.
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
    std::vector<std::vector<Operation>> alphabets;  // by thread
    for (const Seat& seat : placement) alphabets.push_back(alphabet_of(space, seat.lanes));
    auto orders = symmetries(placement);
    if (!space.alike) orders.resize(1);  // the identity comes first
    ProgramShape shape(placement.size());
    // The operations of thread t and of all threads after it; false if `take` wants no more.
    const std::function<bool(std::size_t)> choose = [&](std::size_t t) {
        if (t == shape.size()) {
            if ((space.scopes && !meet(shape)) || !is_first(shape, orders, space.locations)) return true;
            return take(TestOfShape(placement, space).made_of(shape));
        }
        if (whole(shape[t], space) && !choose(t + 1)) return false;
        if (operations_of(shape[t], space) == space.operations) return true;
        for (const Operation& next : alphabets[t]) {
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

int usual_atomics(const ProgramSpace& space, int lanes) {
    return std::min(space.operations, lanes > 2 ? 0 : space.scopes || lanes == 2 ? 1 : 2);
}

namespace {

/// "R x", "W_release_wg x=1", "F", "F_acquire"; `also` are those of other lanes in its row.
std::string text_of(const Test& test, const Instruction& i, const std::vector<const Instruction*>& also) {
    const char* letter = i.kind == Instruction::Kind::load                ? "R"
                         : i.kind == Instruction::Kind::store             ? "W"
                         : i.kind == Instruction::Kind::read_modify_write ? "X"
                         : i.kind == Instruction::Kind::fence             ? "F"
                                                                          : "?";
    std::string text = letter;
    if (text == "F" && i.tags.size() > 2) return text + "_" + i.tags.back();
    if (text == "F" || text == "?") return text;
    if (i.tags.size() == 2) text += "_" + i.tags[0] + "_" + i.tags[1];
    const auto place = [&](const Instruction& of) {
        const std::string name = test.locations[static_cast<std::size_t>(constant_of(of.address).location)];
        return of.kind == Instruction::Kind::load ? name : name + "=" + test.text(constant_of(of.value));
    };
    text += " " + place(i);
    for (const Instruction* other : also) text += ", " + place(*other);
    return text;
}

/// By thread: the lanes of its wavefront, if it is the first of them.
std::vector<std::vector<std::size_t>> wavefronts_of(const Test& test) {
    std::vector<std::vector<std::size_t>> all(test.threads.size());
    const std::vector<int>* groups = test.wavefronts();
    for (std::size_t t = 0; t < test.threads.size(); ++t)
        for (std::size_t first = 0; first <= t; ++first)
            if (first == t || (groups && (*groups)[t] >= 0 && (*groups)[first] == (*groups)[t])) {
                all[first].push_back(t);
                break;
            }
    return all;
}

}  // namespace

std::string one_line(const Test& test) {
    std::string line;
    for (const std::vector<std::size_t>& lanes : wavefronts_of(test)) {
        if (lanes.empty()) continue;
        const Thread& thread = test.threads[lanes.front()];
        line += line.empty() ? "" : " | ";
        for (const std::size_t t : lanes) line += (t == lanes.front() ? "" : ", ") + test.threads[t].name;
        std::string separator = ": ", control;
        // The first lane takes part in every row.
        for (const Instruction& i : thread.instructions) {
            if (i.kind == Instruction::Kind::branch &&
                i.target == static_cast<std::size_t>(&i - thread.instructions.data()) + 1 && i.guard >= 0) {
                control = "(ctrl) ";
                continue;
            }
            // only if an acquire found something
            if (i.kind == Instruction::Kind::assign || i.kind == Instruction::Kind::branch) {
                separator = ", then ";
                continue;
            }
            std::vector<const Instruction*> also;
            for (std::size_t lane = 1; lane < lanes.size(); ++lane)
                for (const Instruction& other : test.threads[lanes[lane]].instructions)
                    if (other.row == i.row) also.push_back(&other);
            line += separator + std::exchange(control, "") +
                    (!i.address.operands.empty() ? "(addr) "
                     : !i.value.operands.empty() ? "(data) "
                                                 : "") +
                    text_of(test, i, also);
            separator = "; ";
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
