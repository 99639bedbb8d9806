// What a described type is made of, as a table that is read at run time: a struct's members, a store's items, and at the end
// leaves, each with its place in the object.
//
// `structure_of` makes it once for each type, from the same description as `for_each_leaf` (model/reflect.hpp). All that packs,
// renames, prints or compares whole values reads this table and is compiled once (model/structure.cpp and others). As templates
// these walkers were more than half of the time that a protocol's text took to compile.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/reflect.hpp"

namespace tandem::model {

/// What a leaf's number means, and so how many it may be.
enum class LeafKind : std::uint8_t { flag, enumeration, named_words, name, time, physical_time, count };

/// The part of an object that stands so many bytes behind its begin.
inline const char* part_at(const void* object, std::size_t offset) { return static_cast<const char*>(object) + offset; }
inline char* part_at(void* object, std::size_t offset) { return static_cast<char*>(object) + offset; }

struct Structure {
    enum class Kind : std::uint8_t { leaf, array, table, set, maybe, fifo, members };
    struct Member {
        const char* name;
        std::size_t offset;  // bytes, in the struct
        const Structure* structure;
    };

    Kind kind = Kind::leaf;
    Sort sort = Sort::core;       // of a name, or of the names that index an array, table or set
    bool sorted = false;          // whether there is such a sort
    std::size_t size = 0;         // bytes of an object
    const void* blank = nullptr;  // an object by default
    bool always_normal = false;   // no part can be unused or absent

    // a leaf
    LeafKind leaf = LeafKind::flag;
    bool is_signed = false;
    int limit = 2;                           // how many numbers it has, where the shape does not decide
    std::vector<const char*> enumerators{};  // their names

    // a store: `room` items of `stride` bytes, the first at `first`; a Maybe has one
    const Structure* item = nullptr;
    int room = 0;
    std::size_t first = 0, stride = 0;
    std::size_t flag = 0;    // of a table: where in a slot its presence stands, and here the item; of a Maybe, in the object
    std::size_t within = 0;  // of a table
    const Structure* length = nullptr;  // of a FIFO: the leaf that counts its items
    std::size_t length_at = 0;

    // a struct
    std::vector<Member> members{}, abnormal{};  // abnormal: those that are not always normal
    void (*clear_unused)(void*) = nullptr;
    std::string (*text)(const void*) = nullptr;  // of data whose words are named
    bool (*carries)(const void*, const std::string&) = nullptr;

    /// Where item `i` stands in the store at `object`, from 0.
    const char* item_at(const void* object, int i) const { return part_at(object, slot(i) + within); }
    char* item_at(void* object, int i) const { return part_at(object, slot(i) + within); }
    bool& present_at(void* object, int i) const { return *reinterpret_cast<bool*>(part_at(object, slot(i) + flag)); }
    bool present_at(const void* object, int i) const { return *part_at(object, slot(i) + flag) != 0; }
    /// How many items the FIFO at `object` holds. Throws TextError for an impossible number.
    int items_in(const void* object) const;

    void add_member(const char* name, std::size_t offset, const Structure& structure);
    void add_enumerator(const char* name);
    /// After all members and items.
    void complete();

    Structure() = default;
    Structure(const Structure&) = delete;

    /// The leaves within the extents of a shape, in the order of `for_each_leaf`: made once for each shape.
    struct Place {
        std::uint32_t offset;  // bytes, in the object
        std::uint8_t bytes;
        bool is_signed;
        std::uint8_t bits;
        LeafKind kind;
        int limit;  // how many numbers it has
    };
    struct Limit {
        std::uint32_t offset, limit;
    };
    struct Places {
        Shape shape;
        std::vector<Place> leaves;
        int bits = 0;  // of all leaves
        std::vector<Limit> limits[3];  // of those of 1, 2 and 4 bytes that may leave their range
        bool whole = true;  // whether no table or set has room for more names than the shape has
    };
    const Places& places(const Shape& shape) const {
        const Places* last = last_.load(std::memory_order_acquire);
        return last && last->shape == shape ? *last : other_places(shape);
    }

private:
    std::size_t slot(int i) const { return first + static_cast<std::size_t>(i) * stride; }
    const Places& other_places(const Shape& shape) const;

