#include "apps/check/engines.hpp"

#include "apps/common/limits.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/work_queue.hpp"

namespace tandem::apps {

Engines::Engines(const CheckOptions& options)
    : text(protocol(options.protocol)),
      ranks(LaunchedRanks::ranks()),
      threads(ranks && options.threads == 0 ? 1 : threads_or_all(options.threads)),
      memory(bytes_of(options.memory)),
      deadline(options.seconds),
      progress(speaks_for_all() ? options.progress : ProgressStyle::off) {}

checker::SearchOptions Engines::search(const std::string& phase, std::vector<int> properties) {
    checker::SearchOptions o;
    o.ranks = ranks;
    o.threads = threads;
    o.memory = memory;
    o.seconds = seconds_left();
    o.properties = std::move(properties);
    o.interrupt = &InterruptWatch::flag();
    o.progress = [this, phase](const checker::Progress& p) { progress.show(phase, p); };
    return o;
}

}  // namespace tandem::apps
