// An execution before reads-from and coherence are chosen: the events of one run of each thread and of the initial writes, and the
// relations that the program alone decides (ptx-litmus.txt, 5.1).
#pragma once

#include <optional>
#include <span>

#include "specs/axiomatic/runs.hpp"

namespace tandem::specs {

class Skeleton {
public:
    /// Throws std::length_error for more than 64 events.
    Skeleton(const Test& test, std::span<const ThreadRun* const> runs);

    int size() const { return static_cast<int>(events_.size()); }
    /// The initial writes first, one a location, then the threads'.
    const std::vector<MemoryEvent>& events() const { return events_; }
    const std::vector<const ThreadRun*>& runs() const { return runs_; }

    EventSet of_kind(MemoryEvent::Kind kind) const;
    /// R, W, M, F, IW, or what accesses Global or Shared memory; a location of which the test does not say is in global memory.
    EventSet set(const std::string& name) const;
    EventSet initial() const { return all_events(static_cast<int>(test_.locations.size())); }
    /// The events whose instruction has a tag.
    EventSet tagged(const std::string& tag) const;
    /// po, po-loc, loc, int, ext, id, addr, data, ctrl, rmw (which herd also calls atom), membar.SCOPE, the scope of a level, or for wavefronts (the threads of one warp, wf or
    /// wv; each thread by itself where the tree has no such level) lockstep and wpo (lsc.txt, 3.2); nothing if the test has no such. Throws
    /// std::domain_error for these two if a wavefront of several threads has a loop: which turns are in lockstep is not defined.
    std::optional<Relation> relation(const std::string& name) const;
    /// Whether the name is one that `relation` may know for some test.
    static bool knows(const std::string& name);

    /// What is between a and b in program order is in the set.
    Relation separated_by(EventSet set) const;

private:
    EventSet in_region(bool shared) const;
    Relation dependency(std::vector<std::uint64_t> ThreadRun::* kind) const;
    Relation same_group(const std::vector<int>& groups) const;
    Relation in_wavefront(bool lockstep) const;
    EventSet same_thread(int e) const;

    const Test& test_;
    std::vector<const ThreadRun*> runs_;
    std::vector<MemoryEvent> events_;
    std::vector<int> first_;  // by thread, its first event; then the end
    Relation po_;
};

}  // namespace tandem::specs
