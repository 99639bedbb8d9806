#include "specs/litmus/generate/cycle.hpp"

#include <algorithm>

namespace tandem::specs {

namespace {

bool may_follow(const Relaxation& a, const Relaxation& b) {
    if (a.to != b.from) return false;
    if (a.external && b.external) return a.kind != Relaxation::Kind::rf && b.kind == Relaxation::Kind::rf;
    const bool rmw = a.kind == Relaxation::Kind::atomic || b.kind == Relaxation::Kind::atomic;
    if (!a.external && !b.external) return rmw || a.communication() != b.communication();
    return true;
}

bool returns(const Cycle& cycle) {
    const auto count = [&](auto&& of) {
        return std::count_if(cycle.begin(), cycle.end(), [&](const Relaxation* r) { return of(*r); });
    };
    if (count([](const Relaxation& r) { return r.external; }) < 2) return false;
    const auto moves = [](const Relaxation* r) { return !r->same_location; };
    const auto first = std::find_if(cycle.begin(), cycle.end(), moves);
    if (first == cycle.end()) {
        const auto program = count([](const Relaxation& r) { return !r.communication(); });
        const auto atomic = count([](const Relaxation& r) { return r.kind == Relaxation::Kind::atomic; });
        return program - atomic == 1 || (program == 1 && atomic == 1);
    }
    // Goes around the cycle from a move, and counts the threads with moves. Edges behind the last edge to another thread are in
    // the first thread.
    int threads = 0;
    bool moved = false;
    for (std::size_t k = 0; k < cycle.size(); ++k) {
        const Relaxation* r = cycle[(static_cast<std::size_t>(first - cycle.begin()) + k) % cycle.size()];
        if (r->external) threads += moved, moved = false;
        else moved = moved || moves(r);
    }
    return threads > 1;
}

/// Necklaces in lexicographic order (Fredricksen, Kessler, Maiorana). A word that is the least of its rotations is grown letter
/// by letter; `period` is the length of the part repeated so far.
class Necklaces {
public:
    Necklaces(const std::vector<Relaxation>& edges, const std::function<bool(const Cycle&)>& visit)
        : edges_(edges), visit_(visit) {}

    bool of_length(std::size_t length) {
        letters_.assign(length, 0);
        cycle_.assign(length, nullptr);
        return grow(0, 1);
    }

private:
    bool grow(std::size_t at, std::size_t period) {
        const std::size_t length = letters_.size();
        if (at == length)
            return length % period != 0 || !may_follow(*cycle_[length - 1], *cycle_[0]) || !returns(cycle_) || visit_(cycle_);
        const std::size_t least = at == 0 ? 0 : letters_[at - period];
        for (std::size_t letter = least; letter < edges_.size(); ++letter) {
            if (at > 0 && !may_follow(*cycle_[at - 1], edges_[letter])) continue;
            letters_[at] = letter;
            cycle_[at] = &edges_[letter];
            if (!grow(at + 1, at == 0 ? 1 : letter == least ? period : at + 1)) return false;
        }
        return true;
    }

    const std::vector<Relaxation>& edges_;
    const std::function<bool(const Cycle&)>& visit_;
    std::vector<std::size_t> letters_;
    Cycle cycle_;
};

}  // namespace

bool for_each_cycle(const std::vector<Relaxation>& edges, int size, const std::function<bool(const Cycle&)>& visit) {
    Necklaces necklaces(edges, visit);
    for (int length = 3; length <= size; ++length)
        if (!necklaces.of_length(static_cast<std::size_t>(length))) return false;
    return true;
}

const Relaxation* contradiction(const Cycle& cycle) {
    const Relaxation* found = nullptr;
    for (const Relaxation* r : cycle) {
        if (!r->same_location) return nullptr;
        if (!r->communication() && (!found || found->kind == Relaxation::Kind::atomic)) found = r;
    }
    return found;
}

std::string text(const Cycle& cycle) {
    std::string line;
    for (const Relaxation* r : cycle) line += (line.empty() ? "" : " ") + r->name;
    return line;
}

}  // namespace tandem::specs
