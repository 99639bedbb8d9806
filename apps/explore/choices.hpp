// What a protocol's text leaves open: the groups of its variants, and their combinations.
//
// An alternative that is listed as broken is walked only if it is asked for, and a combination has at most one: two would hide
// what each does.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

/// A group of variants. Its first alternative is what the others are compared with.
struct OpenChoice {
    std::string title, name;          // "combining (V-B)", "combining"
    std::vector<Entry> alternatives;  // that are walked
};

/// One alternative of each choice.
struct Combination {
    std::vector<std::size_t> chosen;  // by choice
    std::vector<bool> moot;           // by choice: it says nothing here, since another choice leaves no room for it
    std::string variant;              // in full, as for --variant
    std::string broken;               // its word that is listed as broken, or nothing

    bool overtakes = false;  // messages may overtake each other, where in the sound variant they keep their order

    bool promises() const { return broken.empty(); }
};

struct Combinations {
    std::vector<OpenChoice> choices;  // those with more than one alternative
    std::vector<std::string> fixed;   // the words of the others, but for defaults
    std::vector<Combination> all;
    std::vector<std::string> none;  // "sc,weak: why it is refused"
};

/// What to walk: `choices` are names of groups or of alternatives, none for all groups; `variant` has words that all combinations
/// have; `with` has alternatives listed as broken, or the word "broken" for all of them. Throws UsageError for what names
/// nothing, and for more than `most_combinations`.
Combinations combinations_of(const Protocol& protocol, const std::vector<std::string>& choices, const std::string& variant,
                             const std::vector<std::string>& with);

inline constexpr std::size_t most_combinations = 4096;

/// The variant that is sound, with this word in place of its group's, and with what else the word needs to mean anything. Empty
/// if no such variant is found.
std::string sound_with(const Protocol& protocol, const std::string& word);

}  // namespace tandem::apps
