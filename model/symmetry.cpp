// Normalising, ageing and renaming values of described types.
#include "model/symmetry.hpp"

#include <stdexcept>

#include "model/text_error.hpp"

namespace tandem::model {

namespace {

using Kind = Structure::Kind;

/// Most parts are a few bytes, for which a call of memcpy takes longer than the copy.
void reset(const Structure& structure, void* object) {
    auto* to = static_cast<char*>(object);
    const auto* from = static_cast<const char*>(structure.blank);
    std::size_t left = structure.size;
    for (; left >= 8; left -= 8, to += 8, from += 8) std::memcpy(to, from, 8);
    if (left & 4) std::memcpy(to, from, 4), to += 4, from += 4;
    if (left & 2) std::memcpy(to, from, 2), to += 2, from += 2;
    if (left & 1) *to = *from;
}

/// A struct's, which most items of stores are.
inline void normalise_members(const Structure& s, void* object) {
    for (const Structure::Member& m : s.abnormal) normalise(*m.structure, part_at(object, m.offset));
    if (s.clear_unused) s.clear_unused(object);
}
inline void normalise_item(const Structure& s, void* object) {
    if (s.always_normal) return;
    if (s.kind == Kind::members) normalise_members(s, object);
    else normalise(s, object);
}

}  // namespace

void normalise(const Structure& s, void* object) {
    if (s.always_normal) return;
    switch (s.kind) {
        case Kind::leaf:
        case Kind::set: break;
        case Kind::array:
            for (int i = 0; i < s.room; ++i) normalise_item(*s.item, s.item_at(object, i));
            break;
        case Kind::table:
            for (int i = 0; i < s.room; ++i) {
                if (s.present_at(object, i)) normalise_item(*s.item, s.item_at(object, i));
                else reset(*s.item, s.item_at(object, i));
            }
            break;
        case Kind::maybe:
            if (s.present_at(object, 0)) normalise_item(*s.item, s.item_at(object, 0));
            else reset(s, object);
            break;
        case Kind::fifo: {
            const int length = s.items_in(object);
            for (int i = 0; i < s.room; ++i) {
                if (i < length) normalise_item(*s.item, s.item_at(object, i));
                else reset(*s.item, s.item_at(object, i));
            }
            break;
        }
        case Kind::members: normalise_members(s, object); break;
    }
}

void age(const Structure& structure, void* object, const Shape& shape) {
    for (const Structure::Place& leaf : structure.places(shape).leaves) {
        if (leaf.kind != LeafKind::physical_time) continue;
        char* const moment = part_at(object, leaf.offset);
        if (const int ahead = leaf_number(moment, leaf.bytes, leaf.is_signed); ahead != 0)
            set_leaf_number(moment, leaf.bytes, ahead - 1);
    }
    normalise(structure, object);
}

bool holds_instants(const Structure& structure, const Shape& shape) {
    const auto& leaves = structure.places(shape).leaves;
    return std::any_of(leaves.begin(), leaves.end(), [](const auto& leaf) { return leaf.kind == LeafKind::physical_time; });
}

bool is_default(const Structure& structure, const void* object) {
    static const Shape largest{{max_extent, max_extent, max_extent, max_values}, max_time};
    const auto& leaves = structure.places(largest).leaves;
    return std::all_of(leaves.begin(), leaves.end(), [&](const Structure::Place& leaf) {
        return std::memcmp(part_at(object, leaf.offset), part_at(structure.blank, leaf.offset), leaf.bytes) == 0;
    });
}

void permute(const Structure& s, void* to, const void* object, const Permutation& p, int owner) {
    if (s.sorted && s.sort == Sort::thread && owner < 0 && p.renames_threads() && !is_default(s, object))
        throw std::logic_error("a thread is named where its core is not known: name the core before it in the same struct");
    const auto owner_of = [&](int i) { return s.sort == Sort::core ? i : owner; };
    switch (s.kind) {
        case Kind::leaf:
            if (s.leaf == LeafKind::name) {
                const int number = leaf_number(s, object);
                if (number >= most(s.sort)) [[unlikely]] no_such_name(sort_text(s.sort), number, most(s.sort) - 1);
                set_leaf_number(to, s.size, p.names(s.sort, owner)[static_cast<std::size_t>(number)]);
            } else {
                std::memcpy(to, object, s.size);
            }
            break;
        case Kind::array:
            for (int i = 0; i < s.room; ++i)
                permute(*s.item, s.item_at(to, p.names(s.sort, owner)[static_cast<std::size_t>(i)]), s.item_at(object, i), p,
                        owner_of(i));
            break;
        case Kind::table:
            for (int i = 0; i < s.room; ++i) {
                const int renamed = p.names(s.sort, owner)[static_cast<std::size_t>(i)];
                const bool present = s.present_at(object, i);
                s.present_at(to, renamed) = present;
                if (present) permute(*s.item, s.item_at(to, renamed), s.item_at(object, i), p, owner_of(i));
                else reset(*s.item, s.item_at(to, renamed));
            }
            break;
        case Kind::set:
            for (int i = 0; i < s.room; ++i)
                std::memcpy(s.item_at(to, p.names(s.sort, owner)[static_cast<std::size_t>(i)]), s.item_at(object, i), s.stride);
            break;
        case Kind::maybe:
            reset(s, to);
            if (s.present_at(object, 0)) {
                s.present_at(to, 0) = true;
                permute(*s.item, s.item_at(to, 0), s.item_at(object, 0), p, owner);
            }
            break;
        case Kind::fifo: {
            reset(s, to);
            const int length = s.items_in(object);
            std::memcpy(part_at(to, s.length_at), part_at(object, s.length_at), s.length->size);
            for (int i = 0; i < length; ++i) permute(*s.item, s.item_at(to, i), s.item_at(object, i), p, owner);
            break;
        }
        case Kind::members: {
            std::memcpy(to, object, s.size);
            int named = owner;  // the core that was named last, by its old name
            for (const Structure::Member& m : s.members) {
                if (m.structure->leaf == LeafKind::name && m.structure->kind == Kind::leaf && m.structure->sort == Sort::core)
                    named = leaf_number(*m.structure, part_at(object, m.offset));
                permute(*m.structure, part_at(to, m.offset), part_at(object, m.offset), p, named);
            }
            if (s.clear_unused && p.clears_unused) s.clear_unused(to);
            break;
        }
    }
}

}  // namespace tandem::model
