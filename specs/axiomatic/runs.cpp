#include "specs/axiomatic/runs.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::specs {

namespace {

using InstructionKind = Instruction::Kind;
using Reads = std::uint64_t;  // a set of reads, and of stores that tell whether they succeeded, by number in the run

/// A value and the reads that it comes from.
struct Tainted {
    Value value;
    Reads from = 0;
};

class Runner {
public:
    Runner(const Test& test, std::size_t thread, const PossibleValues& possible, int turns, Runs& runs,
           const std::atomic<bool>* interrupt)
        : thread_(test.threads[thread]),
          number_(static_cast<int>(thread)),
          possible_(possible),
          turns_(turns),
          runs_(runs),
          interrupt_(interrupt) {}

    void run() {
        State start;
        for (const Value& v : thread_.initial) start.registers.push_back({v, 0});
        go_on(std::move(start));
    }

private:
    struct State {
        std::size_t at = 0;
        int turns = 0, instances = 0;
        std::vector<Tainted> registers;
        Reads control = 0;
        std::vector<Reads> kept;  // of control, by block
        int reserved = -1;        // the load that a store may succeed after
        ThreadRun run;
    };

    static Tainted value(const Expression& e, const State& s, const Tainted& old = {}) {
        switch (e.op) {
            case Expression::Op::constant:
                return {e.constant, 0};
            case Expression::Op::reg:
                return s.registers[static_cast<std::size_t>(e.reg)];
            case Expression::Op::old:
                return old;
            default: {
                const Tainted a = value(e.operands[0], s, old), b = value(e.operands[1], s, old);
                return {computed(e.op, a.value, b.value), a.from | b.from};
            }
        }
    }

    /// Continues the run from `s` to the end, branching wherever a value is read.
    void go_on(State s) {
        while (s.at < thread_.instructions.size()) {
            const Instruction& i = thread_.instructions[s.at];
            Reads guard = 0;
            bool done = true;
            if (i.guard >= 0) {
                const Tainted condition = s.registers[static_cast<std::size_t>(i.guard)];
                guard = condition.from;
                done = (condition.value != Value::of(0)) != i.guard_negated;
            }
            if (i.kind == InstructionKind::branch) {
                s.control |= guard;
                if (done && i.target <= s.at && ++s.turns > turns_) {
                    runs_.cut = true;
                    return;
                }
                s.at = done ? i.target : s.at + 1;
                continue;
            }
            ++s.at;
            ++s.instances;
            if (!done) {
                // The value that the register would have kept comes from before; that it is kept depends on the guard.
                if (i.destination >= 0) s.registers[static_cast<std::size_t>(i.destination)].from |= guard;
                continue;
            }
            const Reads control = s.control | guard;
            try {
                if (i.kind == InstructionKind::load || i.kind == InstructionKind::read_modify_write) return read(s, i, control);
                if (i.kind == InstructionKind::store && i.exclusive) store_exclusively(s, i, control);
                else perform(s, i, guard, control);
            } catch (const std::domain_error& e) {
                return end(std::move(s), e.what());
            }
        }
        end(std::move(s));
    }

    void end(State s, std::string fault = {}) {
        constexpr std::size_t most = 200'000;
        if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) throw Interrupted();
        if (runs_.threads[static_cast<std::size_t>(number_)].size() == most)
            throw std::length_error("a thread has more than " + std::to_string(most) + " runs");
        for (const Tainted& r : s.registers) s.run.registers.push_back(r.value);
        s.run.fault = std::move(fault);
        runs_.threads[static_cast<std::size_t>(number_)].push_back(std::move(s.run));
    }

    /// What has one outcome.
    void perform(State& s, const Instruction& i, Reads guard, Reads control) const {
        if (i.kind == InstructionKind::assign && i.destination < 0) {
            if (i.control > 0) s.kept.push_back(s.control);
            else if (i.control < 0 && !s.kept.empty()) s.control = s.kept.back(), s.kept.pop_back();
        } else if (i.kind == InstructionKind::assign) {
            Tainted v = value(i.value, s);
            v.from |= guard;
            s.registers[static_cast<std::size_t>(i.destination)] = v;
        } else if (i.kind == InstructionKind::fence) {
            add(s, MemoryEvent::Kind::fence, -1, value(i.value, s).value, 0, 0, control);
        } else {
            const Tainted address = value(i.address, s), data = value(i.value, s);
            add(s, MemoryEvent::Kind::write, location(address.value), data.value, address.from, data.from, control);
        }
    }

