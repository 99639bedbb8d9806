// MESI: MSI whose only reader may write without asking (Nagarajan et al., 8.3). The text is that of examples/msi; `Words`
// differs.
#pragma once

#include "msi/protocol.hpp"

namespace tandem::mesi {

using msi::Config, msi::NodeKind;

BOOST_DEFINE_FIXED_ENUM_CLASS(State, std::uint8_t,
    invalid, shared, exclusive /* E */, modified, reading_awaits_data, writing_awaits_data_and_acks, writing_awaits_acks,
    upgrading_awaits_data_and_acks, upgrading_awaits_acks, modified_put_awaits_ack /* also EI_A */, shared_put_awaits_ack,
    invalid_put_awaits_ack)

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    GetS, GetM, PutS, PutE, PutM, FwdGetS, FwdGetM, Inv, PutAck, Data, ExclusiveData, InvAck)

struct Words {
    using State = mesi::State;
    using Kind = mesi::MessageKind;
    using Outcome = msi::Outcome;
    static constexpr bool has_data(Kind kind) { return kind == Kind::Data || kind == Kind::ExclusiveData || kind == Kind::PutM; }
    static bool writable(const auto& state) { return state == State::exclusive || state == State::modified; }
    static Kind put(const auto& state) {
        return state == State::exclusive ? Kind::PutE : state == State::modified ? Kind::PutM : Kind::PutS;
    }
    static State read(const auto& kind) { return kind == Kind::ExclusiveData ? State::exclusive : State::shared; }
    static constexpr Kind to_only_reader = Kind::ExclusiveData;
};

template <class D>
struct Mesi : msi::DirectoryProtocol<D, Words> {};

using msi::add_properties;

}  // namespace tandem::mesi
