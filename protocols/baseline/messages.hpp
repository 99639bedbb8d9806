// The messages between SMs and the L2 in protocols without leases, and the instructions that wait for them.
#pragma once

#include <string_view>

#include "model/network.hpp"
#include "model/warp_instruction.hpp"

namespace tandem::baseline {

using model::AccessKind, model::Address, model::Core, model::Counter, model::Enum, model::Flag, model::Sort, model::Thread,
    model::Value;

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, sm, l2)

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    Read,       // SM to L2
    Write,      // SM to L2
    Atomic,     // SM to L2
    ReadData,   // L2 to SM
    WriteDone,  // L2 to SM
    AtomicData)  // L2 to SM: what the atomic found

constexpr bool carries(MessageKind kind, std::string_view field) {
    using enum MessageKind;
    if (field == "data") return kind == Write || kind == Atomic || kind == ReadData || kind == AtomicData;
    return true;
}

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Address<D> address{};
    Thread<D> warp{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, warp, data), (), ())

    static bool carries(const Message& m, std::string_view field) { return baseline::carries(m.kind, field); }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!baseline::carries(model::enumerator(kind), name)) member = {};
        });
    }
};

template <class D>
struct Warp {
    Counter<D, 7> outstanding{};  // accesses to blocks, issued and not complete
    BOOST_DESCRIBE_CLASS(Warp, (), (outstanding), (), ())
};

}  // namespace tandem::baseline
