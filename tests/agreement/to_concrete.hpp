// States of the simulator as states of the finite search, for machines small enough to be both.
//
// Names and logical moments are the same numbers; a physical moment becomes its distance from `now`, the machine's cycle. A block
// whose words are all v is the value v, and so is an operation that exchanges all words for v. If a store may name a part of its
// block, the first word is the one that is followed (model/block_words.hpp); the lanes of an operation are then words, in order.
#pragma once

#include <stdexcept>

#include "model/symmetry.hpp"
#include "perfsim/cache.hpp"
#include "perfsim/clock.hpp"
#include "perfsim/hashed_blocks.hpp"

namespace tandem::agreement {

/// A run that exceeds the bounds of the finite system, and so says nothing about it.
struct TooLong : std::length_error {
    using std::length_error::length_error;
};

template <class To, class From>
To to_concrete(const From& from, perfsim::Cycle now = 0) {
    using namespace model;
    To to{};
    if constexpr (std::is_same_v<From, perfsim::Value>) {
        const bool list = from.datum() && from.datum()->parts;  // of an instruction for several blocks, with the same for each
        const perfsim::Value& data = list ? from.datum()->parts->values[0] : from;
        if constexpr (requires { to.named; }) {
            const std::uint32_t mask = data.datum() ? data.datum()->head().mask : perfsim::all_words;
            to.named = mask == perfsim::all_words ? Named::all : mask & 1 ? Named::word : Named::others;
            if (mask & 1) to.word = static_cast<int>(data.word(0));
        } else {
            to = To(static_cast<int>(data.word(0)));
        }
    } else if constexpr (is_id<To> || is_count<To>) {
        to = To(static_cast<int>(from.number));
    } else if constexpr (std::is_same_v<To, model::Time>) {
        to = To(static_cast<int>(from.tick));
    } else if constexpr (std::is_same_v<To, model::PhysicalTime>) {
        // a handler's `now()` is one more than the cycle
        to = To(static_cast<int>(std::max<perfsim::Cycle>(0, from.cycle - now)));
    // the blocks that seem to be present
    } else if constexpr (std::is_same_v<From, perfsim::HashVectors> || requires { from.of(perfsim::Block(0)); }) {
        for (int a = 0; a < Concrete::max_extent; ++a)
            if (from.contains(perfsim::Block(a))) to.insert(model::Id<Sort::address>(a));
    } else if constexpr (Leaf<To>) {
        to = static_cast<To>(from);
    } else if constexpr (is_array<To>) {
        if constexpr (requires { from.image; }) {
            for (std::size_t i = 0; i < to.items.size() && i < from.image->size(); ++i)
                to.items[i] = to_concrete<std::decay_t<decltype(to.items[i])>>((*from.image)[i], now);
        } else {
            for (std::size_t i = 0; i < from.items.size(); ++i)
                to.items[i] = to_concrete<std::decay_t<decltype(to.items[i])>>(from.items[i], now);
        }
    } else if constexpr (is_table<To>) {
        from.each([&](auto key, const auto& item) {
            auto& place = to.place(typename To::Key(static_cast<int>(key.index())));
            place = to_concrete<std::decay_t<decltype(place)>>(item, now);
        });
    } else if constexpr (is_set<To>) {
        from.each([&](auto key) { to.insert(typename To::Key(static_cast<int>(key.index()))); });
    } else if constexpr (is_maybe<To>) {
        to.present = from.present;
        to.item = to_concrete<std::decay_t<decltype(to.item)>>(from.item, now);
    } else if constexpr (is_fifo<To>) {
        from.each([&](const auto& item) {
            if (to.full()) throw TooLong("a queue of the machine is longer than any of the system");
            to.push(to_concrete<std::decay_t<decltype(to.items[0])>>(item, now));
        });
    } else {
        using namespace boost::describe;
        using Into = describe_members<To, mod_any_access | mod_inherited>;
        using OutOf = describe_members<From, mod_any_access | mod_inherited>;
        boost::mp11::mp_for_each<boost::mp11::mp_iota<boost::mp11::mp_size<Into>>>([&](auto i) {
            auto& member = to.*(boost::mp11::mp_at<Into, decltype(i)>::pointer);
            member = to_concrete<std::decay_t<decltype(member)>>(from.*(boost::mp11::mp_at<OutOf, decltype(i)>::pointer), now);
        });
    }
    return to;
}

}  // namespace tandem::agreement
