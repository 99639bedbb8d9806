// Makes the handlers of a text, and the monitor that watches it, in the domain of any number of names (any_number.hpp). That they
// compile is all: nothing here runs. The context is that of step_context.hpp, without what tells a size: a configuration without
// a shape, and no number of a node.
#pragma once

#include "model/any_number.hpp"
#include "model/handlers.hpp"

namespace tandem::model {

/// A configuration whose shape says only what is no number of names. Functions of `Config` itself see the shape still: engines
/// ask them for each size (engines/uniformity.hpp), and show handlers other sizes (smt/uniformity_watch.hpp).
template <class Config>
struct Shapeless : Config {
    struct Hidden {
        int time_max = 1, horizon = 1, words = 1;
        template <class Sort>
        int operator[](Sort) const {
            static_assert(never<Sort>,
                          "a handler asks the shape for a number of names, and there may be any number of them "
                          "(any_number)");
            return 0;
        }
    };
    Hidden shape{};
};

template <class Protocol>
class UniformContext {
public:
    using D = typename Protocol::Domain;
    using Message = typename Protocol::Message;
    using Outcome = typename Protocol::Outcome;
    using NodeKind = typename Protocol::NodeKind;

    const Shapeless<typename Protocol::Config>& config() const { return *config_; }
    int index() const { return 0; }  // smt/uniformity_watch.hpp sees who asks
    Core<D> core() const { return {}; }
    Core<D> sender() const { return {}; }
    void send(NodeKind, int, const Message&) {}
    void send(NodeKind, Core<D>, const Message&) {}
    void did(Outcome) {}
    void stall(Outcome) {}
    void stall_until(Instant<D>, Outcome) {}
    static Instant<D> now() { return PhysicalTime::now(); }
    int choose(int) { return 0; }
    Moment<D> choose_moment(const MomentChoice&) { return {}; }

    void store_issued(Thread<D>, Address<D>, Value<D>) {}
    void load_issued(Thread<D>, Address<D>) {}
    void store_performed(Core<D>, Thread<D>, Address<D>, Value<D>, Moment<D>) {}
    void store_completed(Thread<D>, Address<D>, Moment<D>) {}
    void load_completed(Thread<D>, Address<D>, Value<D>, Moment<D>) {}
    void load_performed(Core<D>, Thread<D>, Address<D>, Value<D>, Moment<D>) {}
    void load_returned(Thread<D>, Address<D>, Value<D>, Moment<D>) {}
    void fence_passed(Thread<D>, const Enum<D, Order>& = {}) {}
    void memory_read(Address<D>) {}
    void counts_from(Flag<D>) {}
    void clock_reset() {}
    void reset_adopted(Flag<D>) {}
    void write_epoch(Core<D>, Address<D>) {}
    void read_epoch(Address<D>) {}

private:
    const Shapeless<typename Protocol::Config>* config_ = nullptr;
};

/// P is a text and M a monitor, both over AnyNumber. Only `compiled` is named, and never called.
template <class P, class M>
class UniformText {
    using D = typename P::Domain;
    using Config = typename P::Config;
    using Message = typename P::Message;
    using Context = UniformContext<P>;

public:
    static void compiled(const Config& config) {
        Context ctx;
        Message message{};
        cleared(message);
        if constexpr (requires { Message::carries(message, std::string_view()); })
            static_cast<void>(Message::carries(message, ""));
        static_cast<void>(network_of<P>(message, config));
        std::apply([&](auto... nodes) { (node(nodes, message, ctx, config), ...); }, typename P::Nodes{});
        if constexpr (M::present) {
            M monitor{};
            cleared(monitor);
            if constexpr (!PlaysPrograms<M>) static_cast<void>(monitor.observe(Event<Reported<D>>{}));
        }
    }

private:
    template <class N>
    static void node(N& node, const Message& message, Context& ctx, const Config& config) {
        node.start(config, std::vector<int>{});
        cleared(node);
        if constexpr (requires { node.receive(message, ctx); }) node.receive(message, ctx);
        if constexpr (IssuesOperations<N>) {
            typename N::Operation operation{};
            if (N::issues(operation, config)) node.access(operation, ctx);
        }
        if constexpr (TakesActions<N>) {
            typename N::Action action{};
            if (N::offers(action, config)) node.act(action, ctx);
        }
    }
    /// What the engines clear after each step: of the whole, and of what it is made of.
    template <class T>
    static void cleared(T& item) {
        if constexpr (requires { item.clear_unused(); }) item.clear_unused();
        if constexpr (requires { item.item; }) cleared(item.item);
        if constexpr (requires { item.slots[0].item; }) cleared(item.slots[0].item);
        else if constexpr (requires { item.items[0]; }) cleared(item.items[0]);
        if constexpr (DescribedStruct<T>)
            boost::mp11::mp_for_each<
                boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>>(
                [&](auto member) { cleared(item.*member.pointer); });
    }
};

}  // namespace tandem::model
