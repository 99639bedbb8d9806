// What the handlers of German's protocol can do, or why they cannot act.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>

namespace german {

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
    stored, store_waits, loaded, load_waits, asked_shared, asked_exclusive, filled, invalidated,            // a cache
    // the directory, and the last a cache as well
    took_up, busy, recalled, acknowledged, written_back, granted_shared, granted_exclusive, nothing_to_do)

}  // namespace german
