#include "engines/registry.hpp"

namespace tandem::engines {

const Protocol& protocol(const std::string& name) {
    std::vector<std::string> names;
    for (const Protocol& p : protocols()) {
        if (p.name == name) return p;
        names.push_back(p.name);
    }
    const std::string near = model::nearest(name, names);
    throw model::UsageError("there is no protocol '" + name + "'" + (near.empty() ? "" : ", did you mean " + near + "?") + ": " + model::join(names, ", ") +
                            " are accepted, and a folder with a CMakeLists.txt that declares one, as `tandem new` writes it");
}

}  // namespace tandem::engines
