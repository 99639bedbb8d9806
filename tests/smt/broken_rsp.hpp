// A broken text of remote-scope promotion as a proof problem and as a system: a line that has been written through still
// counts as dirty (protocols/rsp/mutants.cmake: still-dirty).
#pragma once

#include "model/network.hpp"
#include "protocols/rsp/settings.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::tests {

smt::Problem broken_rsp_problem(const rsp::Setup& setup, smt::Limits limits);
std::unique_ptr<model::Network> broken_rsp_system(const rsp::Setup& setup);

}  // namespace tandem::tests
