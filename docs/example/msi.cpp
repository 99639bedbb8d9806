// A protocol of one's own on the installed library: caches that hold a block Modified or not at all, and a directory that gives
// it to one of them at a time. Written once below; the checker explores it and judges two properties.
#include <cstdio>

#include "checker/trace.hpp"
#include "model/system.hpp"

namespace m = tandem::model;
using m::Sort;

enum class NodeKind { cache, directory };
BOOST_DESCRIBE_ENUM(NodeKind, cache, directory)
enum class Kind { Get, Grant, Recall, Put };
BOOST_DESCRIBE_ENUM(Kind, Get, Grant, Recall, Put)
enum class State { invalid, awaiting_grant, modified };
BOOST_DESCRIBE_ENUM(State, invalid, awaiting_grant, modified)
enum class Outcome { hit, miss, busy, filled, given_back, granted, recalled };
BOOST_DESCRIBE_ENUM(Outcome, hit, miss, busy, filled, given_back, granted, recalled)

struct Config {
    m::Shape shape;
};

template <class D>
struct Message {
    m::Enum<D, Kind> kind{};
    m::Address<D> block{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, block), (), ())
};

template <class D>
struct Cache {
    m::Array<D, Sort::address, m::Enum<D, State>> blocks;
    BOOST_DESCRIBE_CLASS(Cache, (), (blocks), (), ())
    struct Operation {  // a load or a store; both need the block
        m::Address<D> block{};
        BOOST_DESCRIBE_CLASS(Operation, (), (block), (), ())
    };
    static bool issues(const Operation&, const Config&) { return true; }
    static std::string text(const Operation& op) { return "accesses " + m::name_text(Sort::address, op.block.number); }
    void start(const Config&, const std::vector<int>&) {}
    template <class Context>
    void access(const Operation& op, Context& ctx) {
        auto& state = blocks[op.block];
        if (state == State::modified) return ctx.did(Outcome::hit);
        if (state == State::awaiting_grant) return ctx.stall(Outcome::busy);
        state = State::awaiting_grant;
        ctx.send(NodeKind::directory, 0, {Kind::Get, op.block});
        ctx.did(Outcome::miss);
    }
    template <class Context>
    void receive(const Message<D>& message, Context& ctx) {
        if (message.kind == Kind::Grant) {
            blocks[message.block] = State::modified;
            return ctx.did(Outcome::filled);
        }
        blocks[message.block] = State::invalid;  // Recall
        ctx.send(NodeKind::directory, 0, {Kind::Put, message.block});
        ctx.did(Outcome::given_back);
    }
    bool idle() const { return true; }
};
template <class D>
struct Directory {
    m::Array<D, Sort::address, m::Maybe<D, m::Core<D>>> owner, next;  // next: for whom the owner was asked to give it back
    BOOST_DESCRIBE_CLASS(Directory, (), (owner, next), (), ())
    void start(const Config&, const std::vector<int>&) {}
    template <class Context>
    void receive(const Message<D>& message, Context& ctx) {
        auto &holder = owner[message.block], &waiting = next[message.block];
        if (message.kind == Kind::Get && waiting) return ctx.stall(Outcome::busy);
        if (message.kind == Kind::Get && holder) {
            waiting = ctx.sender();
            ctx.send(NodeKind::cache, *holder, {Kind::Recall, message.block});
            return ctx.did(Outcome::recalled);
        }
        holder = message.kind == Kind::Put ? *waiting : ctx.sender();
        waiting.reset();
        ctx.send(NodeKind::cache, *holder, {Kind::Grant, message.block});
        ctx.did(Outcome::granted);
    }
    bool idle() const { return true; }
};

template <class D>
struct Msi {
    using Domain = D;
    using Config = ::Config;
    using Message = ::Message<D>;
    using Outcome = ::Outcome;
    using NodeKind = ::NodeKind;
    using Nodes = std::tuple<Cache<D>, Directory<D>>;
    static int population(NodeKind kind, const Config& config) { return kind == NodeKind::cache ? config.shape[Sort::core] : 1; }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::cache ? index : -1; }
    static std::string node_name(NodeKind kind, int index) { return m::name_of(kind) + std::to_string(index); }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static int network(const Message& message) { return message.kind == Kind::Put; }  // behind a Get it could wait forever
    static std::vector<m::ChannelKind<NodeKind>> channels(const Config&) {
        return {{NodeKind::cache, NodeKind::directory, true, 2}, {NodeKind::directory, NodeKind::cache, true, 2},
                {.from = NodeKind::cache, .to = NodeKind::directory, .capacity = 2, .network = 1}};
    }
};

int main() {
    m::System<Msi<m::Concrete>> system({.shape = {.extent = {3, 1, 2, 1}, .time_max = 1}});
    system.add_invariant("single-writer", "a block is Modified in at most one cache", [](const auto& view) {
        std::array<int, m::Concrete::max_extent> writers{};
        view.template each<NodeKind::cache>([&](const auto& cache, int) {
            for (std::size_t a = 0; a < writers.size(); ++a) writers[a] += cache.blocks.items[a] == State::modified;
        });
        return std::all_of(writers.begin(), writers.end(), [](int n) { return n <= 1; });
    });
    system.add_property({"no-deadlock", "something can always happen", m::PropertyKind::no_deadlock});
    tandem::checker::Search search(system, {.properties = {0, 1}});
    const auto result = search.run();
    std::printf("%zu states, %zu up to symmetry: %s\n", result.full_states, result.states,
                result.violations.empty() ? "holds" : "refuted");
    for (const auto& violation : result.violations)
        for (const auto& step : tandem::checker::trace_to(search, violation).steps) std::printf("  %s\n", step.event.c_str());
    return result.violations.empty() ? 0 : 1;
}
