#include "protocols/moesi/settings.hpp"

namespace tandem::moesi {

const model::Settings<Config>& settings() {
    using model::Sort;
    static const auto all =
        model::Settings<Config>("moesi")
            .choice("states", &Config::states,
                    {{States::moesi, "all five"},
                     {States::mesi, "no O: who shares a modified block writes it back"},
                     {States::mosi, "no E: the only reader gets the block shared"},
                     {States::msi, "neither"}})
            .choice("reading a modified block", &Config::reading,
                    {{Reading::shares, "its writer keeps it, owned or shared"},
                     {Reading::migratory, "its writer gives it up, and the reader may write it"}})
            .choice("acknowledgements", &Config::acks,
                    {{Acks::sets, "a writer is told whose it awaits"}, {Acks::counts, "it is told how many"}})
            .choice("shared copies", &Config::leaving,
                    {{Leaving::announced, "leave with PUTS"}, {Leaving::silent, "are dropped, and the directory does not know"}})
            .choice("readers", &Config::readers,
                    {{Readers::one, "the directory serves one request for a block at a time"},
                     {Readers::together, "it answers readers while others have not unblocked, if nobody may write"}})
            .choice("refused write-backs", &Config::refused,
                    {{Refused::stays, "the block stays as what it is now"},
                     {Refused::repeats, "are sent again at once: deadlocks where channels have limits", model::Promise::none}})
            .choice("requests for a busy block", &Config::busy,
                    {{Busy::stalls, "wait in their channel, with all behind them"},
                     {Busy::queues, "wait at the directory, which also waits for memory; others pass"}})
            .choice(
                "virtual networks", &Config::networks,
                {{Networks::four, "four-networks", "requests, forwards, responses, last words"},
                 {Networks::forwards_with_responses, "three: forwards and responses on one"},
                 {Networks::last_words_with_requests, "three: last words and requests on one: deadlocks", model::Promise::none},
                 {Networks::write_backs_with_requests,
                  "three, as gem5: data of write-backs with requests, UNBLOCK with responses: deadlocks", model::Promise::none},
                 {Networks::one, "one-network", "all messages on one: deadlocks", model::Promise::none}})
            .choice("consistency", &Config::consistency,
                    {{baseline::Consistency::sc, "one outstanding access a thread"},
                     {baseline::Consistency::rc, "several, to different blocks, and fences that wait for all"}})
            .extent("l1s", Sort::core, "clusters, each with a cache", 1, 4)
            .extent("threads", Sort::thread, "of each cluster", 1, 4)
            .extent("blocks", Sort::address, "", 1, 4)
            .extent("values", Sort::value, "data values", 1, 4)
            .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
            .number("banks", &Config::banks, 1, 4, "of the directory that queues, to which blocks belong in turn")
            .shown_if([](const Config& c) { return c.banks > 1; })
            .flag("atomics", &Config::atomics, "1: threads also issue atomics")
            .shape("small", "l1s=3,threads=1,blocks=1,values=2")
            .shape("tiny", "l1s=2,threads=1,blocks=1,values=2")
            .shape("blocks", "l1s=2,threads=1,blocks=2,values=2")
            .shape("threads", "l1s=2,threads=2,blocks=1,values=2")
            .wide("wide", "l1s=3,threads=2,blocks=2,values=2,atomics=1");
    return all;
}

void complete(Config& config, const model::Said&) {
    if (config.banks == 1) return;
    const std::string banks = "banks=" + std::to_string(config.banks);
    if (config.busy != Busy::queues)
        throw model::UsageError(banks + " are of a directory that queues requests: `queues` is accepted with it");
    if (config.banks > config.shape[model::Sort::address])
        throw model::UsageError(banks + " with blocks=" + std::to_string(config.shape[model::Sort::address]) +
                                " leaves a bank without a block: at least as many blocks as banks are accepted");
}

}  // namespace tandem::moesi
