// The directory protocol: a cache in each core, a directory in each bank of L2, and three virtual networks; and what it promises.
#pragma once

#include "msi/cache.hpp"
#include "msi/directory.hpp"
#include "protocols/baseline/specification.hpp"
#include "specs/usual_properties.hpp"

namespace tandem::msi {

template <class D, class W>
struct DirectoryProtocol : baseline::SmsAndBanks<D, Config, Message<D, W>> {
    using Outcome = typename W::Outcome;
    using Nodes = std::tuple<Cache<D, W>, Directory<D, W>>;

    enum Network { requests, forwards, responses };
    static int network(const Message<D, W>& m) {
        using Kind = typename W::Kind;
        const Kind kind = model::enumerator(m.kind);
        if (kind == Kind::FwdGetS || kind == Kind::FwdGetM || kind == Kind::Inv || kind == Kind::PutAck) return forwards;
        return kind == Kind::InvAck || (W::has_data(kind) && kind != Kind::PutM) ? responses : requests;
    }
    static bool requests_block(const Message<D, W>& m) { return m.kind == W::Kind::GetS || m.kind == W::Kind::GetM; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config) {
        using enum NodeKind;
        const int c = config.capacity;
        return {{sm, l2, true, c, requests},
                {l2, sm, true, c, forwards},
                {l2, sm, true, c, responses},
                {sm, l2, true, c, responses},
                {sm, sm, true, c, responses}};
    }
};

template <class D>
struct Msi : DirectoryProtocol<D, Words> {};

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    specs::add_usual_properties<Monitor>(
        system, baseline::ReadableCopies{}, baseline::CurrentValue{},
        [](auto outcome, const Config& c) { return c.shape[Sort::core] > 1 && baseline::expected(outcome, c); });
    specs::add_writer_alone(system, baseline::CopiesNow<true>{});
    if constexpr (model::finite<typename System::D>) baseline::add_issue_order(system);
}

}  // namespace tandem::msi
