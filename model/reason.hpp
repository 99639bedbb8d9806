// Why a property does not hold, as the property itself says: words, and what they speak of. Whoever tells the run adds the steps
// that what it speaks of comes from (apps/trace/why.cpp).
//
// A predicate says so where it finds that it does not hold: `return view.refuted(view.template of<NodeKind::sm>(i, a), " has ",
// a, ", but ...")`. Of several, the first is told. The parts are made wherever the call is reached, by a search too: so reach it
// only in a state in which the property fails.
#pragma once

#include <string>
#include <vector>

namespace tandem::model {

struct ReasonPart {
    enum class Kind {
        words,
        node,     // its name, and the step of its last change
        message,  // on its way, and the step that sent it
        store,    // the last one performed to a block, by whom, and its step
        thread,   // of the node that takes the step
    } kind = Kind::words;
    std::string text{};  // the words; of a node the field that is spoken of, if one is ("A", "fifo"), of a store the block
    int number = -1;     // of the node, of the message (its place in RawState::messages), of the thread; of a store its value
    bool dated = true;   // of a node: the step is told
};

/// Of a property of steps that does not hold of a step.
struct BrokenStep {
    int property;  // its bit in LocalStep::broken
    std::vector<ReasonPart> reason;
};

/// The words of a property where nobody listens: a proof asks only whether it holds.
struct Unheard {
    template <class... Parts>
    constexpr bool operator()(const Parts&...) const { return false; }
    template <class... Parts>
    static constexpr bool refuted(const Parts&...) { return false; }
    template <auto Kind, class... What>
    static constexpr Unheard of(const What&...) { return {}; }
    template <class... What>
    static constexpr Unheard in(const What&...) { return {}; }
    template <class... What>
    static constexpr Unheard here(const What&...) { return {}; }
    template <auto Kind, class Index>
    static constexpr Unheard named(const Index&) { return {}; }
    template <class Message>
    static constexpr Unheard sent(const Message&) { return {}; }
    template <class Block>
    static constexpr Unheard last_store(const Block&, int = -1) { return {}; }
    template <class Thread>
    static constexpr Unheard thread(const Thread&) { return {}; }
};

}  // namespace tandem::model
