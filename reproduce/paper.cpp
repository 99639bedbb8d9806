#include "reproduce/paper.hpp"

#include "apps/common/words.hpp"
#include "reproduce/litmus_paper.hpp"

namespace tandem::reproduce {

const std::vector<Paper>& papers() {
    static const std::vector<Paper> all{gtsc_paper(), rsp_paper(), mttop_paper(), lsc_paper()};
    return all;
}

const Paper& paper_of(const Figure& figure) {
    const std::string name = figure.name.substr(0, figure.name.find('-'));
    std::size_t i = 0;
    while (papers()[i].name != name) ++i;
    return papers()[i];
}

const Figure& figure(const std::string& name) {
    std::vector<std::string> names;
    for (const Paper& paper : papers())
        for (const Figure& f : paper.figures) {
            if (f.name == name) return f;
            names.push_back(f.name);
        }
    for (const ObservedFigure& f : observed_figures()) names.push_back(f.name);
    throw UsageError("there is no figure '" + name + "': " + join(names, ", ") + " are accepted, and --all");
}

OpenChoice larger_inputs() { return {"size", "", {{"twice", {}, "", {}, 2}, {"four times", {}, "", {}, 4}}}; }
OpenChoice smaller_inputs() { return {"size", "", {{"a quarter", {}, "", {}, 0.25}, {"half", {}, "", {}, 0.5}}}; }

bool concerns(const std::string& key, const std::string& protocol) {
    if (key == "timestamps.lease_cycles" || key == "timestamps.cycle_bits") return protocol == "tc";
    if (key.starts_with("timestamps.")) return protocol == "gtsc";
    if (key.starts_with("pool.") || key == "l2.rehash") return protocol == "lsc";
    if (key == "l1.fifo") return protocol == "rsp" || protocol == "mttop";
    if (key == "l1.bypass_bytes") return protocol == "baseline";
    return true;
}

}  // namespace tandem::reproduce
