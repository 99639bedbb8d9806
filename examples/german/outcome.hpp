// What the handlers of German's protocol can do, or why they cannot act.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>

namespace german {

enum class Outcome : std::uint8_t {
    stored, store_waits, loaded, load_waits, asked_shared, asked_exclusive, filled, invalidated,            // a cache
    took_up, busy, recalled, acknowledged, written_back, granted_shared, granted_exclusive, nothing_to_do,  // the directory, and the last a cache as well
};
BOOST_DESCRIBE_ENUM(Outcome, stored, store_waits, loaded, load_waits, asked_shared, asked_exclusive, filled, invalidated, took_up, busy, recalled, acknowledged,
                    written_back, granted_shared, granted_exclusive, nothing_to_do)

}  // namespace german
