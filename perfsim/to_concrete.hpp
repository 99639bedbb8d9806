// States of the simulator as states of the finite search, for machines small enough to be both.
//
// Cores, threads and logical moments are the same numbers. A physical moment becomes its distance from `now`, the machine's
// cycle. What blocks and data are called is told by `names`. A block whose words are all v is the value v, and so is an operation
// that exchanges all words for v. If a store may name a part of its block, the first word is the one that is followed
// (model/block_words.hpp); the lanes of an operation are then words, in order.
#pragma once

#include <stdexcept>

#include "model/symmetry.hpp"
#include "perfsim/cache.hpp"
#include "perfsim/clock.hpp"
#include "perfsim/hashed_blocks.hpp"

namespace tandem::perfsim {

/// A run that exceeds the bounds of the finite system, and so says nothing about it.
struct TooLong : std::length_error {
    using std::length_error::length_error;
};

/// The same names in both.
struct SameNames {
    Cycle now = 0;
    int block(std::uint32_t number) const { return static_cast<int>(number); }
    /// Calls f(number, name) for each block that has a name.
    template <class F>
    void each_block(F&& f) const {
        for (int a = 0; a < model::Concrete::max_extent; ++a) f(a, a);
    }
    int word(std::uint32_t word) const { return static_cast<int>(word); }
};

template <class To, class From, class Names>
To to_concrete(const From& from, Names& names) {
    using namespace model;
    const auto same = [&]<class Into>(std::type_identity<Into>, const auto& part) { return to_concrete<Into>(part, names); };
    To to{};
    if constexpr (std::is_same_v<From, Value>) {
        const bool list = from.datum() && from.datum()->parts;  // of an instruction for several blocks, with the same for each
        const Value& data = list ? from.datum()->parts->values[0] : from;
        if constexpr (requires { to.named; }) {
            const std::uint32_t mask = data.datum() ? data.datum()->head().mask : all_words;
            to.named = mask == all_words ? Named::all : mask & 1 ? Named::word : Named::others;
            if (mask & 1) to.word = names.word(data.word(0));
        } else {
            to = To(names.word(data.word(0)));
        }
    } else if constexpr (is_id<To>) {
        if constexpr (To::sort == Sort::address) to = To(names.block(from.number));
        else to = To(static_cast<int>(from.number));
    } else if constexpr (is_count<To>) {
        to = To(static_cast<int>(from.number));
    } else if constexpr (std::is_same_v<To, model::Time>) {
        if (from.tick > max_time) throw TooLong("a moment of logical time is beyond " + std::to_string(max_time));
        to = To(static_cast<int>(from.tick));
    } else if constexpr (std::is_same_v<To, model::PhysicalTime>) {
        // a handler's `now()` is one more than the cycle
        to = To(static_cast<int>(std::max<Cycle>(0, from.cycle - names.now)));
    // the blocks that seem to be present
    } else if constexpr (std::is_same_v<From, HashVectors> || requires { from.of(Block(0)); }) {
        names.each_block([&](auto number, int name) {
            if (from.contains(Block(number))) to.insert(Id<Sort::address>(name));
        });
    } else if constexpr (Leaf<To>) {
        to = static_cast<To>(from);
    } else if constexpr (is_array<To>) {
        if constexpr (requires { from.image; }) {
            for (std::size_t i = 0; i < to.items.size() && i < from.image->size(); ++i)
                to.items[i] = same(std::type_identity<std::decay_t<decltype(to.items[i])>>(), (*from.image)[i]);
        } else {
            for (std::size_t i = 0; i < from.items.size(); ++i)
                to.items[i] = same(std::type_identity<std::decay_t<decltype(to.items[i])>>(), from.items[i]);
        }
    } else if constexpr (is_table<To>) {
        from.each([&](auto key, const auto& item) {
            auto& place = to.place(same(std::type_identity<typename To::Key>(), key));
            place = same(std::type_identity<std::decay_t<decltype(place)>>(), item);
        });
    } else if constexpr (is_set<To>) {
        from.each([&](auto key) { to.insert(same(std::type_identity<typename To::Key>(), key)); });
    } else if constexpr (is_maybe<To>) {
        to.present = from.present;
        if (from.present) to.item = same(std::type_identity<std::decay_t<decltype(to.item)>>(), from.item);
    } else if constexpr (is_fifo<To>) {
        from.each([&](const auto& item) {
            if (to.full()) throw TooLong("a queue of the machine is longer than any of the system");
            to.push(same(std::type_identity<std::decay_t<decltype(to.items[0])>>(), item));
        });
    } else {
        using namespace boost::describe;
        using Into = describe_members<To, mod_any_access | mod_inherited>;
        using OutOf = describe_members<From, mod_any_access | mod_inherited>;
        boost::mp11::mp_for_each<boost::mp11::mp_iota<boost::mp11::mp_size<Into>>>([&](auto i) {
            if constexpr (requires { From::carries(from, ""); })  // else a name that means nothing would count as one
                if (i > 0 && !From::carries(from, boost::mp11::mp_at<OutOf, decltype(i)>::name)) return;
            auto& member = to.*(boost::mp11::mp_at<Into, decltype(i)>::pointer);
            member = same(std::type_identity<std::decay_t<decltype(member)>>(),
                          from.*(boost::mp11::mp_at<OutOf, decltype(i)>::pointer));
        });
    }
    return to;
}

}  // namespace tandem::perfsim
