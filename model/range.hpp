// Where a value has left its range. It finds the field of a node or message that holds an impossible value, and entries under
// names that the shape lacks.
//
// Packing is called for every step and only detects that something is wrong. This file then says what, in the words of traces
// (model/print.hpp).
#pragma once

#include <optional>
#include <string>

#include "model/print.hpp"

namespace tandem::model {

std::optional<std::string> out_of_range(const Structure& structure, const void* object, const Shape& shape);
bool same_everywhere(const Structure& structure, const void* a, const void* b, const Shape& shape);
std::optional<std::string> kept_for_nobody(const Structure& structure, const void* object, const void* stored,
                                           const Shape& shape);
std::optional<std::string> written_where_absent(const Structure& structure, const void* object, const Shape& shape,
                                                const std::string& path);
Packed pack_whole(const Structure& structure, const void* object, void* stored, const Shape& shape, const char* does);

/// "warps.0.outstanding at 9, beyond its limit of 8": the first field of `object` that holds an impossible value, or nothing.
template <Reflected T>
std::optional<std::string> out_of_range(const T& object, const Shape& shape) {
    return out_of_range(structure_of<T>(), &object, shape);
}

/// Whether all leaves of two values are equal, including tables' entries and sets' members under names that the shape lacks.
template <Reflected T>
bool same_everywhere(const T& a, const T& b, const Shape& shape) { return same_everywhere(structure_of<T>(), &a, &b, shape); }

/// "to_tell.2, a name that the shape does not have": the first part of `object` that is kept under such a name. Packing `object`
/// would lose it: `stored` shows what would be left. Nothing if there is none.
template <Reflected T>
std::optional<std::string> kept_for_nobody(const T& object, const T& stored, const Shape& shape) {
    return kept_for_nobody(structure_of<T>(), &object, &stored, shape);
}

/// "lines.A.data": the first part of `object` that differs from its default under a name that a table does not have. The writer
/// holds a reference to an entry that has been dropped. Nothing if there is none.
template <Reflected T>
std::optional<std::string> written_where_absent(const T& object, const Shape& shape) {
    return written_where_absent(structure_of<T>(), &object, shape, "");
}

/// Packs what a handler leaves, sends or reports. Throws TextError, which begins with `does`, if a field has left its range or
/// something would be lost.
template <Reflected T>
Packed pack_whole(const T& object, const Shape& shape, const char* does) {
    T stored{};
    return pack_whole(structure_of<T>(), &object, &stored, shape, does);
}

}  // namespace tandem::model
