// What the threads of a test may do by themselves: every run of each thread, with a guess for every value read. A run has its
// events, their order and dependencies, and the final registers.
#pragma once

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>

#include "specs/axiomatic/relation.hpp"
#include "specs/litmus/test.hpp"

namespace tandem::specs {

struct MemoryEvent {
    enum class Kind { read, write, fence };
    Kind kind = Kind::read;
    int thread = -1;       // -1: the write that initialises a location
    int location = -1;     // -1 for a fence
    Value value;           // read or written; of a barrier, its resource
    int instruction = -1;  // of its thread
    int instance = -1;     // which turn of an instruction it belongs to, by thread
};

/// One run of one thread; its events are numbered from 0.
struct ThreadRun {
    std::vector<MemoryEvent> events;
    std::vector<std::uint64_t> address, data, control;  // by event, the reads that it has this dependency on
    std::vector<int> atomic;                            // by event: the read of the same read-modify-write, or -1
    std::vector<Value> registers;
    std::string fault;  // why it ends where it does: an access to what is no location, say; empty if it is whole
};

/// The values that reads of each location may have to return: the initial one, and all that are ever written.
using PossibleValues = std::vector<std::set<Value>>;

struct Runs {
    std::vector<std::vector<ThreadRun>> threads;
    bool cut = false;  // a loop was left after `turns`
};

/// It was ended early: some executions have not been looked at.
struct Interrupted : std::runtime_error {
    Interrupted() : std::runtime_error("interrupted") {}
};

/// All runs of all threads. A run takes a backward branch at most `turns` times. Throws std::length_error for a run of more than
/// 64 events or a thread of too many runs, and Interrupted once `interrupt` is set.
Runs runs_of(const Test& test, int turns, const std::atomic<bool>* interrupt = nullptr);

}  // namespace tandem::specs
