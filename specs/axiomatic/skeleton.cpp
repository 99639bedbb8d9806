#include "specs/axiomatic/skeleton.hpp"

#include <algorithm>
#include <stdexcept>

#include "specs/litmus/ptx6_tags.hpp"

namespace tandem::specs {

namespace {

constexpr std::string_view membar = "membar.";

}  // namespace

Skeleton::Skeleton(const Test& test, std::span<const ThreadRun* const> runs) : test_(test), runs_(runs.begin(), runs.end()) {
    std::size_t size = test.locations.size();
    for (const ThreadRun* run : runs) size += run->events.size();
    if (size > static_cast<std::size_t>(max_events)) throw std::length_error("an execution has more than 64 events");
    events_.reserve(size);
    for (std::size_t l = 0; l < test.locations.size(); ++l)
        events_.push_back({MemoryEvent::Kind::write, -1, static_cast<int>(l), test.memory[l], -1});
    for (const ThreadRun* run : runs) {
        first_.push_back(static_cast<int>(events_.size()));
        events_.insert(events_.end(), run->events.begin(), run->events.end());
    }
    first_.push_back(static_cast<int>(events_.size()));
    po_ = Relation(this->size());
    for (std::size_t t = 0; t + 1 < first_.size(); ++t)
        for (int e = first_[t]; e < first_[t + 1]; ++e) po_.row(e) = all_events(first_[t + 1]) & ~all_events(e + 1);
}

EventSet Skeleton::of_kind(MemoryEvent::Kind kind) const {
    EventSet set = 0;
    for (int e = 0; e < size(); ++e)
        if (events_[static_cast<std::size_t>(e)].kind == kind) set |= EventSet{1} << e;
    return set;
}

EventSet Skeleton::set(const std::string& name) const {
    using enum MemoryEvent::Kind;
    if (name == "IW") return initial();
    if (name == "M") return of_kind(read) | of_kind(write);
    if (name == "Global" || name == "Shared") return in_region(name == "Shared");
    if (name == "Exp") return of_kind(read) | of_kind(write);
    if (name == "R" || name == "W") return of_kind(name == "R" ? read : write);
    if (name == "F")  // a barrier without an order is no fence, nor is what makes all of a device available or visible
        return of_kind(fence) & ~(tagged("CBAR") & ~(tagged("ACQ") | tagged("REL"))) &
               ~(tagged("AVDEVICE") | tagged("VISDEVICE"));
    return tagged(name);
}

EventSet Skeleton::in_region(bool shared) const {
    EventSet set = 0;
    for (int e = 0; e < size(); ++e)
        if (const int l = events_[static_cast<std::size_t>(e)].location;
            l >= 0 && (test_.regions[static_cast<std::size_t>(l)] == "shared") == shared)
            set |= EventSet{1} << e;
    return set;
}

EventSet Skeleton::tagged(const std::string& tag) const {
    const bool of_ptx6 = test_.language == "GPU_PTX" && tag[0] >= 'A' && tag[0] <= 'Z';
    EventSet set = 0;
    for (int e = 0; e < size(); ++e)
        if (const auto of = test_.location_tags.find(events_[static_cast<std::size_t>(e)].location);
            of != test_.location_tags.end() && of->second.contains(tag))
            set |= EventSet{1} << e;
    for (int e = static_cast<int>(test_.locations.size()); e < size(); ++e) {
        const MemoryEvent& event = events_[static_cast<std::size_t>(e)];
        const Instruction& i = *instruction(e);
        const auto has = [&](const std::vector<std::string>& tags) {
            return std::find(tags.begin(), tags.end(), tag) != tags.end();
        };
        if (of_ptx6 && has(ptx6_tags(i))) set |= EventSet{1} << e;
        if (has(i.tags) || (event.kind == MemoryEvent::Kind::read && has(i.read_tags)) ||
            (event.kind == MemoryEvent::Kind::write && has(i.write_tags)))
            set |= EventSet{1} << e;
    }
    return set;
}

const Instruction* Skeleton::instruction(int e) const {
    const MemoryEvent& event = events_[static_cast<std::size_t>(e)];
    if (event.thread < 0) return nullptr;
    return &test_.threads[static_cast<std::size_t>(event.thread)].instructions[static_cast<std::size_t>(event.instruction)];
}

int Skeleton::group(int e, const char* level) const {
    const auto groups = test_.scopes.find(level);
    const int thread = events_[static_cast<std::size_t>(e)].thread;
    return thread < 0 || groups == test_.scopes.end() ? -1 : groups->second[static_cast<std::size_t>(thread)];
}

Relation Skeleton::in_each_others_scope() const {
    const EventSet cta = tagged("CTA"), gpu = tagged("GPU"), sys = tagged("SYS");
    const auto of_level = [&](const char* level) {
        const auto groups = test_.scopes.find(level);
        return groups == test_.scopes.end() ? Relation(size()) : same_group(groups->second);
    };
    const Relation of_cta = of_level("cta"), of_gpu = of_level("gl");
    Relation r(size());
    for (int e = first_[0]; e < size(); ++e)
        r.row(e) = cta >> e & 1   ? of_cta.row(e)
                   : gpu >> e & 1 ? of_gpu.row(e)
                   : sys >> e & 1 ? all_events(size()) & ~initial()
                                  : 0;
    r &= r.inverse();
    return r;
}

/// A CTA's, or a workgroup's as Vulkan calls it.
bool Skeleton::at_one_barrier(int a, int b) const {
    for (const char* level : {"cta", "wg"})
        if (group(a, level) >= 0 && group(a, level) == group(b, level)) return true;
    return false;
}

bool Skeleton::synchronizes(int a, int b) const {
    const auto value = [&](int e) { return events_[static_cast<std::size_t>(e)].value; };
    const auto is_same = [&](int one, int other) {
        return instruction(one)->barrier == instruction(other)->barrier && value(one) == value(other);
    };
    // A barrier begins anew once all have come, so those wait for each other who have come equally often.
    const auto turn = [&](int e) {
        int turns = 0;
        for (int past = first_[static_cast<std::size_t>(events_[static_cast<std::size_t>(e)].thread)]; past <= e; ++past)
            if (is_same(past, e)) ++turns;
        return turns;
    };
    return instruction(a)->barrier >= 0 && is_same(a, b) && at_one_barrier(a, b) && turn(a) == turn(b);
}

std::vector<std::pair<int, int>> Skeleton::fences_to_order() const {
    const EventSet fences = tagged("SC") & of_kind(MemoryEvent::Kind::fence);
    const Relation scopes = in_each_others_scope();
    std::vector<std::pair<int, int>> pairs;
    for (int a = 0; a < size(); ++a)
        for (int b = a + 1; b < size(); ++b)
            if (fences >> a & 1 && fences >> b & 1 && scopes.has(a, b)) pairs.emplace_back(a, b);
    return pairs;
}

bool Skeleton::hangs() const {
    const auto groups = std::find_if(test_.scopes.begin(), test_.scopes.end(),
                                     [](const auto& level) { return level.first == "cta" || level.first == "wg"; });
    if (groups == test_.scopes.end()) return false;
    const std::vector<int>& of = groups->second;
    const EventSet arrivals = tagged("ARRIVE");  // which do not wait
    for (int e = first_[0]; e < size(); ++e) {
        const int barrier = instruction(e)->barrier;
        const int here = of[static_cast<std::size_t>(events_[static_cast<std::size_t>(e)].thread)];
        if (barrier < 0 || here < 0 || (arrivals >> e & 1)) continue;
        for (std::size_t t = 0; t < test_.threads.size(); ++t) {
            const auto& instructions = test_.threads[t].instructions;
            const auto is_it = [&](const Instruction& i) { return i.barrier == barrier; };
            if (of[t] != here || std::none_of(instructions.begin(), instructions.end(), is_it)) continue;
            bool comes = false;  // a thread that names another resource waits for others, and not here
            for (int other = first_[t]; other < first_[t + 1]; ++other) comes = comes || is_it(*instruction(other));
            if (!comes) return true;
        }
    }
    return false;
}

Relation Skeleton::separated_by(EventSet set) const {
    Relation r(size());
    for (EventSet s = set; s; s &= s - 1) {
        const int f = std::countr_zero(s);
        for (int e = 0; e < f; ++e)
            if (po_.has(e, f)) r.row(e) |= po_.row(f);
    }
    return r;
}

Relation Skeleton::dependency(std::vector<std::uint64_t> ThreadRun::*kind) const {
    Relation r(size());
    for (std::size_t t = 0; t < runs_.size(); ++t)
        for (std::size_t e = 0; e < runs_[t]->events.size(); ++e)
            for (std::uint64_t from = ((*runs_[t]).*kind)[e]; from; from &= from - 1)
                r.add(first_[t] + std::countr_zero(from), first_[t] + static_cast<int>(e));
    return r;
}

Relation Skeleton::same_group(const std::vector<int>& groups) const {
    Relation r(size());
    for (std::size_t t = 0; t + 1 < first_.size(); ++t) {
        EventSet members = 0;
        for (std::size_t u = 0; u + 1 < first_.size(); ++u)
            if (groups[t] >= 0 && groups[t] == groups[u]) members |= all_events(first_[u + 1]) & ~all_events(first_[u]);
        for (int e = first_[t]; e < first_[t + 1]; ++e) r.row(e) = members;
    }
    return r;
}

// Either the accesses of one instruction in several lanes, or wavefront program order.
Relation Skeleton::in_wavefront(bool lockstep) const {
    const std::vector<int>* wavefronts = test_.wavefronts();
    const Relation same = wavefronts ? same_group(*wavefronts) : Relation(size());
    Relation r(size());
    const auto at = [&](int e) -> const Instruction& {
        const MemoryEvent& event = events_[static_cast<std::size_t>(e)];
        return test_.threads[static_cast<std::size_t>(event.thread)].instructions[static_cast<std::size_t>(event.instruction)];
    };
    for (int a = first_[0]; a < size(); ++a)
        for (int b = first_[0]; b < size(); ++b) {
            const bool one_thread = events_[static_cast<std::size_t>(a)].thread == events_[static_cast<std::size_t>(b)].thread;
            if (one_thread) {
                if (!lockstep && po_.has(a, b)) r.add(a, b);
                if (po_.has(a, b) && at(a).row > at(b).row && std::popcount(same.row(a)) > std::popcount(same_thread(a)))
                    throw std::domain_error(
                        "a wavefront of several threads has a loop: which of its turns are in lockstep is not defined");
            } else if (same.has(a, b) && (lockstep ? at(a).row == at(b).row : at(a).row < at(b).row)) {
                r.add(a, b);
            }
        }
    return r;
}

EventSet Skeleton::same_thread(int e) const {
    const auto t = static_cast<std::size_t>(events_[static_cast<std::size_t>(e)].thread);
    return all_events(first_[t + 1]) & ~all_events(first_[t]);
}

std::optional<Relation> Skeleton::relation(const std::string& name) const {
    const int n = size();
    if (name == "po") return po_;
    if (name == "id") return Relation::identity(all_events(n), n);
    if (name == "loc" || name == "po-loc") {
        Relation r(n);
        for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b)
                if (const int l = events_[static_cast<std::size_t>(a)].location;
                    l >= 0 && l == events_[static_cast<std::size_t>(b)].location)
                    r.add(a, b);
        if (name == "po-loc") r &= po_;
        return r;
    }
    if (name == "int" || name == "ext") {
        Relation r(n);
        for (int a = 0; a < n; ++a)
            for (int b = 0; b < n; ++b)
                if (const int t = events_[static_cast<std::size_t>(a)].thread;
                    t >= 0 && t == events_[static_cast<std::size_t>(b)].thread)
                    r.add(a, b);
        return name == "int" ? r : r.complement();
    }
    if (name == "addr") return dependency(&ThreadRun::address);
    if (name == "data") return dependency(&ThreadRun::data);
    if (name == "ctrl") return dependency(&ThreadRun::control);
    if (name == "rmw" || name == "atom" || name == "amo" || name == "lxsx" || name == "iico_data") {
        Relation r(n);
        for (std::size_t t = 0; t < runs_.size(); ++t)
            for (std::size_t e = 0; e < runs_[t]->events.size(); ++e)
                if (const int read = runs_[t]->atomic[e]; read >= 0) {
                    const bool one = runs_[t]->events[e].instance == runs_[t]->events[static_cast<std::size_t>(read)].instance;
                    if (one ? name != "lxsx" : name != "amo" && name != "iico_data")
                        r.add(first_[t] + read, first_[t] + static_cast<int>(e));
                }
        return r;
    }
    if (name == "same-instance") {
        Relation r = Relation::identity(all_events(n), n);
        for (int a = first_[0]; a < n; ++a)
            for (int b = first_[0]; b < n; ++b) {
                const MemoryEvent &one = events_[static_cast<std::size_t>(a)], &other = events_[static_cast<std::size_t>(b)];
                if (one.thread == other.thread && one.instance == other.instance) r.add(a, b);
            }
        return r;
    }
    if (name == "rcu-rscs") {  // from the lock to the unlock of an outermost critical section
        const EventSet locks = tagged("Rcu-lock"), unlocks = tagged("Rcu-unlock");
        Relation r(n);
        for (std::size_t t = 0; t + 1 < first_.size(); ++t) {
            int depth = 0, outermost = -1;
            for (int e = first_[t]; e < first_[t + 1]; ++e) {
                if (locks >> e & 1 && depth++ == 0) outermost = e;
                if (unlocks >> e & 1 && depth > 0 && --depth == 0) r.add(outermost, e);
            }
        }
        return r;
    }
    if (name == "sr") {
        if ((test_.language != "PTX" && test_.language != "GPU_PTX") || !test_.scopes.contains("cta")) return std::nullopt;
        return in_each_others_scope();
    }
    if (name == "ssg" || name == "swg" || name == "sqf" || name == "sdv") {
        const auto groups = test_.scopes.find(name == "sdv" ? "dev" : name.substr(1));
        if (groups == test_.scopes.end()) return std::nullopt;
        return same_group(groups->second);
    }
    if (name == "ssw") {
        Relation r(n);
        for (const auto& [one, other] : test_.system_order) {
            const auto first = static_cast<std::size_t>(one), second = static_cast<std::size_t>(other);
            for (int e = first_[first]; e < first_[first + 1]; ++e)
                r.row(e) |= all_events(first_[second + 1]) & ~all_events(first_[second]);
        }
        return r;
    }
    if (name == "scta" || name == "syncbar" || name == "vloc") {
        const EventSet arrivals = tagged("ARRIVE");
        const auto related = [&](int a, int b) {
            if (name == "scta") return group(a, "cta") >= 0 && group(a, "cta") == group(b, "cta");
            if (name == "syncbar") return synchronizes(a, b) && !(arrivals >> b & 1);
            const MemoryEvent &one = events_[static_cast<std::size_t>(a)], &other = events_[static_cast<std::size_t>(b)];
            return one.location >= 0 && one.location == other.location && instruction(a)->reference == instruction(b)->reference;
        };
        Relation r(n);
        for (int a = first_[0]; a < n; ++a)
            for (int b = first_[0]; b < n; ++b)
                if (related(a, b)) r.add(a, b);
        return r;
    }
    if (name == "lockstep" || name == "wpo") return in_wavefront(name == "lockstep");
    if (name.starts_with(membar)) return separated_by(tagged(name.substr(membar.size())) & of_kind(MemoryEvent::Kind::fence));
    if (const auto level = test_.scopes.find(name); level != test_.scopes.end() && name != "sys")
        return same_group(level->second);
    if (name == "sys") return Relation::product(all_events(n), all_events(n), n);
    return std::nullopt;
}

}  // namespace tandem::specs
