// Blocks of caches for which hardware keeps only hashes, as a tagless coherence directory does (Zebchuk et al., MICRO 2009). They
// are bit vectors in which each inserted block sets bits. So an inserted block is always found, and other blocks may seem to be
// present.
//
// In a search these are the inserted blocks, and a text lets the environment choose which others seem to be present. In the
// simulator they are real vectors, one for each set of the cache (perfsim/hashed_blocks.hpp).
#pragma once

#include <boost/describe.hpp>

#include "model/containers.hpp"

namespace tandem::model {

/// The blocks of one cache. A single block cannot be removed: the contents of a whole set are recalculated.
template <class D>
struct HashedBlocks {
    using OfSet = Set<D, Sort::address>;
    OfSet blocks;
    BOOST_DESCRIBE_CLASS(HashedBlocks, (), (blocks), (), ())

    /// The number of sets of the cache (one in a search); hashed, or known exactly.
    void configure(int, bool) {}
    bool contains(const Address<D>& a) const { return bool(blocks.contains(a)); }
    void insert(const Address<D>& a) { blocks.insert(a); }
    /// Replaces the contents of this block's set.
    void replace(const Address<D>&, const OfSet& recalculated) { blocks = recalculated; }
    /// Only if the cache's blocks are known exactly.
    void erase(const Address<D>& a) { blocks.erase(a); }
};

/// Tells of each eviction whether it is one in `every` of its set, out of `sets`; after such an eviction hashes are recalculated.
/// In a search any eviction may be.
template <class D>
struct EvictionCounters {
    BOOST_DESCRIBE_CLASS(EvictionCounters, (), (), (), ())
    bool counts(const Address<D>&, int, int, auto& ctx) { return ctx.choose(2) == 0; }
};

}  // namespace tandem::model
