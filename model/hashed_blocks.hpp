// Blocks of caches of which hardware keeps hashes alone, as a tagless coherence directory does (Zebchuk et al., MICRO 2009): bit vectors in which each block that was put in sets bits, so that it is
// found, and others may seem to be there.
//
// In a search these are the blocks that were put in, and a text lets the environment choose who else seems to be there. In the simulator they are real vectors
// (perfsim/hashed_blocks.hpp), of each set of the cache.
#pragma once

#include <boost/describe.hpp>

#include "model/containers.hpp"

namespace tandem::model {

/// The blocks of one cache. Of a block that is put in nothing is taken out by itself: what one set has is recalculated.
template <class D>
struct HashedBlocks {
    using OfSet = Set<D, Sort::address>;
    OfSet blocks;
    BOOST_DESCRIBE_CLASS(HashedBlocks, (), (blocks), (), ())

    /// Of a cache of so many sets, of one in a search; hashed, or known exactly.
    void configure(int, bool) {}
    bool contains(const Address<D>& a) const { return bool(blocks.contains(a)); }
    void insert(const Address<D>& a) { blocks.insert(a); }
    /// What the set of this block has.
    void replace(const Address<D>&, const OfSet& recalculated) { blocks = recalculated; }
    /// Where the cache's blocks are known exactly.
    void erase(const Address<D>& a) { blocks.erase(a); }
};

/// Says of each eviction whether it is the one in `every` of its set, of `sets`, after which hashes are recalculated. In a search any may be.
template <class D>
struct EvictionCounters {
    BOOST_DESCRIBE_CLASS(EvictionCounters, (), (), (), ())
    bool counts(const Address<D>&, int, int, auto& ctx) { return ctx.choose(2) == 0; }
};

}  // namespace tandem::model
