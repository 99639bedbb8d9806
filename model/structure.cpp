// Reading described types at run time: their leaves within a shape, and packing.
#include "model/structure.hpp"

#include <algorithm>
#include <mutex>
#include <stdexcept>

#include "model/text_error.hpp"

namespace tandem::model {

namespace {

using Kind = Structure::Kind;

int limit_of(const Structure& leaf, const Shape& shape) {
    switch (leaf.leaf) {
        case LeafKind::name: return shape[leaf.sort];
        case LeafKind::time: return shape.time_max + 1;
        case LeafKind::physical_time: return shape.horizon + 2;  // past, now, and so many ticks ahead
        case LeafKind::named_words: return shape.words == 1 ? 1 : leaf.limit;
        case LeafKind::flag:
        case LeafKind::enumeration:
        case LeafKind::count: return leaf.limit;
    }
    return leaf.limit;
}

void list_places(const Structure& s, std::size_t at, Structure::Places& out) {
    const auto flag = [&](std::size_t where) {
        out.leaves.push_back({static_cast<std::uint32_t>(where), 1, false, 1, LeafKind::flag, 2});
    };
    const auto each_item = [&](int end, auto&& f) {
        for (int i = 0; i < end; ++i) f(at + s.first + static_cast<std::size_t>(i) * s.stride);
    };
    const auto within = [&] { return std::min(out.shape[s.sort], s.room); };
    if ((s.kind == Kind::table || s.kind == Kind::set) && out.shape[s.sort] < s.room) out.whole = false;
    switch (s.kind) {
        case Kind::leaf: {
            const int limit = limit_of(s, out.shape);
            out.leaves.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint8_t>(s.size), s.is_signed,
                                  static_cast<std::uint8_t>(bits_for(limit)), s.leaf, limit});
            break;
        }
        case Kind::array:
        case Kind::set: each_item(within(), [&](std::size_t item) { list_places(*s.item, item, out); }); break;
        case Kind::table:
            each_item(within(), [&](std::size_t slot) {
                flag(slot + s.flag);
                list_places(*s.item, slot + s.within, out);
            });
            break;
        case Kind::maybe:
            flag(at + s.flag);
            list_places(*s.item, at + s.within, out);
            break;
        case Kind::fifo:
            list_places(*s.length, at + s.length_at, out);
            each_item(s.room, [&](std::size_t item) { list_places(*s.item, item, out); });
            break;
        case Kind::members:
            for (const Structure::Member& m : s.members) list_places(*m.structure, at + m.offset, out);
            break;
    }
}

std::mutex making_places;

}  // namespace

void Structure::add_member(const char* name, std::size_t offset, const Structure& structure) {
    members.push_back({name, offset, &structure});
}

int Structure::items_in(const void* object) const {
    const int items = leaf_number(*length, part_at(object, length_at));
    if (items < 0 || items > room) [[unlikely]] no_such_place(items, room);
    return items;
}

void Structure::add_enumerator(const char* name) { enumerators.push_back(name); }

void Structure::complete() {
    switch (kind) {
        case Kind::leaf:
        case Kind::set: always_normal = true; break;
        case Kind::array: always_normal = item->always_normal; break;
        case Kind::table:
        case Kind::maybe:
        case Kind::fifo: always_normal = false; break;
        case Kind::members:
            always_normal = !clear_unused;
            for (const Member& m : members)
                if (!m.structure->always_normal) abnormal.push_back(m);
            always_normal = always_normal && abnormal.empty();
    }
}

const Structure::Places& Structure::other_places(const Shape& shape) const {
    std::lock_guard lock(making_places);
    const Places* found = nullptr;
    for (const auto& one : made_)
        if (one->shape == shape) found = one.get();
    if (!found) {
        auto made = std::make_unique<Places>();
        made->shape = shape;
        list_places(*this, 0, *made);
        for (const Place& leaf : made->leaves) {
            made->bits += leaf.bits;
            if (leaf.kind != LeafKind::flag)
                made->limits[leaf.bytes / 2].push_back({leaf.offset, static_cast<std::uint32_t>(leaf.limit)});
        }
        found = made.get();
        made_.push_back(std::move(made));
    }
    last_.store(found, std::memory_order_release);
    return *found;
}

Packed pack(const Structure& structure, const void* object, const Shape& shape) {
    const Structure::Places& places = structure.places(shape);
    Packed words(static_cast<std::size_t>((places.bits + 31) / 32));
    std::uint32_t* next = words.data();
    std::uint64_t pending = 0;
    int filled = 0;
    for (const Structure::Place& leaf : places.leaves) {
        const int n = leaf_number(static_cast<const char*>(object) + leaf.offset, leaf.bytes, leaf.is_signed);
        if (static_cast<unsigned>(n) >= static_cast<unsigned>(leaf.limit))
            throw std::out_of_range("a field holds " + std::to_string(n) + ", beyond its limit of " +
                                    std::to_string(leaf.limit - 1));
        pending |= std::uint64_t(n) << filled;
        filled += leaf.bits;
        if (filled >= 32) {
            *next++ = static_cast<std::uint32_t>(pending);
            pending >>= 32;
            filled -= 32;
        }
    }
    if (filled > 0) *next = static_cast<std::uint32_t>(pending);
    return words;
}

void unpack(const Structure& structure, void* object, const Packed& words, const Shape& shape) {
    std::size_t next = 0;
    std::uint64_t pending = 0;
    int filled = 0;
    for (const Structure::Place& leaf : structure.places(shape).leaves) {
        if (filled < leaf.bits) {
            pending |= std::uint64_t(words.at(next++)) << filled;
            filled += 32;
        }
        set_leaf_number(static_cast<char*>(object) + leaf.offset, leaf.bytes,
                        static_cast<int>(pending & ((std::uint64_t(1) << leaf.bits) - 1)));
        pending >>= leaf.bits;
        filled -= leaf.bits;
    }
}

bool in_range(const Structure& structure, const void* object, const Shape& shape) {
    const Structure::Places& places = structure.places(shape);
    bool beyond = false;
    // No limit is so high that a number below 0, read without its sign, is not beyond it.
    const auto look = [&]<class N>(N n, const std::vector<Structure::Limit>& limits) {
        for (const Structure::Limit& leaf : limits) {
            std::memcpy(&n, part_at(object, leaf.offset), sizeof n);
            beyond |= n >= leaf.limit;
        }
    };
    look(std::uint8_t{}, places.limits[0]);
    look(std::uint16_t{}, places.limits[1]);
    look(std::uint32_t{}, places.limits[2]);
    return !beyond;
}

bool next_value(const Structure& structure, void* object, const Shape& shape) {
    for (const Structure::Place& leaf : structure.places(shape).leaves) {
        char* const at = static_cast<char*>(object) + leaf.offset;
        const int next = leaf_number(at, leaf.bytes, leaf.is_signed) + 1;
        set_leaf_number(at, leaf.bytes, next < leaf.limit ? next : 0);
        if (next < leaf.limit) return true;
    }
    return false;
}

}  // namespace tandem::model