    /// A store that succeeds, if an exclusive load of its location came last: then that run goes on to its end. In `s` it fails.
    void store_exclusively(State& s, const Instruction& i, Reads control) {
        const Tainted address = value(i.address, s), data = value(i.value, s);
        const int where = location(address.value), read = s.reserved;
        const auto status = static_cast<std::size_t>(i.destination);
        if (read >= 0 && s.run.events[static_cast<std::size_t>(read)].location == where) {
            State next = s;
            next.reserved = -1;
            const int write = add(next, MemoryEvent::Kind::write, where, data.value, address.from, data.from, control);
            next.run.atomic[static_cast<std::size_t>(write)] = read;
            next.registers[status] = {Value::of(0), i.status_depends ? Reads{1} << write : Reads{0}};
            go_on(std::move(next));
        }
        s.reserved = -1;
        s.registers[status] = {Value::of(1), 0};
    }

    /// A load or a read-modify-write, with each value that it may return.
    void read(const State& s, const Instruction& i, Reads control) {
        const Tainted address = value(i.address, s);
        const int where = location(address.value);
        State begun = s;
        const int event = add(begun, MemoryEvent::Kind::read, where, {}, address.from, 0, control);
        if (i.exclusive) begun.reserved = event;
        for (const Value& v : possible_[static_cast<std::size_t>(where)]) {
            State next = begun;
            next.run.events[static_cast<std::size_t>(event)].value = v;
            const Tainted old{v, Reads{1} << event};
            try {
                if (i.waits && value(i.comparison, s).value != v) continue;
                if (i.kind == InstructionKind::read_modify_write && (!i.compares || value(i.comparison, s).value == v)) {
                    const Tainted data = value(i.value, s, old);
                    const Reads compared = i.compares ? value(i.comparison, s).from : 0;
                    const int write = add(next, MemoryEvent::Kind::write, where, data.value, address.from, data.from & ~old.from,
                                          control | compared);
                    next.run.atomic[static_cast<std::size_t>(write)] = event;
                }
            } catch (const std::domain_error& e) {
                end(std::move(next), e.what());
                continue;
            }
            if (i.destination >= 0) next.registers[static_cast<std::size_t>(i.destination)] = old;
            go_on(std::move(next));
        }
    }

    static int location(const Value& address) {
        if (address.location < 0 || address.number != 0) throw std::domain_error("an access to what is no location");
        return address.location;
    }

    int add(State& s, MemoryEvent::Kind kind, int where, Value value, Reads address, Reads data, Reads control) const {
        ThreadRun& run = s.run;
        if (run.events.size() == static_cast<std::size_t>(max_events))
            throw std::length_error("a thread has more than 64 events");
        run.events.push_back({kind, number_, where, value, static_cast<int>(s.at) - 1, s.instances});
        run.address.push_back(address);
        run.data.push_back(data);
        run.control.push_back(control);
        run.atomic.push_back(-1);
        return static_cast<int>(run.events.size()) - 1;
    }

    const Thread& thread_;
    const int number_;
    const PossibleValues& possible_;
    const int turns_;
    Runs& runs_;
    const std::atomic<bool>* interrupt_;
};

/// A language's model may let two threads each do what only the other's doing so brings about, as C11's does. So what C's text
/// stores may be read, whether or not some run of least values comes to that store.
void add_values_of_the_text(const Test& test, PossibleValues& possible) {
    for (const Thread& thread : test.threads)
        for (const Instruction& i : thread.instructions) {
            const bool writes = i.kind == InstructionKind::store || i.kind == InstructionKind::read_modify_write;
            if (writes && i.value.op == Expression::Op::constant && i.address.op == Expression::Op::constant &&
                i.address.constant.location >= 0)
                possible[static_cast<std::size_t>(i.address.constant.location)].insert(i.value.constant);
        }
}

}  // namespace

Runs runs_of(const Test& test, int turns, const std::atomic<bool>* interrupt) {
    PossibleValues possible;
    for (const Value& v : test.memory) possible.push_back({v});
    if (test.language == "C" || test.language == "OPENCL") add_values_of_the_text(test, possible);
    // A value that some execution reads was written from values that were written before. So after as many rounds as there are
    // writes no execution can produce a new value.
    for (std::size_t round = 0;; ++round) {
        Runs runs;
        runs.threads.resize(test.threads.size());
        for (std::size_t t = 0; t < test.threads.size(); ++t) Runner(test, t, possible, turns, runs, interrupt).run();
        bool more = false;
        std::size_t writes = 0;
        for (const auto& thread : runs.threads) {
            std::size_t most = 0;
            for (const ThreadRun& run : thread) {
                std::size_t own = 0;
                for (const MemoryEvent& e : run.events)
                    if (e.kind == MemoryEvent::Kind::write) {
                        ++own;
                        more |= possible[static_cast<std::size_t>(e.location)].insert(e.value).second;
                    }
                most = std::max(most, own);
            }
            writes += most;
        }
        if (!more || round > writes) return runs;
    }
}

}  // namespace tandem::specs