    mutable std::atomic<const Places*> last_{nullptr};
    mutable std::vector<std::unique_ptr<const Places>> made_{};
};

/// The number of a leaf, and its change.
inline int leaf_number(const void* leaf, std::size_t bytes, bool is_signed) {
    const auto as = [&]<class N>(N n) { return std::memcpy(&n, leaf, sizeof n), static_cast<int>(n); };
    if (bytes == 1) return is_signed ? as(std::int8_t{}) : as(std::uint8_t{});
    if (bytes == 2) return is_signed ? as(std::int16_t{}) : as(std::uint16_t{});
    return as(std::int32_t{});
}
inline void set_leaf_number(void* leaf, std::size_t bytes, int number) {
    if (bytes == 1) *static_cast<std::uint8_t*>(leaf) = static_cast<std::uint8_t>(number);
    else if (bytes == 2) {
        const auto n = static_cast<std::uint16_t>(number);
        std::memcpy(leaf, &n, sizeof n);
    } else std::memcpy(leaf, &number, sizeof number);
}
inline int leaf_number(const Structure& leaf, const void* at) { return leaf_number(at, leaf.size, leaf.is_signed); }

/// The table of T. Each object of a program has its own: texts of two folders may have types of one name.
template <Reflected T>
[[gnu::visibility("hidden")]] const Structure& structure_of();

/// Describes T, whose default is `blank`.
template <Reflected T>
void describe(Structure& s, const T& blank) {
    const auto offset = [&](const auto& part) {
        return static_cast<std::size_t>(reinterpret_cast<const char*>(&part) - reinterpret_cast<const char*>(&blank));
    };
    const auto store = [&](Structure::Kind kind, const auto& items, const auto& item) {
        s.kind = kind;
        s.item = &structure_of<std::remove_cvref_t<decltype(item)>>();
        s.room = static_cast<int>(items.size());
        s.first = offset(items);
        s.stride = sizeof(items[0]);
        s.within = static_cast<std::size_t>(reinterpret_cast<const char*>(&item) - reinterpret_cast<const char*>(&items[0]));
    };
    if constexpr (requires { { T::sort } -> std::convertible_to<Sort>; }) {
        s.sort = T::sort;
        s.sorted = true;
    }
    if constexpr (Leaf<T>) {
        static_assert(sizeof(T) <= 4 && sizeof(T) != 3);
        if constexpr (is_id<T>) s.leaf = LeafKind::name;
        else if constexpr (std::is_same_v<T, Time>) s.leaf = LeafKind::time, s.is_signed = true;
        else if constexpr (std::is_same_v<T, PhysicalTime>) s.leaf = LeafKind::physical_time, s.is_signed = true;
        else if constexpr (is_count<T>) s.leaf = LeafKind::count, s.is_signed = true, s.limit = T::max + 1;
        else if constexpr (DescribedEnum<T>) {
            static_assert(enum_in_order<T>(), "an enumeration is described in its order and counts from 0");
            s.leaf = std::is_same_v<T, Named> ? LeafKind::named_words : LeafKind::enumeration;
            s.is_signed = std::is_signed_v<std::underlying_type_t<T>>;
            s.limit = enum_size<T>;
            boost::mp11::mp_for_each<boost::describe::describe_enumerators<T>>([&](auto d) { s.add_enumerator(d.name); });
        }
    } else if constexpr (is_array<T>) {
        store(Structure::Kind::array, blank.items, blank.items[0]);
    } else if constexpr (is_table<T>) {
        store(Structure::Kind::table, blank.slots, blank.slots[0].item);
    } else if constexpr (is_set<T>) {
        store(Structure::Kind::set, blank.members, blank.members[0]);
    } else if constexpr (is_maybe<T>) {
        s.kind = Structure::Kind::maybe;
        s.item = &structure_of<std::remove_cvref_t<decltype(blank.item)>>();
        s.room = 1;
        s.flag = offset(blank.present);
        s.within = offset(blank.item);
    } else if constexpr (is_fifo<T>) {
        store(Structure::Kind::fifo, blank.items, blank.items[0]);
        s.length = &structure_of<std::remove_cvref_t<decltype(blank.size)>>();
        s.length_at = offset(blank.size);
    } else {
        static_assert(DescribedStruct<T>, "a state struct lists its members with BOOST_DESCRIBE_CLASS");
        s.kind = Structure::Kind::members;
        for_each_member(blank, [&](const char* name, const auto& member) {
            s.add_member(name, offset(member), structure_of<std::remove_cvref_t<decltype(member)>>());
        });
        if constexpr (requires(T& object) { object.clear_unused(); })
            s.clear_unused = [](void* object) { static_cast<T*>(object)->clear_unused(); };
        if constexpr (requires { blank.named, blank.text(); })
            s.text = [](const void* object) { return std::string(static_cast<const T*>(object)->text()); };
        if constexpr (requires(const std::string& name) { T::carries(blank, name); })
            s.carries = [](const void* object, const std::string& name) {
                return bool(T::carries(*static_cast<const T*>(object), name));
            };
    }
}

template <Reflected T>
const Structure& structure_of() {
    static_assert(std::is_trivially_copyable_v<T>, "a state struct holds values: no pointers, strings or vectors");
    struct Made : Structure {
        T object{};
        Made() {
            size = sizeof(T);
            blank = &object;
            describe(*this, object);
            complete();
        }
    };
    static const Made& made = *new Made;  // never gone: threads may still read it when the program ends
    return made;
}

// ---- packing --------------------------------------------------------------------------------------------------------

/// A value as bits: each leaf in turn, in as few bits as its cardinality needs. Equal values have equal bits.
using Packed = std::vector<std::uint32_t>;

Packed pack(const Structure& structure, const void* object, const Shape& shape);
void unpack(const Structure& structure, void* object, const Packed& words, const Shape& shape);
bool in_range(const Structure& structure, const void* object, const Shape& shape);
/// Counts `object` up, the first leaf fastest. False behind the last value, which the first one follows.
bool next_value(const Structure& structure, void* object, const Shape& shape);

template <Reflected T>
int packed_bits(const Shape& shape) { return structure_of<T>().places(shape).bits; }

/// Throws std::out_of_range when a leaf has left its range: either the protocol text is wrong, or the shape is too small for it.
template <Reflected T>
Packed pack(const T& object, const Shape& shape) { return pack(structure_of<T>(), &object, shape); }

/// Whether no leaf has left its range, so that `pack` accepts the object.
template <Reflected T>
bool in_range(const T& object, const Shape& shape) { return in_range(structure_of<T>(), &object, shape); }

template <Reflected T>
T unpack(const Packed& words, const Shape& shape) {
    T object{};
    unpack(structure_of<T>(), &object, words, shape);
    return object;
}

/// Every value of T in `shape`, by counting through its leaves; for small types (operations, actions).
template <Reflected T>
std::vector<T> all_values(const Shape& shape) {
    std::vector<T> values;
    T object{};
    do values.push_back(object);
    while (next_value(structure_of<T>(), &object, shape));
    return values;
}

}  // namespace tandem::model
