// Borrowers and the desk of a library, and the mistakes that the author of such a text may make. Each book is with one borrower
// at a time.
//
// By hand: a borrower has asked, has the book, or neither. With two borrowers, one book and no mistake the search has few states,
// and every handler runs within the first steps. A mistake shows when a book is returned.
#pragma once

#include <cstdlib>

#include "model/system.hpp"

namespace tandem::mistakes {

enum class Mistake : std::uint8_t {
    none,
    counts_beyond,        // a counter leaves its range
    datum_beyond,         // a datum that the shape does not have
    kind_beyond,          // an enumeration that holds no enumerator
    sends_to_nobody,      // a node that is not there
    sends_sideways,       // a kind of node that no channel leads to
    sends_two,            // where there is room for one
    name_beyond,          // uses a name that there cannot be
    follows_null,         // a line that is not there
    writes_after_drop,    // a reference kept across a change of the store
    keeps_static,         // state in a static variable
    draws_lots,           // a random number
    throws_its_own,       // an exception of its own
    throws_no_exception,  // and something that is none
    never_ends,           // a loop
    recurses,             // without end
    asks_for_sender,      // of what no core has sent
    favours_first,        // tells cores apart
    changes_and_stalls,   // is undone in the search, and not in a machine
    starts_beyond,        // the initial state
    property_follows_null,
    property_throws,
};

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t, ask, lend, back, notice)
BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t, asked, waits, got, brought_back, lent, sent_away, taken_back, noticed,
                              never_done)
BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, borrower, desk, clerk)

struct Config {
    model::Shape shape{{2, 1, 1, 2}, 1};
    Mistake mistake = Mistake::none;
};

template <class D>
struct Message {
    model::Enum<D, MessageKind> kind{};
    model::Address<D> address{};
    model::Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, data), (), ())
};

template <class D>
struct Book {
    model::Flag<D> here{};
    model::Value<D> data{};
    model::Counter<D, 3> read{};
    BOOST_DESCRIBE_CLASS(Book, (), (here, data, read), (), ())
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Wish, std::uint8_t, borrow, bring_back)

template <class D>
struct Wishes {
    model::Enum<D, Wish> wish{};
    model::Address<D> address{};
    BOOST_DESCRIBE_CLASS(Wishes, (), (wish, address), (), ())
    std::string text() const { return model::name_of(wish); }
};

inline int deep(int n) {
    volatile char room[1024];
    room[0] = static_cast<char>(n);
    return n < 0 ? 0 : deep(n + 1) + room[0];
}

template <class D>
struct Borrower {
    using Action = Wishes<D>;
    model::Table<D, model::Sort::address, Book<D>> books;
    BOOST_DESCRIBE_CLASS(Borrower, (), (books), (), ())

    static bool offers(const Action&, const Config&) { return true; }
    static bool fair(const Action&) { return true; }
    void start(const Config& config, const std::vector<int>&) {
        if (config.mistake == Mistake::starts_beyond) books.place(0).read = 7;
    }
    bool idle() const { return true; }

    void act(const Action& action, auto& ctx) {
        Book<D>* book = books.find(action.address);
        if (action.wish == Wish::borrow) {
            if (book) return ctx.stall(Outcome::waits);
            books.place(action.address);
            ctx.did(Outcome::asked);
            return ctx.send(NodeKind::desk, 0, Message<D>{.kind = MessageKind::ask, .address = action.address});
        }
        if (!book || !book->here) return ctx.stall(Outcome::waits);
        Message<D> back{.kind = MessageKind::back, .address = action.address, .data = book->data};
        err(ctx.config().mistake, *book, action.address, back, ctx);
        if (ctx.config().mistake == Mistake::changes_and_stalls) return ctx.stall(Outcome::waits);
        books.drop(action.address);
        if (ctx.config().mistake == Mistake::writes_after_drop) book->data = 1;
        ctx.did(Outcome::brought_back);
        ctx.send(NodeKind::desk, 0, back);
    }

