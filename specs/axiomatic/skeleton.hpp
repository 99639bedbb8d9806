// An execution before reads-from and coherence are chosen. It has the events of one run of each thread and of the initial writes,
// and the relations that the program alone decides (ptx-litmus.txt, 5.1).
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "specs/axiomatic/runs.hpp"

namespace tandem::specs {

class Skeleton {
public:
    /// Throws std::length_error for more than 64 events.
    Skeleton(const Test& test, std::span<const ThreadRun* const> runs);

    int size() const { return static_cast<int>(events_.size()); }
    /// The initial writes first, one for each location, then the threads' events.
    const std::vector<MemoryEvent>& events() const { return events_; }
    const std::vector<const ThreadRun*>& runs() const { return runs_; }

    EventSet of_kind(MemoryEvent::Kind kind) const;
    /// A set that vocabulary.hpp knows. A location that the test does not mention is in global memory; the sets of an
    /// architecture are the events whose instruction has that tag.
    EventSet set(const std::string& name) const;
    EventSet initial() const { return all_events(static_cast<int>(test_.locations.size())); }
    /// The events whose instruction has a tag.
    EventSet tagged(const std::string& tag) const;
    /// One of these relations; nothing if the test does not have it:
    /// - po, po-loc, loc, int, ext, id, addr, data, ctrl, rmw (which herd also calls atom), membar.SCOPE;
    /// - amo, the part of rmw within one instruction, which iico_data is too, lxsx, that of two, and same-instance;
    /// - PTX's of version 6 and later: sr, each scope includes the other's thread; scta, one CTA; syncbar, from
    ///   who comes to a barrier to who waits there in the same turn; vloc, accesses by one name of a location;
    /// - Vulkan's: ssg, swg, sqf, one subgroup, workgroup, queue family; ssw, what the system orders;
    /// - rcu-rscs, an outermost critical section of RCU;
    /// - the scope of a level;
    /// - for wavefronts: lockstep and wpo (lsc.txt, 3.2). A wavefront is the threads of one warp, wf or wv, or each thread by
    ///   itself if the tree has no such level.
    /// Throws std::domain_error for the last two if a wavefront of several threads has a loop: it is not defined which turns are
    /// in lockstep.
    std::optional<Relation> relation(const std::string& name) const;
    /// Pairs of fence.sc that sync_fence relates, each in one direction.
    std::vector<std::pair<int, int>> fences_to_order() const;
    /// Whether a thread waits at a barrier that another thread of its CTA has too, and never reaches in these runs. A thread
    /// that only arrives does not wait.
    bool hangs() const;
    /// Pairs of events a, b with an event of the set between them in program order.
    Relation separated_by(EventSet set) const;

private:
    EventSet in_region(bool shared) const;
    Relation dependency(std::vector<std::uint64_t> ThreadRun::*kind) const;
    Relation same_group(const std::vector<int>& groups) const;
    Relation in_wavefront(bool lockstep) const;
    EventSet same_thread(int e) const;
    const Instruction* instruction(int e) const;
    int group(int e, const char* level) const;
    /// Pairs of which each has a scope that includes the other's thread.
    Relation in_each_others_scope() const;
    bool at_one_barrier(int a, int b) const;
    bool synchronizes(int a, int b) const;

    const Test& test_;
    std::vector<const ThreadRun*> runs_;
    std::vector<MemoryEvent> events_;
    std::vector<int> first_;  // by thread, its first event; then the end
    Relation po_;
};

}  // namespace tandem::specs
