// The designer's choices for an L1 that nobody invalidates.
#pragma once

#include "protocols/baseline/config.hpp"

namespace tandem::incoherent {

/// What happens to this SM's copy of a block when one of its warps stores to it.
BOOST_DEFINE_FIXED_ENUM_CLASS(Stores, std::uint8_t,
    write_update,  // it is updated
    write_evict)   // it is dropped

struct Config : baseline::Config {
    Stores stores = Stores::write_update;
};

}  // namespace tandem::incoherent
