// TL-C as the engines see it: its name, its settings, and what is asked of it.
#pragma once

#include "protocols/baseline/plain.hpp"
#include "tilelink/properties.hpp"

namespace tilelink {

struct Description : baseline::Plain {
    static constexpr const char* name = "tilelink";
    static constexpr const char* summary = "TileLink's cached level TL-C, with three levels of caches";
    using Config = tilelink::Config;
    template <class D> using Text = TileLink<D>;
    static const model::Settings<Config>& settings() {
        static const auto all =
            model::Settings<Config>(name)
                .choice("consistency", &Config::consistency,
                        {{baseline::Consistency::sc, "one outstanding access a thread"},
                         {baseline::Consistency::rc, "several, to different blocks, and fences that wait for all"}})
                .choice("the only client that reads a block gets", &Config::grants,
                        {{Grants::promoted, "a Tip, so that a store after it asks for nothing"}, {Grants::as_asked, "a Branch"}})
                .choice("channels", &Config::channels,
                        {{Channels::ordered, "keep their messages in order"}, {Channels::unordered, "deliver any message next"}})
                .extent("cores", Sort::core, "caches, readers and DMA engines", 1, 4)
                .number("readers", &Config::readers, 0, 3, "of the cores: their caches only read")
                .number("dmas", &Config::dmas, 0, 3, "of the cores: they have no cache")
                .extent("threads", Sort::thread, "of each core", 1, 4)
                .extent("blocks", Sort::address, "", 1, 4)
                .extent("values", Sort::value, "data values: 2 suffice", 1, 4)
                .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
                .number("banks", &Config::banks, 1, 4, "of L2, to which blocks belong in turn")
                .flag("atomics", &Config::atomics, "1: threads also issue atomics")
                .shape("small", "cores=2,threads=1,blocks=1,values=2")
                .shape("dma", "cores=2,dmas=1,threads=1,blocks=1,values=2")
                .shape("reader", "cores=2,readers=1,threads=1,blocks=1,values=2")
                .shape("blocks", "cores=1,threads=1,blocks=2,values=1")
                .shape("banks", "cores=1,threads=1,blocks=2,values=1,banks=2")
                .wide("wide", "cores=4,readers=1,dmas=1,threads=1,blocks=2,values=2")
                .wide("wide-banks", "cores=3,dmas=1,threads=1,blocks=2,values=2,banks=2,capacity=2,atomics=1");
        return all;
    }
    static void complete(Config& config, const model::Said&) { check(config); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { tilelink::add_properties<Monitor>(system); }
    /// Blocks share channels, so one that is full now and then must keep neither a Probe away for ever, nor what an agent has to
    /// say. Threads of a core share channel A.
    static std::vector<std::string> strong_fairness(const Config& config) {
        if (config.shape[Sort::address] == 1) return {};
        std::vector<std::string> names{"channel B"};
        if (config.shape[Sort::thread] > 1) names.push_back("channel A");
        for (const NodeKind kind : {NodeKind::l1, NodeKind::reader, NodeKind::l2, NodeKind::memory})
            for (int i = 0; i < Text<model::Concrete>::population(kind, config); ++i)
                names.push_back(Text<model::Concrete>::node_name(kind, i));
        return names;
    }
    static std::vector<model::NotShown> not_shown(const Config& config) {
        std::vector<model::NotShown> all;
        if (!config.atomics) all.push_back({"atomics=1", "data lost under an upgrade, for stores overwrite whole blocks here"});
        if (config.dmas == 0) all.push_back({"dma", "what a DMA engine's Get and Put do to caches"});
        return all;
    }
    static std::vector<model::ExaminedSystem> thorough() {
        return {{"", "small", "two caches"},
                {"", "reader", "a cache that only reads"},
                {"", "dma,atomics=1", "a DMA engine, and the data under an upgrade"},
                {"", "blocks", "messages of two blocks in one channel"},
                {"rc", "banks", "two banks, and two requests of a client under way"},
                {"unordered", "dma,capacity=2", "channels that keep no order"},
                {"", "cores=3,readers=1,dmas=1", "one of each", model::Examined::states}};
    }
    using Copies = tilelink::Copies;

    /// Throws UsageError for numbers that do not fit together.
    static void check(const Config& config) {
        const auto text = [](int n) { return std::to_string(n); };
        if (config.caches() < 1)
            throw model::UsageError("readers=" + text(config.readers) + " and dmas=" + text(config.dmas) + " leave no cache of " +
                                    text(config.shape[Sort::core]) + " cores: fewer are accepted");
        if (config.shape[Sort::core] * config.shape[Sort::thread] > baseline::most_waiting)
            throw model::UsageError("cores=" + text(config.shape[Sort::core]) + " times threads=" +
                                    text(config.shape[Sort::thread]) + " is more than a line has places for requests: up to " +
                                    text(baseline::most_waiting) + " threads in all are accepted");
        if (config.banks > config.shape[Sort::address])
            throw model::UsageError("banks=" + text(config.banks) + " with blocks=" + text(config.shape[Sort::address]) +
                                    " leaves a bank without a block: at least as many blocks as banks are accepted");
    }
};

}  // namespace tilelink
