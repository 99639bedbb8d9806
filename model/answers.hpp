// "Each A is answered by B", which an author asks of messages or of outcomes: which steps ask, and which answer.
//
// A property of this kind is a liveness property (checker/liveness.hpp). After a step that asks, the answer is due until a step
// gives it, and no fair run leaves it due for ever. One answer meets all that was asked before it. So a node that asks twice
// before it is answered once is content; what counts answers is an invariant of the author's.
//
// The same is asked of accesses where a thread may have several of a block under way, such as stores in a buffer. After each step
// that leaves one under way the completion of one is due. They complete in their order, so none is left behind for ever.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "model/event.hpp"
#include "model/network.hpp"

namespace tandem::model {

/// Which node has to send the answer to a message.
enum class Answered : std::uint8_t {
    by_anyone,    // whoever asked hears from somebody, about the same block
    by_receiver,  // whoever asked hears from the very node that it asked, about the same block
};

/// A question: the node that waits for an answer, from which node (-1: from any), and about which block (-1: about none). Or the
/// thread (else -1) that waits for one of its accesses to the block: loads, or stores.
struct Inquiry {
    int node = -1, of = -1, block = -1, thread = -1;
    bool stores = false;
    auto operator<=>(const Inquiry&) const = default;
};

/// A step of a node, as these properties see it.
struct ToldStep {
    int node;
    int channel = -1;  // of the message that it receives, or -1
    const Packed* received = nullptr;
    std::uint64_t outcomes = 0;
    std::span<const Send> sends{};
    std::span<const Event<Concrete>> events{};
    const Packed* after = nullptr;  // the node
};

/// What a step asks, and to what it is an answer. An answer comes before a question: the node receives, then it sends.
struct AskedAndAnswered {
    std::vector<Inquiry> asked, answered;
};

/// A network whose properties of kind `always_eventually` are not only what nodes owe their threads (number 0). Number n > 0 is
/// that of answers, n - 1 here.
class Answers {
public:
    virtual ~Answers() = default;
    virtual AskedAndAnswered asked_and_answered(int which, const ToldStep& step) const = 0;
};

}  // namespace tandem::model
