// What an L1 that nobody invalidates leaves to the designer.
#pragma once

#include "protocols/baseline/config.hpp"

namespace tandem::incoherent {

/// What becomes of the copy here when a warp of this SM stores to its block.
enum class Stores : std::uint8_t {
    write_update,  // it is updated
    write_evict,   // it is dropped
};
BOOST_DESCRIBE_ENUM(Stores, write_update, write_evict)

struct Config : baseline::Config {
    Stores stores = Stores::write_update;
};

}  // namespace tandem::incoherent
