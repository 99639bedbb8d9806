#include "protocols/rsp/settings.hpp"

namespace tandem::rsp {

using model::Sort;

namespace {

using Word = model::Settings<Setup>::Word;

/// The three repairs, each by itself or all.
std::vector<Word> repairs() {
    const auto late = [](Setup& s) { s.acquire_invalidates = AcquireInvalidates::after; };
    const auto release = [](Setup& s) { s.remote_release = RemoteRelease::promotes; };
    const auto acquire = [](Setup& s) { s.remote_acquire = RemoteAcquire::stalls; };
    return {{"published", "as the paper has it", [](Setup&) {}, model::Promise::none},
            {"repaired", "with all three repairs", [=](Setup& s) { late(s), release(s), acquire(s); }},
            {"late-invalidation", "one repair: an acquire invalidates its L1 when its access has been performed, not before",
             late, model::Promise::none},
            {"promoting-release", "one repair: a remote release flushes and stalls the other L1s first, as rm_ar does", release,
             model::Promise::none},
            {"stalling-acquire", "one repair: a remote acquire stalls synchronization at the other L1s, as rm_ar does", acquire,
             model::Promise::none}};
}

std::string repairs_of(const Setup& s) {
    std::vector<std::string> all;
    if (s.acquire_invalidates == AcquireInvalidates::after) all.push_back("late-invalidation");
    if (s.remote_release == RemoteRelease::promotes) all.push_back("promoting-release");
    if (s.remote_acquire == RemoteAcquire::stalls) all.push_back("stalling-acquire");
    return all.empty() ? "published" : all.size() == 3 ? "repaired" : model::join(all, ",");
}

/// Throws UsageError for settings that several components do not support.
void check_components(const Config& config) {
    if (config.components > 1 && (config.memory || config.banks > 1))
        throw model::UsageError(
            "components=" + std::to_string(config.components) +
            " have an L2 of one bank each and memory behind it anyway: without banks and memory the shape is accepted");
}

}  // namespace

const model::Settings<Setup>& settings() {
    static const auto all =
        model::Settings<Setup>("rsp")
            .group("description", repairs(), repairs_of)
            .choice("dirty data in an L1 that is invalidated (2.3, 3.2)", &Config::invalidation,
                    {{Invalidation::keeps_writes, "cannot be read any more, and are written through in their turn"},
                     {Invalidation::forgets_writes, "are lost: broken", model::Promise::none}})
            .choice("synchronization stalls (4.3)", &Config::stalls_from,
                    {{StallsFrom::arrival, "from the flush marker's arrival"},
                     {StallsFrom::head, "from when it is at the FIFO's head: broken", model::Promise::none}})
            .extent("cus", Sort::core, "compute units with a work-group each", 1, 4)
            .extent("wavefronts", Sort::thread, "of each CU, at most 4 in all", 1, 4)
            .extent("blocks", Sort::address,
                    "2 at least for programs that share: the last is the synchronization location, the others hold data", 1, 4)
            .extent("values", Sort::value, "data values; turns need as many as there are wavefronts, and 3 suffice", 2, 4)
            .number("writes", &Config::writes, 1, 4, "that the FIFO of an L1 holds")
            .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
            .number("banks", &Config::banks, 1, 2, "of L2")
            .number("fetches", &Config::fetches, 0, 4, "blocks that an L1 may fetch by itself")
            .flag("memory", &Config::memory, "1: L2 has memory behind it")
            .flag("evictions", &Config::evictions, "0: caches with a FIFO have room for all blocks, and evict none")
            .number("components", &Config::components, 1, 4,
                    "GPUs with an L2 each, among which the compute units are divided: several have memory and the system's scope "
                    "in common")
            .shown_if([](const Setup& s) { return s.components > 1; })
            .number("cus_of_each", &Config::cus_of_each, 1, 4,
                    "compute units of each component but the last; else they are divided evenly")
            .shown_if([](const Setup& s) { return s.components > 1 && s.cus_of_each * s.components != s.shape[Sort::core]; })
            .several(
                "sharing", [](Setup & s) -> auto& { return s.rules.sharing; },
                "how wavefronts share data: local, global, apart or component (specs/ownership.hpp); several as in local/global")
            .of_programs()
            .several(
                "passing", [](Setup & s) -> auto& { return s.rules.passing; }, "how data pass from one to the next: lock, turns")
            .of_programs()
            .number(
                "looks", [](Setup& s) -> bool& { return s.rules.looks; }, 0, 1, "1: wavefronts look at a lock without taking it")
            .of_programs()
            .number(
                "beyond", [](Setup& s) -> bool& { return s.rules.home_beyond; }, 0, 1,
                "1: the work-group that a lock belongs to uses component scope as well")
            .of_programs()
            .shape("tiny", "cus=2,wavefronts=1,blocks=2,values=3")
            .shape("small", "cus=2,wavefronts=2,blocks=2,values=3")
            .wide("wide", "cus=2,wavefronts=2,blocks=2,values=3")
            .wide("wide-components", "cus=4,wavefronts=1,components=2,blocks=2,values=2");
    return all;
}

void complete(Setup& s, const model::Said& said) {
    const auto text = [](int n) { return std::to_string(n); };
    const int cus = s.shape[Sort::core], wavefronts = s.shape[Sort::thread];
    s.atomics = true;
    // Programs that reach a work-group of another component have many more states.
    if (!said("sharing")) s.rules.sharing = {s.components == 1 ? specs::Sharing::local : specs::Sharing::global};
    if (cus * wavefronts > baseline::most_waiting)
        throw model::UsageError("cus=" + text(cus) + " times wavefronts=" + text(wavefronts) +
                                " is more than L2 has places for requests that wait: up to " + text(baseline::most_waiting) +
                                " wavefronts in all are accepted");
    if (!said("cus_of_each")) {
        if (cus % s.components != 0)
            throw model::UsageError("cus=" + text(cus) + " compute units cannot be divided evenly among components=" +
                                    text(s.components) + ": a multiple is accepted, or cus_of_each=...");
        s.cus_of_each = cus / s.components;
    }
    if (s.cus_of_each * s.components < cus)
        throw model::UsageError("components=" + text(s.components) + " of cus_of_each=" + text(s.cus_of_each) +
                                " compute units have no room for cus=" + text(cus));
    check_components(s);
    if (s.components == 1 &&
        std::find(s.rules.sharing.begin(), s.rules.sharing.end(), specs::Sharing::component) != s.rules.sharing.end())
        throw model::UsageError(
            "sharing=component is of a component that shares with another: with components=2 or more it is accepted, and for one "
            "sharing=global is the same");
    s.rules.components = s.components;
    s.rules.cores_of_component = s.cus_of_each;
    s.rules.cores = cus;
    s.rules.threads = wavefronts;
    s.rules.blocks = s.shape[Sort::address];
}

void Config::for_programs(specs::ProgramNeeds& needs) {
    baseline::Config::for_programs(needs);
    needs.components.count = components = std::max(components, needs.components.count);
    cus_of_each = needs.components.cores_of_each;
    every_order = true;
    check_components(*this);
    // An L1's clean line of a block tells nobody but those who load it there; an L2's, the other compute units of its component
    // as well.
    fetches_any = needs.loads.empty();
    fetched = {};
    for (std::size_t cu = 0; cu < needs.loads.size(); ++cu)
        for (std::size_t other = 0; other < needs.loads.size(); ++other)
            if (cu == other || (components > 1 && cu / static_cast<std::size_t>(cus_of_each) ==
                                                      other / static_cast<std::size_t>(cus_of_each)))
                fetched[cu] |= needs.loads[other];
}

const specs::SharingRules& rules(const Setup& setup) {
    if (setup.shape[Sort::address] < 2)
        throw model::UsageError(
            "blocks=1 is the synchronization location, and leaves none for the data that programs share: 2 to 4 are accepted");
    return setup.rules;
}

}  // namespace tandem::rsp
