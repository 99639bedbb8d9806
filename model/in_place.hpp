// One state of a system, held as the text's own objects and changed in place: what random walks need, which keep no states.
//
// Nothing is packed to be looked up again, and only the handler that is asked for runs, with one of its choices. A step that is
// not possible leaves the state as it was.
#pragma once

#include <cstdint>

#include "model/network.hpp"

namespace tandem::model {

class InPlace {
public:
    virtual ~InPlace() = default;

    /// Goes to an initial state, one of Network::initial_states().
    virtual void start(int which) = 0;
    /// While it is not watched the monitor stays as it is, and forbids nothing.
    void watch(bool watched) { watched_ = watched; }

    enum class Tried : std::uint8_t {
        stalled,    // the handler cannot act now
        no_room,    // a channel is full
        forbidden,  // by the monitor
        wrong,      // the handler does what no text may (LocalStep::error)
        taken,
    };
    /// How many labels the node's operations and actions have, and whether one must not be postponed forever.
    virtual int labels(int node) const = 0;
    virtual bool fair(int node, int label) const = 0;
    /// `random` is the state of SplitMix64 (hash.hpp); the handler's choices are drawn from it.
    virtual Tried act(int node, int label, std::uint64_t& random) = 0;
    /// The channel's messages, and the delivery of one: the oldest is at place 0.
    virtual int waiting(int channel) const = 0;
    virtual Tried deliver(int channel, int place, std::uint64_t& random) = 0;
    /// Where time passes: whether a tick has changed anything.
    virtual bool tick() = 0;

    /// Outcomes of what was tried last, the step properties that it breaks, and if it was taken what it sent.
    const LocalStep& last() const { return last_; }

    /// The properties' view of the state; until the next step.
    virtual RawState raw() = 0;
    /// The parts of the state, packed as Network has them.
    virtual Packed node(int node) const = 0;
    virtual Packed message(int channel, int place) const = 0;
    virtual Packed monitor() const = 0;

protected:
    bool watched_ = true;
    LocalStep last_;
};

inline std::unique_ptr<InPlace> Network::in_place() const { return nullptr; }

/// The monitor of such a state.
class WatcherInPlace {
public:
    virtual ~WatcherInPlace() = default;
    virtual void start(int which) = 0;
    /// False if it forbids the events; then it stays as it was.
    virtual bool observe(const std::vector<Event<Concrete>>& events) = 0;
    virtual const void* object() const = 0;
    virtual Packed packed() const = 0;
};

}  // namespace tandem::model
