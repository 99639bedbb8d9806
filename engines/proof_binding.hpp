// A protocol as a proof problem.
#pragma once

#include "engines/configuration.hpp"
#include "engines/lemmas.hpp"
#include "engines/needs.hpp"
#include "engines/systems.hpp"
#include "engines/uniformity.hpp"
#include "smt/prove/problem_builder.hpp"

namespace tandem::engines {

/// The problem of a text and a monitor.
template <class P, class W>
smt::Problem problem_of(const typename P::Config& config, model::Limits limits) {
    using Text = typename W::template Text<smt::Symbolic>;
    using Monitor = typename W::template Monitor<smt::Symbolic>;
    using Builder = smt::ProblemBuilder<W::template Text, W::template Monitor>;
    const auto stated = [&](Builder&& builder) {
        P::template add_properties<Text, Monitor>(builder, config);
        if (limits == model::Limits::all) return builder.build();
        if constexpr (requires { P::queues_as_sets; }) builder.see_queues_as_sets();
        add_lemmas<P, Text, Monitor>(builder, config);
        return builder.build();
    };
    if constexpr (model::PlaysPrograms<Monitor>) return stated(Builder(config, limits, P::rules(config)));
    else return stated(Builder(config, limits));
}

template <class P>
smt::Problem proof_problem(typename P::Config asked, model::Limits limits) {
    if constexpr (OnSymbols<P> && StatesProperties<P>) {
        const auto config = proof_configuration<P>(asked, limits);
        smt::Problem problem = with_text<P>(config, limits, [&]<class W>(W) {
            if (smt::UniformityWatch* watch = smt::UniformityWatch::current()) note_uniformity<P, W>(config, *watch);
            return problem_of<P, W>(config, limits);
        });
        problem.description = text_of<P>(asked, Programs::its_own);
        return problem;
    } else {
        refuse_on_symbols<P>("prove");
    }
}

template <class P>
smt::Problem problem(const Selection& selection, model::Limits limits) {
    refuse_bugs(seeded_bugs(P::name), selection);
    return proof_problem<P>(configuration<P>(selection), limits);
}

template <class P>
void bind_proof(Engines& engines) {
    engines.problem = problem<P>;
}

}  // namespace tandem::engines
