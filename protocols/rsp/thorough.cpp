#include "protocols/rsp/description.hpp"

namespace tandem::rsp {

/// A loss becomes visible with one of these: two wavefronts of a CU, a second CU, a second component, two banks of L2, memory
/// behind it.
std::vector<model::ExaminedSystem> Description::thorough() {
    using model::Examined;
    return {
        {"repaired", "cus=1,wavefronts=2", "two wavefronts of a CU"},
        {"repaired", "cus=1,wavefronts=1,blocks=3,writes=1,fetches=0,values=2", "a FIFO that is full"},
        {"repaired", "tiny,sharing=global", "data that are passed at the component's scope"},
        {"repaired", "tiny,looks=1,sharing=apart,values=2,fetches=0", "locks that are looked at"},
        {"repaired", "cus=1,wavefronts=2,blocks=3,writes=1,fetches=0,evictions=0,values=2,passing=lock",
         "two wavefronts, and a FIFO that is full"},
        {"repaired", "cus=1,components=2,cus_of_each=1,wavefronts=2,writes=1,values=2,fetches=0,passing=lock",
         "two wavefronts and an L2 that is invalidated"},
        {"repaired", "tiny,fetches=0,evictions=0", "two CUs"},
        {"repaired", "tiny,beyond=1,values=2,fetches=0,evictions=0", "the lock's work-group at the component's scope"},
        {"repaired", "cus=1,wavefronts=2,beyond=1,values=2", "two wavefronts that reach the lock at different scopes"},
        {"repaired", "cus=1,wavefronts=2,banks=2", "two banks of L2"},
        {"repaired", "tiny,banks=2,fetches=0,evictions=0", "two CUs and two banks"},
        {"repaired", "tiny,components=2,writes=1,values=2,fetches=0,evictions=0,passing=lock", "two components"},
        {"repaired", "cus=2,wavefronts=2,values=2", "two CUs of two wavefronts", Examined::walks},
        {"repaired", "cus=2,wavefronts=2,values=2,banks=2,writes=1,sharing=local/global",
         "the same with two banks, and data passed in two ways", Examined::walks},
        {"repaired", "cus=2,components=2,cus_of_each=2,wavefronts=2,values=2,sharing=component",
         "the same in one of two components", Examined::walks},
        {"repaired", "cus=2,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=0,passing=lock,sharing=component,beyond=1",
         "locks at all three scopes", Examined::walks},
        {"repaired", "cus=3,components=2,cus_of_each=2,wavefronts=1,values=2,fetches=1",
         "components of different size, whose L1s fetch", Examined::walks},
        {"repaired", "cus=3,components=2,cus_of_each=2,values=2,writes=1,fetches=0,sharing=local,passing=lock",
         "remote operations of component and system scope", Examined::walks},
        {"repaired", "tiny", "two CUs whose L1s fetch and evict"},
        {"repaired", "cus=3,components=2,cus_of_each=2,writes=1,values=2,fetches=0,evictions=0,passing=lock",
         "components of different size"},
        {"repaired", "tiny,components=2,cus_of_each=2,writes=1,values=2,fetches=0,evictions=0,passing=lock,sharing=component",
         "a component that shares with another"},
    };
}

}  // namespace tandem::rsp
