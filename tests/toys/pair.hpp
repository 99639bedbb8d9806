// The common part of the toys with two nodes, `left` and `right`, and a channel each way.
#pragma once

#include "model/system.hpp"

namespace tandem::toys {

BOOST_DEFINE_FIXED_ENUM_CLASS(Side, std::uint8_t, left, right)

/// The other side of the node of `side`.
constexpr Side across(Side side) { return side == Side::left ? Side::right : Side::left; }

/// An operation or action that has only one form.
struct Only {
    bool unused = false;
    BOOST_DESCRIBE_CLASS(Only, (), (unused), (), ())
};

struct Pair {
    using Domain = model::Concrete;
    using NodeKind = Side;
    struct Config {
        int capacity = 1;
        bool ordered = true;
        bool fair = true;  // whether the toy's action must not be postponed forever
        model::Shape shape;
    };
    static int population(Side, const Config&) { return 1; }
    static int core_of(Side, int, const Config&) { return -1; }
    static std::string node_name(Side side, int) { return model::name_of(side); }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<Side>> channels(const Config& config) {
        return {{Side::left, Side::right, config.ordered, config.capacity},
                {Side::right, Side::left, config.ordered, config.capacity}};
    }
};

}  // namespace tandem::toys
