// The L2 of the only component. Accesses of component scope are performed here, and remote operations promote the scopes of
// others here (promotions.hpp). It holds what L1s write through. With memory behind it, it may evict blocks to memory at any
// time.
#pragma once

#include "protocols/baseline/dram_queue.hpp"
#include "protocols/rsp/promotions.hpp"

namespace tandem::rsp {

template <class D>
struct L2Line {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    model::Fifo<D, baseline::Request<D, Message<D>>, baseline::most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (), (awaiting_dram, data, waiting), (), ())
    void clear_unused() {
        if (awaiting_dram) data = {};
    }
};

template <class D>
struct L2 : baseline::DramQueue<L2<D>, D, L2Line<D>, Message<D>, Outcome>, Promotions<L2<D>, D> {
    using Queue = baseline::DramQueue<L2<D>, D, L2Line<D>, Message<D>, Outcome>;
    using AtTarget = Promotions<L2<D>, D>;
    BOOST_DESCRIBE_CLASS(L2, (Queue, AtTarget), (), (), ())

    static constexpr Outcome performed = Outcome::performed_at_l2;

    void start(const Config& config, const std::vector<int>& memory) {
        Queue::start(config, memory);
        if (config.memory) return;
        for (std::size_t a = 0; a < memory.size(); ++a) this->lines.place(static_cast<int>(a)).data = memory[a];
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == MessageKind::Promote) return this->queue_promotion(ctx.sender(), m, ctx);
        if (m.kind == MessageKind::FlushDone || m.kind == MessageKind::Invalidated) return this->answered(ctx.sender(), ctx);
        Queue::receive(m, ctx);
    }

    bool delays(const Message<D>& m, const L2Line<D>&, auto& ctx) { return this->locked(m.address, ctx); }
    void put_off(const L2Line<D>&, auto& ctx) { ctx.stall(Outcome::stalled_locked); }

    template <class Context>
    void answer(Core<D> from, const Message<D>& m, L2Line<D>& line, Context& ctx) {
        if (m.kind == MessageKind::Read) {
            ctx.send(Context::NodeKind::cu, from, {.kind = MessageKind::ReadData, .address = m.address, .data = line.data});
            ctx.did(Outcome::read_done);
        } else if (m.kind == MessageKind::WriteThrough) {
            model::overwrite(line.data, m.data);
            ctx.store_performed(from, m.wavefront, m.address, m.data, 0);
            ctx.send(Context::NodeKind::cu, from, {.kind = MessageKind::WriteDone, .address = m.address});
            ctx.did(Outcome::write_done);
        } else {
            this->perform(from, m, line.data, ctx);
        }
    }

    // ---- promotions: all compute units take part --------------------------------------------------------------------

    template <class Context, class F>
    static void each_part(Context& ctx, F&& f) {
        for (int cu = 0; cu < ctx.config().shape[Sort::core]; ++cu) f(Core<D>(cu));
    }
    static void leave_out(Core<D> requestor, model::Set<D, Sort::core>& parts) { parts.erase(requestor); }
    template <class Context>
    static void send_to_part(Core<D> cu, const Message<D>& m, Context& ctx) { ctx.send(Context::NodeKind::cu, cu, m); }
    template <class Context>
    static void send_to_requestor(Core<D> cu, const Message<D>& m, Context& ctx) { ctx.send(Context::NodeKind::cu, cu, m); }

    // ---- what L2 does by itself -------------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { dram_fill, evict, answer_waiting, tell, admit };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, dram_fill, evict, answer_waiting, tell, admit)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        Core<D> cu{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block, cu), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::tell) return action.block == 0;
        if (action.cu != 0) return false;
        if (action.kind == ActionKind::admit) return action.block == 0;
        return action.kind == ActionKind::answer_waiting || config.memory;
    }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::evict) return model::Unit::replacement;
        return kind == ActionKind::dram_fill ? model::Unit::memory : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        if (action.kind == ActionKind::tell) return "tells CU" + std::to_string(action.cu.number);
        if (action.kind == ActionKind::admit) return "admits the next remote operation";
        return Queue::text({.kind = queued(action.kind), .block = action.block});
    }
    static typename Queue::ActionKind queued(ActionKind kind) {
        if (kind == ActionKind::dram_fill) return Queue::ActionKind::dram_fill;
        return kind == ActionKind::evict ? Queue::ActionKind::evict : Queue::ActionKind::answer_waiting;
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::tell) return this->tell(action.cu, ctx);
        if (action.kind == ActionKind::admit) return this->admit(ctx);
        Queue::act({.kind = queued(model::enumerator(action.kind)), .block = action.block}, ctx);
    }

    bool idle() const { return this->promotions.empty() && Queue::idle(); }
};

}  // namespace tandem::rsp
