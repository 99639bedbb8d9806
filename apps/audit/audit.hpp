// `tandem audit`: was this run allowed?
#pragma once

#include <cstddef>
#include <string>

namespace tandem::apps {

struct AuditOptions {
    std::string log, model = "sc", shrink, svg, json, memory;
    std::string method = "rules";  // or z3
    double seconds = 0;            // for all traces; 0: as long as it takes
    std::size_t explain = 1;       // forbidden traces that are explained
};

int run_audit(const AuditOptions& options);

}  // namespace tandem::apps
