// The settings of a core's side of its cache for users.
#pragma once

#include "model/settings.hpp"
#include "protocols/cores/choices.hpp"

namespace tandem::cores {

/// `Config` derives from `Choices`.
template <class Config>
model::Settings<Config>& add_choices(model::Settings<Config>& settings) {
    using C = Config;
    return settings
        .choice("core side", &C::side,
                {{Side::scsimple, "one access of a thread at a time (6.1)"},
                 {Side::scwb, "stores wait in a write buffer, and loads until it is empty (6.2)"},
                 {Side::tso, "stores wait in a write buffer, and loads that find their block there (6.3)"},
                 {Side::rmo, "a thread waits for its loads and not for its stores (6.4)"},
                 {Side::rmo_lr, "it issues further loads while loads are outstanding (7.5)"},
                 {Side::rmo_lr_stores, "and further stores"}})
        .choice("a load that finds its block in the write buffer", &C::forwarding,
                {{Forwarding::none, "no-forwarding", "waits (6.3)"},
                 {Forwarding::of_own, "forwarding", "gets what its thread has stored there, as in x86"},
                 {Forwarding::of_everybody, "forwarding-to-all",
                  "gets what any thread of the core has stored there: broken, as the litmus test IRIW+pairs shows",
                  model::Promise::none}})
        .named_if([](const C& c) { return c.side == Side::tso; })
        .choice("a write buffer", &C::buffers,
                {{Buffers::of_threads, "buffer-of-thread", "each thread of a cluster is on a core of its own"},
                 {Buffers::of_a_core, "buffer-of-core", "all threads of a cluster are on one core, and share its buffer"}})
        .named_if([](const C& c) { return c.buffered(); })
        .choice("a thread that waits for a shared buffer waits for", &C::awaits,
                {{Awaits::all, "awaits-all", "all stores there, as 6.2 and 6.3 word it"},
                 {Awaits::own, "awaits-own", "its own stores"}})
        .named_if([](const C& c) { return c.shared_buffer(); })
        .choice("a load of SCwb that has prefetched its block", &C::prefetched,
                {{Prefetched::read_again, "reads the cache when the buffer is empty"},
                 {Prefetched::kept, "keeps-prefetched", "keeps what it found: broken", model::Promise::none}})
        .named_if([](const C& c) { return c.side == Side::scwb; })
        .choice("a fence of RMO waits for", &C::fences,
                {{FencesWait::for_all, "fences-wait-for-all", "all accesses of its thread"},
                 {FencesWait::for_stores, "fences-wait-for-stores", "its stores, as 6.4 words it: no RMO with load reordering"}})
        .named_if([](const C& c) { return c.reorders_loads(); })
        .choice("loads of a thread to one block, reordered", &C::same_block,
                {{SameBlock::any_order, "same-block-any-order", "may pass each other"},
                 {SameBlock::in_order, "same-block-in-order", "keep their order, as Alpha has it"}})
        .named_if([](const C& c) { return c.reorders_loads(); })
        .choice("threads of a cluster", &C::lanes_go,
                {{Lanes::apart, "threads-apart", "go on by themselves"},
                 {Lanes::in_step, "threads-in-step", "are lanes of one warp, and issue instruction by instruction"}})
        .number("waiting", &C::waiting, 1, most_waiting,
                "stores that a write buffer holds, or loads of a thread that wait to be tried again")
        .shown_if([](const C& c) { return c.buffered() || c.reorders_loads(); });
}

/// Throws UsageError for choices that do not fit together.
inline void check(const Choices& c, const model::Said& said) {
    const auto only = [&](const char* word, bool fits, const char* with) {
        if (said(word) && !fits)
            throw model::UsageError(std::string(word) + " says nothing here: with " + with + " it is accepted");
    };
    for (const char* word : {"forwarding", "forwarding-to-all"}) only(word, c.side == Side::tso, "tso");
    for (const char* word : {"buffer-of-core", "buffer-of-thread"}) only(word, c.buffered(), "scwb or tso");
    for (const char* word : {"awaits-own", "awaits-all"}) only(word, c.shared_buffer(), "buffer-of-core");
    only("keeps-prefetched", c.side == Side::scwb, "scwb");
    for (const char* word : {"fences-wait-for-stores", "same-block-in-order"})
        only(word, c.reorders_loads(), "rmo-lr or rmo-lr-stores");
    if (c.reorders_loads() && c.waiting > 2)
        throw model::UsageError(
            "waiting=3 of loads: a thread has up to 3 loads of a block under way, of which one is in the cache: up to 2 are "
            "accepted");
}

}  // namespace tandem::cores
