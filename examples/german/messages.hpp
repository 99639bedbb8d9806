// What caches and the directory say to each other.
#pragma once

#include <string_view>

#include "model/system.hpp"

namespace german {

namespace model = tandem::model;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Value;

struct Config {
    bool loads = false;  // caches load as well as store; the usual model leaves loads out, for they change nothing
    model::Shape shape;  // cores are caches; one thread each, one address
};

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, cache, directory)

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    ReqS,       // cache to directory: asks for a shared copy
    ReqE,       // cache to directory: asks for the exclusive copy
    Inv,        // directory to cache: give up your copy
    InvAck,     // cache to directory: a shared copy is given up
    WriteBack,  // cache to directory: the exclusive copy is given up, and these are its data
    GntS,       // directory to cache: a shared copy
    GntE)       // directory to cache: the exclusive copy

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, data), (), ())

    static bool carries(MessageKind kind, std::string_view field) {
        using enum MessageKind;
        return field != "data" || kind == WriteBack || kind == GntS || kind == GntE;
    }
    static bool carries(const Message& m, std::string_view field) { return carries(model::enumerator(m.kind), field); }
    void clear_unused() {
        if (!carries(*this, "data")) data = {};
    }
};

}  // namespace german
