// Observers of a run, event by event: recorders, which replay it elsewhere, and monitors.
#pragma once

#include "model/system.hpp"
#include "perfsim/cache.hpp"
#include "perfsim/kinds.hpp"

namespace tandem::perfsim {

/// The action type of a node without actions.
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

/// The path of a message: from which node to which.
struct Way {
    int from_kind = 0, from = 0;  // the kind of the sender, and its number
    int to = 0;                   // the receiver's number
};

/// The notifications about nodes of a kind, and of the kinds before it.
template <class P, int kind>
class ObservesKinds : public ObservesKinds<P, kind - 1> {
public:
    using Node = NodeOf<P, kind>;
    using ObservesKinds<P, kind - 1>::acted;
    using ObservesKinds<P, kind - 1>::received;
    virtual void acted(int, const typename ActionOf<Node>::type&, const Node&) {}
    virtual void received(const Way&, const typename P::Message&, const Node&) {}
};
template <class P>
class ObservesKinds<P, -1> {
public:
    virtual ~ObservesKinds() = default;
    struct Nobody {};
    void acted(Nobody) {}
    void received(Nobody) {}
};

template <class P, bool any>
struct CpuOf {
    struct type {};
    struct Operation {};
};
template <class P>
struct CpuOf<P, true> {
    using type = NodeOf<P, cpu_kind<P>>;
    using Operation = typename type::Operation;
};
/// A CPU's node, and what it accepts; nothing if there are none.
template <class P> using CpuNode = typename CpuOf<P, has_cpus<P>>::type;
template <class P> using OperationOfCpu = typename CpuOf<P, has_cpus<P>>::Operation;

/// Notified of every event of the checked system that the machine chooses, after it has happened, with the node's new state.
/// Stalls are not reported, since nothing happens.
template <class P>
class Observer : public ObservesKinds<P, kinds_of<P> - 1> {
public:
    using Core = NodeOf<P, 0>;
    using Bank = NodeOf<P, bank_kind<P>>;
    using Message = typename P::Message;

    virtual void accessed(int, const typename Core::Operation&, const Core&) {}
    /// The same of a CPU, by its number among them.
    virtual void accessed_by_cpu(int, const OperationOfCpu<P>&, const CpuNode<P>&) {}
    /// The protocol's own events, while a handler runs.
    virtual void event(const model::Event<Timed>&) {}
};

/// An observer that treats all kinds of nodes alike: `Self` has acted_by<kind>(i, action, node) and received_by<kind>(way,
/// message, node).
template <class P, class Self, int kind = kinds_of<P> - 1>
class ObservesAlike : public ObservesAlike<P, Self, kind - 1> {
public:
    using Node = NodeOf<P, kind>;
    using ObservesAlike<P, Self, kind - 1>::acted;
    using ObservesAlike<P, Self, kind - 1>::received;
    void acted(int i, const typename ActionOf<Node>::type& action, const Node& node) final {
        static_cast<Self*>(this)->template acted_by<kind>(i, action, node);
    }
    void received(const Way& way, const typename P::Message& message, const Node& node) final {
        static_cast<Self*>(this)->template received_by<kind>(way, message, node);
    }
};
template <class P, class Self>
class ObservesAlike<P, Self, -1> : public Observer<P> {};

}  // namespace tandem::perfsim
