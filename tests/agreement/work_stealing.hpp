// The work-stealing deque of rsp.txt, Fig. 6, as a program for a protocol: Arora, Blumofe and Plaxton's (SPAA 1998), in Cederman
// and Tsigas's version for GPUs.
//
// Our copy of the paper lacks the figure's text, so the algorithm comes from the figure's sources. The queue holds two tasks, 0
// at the head and 1 at the tail. Its owner pops until it finds none; each thief tries once. Indices only grow, so the head needs
// no counter against reuse.
#pragma once

#include "specs/litmus/test.hpp"

namespace tandem::tests {

class DequeProgram {
public:
    /// `remote`: thieves use remote orders, otherwise those of component scope. Each work-group has one wavefront.
    DequeProgram(int thieves, bool remote) : remote_(remote) {
        test.language = "LISA";
        test.name = "work stealing";
        test.locations = {"head", "tail"};
        test.memory = {specs::Value::of(0), specs::Value::of(2)};
        test.regions = {"", ""};
        test.scopes["wg"] = {};
        add_owner();
        for (int t = 0; t < thieves; ++t) add_thief();
        for (std::size_t t = 0; t < test.threads.size(); ++t) test.scopes["wg"].push_back(static_cast<int>(t));
    }

    specs::Test test;

    /// How often a task was executed in a run with this final state.
    int executed(const specs::FinalState& state, int task) const {
        int times = 0;
        for (std::size_t i = 0; i < test.observed.size(); ++i) times += state[i] == specs::Value::of(1) && task_of_[i] == task;
        return times;
    }

private:
    using Expression = specs::Expression;
    using Instruction = specs::Instruction;
    using Op = Expression::Op;
    static constexpr int head = 0, tail = 1;

    static Expression number(int n) { return Expression::of(specs::Value::of(n)); }
    static Expression reg(int r) { return Expression::of_register(r); }
    static Instruction access(Instruction::Kind kind, int location, int destination, std::vector<std::string> tags) {
        Instruction i;
        i.kind = kind;
        i.destination = destination;
        i.address = Expression::of(specs::Value::address(location));
        i.tags = std::move(tags);
        return i;
    }
    static Instruction load(int location, int r, std::vector<std::string> tags) {
        return access(Instruction::Kind::load, location, r, std::move(tags));
    }
    static Instruction store(int location, int n, std::vector<std::string> tags) {
        Instruction i = access(Instruction::Kind::store, location, -1, std::move(tags));
        i.value = number(n);
        return i;
    }
    static Instruction swap_head(int r, Expression expected, Expression desired, std::vector<std::string> tags) {
        Instruction i = access(Instruction::Kind::read_modify_write, head, r, std::move(tags));
        i.compares = true;
        i.comparison = std::move(expected);
        i.value = std::move(desired);
        return i;
    }
    static Instruction assign(int r, Expression e) {
        Instruction i;
        i.destination = r;
        i.value = std::move(e);
        return i;
    }
    /// Skips `count` instructions unless the register is set.
    static void guard(std::vector<Instruction>& code, std::size_t from, int r) {
        for (std::size_t i = from; i < code.size(); ++i) code[i].guard = r;
    }

    /// Register `r` of the thread says whether it has executed the task.
    void observe(int r, int task) {
        test.observed.push_back({static_cast<int>(test.threads.size()), r});
        task_of_.push_back(task);
    }
    void add_thread(const char* name, std::vector<Instruction> code, int registers) {
        specs::Thread thread;
        thread.name = name;
        for (int r = 0; r < registers; ++r) {
            thread.registers.push_back("r" + std::to_string(r));
            thread.initial.push_back(specs::Value::of(0));
        }
        thread.instructions = std::move(code);
        test.threads.push_back(std::move(thread));
    }

    /// pop: the tail goes back by one. A task that the head has not reached belongs to the owner; the head decides about the last
    /// task.
    void add_owner() {
        std::vector<Instruction> code;
        for (const int task : {1, 0}) {
            const int taken = task, h = 2, last = 3, found = 4;
            code.push_back(store(tail, task, {"release", "wg"}));
            code.push_back(load(head, h, {"acquire", "wg"}));
            code.push_back(assign(taken, Expression::of(Op::less, reg(h), number(task))));
            code.push_back(assign(last, Expression::of(Op::equal, reg(h), number(task))));
            const std::size_t from = code.size();
            code.push_back(swap_head(found, number(task), number(task + 1), {"acq_rel", "wg"}));
            code.push_back(assign(taken, Expression::of(Op::equal, reg(found), number(task))));
            guard(code, from, last);
            observe(taken, task);
        }
        add_thread("owner", std::move(code), 5);
    }

    /// steal (Fig. 6): the head's task, if it is before the tail and nobody else has it.
    void add_thief() {
        const std::string acquire = remote_ ? "rm_acq" : "acquire", both = remote_ ? "rm_ar" : "acq_rel";
        const int h = 2, t = 3, some = 4, found = 5, won = 6;
        std::vector<Instruction> code{load(head, h, {acquire, "cmp"}), load(tail, t, {acquire, "cmp"}),
                                      assign(some, Expression::of(Op::less, reg(h), reg(t)))};
        const std::size_t from = code.size();
        code.push_back(swap_head(found, reg(h), Expression::of(Op::add, reg(h), number(1)), {both, "cmp"}));
        code.push_back(assign(won, Expression::of(Op::equal, reg(found), reg(h))));
        for (const int task : {0, 1}) {
            code.push_back(assign(task, Expression::of(Op::bit_and, reg(won), Expression::of(Op::equal, reg(h), number(task)))));
            observe(task, task);
        }
        guard(code, from, some);
        add_thread("thief", std::move(code), 7);
    }

    bool remote_;
    std::vector<int> task_of_;  // by index of what is observed
};

}  // namespace tandem::tests
