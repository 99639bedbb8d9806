// A small correct text: a borrower in each core asks a desk for a book. Each file beside this makes one mistake in it, by first
// defining one of these words. Its first line gives what its author is told.
#include "model/system.hpp"
#include "smt/symbolic_system.hpp"
#ifdef ANY_NUMBER
#include "model/uniform_text.hpp"
#endif

#ifndef MESSAGE_KIND
#define MESSAGE_KIND enum class MessageKind : std::uint8_t { ask, lend }; BOOST_DESCRIBE_ENUM(MessageKind, ask, lend)
#endif
#ifndef OUTCOME
#define OUTCOME enum class Outcome : std::uint8_t { asked, got, lent, waits }; BOOST_DESCRIBE_ENUM(Outcome, asked, got, lent, waits)
#endif
#ifndef BEFORE_BOOK
#define BEFORE_BOOK
#endif
#ifndef BOOK
#define BOOK Flag<D> here{}; Value<D> data{}; BOOST_DESCRIBE_CLASS(Book, (), (here, data), (), ())
#endif
#ifndef MESSAGE
#define MESSAGE Enum<D, MessageKind> kind{}; Address<D> address{}; Value<D> data{}; BOOST_DESCRIBE_CLASS(Message, (), (kind, address, data), (), ())
#endif
#ifndef START
#define START void start(const Config&, const std::vector<int>&) {}
#endif
#ifndef ACTION
#define ACTION using Action = Asks<D>; static bool offers(const Action&, const Config&) { return true; } static bool fair(const Action&) { return false; }
#endif
#ifndef ACT
#define ACT void act(const Asks<D>& action, auto& ctx) { ACT_BODY }
#endif
#ifndef ACT_BODY
#define ACT_BODY \
    if (books.find(action.address)) return ctx.stall(Outcome::waits); \
    books.place(action.address); \
    ctx.did(Outcome::asked); \
    ctx.send(NodeKind::desk, 0, Message<D>{.kind = MessageKind::ask, .address = action.address});
#endif
#ifndef RECEIVE
#define RECEIVE void receive(const Message<D>& m, auto& ctx) { RECEIVE_BODY ctx.did(Outcome::got); }
#endif
#ifndef RECEIVE_BODY
#define RECEIVE_BODY if (Book<D>* book = books.find(m.address)) { book->here = true; book->data = m.data; }
#endif
#ifndef CHANNELS
#define CHANNELS static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {{NodeKind::borrower, NodeKind::desk}, {NodeKind::desk, NodeKind::borrower}}; }
#endif

namespace library {

namespace model = tandem::model;
using model::Address, model::Core, model::Counter, model::Enum, model::Flag, model::Sort, model::Table, model::Thread, model::Value;

struct Config {
    model::Shape shape{{2, 1, 1, 2}, 1};
};
BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, borrower, desk)
MESSAGE_KIND
OUTCOME

template <class D>
struct Message {
    MESSAGE
};
BEFORE_BOOK
template <class D>
struct Book {
    BOOK
};
template <class D>
struct Asks {
    Address<D> address{};
    BOOST_DESCRIBE_CLASS(Asks, (), (address), (), ())
    std::string text() const { return "asks"; }
};

template <class D>
struct Borrower {
    Table<D, Sort::address, Book<D>> books;
    BOOST_DESCRIBE_CLASS(Borrower, (), (books), (), ())
    START
    ACTION
    ACT
    RECEIVE
    bool idle() const { return true; }
};

template <class D>
struct Desk {
    Flag<D> nothing{};
    BOOST_DESCRIBE_CLASS(Desk, (), (nothing), (), ())
    void start(const Config&, const std::vector<int>&) {}
    void receive(const Message<D>& m, auto& ctx) {
        ctx.did(Outcome::lent);
        ctx.send(NodeKind::borrower, ctx.sender(), Message<D>{.kind = MessageKind::lend, .address = m.address});
    }
    bool idle() const { return true; }
};

template <class D>
struct Protocol {
    using Domain = D;
    using Config = library::Config;
    using NodeKind = library::NodeKind;
    using Outcome = library::Outcome;
    using Message = library::Message<D>;
    using Nodes = std::tuple<Borrower<D>, Desk<D>>;
    static int population(NodeKind kind, const Config& config) { return kind == NodeKind::borrower ? config.shape[Sort::core] : 1; }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::borrower ? index : -1; }
    static std::string node_name(NodeKind kind, int index) { return kind == NodeKind::borrower ? "borrower " + std::to_string(index) : "desk"; }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    CHANNELS
};

inline void made(const Config& config) {
    model::System<Protocol<model::Concrete>> system(config);
#ifdef PROPERTY
    system.add_invariant("property", "", [](const auto& view) { PROPERTY });
#endif
#ifdef ANY_NUMBER
    using Any = model::AnyNumber<Sort::core, Sort::address>;
    [[maybe_unused]] static const auto compiled = &model::UniformText<Protocol<Any>, model::Unwatched<Any>>::compiled;
#endif
    static_cast<void>(tandem::smt::symbolic_system<Protocol>(config));
}

}  // namespace library
