#include "apps/catalog.hpp"

#include "apps/words.hpp"

namespace tandem::apps {

const std::vector<Protocol>& protocols() {
    static const std::vector<Protocol> all{gtsc_protocol(), tc_protocol(), rsp_protocol(), baseline_protocol(), incoherent_protocol()};
    return all;
}

const Protocol& protocol(const std::string& name) {
    std::vector<std::string> names;
    for (const Protocol& p : protocols()) {
        if (p.name == name) return p;
        names.push_back(p.name);
    }
    throw UsageError("there is no protocol '" + name + "': " + join(names, ", ") + " are accepted");
}

}  // namespace tandem::apps
