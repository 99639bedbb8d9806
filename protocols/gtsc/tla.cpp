// Properties of G-TSC in TLA+, beside those of protocols/gtsc/properties.hpp.
#include "protocols/gtsc/tla.hpp"

#include "model/usage_error.hpp"

namespace tandem::gtsc {

model::TlaWords tla_words(const Config& config) {
    if (config.banks > 1)
        throw model::UsageError("banks=" + std::to_string(config.banks) +
                                ": the property that a TLA+ module states of G-TSC speaks of one L2: banks=1 is accepted");
    model::TlaWords words;
    words.sorts = {{{"SMs", "sm"}, {"Warps", "w"}, {"Blocks", "a"}, {"Values", "data"}}};
    const std::string readable = config.visibility == Visibility::delay ? " /\\ SM[sm].lines[a].state = \"valid\"" : "";
    const std::string fills =
        config.ordered ? "{L2_to_SM[sm][i] : i \\in 1..Len(L2_to_SM[sm])}" : "{item.message : item \\in L2_to_SM[sm]}";
    words.properties =
        "\\* The copies of a block that a load may read: in L1 unless a store hides it (V-A), in L2, and in fills on their way.\n"
        "InL1(a, sm) == IF SM[sm].lines[a].present" + readable + " THEN {SM[sm].lines[a]} ELSE {}\n"
        "InL2(a) == IF L2.lines[a].present /\\ ~L2.lines[a].awaiting_dram THEN {L2.lines[a]} ELSE {}\n"
        "OnItsWay(a, sm) == {m \\in " + fills + " : m.kind = \"BusFill\" /\\ m.address = a}\n\n"
        "Copy(c, at) == [data |-> c.data, wts |-> c.wts, rts |-> c.rts, epoch |-> at.epoch]\n"
        "Readable(a) ==\n"
        "  {Copy(c, L2) : c \\in InL2(a)}\n"
        "  \\union (UNION {{Copy(c, SM[sm]) : c \\in InL1(a, sm)} : sm \\in SMs})\n"
        "  \\union (UNION {{Copy(c, c) : c \\in OnItsWay(a, sm)} : sm \\in SMs})\n\n"
        "\\* \"At any given moment in time, there is either a single writer or multiple readers\" (II-B): no two versions of a\n"
        "\\* block are readable at one timestamp. Timestamps of different epochs are never compared (V-D).\n"
        "SingleWriter ==\n"
        "  \\A a \\in Blocks : \\A c \\in Readable(a), d \\in Readable(a) :\n"
        "    (c.epoch = d.epoch /\\ c.data # d.data) => (c.rts < d.wts \\/ d.rts < c.wts)\n";
    words.invariants = {"SingleWriter"};
    words.instead_of = {"single-writer"};
    return words;
}

}  // namespace tandem::gtsc
