#include "protocols/tc/description.hpp"

namespace tandem::tc {

/// A loss becomes visible with one of these: two warps of an SM, a second SM, two blocks, several lanes, fences, atomics, a
/// choice of leases.
std::vector<model::ExaminedSystem> Description::thorough() {
    using model::Examined;
    return {
        {"", "sms=1,warps=3,blocks=1,lease=1", "warps of an SM: loads that wait in the MSHR"},
        {"weak", "sms=1,warps=3,blocks=1,lease=1", "the same with stores that are performed early"},
        {"weak", "sms=1,warps=2,blocks=1,lease=1,atomics=1", "fences, and atomics beside other accesses of the same SM"},
        {"", "tiny", "two SMs"},
        {"weak", "tiny,words=2", "stores to parts of a block"},
        {"weak", "tiny", "fences that wait for another SM's lease"},
        {"weak", "tiny,atomics=1", "atomics of two SMs"},
        {"weak", "tiny,lease=1/2", "leases that differ"},
        {"weak,predicted", "tiny,lease=1/2", "leases that L2 predicts"},
        {"", "sms=1,warps=1,blocks=2,lease=1,capacity=2,lanes=2", "instructions that touch two blocks"},
        {"rc", "sms=1,warps=1,blocks=2,lease=1,capacity=2,lanes=2", "several of them outstanding"},
        {"", "sms=3,warps=1,blocks=1,lease=1", "three SMs: requests behind one that waits for a lease"},
        {"", "sms=2,warps=2,blocks=1,lease=1", "two SMs of two warps"},
        {"weak",
         "sms=2,warps=2,blocks=1,lease=1",
         "the same with fences, of which each waits for its own warp's stores",
         Examined::states,
         {"fence-visible", "no-store-lost", "store-performed", "answers-match", "issue-order", "no-deadlock"}},
        {"rc", "sms=1,warps=2,blocks=2,lease=1", "two warps and two blocks"},
        {"weak", "sms=2,warps=1,blocks=2,lease=1", "fences that wait for the leases of two blocks", Examined::walks},
        {"rc", "sms=2,warps=2,blocks=2,lease=1/2,atomics=1,lanes=2,capacity=2", "everything at once", Examined::walks},
        {"", "small", "two SMs and two blocks", Examined::states},
    };
}

}  // namespace tandem::tc
