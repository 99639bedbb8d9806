// `tandem prove --any`: whether an invariant of a small size is one of any number of cores, threads or blocks
// (docs/any-number.md).
#pragma once

#include "apps/prove/any_report.hpp"
#include "apps/prove/prove.hpp"

namespace tandem::apps {

/// The checks, of this text; `options.protocol` is not asked for. Throws UsageError.
AnyReport any_number(const ProveOptions& options, const Protocol& text);

/// The whole command; returns the exit status: 0 only if each condition of the theorem was checked, and else 3.
int run_any(const ProveOptions& options);

}  // namespace tandem::apps
