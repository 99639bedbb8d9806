// The certificate of `--any`: a folder for each size that was checked, with one question for each event, and a script that asks a
// solver all of them. It needs neither lemmas nor symmetry. What the theorem asks beside that (docs/any-number.md) is no question
// for a solver: that the relations with outside names are restrictions of the text's, and that the text is uniform.
#pragma once

#include "apps/prove/any_run.hpp"
#include "smt/prove/certificate.hpp"

namespace tandem::apps {

/// The questions of one size. `claims`: numbers of the problem's. Stops early, with the events that can happen unknown, when
/// `effort.stop` says so.
CertifiedSize certified(const std::string& size, const smt::Problem& problem, const std::vector<smt::Clause>& invariant,
                        const std::vector<int>& claims, const smt::any::Effort& effort);

/// Writes all of the report's. Throws UsageError for a folder that cannot be written.
void write_any_certificate(const std::string& folder, const AnyReport& report);

}  // namespace tandem::apps
