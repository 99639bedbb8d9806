#include "protocols/mttop/settings.hpp"

#include "protocols/cores/settings.hpp"

namespace tandem::mttop {

const model::Settings<Config>& settings() {
    using model::Sort;
    static const auto all = [] {
        model::Settings<Config> stated("mttop");
        return cores::add_choices(stated)
            .choice("states", &Config::states,
                    {{moesi::States::moesi, "all five"},
                     {moesi::States::mesi, "no O"},
                     {moesi::States::mosi, "no E"},
                     {moesi::States::msi, "neither"}})
            .extent("clusters", Sort::core, "each with a cache", 1, 4)
            .extent("threads", Sort::thread, "of each cluster", 1, 4)
            .extent("blocks", Sort::address, "", 1, 4)
            .extent("values", Sort::value, "data values", 1, 4)
            .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
            .number("banks", &Config::banks, 1, 4, "of the directory")
            .number("lanes", &Config::lanes, 1, 4, "blocks that one instruction may touch")
            .shown_if([](const Config& c) { return c.lanes > 1; })
            .flag("atomics", &Config::atomics, "1: threads also issue atomics")
            .shape("tiny", "clusters=2,threads=1,blocks=1,values=2")
            .shape("small", "clusters=2,threads=1,blocks=2,values=2")
            .shape("threads", "clusters=2,threads=2,blocks=1,values=2")
            .wide("wide", "clusters=2,threads=2,blocks=2,values=2,atomics=1")
            .wide("wide-clusters", "clusters=3,threads=1,blocks=2,values=2,banks=2,atomics=1")
            .wide("wide-lanes", "clusters=2,threads=2,blocks=2,values=2,capacity=2,lanes=2,atomics=1");
    }();
    return all;
}

void check(const Config& config, const model::Said& said) {
    cores::check(config, said);
    if (config.lanes > config.capacity)
        throw model::UsageError("lanes=" + std::to_string(config.lanes) + " needs capacity=" + std::to_string(config.lanes) +
                                " or more: an instruction may send a message for each block");
}

}  // namespace tandem::mttop
