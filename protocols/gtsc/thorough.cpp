#include "protocols/gtsc/description.hpp"

namespace tandem::gtsc {

/// A loss becomes visible with one of these: two warps of an SM, a second SM, two blocks, several lanes, fences, atomics, a
/// choice of leases.
std::vector<model::ExaminedSystem> Description::thorough() {
    using model::Examined;
    return {
        {"", "sms=1,warps=2,blocks=1,lease=1,ts=5", "two warps of an SM: loads that wait in the MSHR, and for renewals"},
        {"rc", "sms=1,warps=2,blocks=1,lease=1,ts=4,atomics=1", "fences, and atomics beside other accesses of the same SM"},
        {"keep-old", "sms=1,warps=2,blocks=1,lease=1,ts=4", "the old copy, for other warps"},
        {"forward-all", "sms=1,warps=2,blocks=1,lease=1,ts=4", "read misses that are not combined"},
        {"", "sms=1,warps=2,blocks=1,lease=1/2,ts=5", "leases that differ"},
        {"rc", "sms=1,warps=1,blocks=2,lease=1,ts=4,capacity=2,lanes=2",
         "instructions that touch two blocks, several of them outstanding", Examined::states},
        {"", "sms=1,warps=2,blocks=1,lease=1,ts=6,words=2", "stores to parts of a block, whose copy may lack another store"},
        {"", "sms=1,warps=1,blocks=2,lease=1,ts=4", "a block that is asked for late: one access moves the timestamp of the next"},
        {"", "tiny", "two SMs"},
        {"", "tiny,atomics=1", "atomics of two SMs"},
        {"", "sms=1,warps=1,blocks=2,lease=1,ts=6,atomics=1", "an atomic of a warp that is later than its block's lease",
         Examined::states},
        {"", "sms=2,warps=1,blocks=1,lease=1/2,ts=6", "two SMs with leases that differ", Examined::walks},
        {"", "small", "leases longer than one, and requests that wait through a reset"},
        {"", "sms=2,warps=2,blocks=1,lease=1,ts=3", "as many requests as L2 has places for", Examined::walks},
        {"unordered,forward-all",
         "sms=1,warps=2,blocks=1,lease=1,ts=5,capacity=2",
         "a network that lets fills overtake each other, where not all holds",
         Examined::walks,
         {"copy-never-older"}},
        {"forward-all", "sms=2,warps=2,blocks=2,lease=1,ts=4", "the same where read misses are not combined", Examined::walks},
        {"rc", "sms=2,warps=2,blocks=2,lease=1,ts=4,atomics=1,lanes=2,capacity=2", "everything at once", Examined::walks},
        {"", "warps", "two warps and two blocks", Examined::states},
        {"", "banks", "two banks, whose timestamps are reset together", Examined::states},
        {"", "sms=1,warps=2,blocks=2,values=1,lease=1,ts=3,banks=2",
         "banks that answer two warps, one before and one after a reset", Examined::states},
        {"", "sms=2,warps=1,blocks=2,values=2,lease=1,ts=3,banks=2", "two banks and two SMs", Examined::walks},
        {"rc", "sms=2,warps=2,blocks=4,lease=1,ts=4,banks=3,atomics=1", "three banks, several accesses a warp", Examined::walks},
    };
}

}  // namespace tandem::gtsc
