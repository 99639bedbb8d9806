// The marks of cores in values of described types.
#include "model/core_marks.hpp"

namespace tandem::model {

namespace {

using Kind = Structure::Kind;

/// Appends the marks of each core in `object` to `marks`, by core. `rotated` is `object` with each core renamed to the next: a
/// name that is not renamed is not in use.
void append(const Structure& s, const void* object, const void* rotated, const Shape& shape, std::vector<Packed>& marks) {
    const bool by_core = s.sorted && s.sort == Sort::core;
    const auto cores = marks.size();
    const auto all_leaves = [&](std::size_t core, const void* item) {
        for (const Structure::Place& leaf : s.item->places(shape).leaves)
            marks[core].push_back(
                static_cast<std::uint32_t>(leaf_number(part_at(item, leaf.offset), leaf.bytes, leaf.is_signed)));
    };
    const auto each_item = [&](int end) {
        for (int i = 0; i < end; ++i) append(*s.item, s.item_at(object, i), s.item_at(rotated, i), shape, marks);
    };
    switch (s.kind) {
        case Kind::leaf:
            if (s.leaf == LeafKind::name && by_core) {
                const auto number = static_cast<std::size_t>(leaf_number(s, object));
                const bool used = static_cast<std::size_t>(leaf_number(s, rotated)) == (number + 1) % cores;
                for (std::size_t c = 0; c < cores; ++c) marks[c].push_back(used && number == c);
            }
            break;
        case Kind::set:
            if (by_core)
                for (std::size_t c = 0; c < cores; ++c)
                    marks[c].push_back(static_cast<std::uint32_t>(*s.item_at(object, static_cast<int>(c)) != 0));
            break;
        case Kind::array:
            if (by_core)
                for (std::size_t c = 0; c < cores; ++c) all_leaves(c, s.item_at(object, static_cast<int>(c)));
            else each_item(std::min(shape[s.sort], s.room));
            break;
        case Kind::table:
            if (by_core)
                for (int i = 0; i < std::min(shape[s.sort], s.room); ++i) {
                    marks[static_cast<std::size_t>(i)].push_back(s.present_at(object, i));
                    all_leaves(static_cast<std::size_t>(i), s.item_at(object, i));
                }
            else each_item(std::min(shape[s.sort], s.room));
            break;
        case Kind::maybe:
        case Kind::fifo: each_item(s.room); break;
        case Kind::members:
            for (const Structure::Member& m : s.members)
                append(*m.structure, part_at(object, m.offset), part_at(rotated, m.offset), shape, marks);
            break;
    }
}

}  // namespace

Permutation next_core(const Shape& shape) {
    const int cores = shape[Sort::core];
    Permutation next;
    for (int c = 0; c < cores; ++c) next.core[static_cast<std::size_t>(c)] = static_cast<std::uint8_t>((c + 1) % cores);
    return next;
}

std::vector<Packed> core_marks(const Structure& structure, const void* object, const void* rotated, const Shape& shape) {
    std::vector<Packed> marks(static_cast<std::size_t>(shape[Sort::core]));
    append(structure, object, rotated, shape, marks);
    return marks;
}

}  // namespace tandem::model
