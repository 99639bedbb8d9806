// What a description's `add_lemmas` states, if it has any (engines/README.md): of the search's system or of the proof's.
#pragma once

namespace tandem::engines {

template <class P, class Text, class Monitor, class System>
void add_lemmas(System& system, const typename P::Config& config) {
    if constexpr (requires { P::template add_lemmas<Text, Monitor>(system, config); })
        P::template add_lemmas<Text, Monitor>(system, config);
}

}  // namespace tandem::engines
