// Described values as readable text: "lines.A.wts = 3" for states, "BusRd(address A, warp_ts 1)" for messages.
//
// Addresses print as A, B, C; other names as numbers; what is absent or default is left out.
#pragma once

#include "model/network.hpp"
#include "model/structure.hpp"

namespace tandem::model {

inline std::string name_text(Sort sort, int number) {
    if (sort == Sort::address) return std::string(1, static_cast<char>('A' + number));
    return std::to_string(number);
}

template <Leaf T>
std::string leaf_text(const T& leaf) {
    if constexpr (std::is_same_v<T, bool>) return leaf ? "yes" : "no";
    else if constexpr (DescribedEnum<T>) return name_of(leaf);
    else if constexpr (is_id<T>) return name_text(T::sort, leaf.number);
    else if constexpr (std::is_same_v<T, PhysicalTime>)
        return leaf.ahead == 0 ? "past" : leaf.ahead == 1 ? "now" : "now+" + std::to_string(leaf.ahead - 1);
    else return std::to_string(number_of(leaf));
}

void append_fields(const Structure& structure, const void* object, const Shape& shape, const std::string& path,
                   std::vector<Field>& out);
std::string one_line(const Structure& structure, const void* object, const Shape& shape);

/// Appends the fields of `object`, each name prefixed with `path`.
template <Reflected T>
void append_fields(const T& object, const Shape& shape, const std::string& path, std::vector<Field>& out) {
    append_fields(structure_of<T>(), &object, shape, path, out);
}

/// "BusFill(address A, wts 1, rts 6, data 0)": the first leaf is the head. Defaults are left out unless `T::carries` says that
/// the member is meaningful.
template <Reflected T>
std::string one_line(const T& object, const Shape& shape) { return one_line(structure_of<T>(), &object, shape); }

}  // namespace tandem::model
