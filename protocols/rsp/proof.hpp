// What a proof of remote-scope promotion knows besides what its text says. Only its proof is compiled with it (cmake/protocol.cmake), for it speaks of a problem's
// variables.
#pragma once

#include "engines/proof_binding.hpp"
#include "protocols/rsp/description.hpp"
#include "protocols/rsp/suggestions.hpp"

template <>
struct tandem::engines::ProofOf<tandem::rsp::Description> {
    static smt::Problem refined(smt::Problem problem, const rsp::Setup& setup, model::Limits limits) {
        return limits == model::Limits::all ? std::move(problem) : rsp::with_queues_as_sets(std::move(problem), setup);
    }
};
