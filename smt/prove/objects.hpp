// The records that a state consists of, read off its description: a cache line, an MSHR entry, a waiting request, a message.
//
// Each has coordinates (of which core, thread, address it is), says when it is present, and has fields. Candidates for
// invariants compare fields of such objects. A message has the coordinates of the core at the other end of its channel.
#pragma once

#include <array>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

enum class LeafRole : std::uint8_t { field, present, size };

struct LeafPlace {
    std::string name, pattern;
    std::string member;  // the name without where it stands: "wts"
    LeafRole role;
    int object;
};

inline constexpr int no_coordinate = -1;
// Places of coordinates.
inline constexpr auto core_at = static_cast<std::size_t>(model::Sort::core);
inline constexpr auto thread_at = static_cast<std::size_t>(model::Sort::thread);
inline constexpr auto address_at = static_cast<std::size_t>(model::Sort::address);

struct StateObject {
    std::string name;
    std::string pattern{};           // the name without coordinates: objects of one pattern differ in `at` only
    int parent = -1;                 // object
    int segment = -1;
    std::array<int, model::sort_count> at{no_coordinate, no_coordinate, no_coordinate, no_coordinate};
    std::vector<Literal> present{};  // all hold where the object is there
    std::vector<int> fields{};       // variables
};

/// The leaves of a layout in their order, and the objects that they belong to (numbers and literals count from the first leaf).
struct LayoutPlaces {
    std::vector<LeafPlace> leaves;
    std::vector<StateObject> objects;  // the first is the whole
};
LayoutPlaces places_of(const Layout& layout);

/// The objects of all segments.
std::vector<StateObject> objects_of(const Problem& problem);

}  // namespace tandem::smt
