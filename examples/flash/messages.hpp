// What processors' caches and the home of a block say to each other.
//
// Kuskin et al., "The Stanford FLASH Multiprocessor", ISCA 1994. One block, whose home is a node with a processor of its own.
#pragma once

#include <string_view>

#include "model/all_names.hpp"
#include "model/system.hpp"

namespace flash {

namespace model = tandem::model;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Value;

struct Config {
    model::Shape shape;  // cores are the remote processors; one thread each, one address
};

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, processor, home)

/// Of a cache, remote or home's own.
BOOST_DEFINE_FIXED_ENUM_CLASS(State, std::uint8_t, invalid, shared, exclusive)
BOOST_DEFINE_FIXED_ENUM_CLASS(Asks, std::uint8_t, nothing, copy, exclusive)

BOOST_DEFINE_FIXED_ENUM_CLASS(
    MessageKind, std::uint8_t, Get, GetX, /* processor to home: asks for a copy, for the exclusive copy */
    Replace,                              /* processor to home: a shared copy is gone */
    FwdGet, FwdGetX,                      /* home to the processor that has the exclusive copy: a request that it is to answer */
    Put, PutX, Nak,                       /* to whoever asked: a copy, the exclusive copy, ask again */
    ShWb, FAck, Nakc, /* processor to home: it has shared its copy, given it away, or had none: the forward is answered */
    Wb,               /* processor to home: the exclusive copy is given up, and these are its data */
    Inv, InvAck)      /* home to processor, and back: give up your copy; it is given up */

template <class D>
struct Message {
    using Requestor = model::Maybe<D, Core<D>>;
    Enum<D, MessageKind> kind{};
    Requestor requestor{};  // of what a forward asks, and of what is said of it afterwards; nobody: home's own processor
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, requestor, data), (), ())

    static bool carries(MessageKind kind, std::string_view field) {
        using enum MessageKind;
        if (field == "data") return kind == Put || kind == PutX || kind == ShWb || kind == Wb;
        if (field == "requestor") return kind == FwdGet || kind == FwdGetX || kind == ShWb || kind == FAck;
        return true;
    }
    static bool carries(const Message& m, std::string_view field) { return carries(model::enumerator(m.kind), field); }
    void clear_unused() {
        if (!carries(*this, "requestor")) requestor.reset();
        if (!carries(*this, "data")) data = {};
    }
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
                              /* a processor, or home's own */
                              stored, store_waits, asked, asked_exclusive, given_up, replaced, filled, filled_exclusive,
                              dropped_at_once, asks_again, nothing_to_do,
                              /* a processor */
                              shared_for_other, given_to_other, had_none, invalidated, invalidated_early,
                              /* home: a request */
                              refused, forwarded, given_by_home, given, given_exclusive, given_and_invalidates,
                              /* home: its own processor */
                              took_copy, took_exclusive, took_and_invalidates,
                              /* home: what ends a request */
                              forward_done, forward_failed, written_back, acknowledged, all_acknowledged, sharer_gone)

}  // namespace flash
