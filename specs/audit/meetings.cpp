#include "specs/audit/meetings.hpp"

#include <utility>

namespace tandem::audit {

using model::Scope;

Id Meetings::add(Trace& trace, Kind kind, std::uint32_t thread, std::uint32_t line, Scope scope) const {
    trace.synchronizations.resize(trace.operations.size());
    trace.operations.push_back({0, 0, thread, 0, line, kind});
    const auto order = kind == Kind::fence  ? model::Order::plain
                       : kind == Kind::swap ? model::Order::acquire_release
                                            : model::Order::acquire;
    trace.synchronizations.push_back({order, scope, false, launch_});
    if (!trace.times.empty()) trace.times.push_back({});
    return static_cast<Id>(trace.operations.size()) - 1;
}

void Meetings::barrier(Trace& trace, std::uint32_t thread, std::uint32_t line) {
    acts(trace, thread, line);
    add(trace, Kind::fence, thread, line, Scope::wg);
    barriers_.push_back(add(trace, Kind::swap, thread, line, Scope::wg));
    add(trace, Kind::load, thread, line, Scope::wg);
    add(trace, Kind::fence, thread, line, Scope::wg);
}

void Meetings::launch(Trace& trace, std::uint32_t line) {
    std::vector<Id> came;
    for (const std::uint32_t t : std::exchange(acting_, {})) {
        add(trace, Kind::fence, t, line, Scope::sys);
        came.push_back(add(trace, Kind::swap, t, line, Scope::sys));
    }
    ++launch_;
    if (came.empty()) return;  // in a launch that has done nothing; the next goes on from the one before
    came_.push_back(std::move(came));
    goes_on_.emplace_back();
}

void Meetings::acts(Trace& trace, std::uint32_t thread, std::uint32_t line) {
    if (thread >= last_launch_.size()) last_launch_.resize(thread + 1, 0);
    if (std::exchange(last_launch_[thread], launch_ + 1u) == launch_ + 1u) return;
    acting_.push_back(thread);
    if (goes_on_.empty()) return;
    goes_on_.back().push_back(add(trace, Kind::load, thread, line, Scope::sys));
    add(trace, Kind::fence, thread, line, Scope::sys);
}

void Meetings::join(Trace& trace, const std::function<std::uint32_t(const std::string&)>& address_of) {
    // Those who come count on from `count`; the number is what the others load.
    const auto meet = [&](const std::vector<Id>& came, std::uint32_t address, std::uint64_t& count, Id& latest) {
        for (const Id swap : came) {
            Operation& o = trace.operations[swap];
            o.address = address;
            o.reads = count++;
            o.writes = count;
            if (latest != none) trace.replaced.push_back({latest, swap});
            latest = swap;
        }
    };
    const auto go_on = [&](Id load, std::uint32_t address, std::uint64_t count) {
        trace.operations[load].address = address;
        trace.operations[load].reads = count;
    };
    for (std::size_t l = 0; l < came_.size(); ++l) {
        const std::uint32_t address = address_of("launch." + std::to_string(l + 1));
        std::uint64_t count = 0;
        Id latest = none;
        meet(came_[l], address, count, latest);
        for (const Id load : goes_on_[l]) go_on(load, address, count);
    }
    // By group, launch and round: those who come there.
    std::map<std::tuple<std::uint64_t, std::uint16_t, std::uint32_t>, std::vector<Id>> rounds;
    std::map<std::pair<std::uint32_t, std::uint16_t>, std::uint32_t> passed;  // by a thread in a launch
    for (const Id swap : barriers_) {
        const Operation& o = trace.operations[swap];
        const std::uint64_t group = trace.seat(o.thread).group;
        if (group == nowhere) throw BadTrace(o.line, "this is a barrier of a thread that has no group");
        const std::uint16_t launch = trace.synchronizations[swap].launch;
        rounds[{group, launch, passed[{o.thread, launch}]++}].push_back(swap);
    }
    std::map<std::uint64_t, std::pair<std::uint64_t, Id>> counted;  // of each group, and who came last
    for (const auto& [round, came] : rounds) {
        const std::uint64_t group = std::get<0>(round);
        const std::uint32_t address = address_of("barrier." + std::to_string(group));
        auto& [count, latest] = counted.try_emplace(group, 0, none).first->second;
        meet(came, address, count, latest);
        for (const Id swap : came) go_on(swap + 1, address, count);
    }
}

}  // namespace tandem::audit
