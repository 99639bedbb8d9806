// Memory behind the L2s of several components. Accesses of the system's scope are performed here, and remote operations promote
// the scopes of other work-groups and components here (promotions.hpp).
//
// A component takes part in a promotion as a whole, under the name of its first compute unit; its L2 forwards the commands.
#pragma once

#include "model/all_names.hpp"
#include "protocols/rsp/promotions.hpp"

namespace tandem::rsp {

template <class D>
struct Memory : Promotions<Memory<D>, D> {
    using AtTarget = Promotions<Memory<D>, D>;
    model::Array<D, Sort::address, Value<D>> contents;
    BOOST_DESCRIBE_CLASS(Memory, (AtTarget), (contents), (), ())

    static constexpr Outcome performed = Outcome::performed_at_memory;

    void start(const Config&, const std::vector<int>& memory) {
        model::assign_all(contents, memory);
    }

    void receive(const Message<D>& m, auto& ctx) {
        const int component = ctx.config().component_of(m.core);
        switch (model::enumerator(m.kind)) {
            case MessageKind::Promote: return this->queue_promotion(m.core, m, ctx);
            case MessageKind::FlushDone:
            case MessageKind::Invalidated: return this->answered(m.core, ctx);
            default: break;
        }
        if (this->locked(m.address, ctx)) return ctx.stall(Outcome::stalled_locked);
        switch (model::enumerator(m.kind)) {
            case MessageKind::Read:
                return send(component,
                            {.kind = MessageKind::ReadData,
                             .address = m.address,
                             .data = contents[m.address],
                             .system = true,
                             .core = m.core},
                            ctx);
            case MessageKind::WriteThrough:
                model::overwrite(contents[m.address], m.data);
                return send(component, {.kind = MessageKind::WriteDone, .address = m.address, .system = true, .core = m.core},
                            ctx);
            case MessageKind::Access: return this->perform(m.core, m, contents[m.address], ctx);
            default: return;
        }
    }

    template <class Context>
    static void send(int component, const Message<D>& m, Context& ctx) { ctx.send(Context::NodeKind::l2, component, m); }

    // ---- promotions: all components take part -----------------------------------------------------------------------

    template <class Context, class F>
    static void each_part(Context& ctx, F&& f) {
        for (int c = 0; c < ctx.config().working(); ++c) f(Core<D>(c * ctx.config().cus_of_each));
    }
    /// Leaves out nobody: the requestor's L2 takes part for the other L1s of its component, and leaves out the requestor's.
    static void leave_out(Core<D>, const model::Set<D, Sort::core>&) {}
    void send_to_part(Core<D> first, Message<D> m, auto& ctx) {
        m.system = true;
        m.core = this->promotions.front().core;
        send(ctx.config().component_of(first), m, ctx);
    }
    static void send_to_requestor(Core<D> cu, Message<D> m, auto& ctx) {
        m.system = true;
        m.core = cu;
        send(ctx.config().component_of(cu), m, ctx);
    }

    // ---- what it does by itself -------------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { tell, admit };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, tell, admit)
    struct Action {
        Enum<D, ActionKind> kind{};
        Core<D> first{};  // of a component
        BOOST_DESCRIBE_CLASS(Action, (), (kind, first), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::admit) return action.first == 0;
        return static_cast<int>(action.first.index()) % config.cus_of_each == 0;
    }
    static bool fair(const Action&) { return true; }
    static std::string text(const Action& action) {
        return action.kind == ActionKind::admit ? "admits the next remote operation"
                                                : "tells the component of CU" + std::to_string(action.first.number);
    }
    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::tell) return this->tell(action.first, ctx);
        this->admit(ctx);
    }

    bool idle() const { return this->promotions.empty(); }
};

}  // namespace tandem::rsp
