// Who watches a run event by event: recorders, which replay it elsewhere, and monitors.
#pragma once

#include "model/system.hpp"
#include "perfsim/cache.hpp"

namespace tandem::perfsim {

/// The action of a node that takes none.
struct NoAction {
    enum class Kind : std::uint8_t { none };
    BOOST_DESCRIBE_NESTED_ENUM(Kind, none)
    Kind kind{};
    Block block{};
    BOOST_DESCRIBE_CLASS(NoAction, (), (), (), ())
};
template <class N>
struct ActionOf {
    using type = NoAction;
};
template <model::TakesActions N>
struct ActionOf<N> {
    using type = typename N::Action;
};

/// Told of every event of the checked system that the machine chooses, after it has happened: node number `node` of kind K did
/// something and is now in the state `after`. Stalls are not told, for nothing happens.
template <class P>
class Observer {
public:
    using Core = std::tuple_element_t<0, typename P::Nodes>;
    using Bank = std::tuple_element_t<1, typename P::Nodes>;
    using Message = typename P::Message;

    virtual ~Observer() = default;
    virtual void accessed(int, const typename Core::Operation&, const Core&) {}
    virtual void acted(int, const typename ActionOf<Core>::type&, const Core&) {}
    virtual void acted(int, const typename ActionOf<Bank>::type&, const Bank&) {}
    /// `from` is the sender's number: a core has most from banks, and a bank from cores.
    virtual void received(int, int from, const Message&, const Core&) { static_cast<void>(from); }
    virtual void received_from_core(int, int from, const Message&, const Core&) { static_cast<void>(from); }
    virtual void received(int, int from, const Message&, const Bank&) { static_cast<void>(from); }
    virtual void received_from_bank(int, int from, const Message&, const Bank&) { static_cast<void>(from); }
    /// The protocol's own events, while a handler runs.
    virtual void event(const model::Event<Timed>&) {}
};

}  // namespace tandem::perfsim
