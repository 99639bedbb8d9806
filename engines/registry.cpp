#include "engines/registry.hpp"

namespace tandem::engines {

const Protocol& protocol(const std::string& name) {
    std::vector<std::string> names;
    for (const Protocol& p : protocols()) {
        if (p.name == name) return p;
        names.push_back(p.name);
    }
    throw model::UsageError("there is no protocol '" + name + "': " + model::join(names, ", ") + " are accepted");
}

}  // namespace tandem::engines
