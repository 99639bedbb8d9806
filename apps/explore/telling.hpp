// In which systems a combination is judged: those that can tell.
//
// A default shape shows nothing of some breakages. So each alternative that is listed as broken is looked for in the systems of
// `check --thorough` and in the named shapes, the quick ones first; the first that refutes it can tell it. A combination is
// judged in all systems that can tell one, and in those that `--thorough` has for one of its own alternatives.
#pragma once

#include <string>
#include <vector>

#include "apps/explore/choices.hpp"

namespace tandem::apps {

class JudgedSystems;

struct TellingSystem {
    std::string shape;
    bool cycles = true;                // what must happen in the end is judged, too
    std::vector<std::string> with{};   // words that it is there for, of `--thorough`
    std::vector<std::string> tells{};  // alternatives listed as broken that it refutes first
};

/// An alternative that is listed as broken, and the system that refutes it beside what is sound.
struct Breakage {
    std::string word, variant;
    std::string shape{}, property{};  // empty: no system that was searched tells it
};

/// All systems that are tried, in this order.
std::vector<TellingSystem> systems_to_try(const Protocol& protocol);

/// The first system that refutes the word; it is looked for until one does.
Breakage breakage_of(const Protocol& protocol, const std::string& word, const std::vector<TellingSystem>& tried,
                     JudgedSystems& judged);

/// The shape with room for two messages in each channel, for a variant in which messages may overtake each other where in the
/// sound one they keep their order: with room for one nothing can overtake, and the system cannot tell.
std::string with_room_to_overtake(const Protocol& protocol, const std::string& variant, const std::string& shape);

/// Whether a combination is judged in it: it tells something, or `--thorough` has it for words of this combination.
bool is_for(const Protocol& protocol, const TellingSystem& system, const Combination& combination);

/// The alternatives that are listed as broken.
std::vector<std::string> listed_as_broken(const Protocol& protocol);

/// Those that tell something, in the order in which they are tried; the first of all if none does.
std::vector<TellingSystem> telling(const std::vector<TellingSystem>& tried, const std::vector<Breakage>& breakages);

}  // namespace tandem::apps
