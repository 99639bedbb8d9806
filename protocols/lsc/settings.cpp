#include "protocols/lsc/settings.hpp"

#include "model/usage_error.hpp"
#include "protocols/apu/settings.hpp"

namespace tandem::lsc {

using model::Sort;

namespace {

using Word = model::Settings<Config>::Word;

/// The repairs: each by itself, all, or all but one.
std::vector<Word> schemes() {
    const auto all = [](Config& c) {
        c.stores_wait = c.every_store = c.stores_in_order = c.loads_return = c.mrf_drains = c.wavefronts_queue = true;
    };
    return {{"as-written", "as the paper has it, in the readings under which it does best", [](Config&) {}, model::Promise::none},
            {"repaired", "with all repairs", all},
            {"stores-wait", "one repair: a store is performed only while its mutex is held",
             [](Config& c) { c.stores_wait = true; }, model::Promise::none},
            {"every-store", "one repair: a CPU's store that hits has a mutex as well", [](Config& c) { c.every_store = true; },
             model::Promise::none},
            {"stores-in-order", "one repair: a wavefront's store waits for the stores before it",
             [](Config& c) { c.stores_in_order = true; }, model::Promise::none},
            {"loads-return", "one repair: a wavefront's instruction waits for the loads before it",
             [](Config& c) { c.loads_return = true; }, model::Promise::none},
            {"mrf-drains", "one repair: an MRF that has been filled is emptied before it takes more",
             [](Config& c) { c.mrf_drains = true; }, model::Promise::none},
            {"wavefronts-queue", "one repair: the pool buffers requests of wavefronts, too",
             [](Config& c) { c.wavefronts_queue = true; }, model::Promise::none},
            {"without-stores-wait", "all repairs but stores-wait", [all](Config& c) { all(c), c.stores_wait = false; },
             model::Promise::none},
            {"without-every-store", "all repairs but every-store", [all](Config& c) { all(c), c.every_store = false; },
             model::Promise::none},
            {"without-stores-in-order", "all repairs but stores-in-order",
             [all](Config& c) { all(c), c.stores_in_order = false; }, model::Promise::none},
            {"without-loads-return", "all repairs but loads-return", [all](Config& c) { all(c), c.loads_return = false; },
             model::Promise::none},
            {"without-mrf-drains", "all repairs but mrf-drains", [all](Config& c) { all(c), c.mrf_drains = false; },
             model::Promise::none},
            {"without-wavefronts-queue", "all repairs but wavefronts-queue",
             [all](Config& c) { all(c), c.wavefronts_queue = false; }, model::Promise::none},
            {"one-at-a-time", "no mutexes: each access waits for all earlier ones of its thread",
             [](Config& c) { c.ordering = Ordering::one_at_a_time; }}};
}

std::string scheme_of(const Config& c) {
    if (c.ordering == Ordering::one_at_a_time) return "one-at-a-time";
    std::vector<std::string> has, lacks;
    const auto note = [&](bool repaired, const char* name) { (repaired ? has : lacks).push_back(name); };
    note(c.stores_wait, "stores-wait");
    note(c.every_store, "every-store");
    note(c.stores_in_order, "stores-in-order");
    note(c.loads_return, "loads-return");
    note(c.mrf_drains, "mrf-drains");
    note(c.wavefronts_queue, "wavefronts-queue");
    return has.empty()         ? "as-written"
           : lacks.empty()     ? "repaired"
           : lacks.size() == 1 ? "without-" + lacks[0]
                               : model::join(has, ",");
}

/// The underlying machine: choices that the paper leaves open, and those of public sources.
std::vector<Word> habits() {
    using namespace apu;
    return {
        {"careful", "writes are atomic: what the paper leaves open is done so that its promises can hold", [](lsc::Config&) {}},
        {"copied-baseline", "as public sources of the baseline have it: all of the following",
         [](lsc::Config& c) {
             c.write_throughs = WriteThroughs::merge_at_once;
             c.acknowledges = Acknowledges::before_probes;
             c.read_grant = ReadGrant::exclusive;
             c.invalidates_first = false;
         },
         model::Promise::none},
        {"merge-at-once", "GL2 lets others read the data of a write-through on arrival",
         [](lsc::Config& c) { c.write_throughs = WriteThroughs::merge_at_once; }, model::Promise::none},
        {"before-probes", "the directory acknowledges a write-through before it invalidates CPUs",
         [](lsc::Config& c) { c.acknowledges = Acknowledges::before_probes; }, model::Promise::none},
        {"exclusive", "a CPU that reads a block of GL2 may write it", [](lsc::Config& c) { c.read_grant = ReadGrant::exclusive; },
         model::Promise::none},
        {"invalidates-late", "GL2 sends a write-through on before GL1s have given up their copies",
         [](lsc::Config& c) { c.invalidates_first = false; }, model::Promise::none}};
}

std::string habits_of(const Config& c) {
    using namespace apu;
    std::vector<std::string> all;
    if (c.write_throughs == WriteThroughs::merge_at_once) all.push_back("merge-at-once");
    if (c.acknowledges == Acknowledges::before_probes) all.push_back("before-probes");
    if (c.read_grant == ReadGrant::exclusive) all.push_back("exclusive");
    if (!c.invalidates_first) all.push_back("invalidates-late");
    return all.empty() ? "careful" : all.size() == 4 ? "copied-baseline" : model::join(all, ",");
}

}  // namespace

const model::Settings<Config>& settings() {
    static const auto all = [] {
        model::Settings<Config> stated("lsc");
        stated.group("the mutex scheme (5, 6)", schemes(), scheme_of)
            .choice("several mutexes, where stores wait for theirs (6.3, 7)", &Config::asking,
                    {{Asking::apart,
                      "a wavefront's stores need no mutex but their own, and give it back when they are done; a CPU's mutexes "
                      "are asked for one by one"},
                     {Asking::one_by_one,
                      "each is asked for when the one before has come, and stores of several blocks wait for all"},
                     {Asking::together, "all are asked for at once, and waited for: broken", model::Promise::none}})
            .choice(
                "a mutex that arrives when its stores are done (6.3, 6.4)", &Config::late_mutexes,
                {{LateMutexes::given_back, "it is released as it arrives"},
                 {LateMutexes::kept, "until the next store that asks for it returns, as the text has it by its letter: broken",
                  model::Promise::none}})
            .choice("a nacked request when its stores are done (6.4)", &Config::nacked,
                    {{Nacked::asks_until_acquired,
                      "it is repeated, and the wavefront's next instruction waits until it has the mutex"},
                     {Nacked::dropped_when_done, "it is not repeated, and the wavefront goes on"}})
            .choice("a request count that is full (6.3, Table 3)", &Config::full_count,
                    {{FullCount::head_waits, "what is at the ROB's head asks for no more until it is not"},
                     {FullCount::wraps, "it begins again at 0: broken", model::Promise::none},
                     {FullCount::saturates, "it stays: broken", model::Promise::none}})
            .choice(
                "the mutex vector of a GMM", &Config::vector,
                {{Vector::of_a_wavefront, "one for each wavefront (6.4)"},
                 {Vector::of_a_cu, "one for all of a compute unit, which is the size in Table 3: broken", model::Promise::none}})
            .choice(
                "the hashes that a GL1 recalculates (6.1)", &Config::rehash,
                {{Rehash::with_fills, "are of the blocks that it has and of those on their way to it"},
                 {Rehash::copies_only, "are of \"all remaining blocks in that set\", as the text has it by its letter: broken",
                  model::Promise::none}})
            .choice("what a GL1 tells of its evictions (6.1, Fig. 8)", &Config::told,
                    {{Told::each_eviction, "each, and once in N of a set the new hashes with it"},
                     {Told::one_in_n, "once in N of a set, the new hashes; of the others nothing"}})
            .named_if([](const Config& c) { return c.told != Told::each_eviction; })
            .choice("GL2 answers what a GL1 tells of an eviction (9.2)", &Config::evict_acks,
                    {{EvictAcks::evictions_unanswered, "not: nothing waits for the answer"},
                     {EvictAcks::evictions_answered, "with an acknowledgement, as the paper's traffic has it"}})
            .named_if([](const Config& c) { return c.evict_acks != EvictAcks::evictions_unanswered; })
            .choice("an invalidation behind data from GL2 (6.1)", &Config::invalidated,
                    {{Invalidated::invalidations_in_order, "stays behind them"},
                     {Invalidated::invalidations_overtake,
                      "may overtake them: the GL1 answers it, and then keeps what comes: broken", model::Promise::none}})
            .named_if([](const Config& c) { return c.invalidated != Invalidated::invalidations_in_order; })
            .choice("what is at a ROB's head asks for its mutex (6.2, 6.3)", &Config::shadow,
                    {{Shadow::of_a_miss, "once a store before it is known to miss"},
                     {Shadow::of_any_store,
                      "while there is any store before it; only with every-store, for a store that hits would leave the "
                      "head's entry in the MRF for good"}})
            .named_if([](const Config& c) { return c.shadow != Shadow::of_a_miss; })
            .group("the machine below", habits(), habits_of)
            .choice("requests for a busy block", &Config::busy,
                    {{apu::Busy::stalls, "wait in their channel, with all behind them"},
                     {apu::Busy::queues, "wait at GL2 and at the directory, which also waits for memory; others pass"}});
        return apu::add_numbers(stated)
            .number("mutexes", &Config::mutexes, 1, 4, "of the pool, which blocks belong to in turn")
            .shown_if([](const Config& c) { return c.mutexes < c.shape[Sort::address]; })
            .number("pool_room", &Config::pool_room, 0, 8,
                    "messages that a channel to the mutex pool or from it has room for; 0: an answer to each request under way")
            .shown_if([](const Config& c) { return c.pool_room > 0; })
            .number("mrf", &Config::mrf, 2, most_entries, "entries of a CPU's mutex request FIFO")
            .shown_if([](const Config& c) { return c.cpu_count() > 0 && c.mrf != Config{}.mrf; })
            .number("counts", &Config::counts, 1, Config{}.counts, "the most that a CPU's request count of a mutex holds")
            .shown_if([](const Config& c) { return c.cpu_count() > 0 && c.counts != Config{}.counts; })
            .flag("atomics", &Config::atomics, "1: there are read-modify-writes")
            .flag("false_positives", &Config::false_positives, "0: the TCD knows the sharers exactly")
            .shape("cus", "cores=2,cpus=0,threads=1,blocks=2,values=2,evictions=0,false_positives=0")
            .shape("mixed", "cores=2,cpus=1,threads=1,blocks=2,values=1,evictions=0,false_positives=0")
            .shape("cpus", "cores=2,cpus=2,threads=1,blocks=2,values=1,evictions=0")
            .shape("collision", "cores=2,cpus=0,threads=1,blocks=2,values=1,mutexes=1,evictions=0,false_positives=0")
            .shape("lanes", "cores=2,cpus=0,threads=1,blocks=2,values=1,lanes=2,capacity=2,evictions=0,false_positives=0")
            .shape("wavefronts", "cores=1,cpus=0,threads=2,blocks=2,values=1,evictions=0,false_positives=0")
            .shape("tiny", "cores=2,cpus=1,threads=1,blocks=1,values=2,evictions=1,false_positives=1")
            .shape("data", "cores=2,cpus=2,threads=1,blocks=1,values=2,buffered=2,evictions=1,false_positives=0")
            .shape("early", "cores=2,cpus=1,threads=1,blocks=1,values=2,early=1,evictions=1,false_positives=0")
            .wide("wide", "cores=2,cpus=0,threads=2,blocks=2,values=2,evictions=1,false_positives=1,lanes=2,capacity=2,atomics=1")
            .wide("wide-mixed", "cores=3,cpus=1,threads=1,blocks=2,values=2,early=1,evictions=1,false_positives=1,atomics=1")
            .wide("wide-cpus",
                  "cores=3,cpus=2,threads=1,blocks=2,values=2,buffered=2,early=1,evictions=1,false_positives=0,atomics=1");
    }();
    return all;
}

void check(const Config& config) {
    apu::check(config);
    if (const int threads = config.shape[Sort::core] * config.shape[Sort::thread]; threads > most_waiting)
        throw model::UsageError("cores=" + std::to_string(config.shape[Sort::core]) +
                                " times threads=" + std::to_string(config.shape[Sort::thread]) +
                                " is more than a mutex has places for requests that wait: up to " + std::to_string(most_waiting) +
                                " threads in all are accepted");
    if (config.shadow == Shadow::of_any_store && config.asks() && !config.every_store && config.cpu_count() > 0)
        throw model::UsageError(
            "of-any-store without every-store: a store that hits would leave the entry of the ROB's head in the MRF for good. "
            "every-store or repaired is accepted with it");
    if (config.mutexes == 3)
        throw model::UsageError(
            "mutexes=3: a mutex is named by low bits of a block's address, so a power of two is accepted: 1, 2, 4");
}

}  // namespace tandem::lsc
