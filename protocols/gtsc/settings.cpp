#include "protocols/gtsc/settings.hpp"

namespace tandem::gtsc {

using model::Sort;

const model::Settings<Config>& settings() {
    static const auto all =
        model::Settings<Config>("gtsc")
            .choice("consistency", &Config::consistency,
                    {{Consistency::sc, "one outstanding access a warp"},
                     {Consistency::rc, "several, to different blocks, and fences that wait for all (II-B)"}})
            .choice("update visibility (V-A)", &Config::visibility,
                    {{Visibility::delay, "nobody reads a block whose store is not acknowledged"},
                     {Visibility::keep_old, "other warps read the old copy meanwhile"},
                     {Visibility::unsafe, "everybody reads the new data at once: Fig. 10, broken", model::Promise::none}})
            .choice(
                "combining (V-B)", &Config::combining,
                {{Combining::mshr, "a read miss waits for the outstanding request, and is renewed for if its lease is too short"},
                 {Combining::forward_all, "every read miss is forwarded"}})
            .choice("reset (V-D)", &Config::reset,
                    {{Reset::epoch, "epoch-reset",
                      "messages name the reset that they count from, and L2 waits for all SMs and banks before the next"},
                     {Reset::paper, "paper-reset", "as written: only too large timestamps are recognised, broken",
                      model::Promise::none}})
            .choice("responses (Fig. 7, 8)", &Config::response,
                    {{Response::guarded, "a response leaves a block alone that another store has locked"},
                     {Response::literal, "as drawn: it updates whatever block is there, broken", model::Promise::none}})
            .choice("stores to a part of a block (IV-A2)", &Config::partial,
                    {{Partial::gives_copy_up, "an SM that stores to a part of a block gives its copy up"},
                     {Partial::keeps_copy,
                      "as drawn: it updates the copy, which gets the new version's lease: broken where a block has several words",
                      model::Promise::none}})
            .named_if([](const Config& c) { return c.shape.words != 1 || c.partial != Partial::gives_copy_up; })
            .choice("network", &Config::ordered,
                    {{true, "ordered", "between an SM and the L2 messages keep their order"},
                     {false, "unordered", "they may overtake each other"}})
            .extent("sms", Sort::core, "", 1, 4)
            .extent("warps", Sort::thread, "of each SM", 1, 4)
            .extent("blocks", Sort::address, "", 1, 4)
            .extent("values", Sort::value, "data values", 1, 4)
            .words()
            .numbers("lease", &Config::leases, &Config::lease_choices, 1, model::max_time / 2 - 1,
                     "in logical time; several, which L2 chooses from, as in 3/5/10")
            .clock("ts", 3, "the largest timestamp, at least 2 lease + 1")
            .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
            .number("lanes", &Config::lanes, 1, 4, "blocks that one instruction may touch")
            .flag("atomics", &Config::atomics, "1: warps also issue atomics, which are performed at L2")
            .number("banks", &Config::banks, 1, most_banks, "of L2, to which blocks belong in turn")
            .shown_if([](const Config& c) { return c.banks > 1; })
            .shape("small", "sms=2,warps=1,blocks=1,values=2,lease=2,ts=7")
            .shape("tiny", "sms=2,warps=1,blocks=1,values=2,lease=1,ts=3")
            .shape("warps", "sms=1,warps=2,blocks=2,values=2,lease=1,ts=4")
            .shape("blocks", "sms=2,warps=1,blocks=2,values=2,lease=1,ts=4")
            .shape("banks", "sms=1,warps=1,blocks=2,values=2,lease=1,ts=3,banks=2")
            .wide("wide", "sms=2,warps=2,blocks=2,values=2,lease=2,ts=7,atomics=1")
            .wide("wide-lanes", "sms=2,warps=2,blocks=2,values=2,lease=1,ts=4,capacity=2,lanes=2,atomics=1")
            .wide("wide-banks", "sms=2,warps=2,blocks=2,values=2,lease=1/2,ts=6,words=2,atomics=1,banks=2");
    return all;
}

void check(const Config& config) {
    const auto text = [](int n) { return std::to_string(n); };
    if (config.shape.time_max < config.smallest_time_max())
        throw model::UsageError("ts=" + text(config.shape.time_max) +
                                " is too small for lease=" + text((config.smallest_time_max() - 1) / 2) +
                                ": after a reset (V-D) a store needs at least ts=" + text(config.smallest_time_max()));
    if (config.shape[Sort::core] * config.shape[Sort::thread] > most_waiting)
        throw model::UsageError("sms=" + text(config.shape[Sort::core]) + " times warps=" + text(config.shape[Sort::thread]) +
                                " is more than L2 has places for requests that wait for a block: up to " + text(most_waiting) +
                                " warps in all are accepted");
    if (config.banks > config.shape[Sort::address])
        throw model::UsageError("banks=" + text(config.banks) + " with blocks=" + text(config.shape[Sort::address]) +
                                " leaves a bank without a block: at least as many blocks as banks are accepted");
    if (config.banks > 1 && config.reset == Reset::paper)
        throw model::UsageError("paper-reset with banks=" + text(config.banks) +
                                ": messages do not say which reset they count from, so nothing tells which of two banks' resets "
                                "a copy in L1 counts from, and no property can judge it: epoch-reset is accepted");
    if (config.lanes > config.capacity)
        throw model::UsageError("lanes=" + text(config.lanes) + " needs capacity=" + text(config.lanes) +
                                " or more: an instruction may send a message for each block");
}

}  // namespace tandem::gtsc
