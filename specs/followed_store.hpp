// What is true of the monitor that follows one store (watched_store.hpp), in every protocol without logical time: all of its
// moments are one. A lemma's words: `it` says statements, knows the `watch`, and goes through the cores.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::specs {

/// `stores(core)`: the followed store waits at this core's cache. It is issued once, and nothing else has its data.
template <class Words, class Stores>
void say_followed_store(Words& it, const Stores& stores) {
    using Fact = typename Words::Fact;
    const auto& watch = it.watch();
    const auto phase = [&](WatchPhase p) { return Fact(watch.phase == p); };
    it.always(!phase(WatchPhase::failed));
    it.say(!phase(WatchPhase::idle), watch.block.present);
    if constexpr (requires { it.last(); }) {
        it.say(phase(WatchPhase::latest), it.last() == 1);
        it.say(!phase(WatchPhase::latest), it.last() != 1);
    }
    it.always(watch.begin.when == 0);
    it.always(Fact(watch.begin.resets_ago == 0) | Fact(watch.begin.resets_ago == 2));
    it.always(watch.read.item.when == 0);
    it.always(watch.read.item.resets_ago == 0);
    it.always(watch.odd_resets == 0);
    it.each([&](int c) {
        it.always(watch.behind.items[static_cast<std::size_t>(c)] == 0);
        it.say(stores(c), phase(WatchPhase::issued));
        it.each_but(c, [&](int d) { it.say(stores(c), !stores(d)); });
    });
}

}  // namespace tandem::specs
