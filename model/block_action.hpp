// What a node does by itself about one block: evict it, fill it, answer what waits for it.
#pragma once

#include "model/print.hpp"

namespace tandem::model {

template <class D, class K>
struct BlockAction {
    Enum<D, K> kind{};
    Address<D> block{};
    BOOST_DESCRIBE_CLASS(BlockAction, (), (kind, block), (), ())

    /// "evict A".
    std::string text() const { return name_of(kind) + std::string(" ") + name_text(Sort::address, block.number); }
};

}  // namespace tandem::model