    void receive(const Message<D>& m, auto& ctx) {
        Book<D>& book = books.place(m.address);
        book.here = true;
        book.data = m.data;
        if (ctx.config().mistake == Mistake::counts_beyond) book.read += 4;
        ctx.did(Outcome::got);
    }

private:
    /// The mistake that happens when a book is returned.
    void err(Mistake mistake, Book<D>& book, model::Address<D> a, Message<D>& back, auto& ctx) {
        switch (mistake) {
            case Mistake::datum_beyond: back.data = 5; return;
            case Mistake::kind_beyond: back.kind = static_cast<MessageKind>(9); return;
            case Mistake::sends_to_nobody: return ctx.send(NodeKind::desk, 1, back);
            case Mistake::sends_sideways: return ctx.send(NodeKind::borrower, 1, back);
            case Mistake::sends_two: return ctx.send(NodeKind::desk, 0, back);
            case Mistake::name_beyond: return static_cast<void>(books.find(model::Address<D>(7)));
            case Mistake::follows_null: {
                books.drop(a);
                books.find(a)->read = 1;
                return;
            }
            case Mistake::keeps_static: {
                static int calls = 0;
                book.read = 0;
                back.data = ++calls % 2;
                return;
            }
            case Mistake::draws_lots:
                back.data = std::rand() / 16 % 2;
                if (std::rand() / 16 % 2 == 0) ctx.did(Outcome::got);
                return;
            case Mistake::throws_its_own: throw std::runtime_error("no such book");
            case Mistake::throws_no_exception: throw 7;
            case Mistake::never_ends: {
                volatile bool more = true;
                while (more) {
                }
                return;
            }
            case Mistake::recurses: {
                volatile int from = 0;
                back.data = deep(from) % 2;
                return;
            }
            case Mistake::favours_first:
                if constexpr (requires { ctx.core().number; }) back.data = ctx.core().number == 0 ? 0 : 1;
                return;
            case Mistake::changes_and_stalls: book.here = false; return;
            default: return;
        }
    }
};

template <class D>
struct Desk {
    model::Flag<D> lent{};
    BOOST_DESCRIBE_CLASS(Desk, (), (lent), (), ())

    void start(const Config&, const std::vector<int>&) {}
    bool idle() const { return true; }
    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == MessageKind::ask) {
            if (lent) return ctx.stall(Outcome::sent_away);
            lent = true;
            ctx.did(Outcome::lent);
            return ctx.send(NodeKind::borrower, ctx.sender(),
                            Message<D>{.kind = MessageKind::lend, .address = m.address, .data = m.data});
        }
        lent = false;
        ctx.did(Outcome::taken_back);
        ctx.send(NodeKind::clerk, 0, Message<D>{.kind = MessageKind::notice});
    }
};

template <class D>
struct Clerk {
    model::Flag<D> nothing{};
    BOOST_DESCRIBE_CLASS(Clerk, (), (nothing), (), ())
    void start(const Config&, const std::vector<int>&) {}
    bool idle() const { return true; }
    void receive(const Message<D>&, auto& ctx) {
        if (ctx.config().mistake == Mistake::asks_for_sender) static_cast<void>(ctx.sender());
        ctx.did(Outcome::noticed);
    }
};

template <class D>
struct Library {
    using Domain = D;
    using Config = mistakes::Config;
    using NodeKind = mistakes::NodeKind;
    using Outcome = mistakes::Outcome;
    using Message = mistakes::Message<D>;
    using Nodes = std::tuple<Borrower<D>, Desk<D>, Clerk<D>>;
    static int population(NodeKind kind, const Config& config) {
        return kind == NodeKind::borrower ? config.shape[model::Sort::core] : 1;
    }
    static int core_of(NodeKind kind, int index, const Config&) { return kind == NodeKind::borrower ? index : -1; }
    static std::string node_name(NodeKind kind, int index) {
        return kind == NodeKind::borrower ? "borrower" + std::to_string(index) : kind == NodeKind::desk ? "desk" : "clerk";
    }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    /// A message without data says 0.
    static bool symmetric(const model::Permutation& p, const Config&) { return p.value == model::Permutation::identity; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) {
        return {{NodeKind::borrower, NodeKind::desk}, {NodeKind::desk, NodeKind::borrower}, {NodeKind::desk, NodeKind::clerk}};
    }
};

template <class System>
void add_properties(System& system, Mistake mistake) {
    system.add_invariant("one-reader", "no two borrowers have the book", [mistake](const auto& view) {
        int readers = 0;
        view.template each<NodeKind::borrower>([&](const auto& borrower, int) {
            const auto* book = borrower.books.find(0);
            if (mistake == Mistake::property_throws) throw std::runtime_error("no such book");
            if (mistake == Mistake::property_follows_null ? bool(book->here) : book && book->here) ++readers;
        });
        return readers <= 1;
    });
}

}  // namespace tandem::mistakes
