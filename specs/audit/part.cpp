#include "specs/audit/part.hpp"

#include <algorithm>

namespace tandem::audit {

Part Parts::of(const std::vector<Id>& kept) {
    if (use_.empty()) {
        use_.assign(trace_.operations.size(), no);
        address_.assign(trace_.addresses, none);
        std::vector<std::uint64_t> newest(trace_.threads, 0);
        for (Id i = 0; i < trace_.times.size(); ++i) {
            std::uint64_t& begin = newest[trace_.operations[i].thread];
            if (trace_.times[i].begin != no_time) begin = std::max(begin, trace_.times[i].begin);
            begun_.push_back(begin);
        }
    }
    Part part;
    for (const Id id : kept) {
        const Operation& o = trace_.operations[id];
        const bool unclear = o.loads() && m_.source[id] == none;
        if (unclear && !o.stores()) continue;
        if (use_[id] == no) part.origin.push_back(id);
        use_[id] = std::max<std::uint8_t>(use_[id] == as_store ? std::uint8_t{no} : use_[id],
                                          unclear ? std::uint8_t{as_store} : std::uint8_t{as_it_is});
        if (unclear || !o.loads() || m_.source[id] == initial) continue;
        const Id source = m_.source[id];
        if (use_[source] != no) continue;
        use_[source] = as_store;
        part.origin.push_back(source);
    }
    std::sort(part.origin.begin(), part.origin.end());
    Trace& t = part.trace;
    t.threads = trace_.threads;
    t.seats = trace_.seats;
    std::vector<std::uint32_t> addresses;
    for (const Id id : part.origin) {
        Operation o = trace_.operations[id];
        if (o.kind == Kind::swap && use_[id] == as_store) o.kind = Kind::store;
        if (o.kind != Kind::fence) {
            std::uint32_t& address = address_[o.address];
            if (address == none) {
                address = static_cast<std::uint32_t>(addresses.size());
                addresses.push_back(o.address);
            }
            o.address = address;
        }
        t.operations.push_back(o);
        if (!trace_.times.empty()) {
            Times times = trace_.times[id];
            if (begun_[id] > 0 && (times.end == no_time || times.end >= begun_[id])) times.begin = begun_[id];
            t.times.push_back(times);
        }
        if (trace_.synchronizations.empty()) continue;
        Synchronization how = trace_.synchronizations[id];
        // A swap that becomes a store acquires nothing.
        if (o.kind == Kind::store && how.acquires()) how.order = how.releases() ? model::Order::release : model::Order::relaxed;
        t.synchronizations.push_back(how);
    }
    t.addresses = static_cast<std::uint32_t>(addresses.size());
    for (Final f : trace_.finals) {
        const Class c = m_.last_value[f.address];
        if (address_[f.address] == none || m_.writers[c] != 1) continue;
        const bool its_store_is_here = c == m_.at_first[f.address] || std::any_of(part.origin.begin(), part.origin.end(),
                                                                                  [&](Id id) { return m_.written[id] == c; });
        f.address = address_[f.address];
        if (its_store_is_here) t.finals.push_back(f);
    }
    for (const std::uint32_t a : addresses) address_[a] = none;
    for (const Id id : part.origin) use_[id] = no;
    return part;
}

}  // namespace tandem::audit
