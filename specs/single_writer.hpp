// Single writer or many readers, in the protocol's own order: no two versions of a block are readable at the same moment.
//
// "At any given moment in time, there is either a single writer or multiple readers for any given memory location" (G-TSC paper,
// II-B). Data identify versions, which suffices because protocols do not look at data.
#pragma once

#include "model/event.hpp"

namespace tandem::specs {

/// Whether two copies are of different blocks or eras, hold the same data, or are readable only at different moments.
struct Apart {
    template <class D>
    bool operator()(const model::Copy<D>& a, const model::Copy<D>& b) const {
        if (a.address != b.address || a.era != b.era || a.value == b.value) return true;
        return a.until < b.from || b.until < a.from;
    }
};

/// `copies(view, sink)` calls sink(copy) for each readable copy in a state, wherever it is.
template <class System, class Copies>
void add_single_writer(System& system, Copies copies) {
    system.template add_pairwise_invariant<model::Copy<typename System::D>>(
        "single-writer",
        "At any given moment in time, there is either a single writer or multiple readers for any given memory location (II-B); "
        "moments are timestamps",
        copies, Apart{});
}

/// The same for permissions, if caches know what they may do: `copies` sets `era` of the copies that a store may write.
template <class System, class Copies>
void add_writer_alone(System& system, Copies copies) {
    using Copy = model::Copy<typename System::D>;
    system.template add_pairwise_invariant<Copy>(
        "writer-alone", "at any time one core may write a block and nobody else read it, or any number may read it", copies,
        [](const Copy& a, const Copy& b) { return a.address != b.address || (!a.era && !b.era); });
}

}  // namespace tandem::specs
