// How new a state is: whether it holds something, or two things together, that no state before it has held.
//
// Most of what breaks a protocol needs few parts of it to be as they never were: a field with a rare value, or two that
// contradict each other. So states with something new are worth a look before others ("width-based search": Lipovetzky and
// Geffner, "Width and serialization of classical planning problems", ECAI 2012; "best-first width search", AAAI 2017). The things
// are values of fields, of nodes and of the monitor, and messages on their way. A state has some dozens of them, so pairs are few
// enough to be used up soon, and a component (components.hpp) has them all its life: they are looked at where a component, or
// two of them together, are new.
//
// What has been seen is one bit in a table of a fixed size, found by a hash. Two things may share a bit. Then a state counts as
// less new than it is, and is looked at later. So this decides an order, and nothing else may rest on it.
#pragma once

#include <vector>

#include "checker/components.hpp"

namespace tandem::checker {

/// What is new in a state: one thing, two together, or nothing.
enum class Novelty : std::uint8_t { thing, pair, none };

class NoveltyTable {
public:
    explicit NoveltyTable(const Components& components);

    /// Notes what the state holds.
    Novelty see(const Parts& parts);
    std::size_t bytes() const { return bytes_; }

private:
    using Things = std::vector<std::uint64_t>;  // hashes

    const Things& things(std::size_t slot, const Parts& parts);
    Things find_things(std::size_t slot, const Parts& parts) const;
    bool is_new(std::vector<std::uint64_t>& seen, std::uint64_t hash);

    const Components& components_;
    const std::size_t slots_;
    std::vector<std::vector<Things>> things_;     // by slot, then number; empty if not yet asked for
    std::vector<std::uint64_t> seen_, together_;  // things and pairs of them; components that were together
    std::size_t bytes_ = 0;
};

}  // namespace tandem::checker
