// How often a test ended in which state on a machine, in the words of the litmus format.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "specs/litmus/test.hpp"

namespace tandem::apps {

struct Histogram {
    std::map<specs::FinalState, std::uint64_t> states;

    std::uint64_t runs() const;
    void add(const Histogram& other);
};

/// How often the condition's formula held, whatever its quantifier, and how often not; runs that the filter leaves out are in
/// neither.
struct Counted {
    std::uint64_t positive = 0, negative = 0, filtered = 0;
};
Counted counted(const specs::Test& test, const Histogram& histogram);

/// What a program of ours has printed: a line "COUNT LOCATION:NUMBER ..." for each state, then "end". `card` gets the name of the
/// GPU if it says one. Throws std::runtime_error for anything else: it was cut off.
Histogram histogram_of(const specs::Test& test, const std::string& output, std::string& card);

/// As the tool litmus prints it: "1234 *>0:EAX=0; 1:EAX=0;", the star where the condition's formula holds.
std::string as_text(const specs::Test& test, const Histogram& histogram);

}  // namespace tandem::apps
