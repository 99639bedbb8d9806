// What a handler does to a FIFO, read off the leaves: these are a length and places, for TLA+ it is a sequence.
#pragma once

#include "smt/decision_tree.hpp"

namespace tandem::exports {

using namespace smt;

/// The new value of a leaf or of a sequence.
struct TlaValue {
    enum class How : std::uint8_t {
        kept,
        expression,
        append,  // items[0] comes last
        change,  // some fields of all items
        pop,     // the first goes, and some fields of the others change
        items,   // these and no others
    };
    How how = How::kept;
    Expression expression{};
    std::vector<std::vector<Expression>> items{};  // each by leaf
    std::map<int, Expression> fields{};            // by leaf of an item
    bool empty = false;                            // no item is left that could change
    friend auto operator<=>(const TlaValue&, const TlaValue&) = default;
};

/// A FIFO among the leaves of a node: its length is leaf `first`, its items follow.
struct SequenceLeaves {
    int node, first, capacity, width;
};

/// What `updates` make of the sequence, given what a path has found out. Throws std::invalid_argument if that is nothing of the
/// above.
TlaValue sequence_value(Expressions& expressions, const std::vector<const ValueType*>& types, const SequenceLeaves& sequence,
                        const std::map<int, Expression>& updates, const std::vector<std::pair<Expression, bool>>& path);

}  // namespace tandem::exports
