// Why race-free programs see the latest data under remote-scope promotion, in the words of 4.2. `check --lemmas` judges these
// lemmas, and proofs try them first.
//
// They hold for the repaired protocol with one L2 without memory behind it, and channels of one message; for other variants some
// are false.
#pragma once

#include <algorithm>

#include "protocols/rsp/lemmas_of_l1.hpp"
#include "protocols/rsp/lemmas_of_location.hpp"
#include "protocols/rsp/lemmas_of_promotions.hpp"
#include "protocols/rsp/lemmas_of_sharing.hpp"

namespace tandem::rsp {

/// `System` is the explicit one or that of proofs, of one component and with its monitor.
template <class System>
void add_lemmas(System& system, const specs::SharingRules& rules) {
    if (system.config().banks > 1 || system.config().memory) return;
    const auto add = [&](const char* name, const char* sentence, auto lemma) {
        system.add_lemma(name, sentence, [rules, lemma]<class View, class Says>(const View& view, Says& says) {
            for (const specs::Sharing sharing : rules.sharing) {
                LemmaWords<View, Says> words(view, says, rules, sharing);
                lemma(words);
            }
        });
    };
    add("lines-kept", "an L1 has a line while it is readable or dirty, and no longer; one that is both has what was written",
        [](auto& it) { lines_kept(it); });
    add("fills-requested", "what an L1 has asked L2 for is noted in the MSHR until it comes",
        [](auto& it) { fills_requested(it); });
    add("markers-alone", "a FIFO holds one marker at a time", [](auto& it) { markers_alone(it); });
    add("markers-flush", "a promotion's marker is in a FIFO while L2 awaits that flush", [](auto& it) { markers_flush(it); });
    add("markers-last", "behind a marker stands only what an owner has written who is one still; behind a release nothing",
        [](auto& it) { markers_last(it); });
    add("releases-give-up", "a release's marker is of a wavefront that gives up the data",
        [](auto& it) { releases_give_up(it); });
    add("loads-wait", "a wavefront that waits for a load stands in one MSHR entry, and owns the data",
        [](auto& it) { loads_wait(it); });
    add("promotion-stalls",
        "synchronization stalls at an L1 from the marker's arrival until the remote operation is over there (4.3, 4.4.1)",
        [](auto& it) { synchronization_stalled(it); });
    add("commands-answered", "each command of L2's is under way once, and so is its answer",
        [](auto& it) { commands_answered(it); });
    add("one-sweep", "L2 has one promotion under way, the head of its queue", [](auto& it) { one_sweep(it); });
    if (rules.sharing.size() > 1 || rules.sharing[0] != specs::Sharing::global)
        add("remote-operations",
            "a remote operation is asked for, promoted, performed and told to others, one after the other (4.2)",
            [](auto& it) { remote_operations(it); });
    add("accesses-performed", "an access at L2 is sent once, and answered once", [](auto& it) { accesses_performed(it); });
    add("wavefronts-noted", "what a wavefront does is what the monitor notes of it", [](auto& it) { wavefronts_noted(it); });
    add("parties-known", "those who pass turns are the parties", [](auto& it) { parties_known(it); });
    add("latest-somewhere", "what owners stored last is dirty in one L1, or else on its way to L2, or else there",
        [](auto& it) { latest_somewhere(it); });
    add("newer-data-owned", "what an L1 holds and L2 has not is an owner's, or of one who gives it up and has not been flushed",
        [](auto& it) { newer_data_owned(it); });
    add("readable-is-fresh", "an owner's L1 can read only the latest data", [](auto& it) { readable_is_fresh(it); });
    add("location-in-l1", "L is in the L1 that it belongs to, and there it is as L2 has it unless newer",
        [](auto& it) { location_in_l1(it); });
    if (std::count(rules.passing.begin(), rules.passing.end(), specs::Passing::lock))
        add("lock-held", "a lock is free, or somebody owns the data, gives them up, or has found it free; never two of these",
            [](auto& it) { lock_held(it); });
    if (std::count(rules.passing.begin(), rules.passing.end(), specs::Passing::turns))
        add("turns-passed-on", "L holds whose turn it is, or, until the store that passes it on has been performed, whose it was",
            [](auto& it) { turns_passed_on(it); });
}

}  // namespace tandem::rsp
