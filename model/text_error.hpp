// What a protocol text must never do. It may not use a name that does not exist, push into a full queue, take from an empty one,
// or send where no channel leads. Stores and contexts throw it, and each engine says where it happened. The explicit search turns
// it into a counterexample (`LocalStep::error`); the simulator ends.
#pragma once

#include <stdexcept>
#include <string>

namespace tandem::model {

/// `what()` says what the handler does, in the third person: "sends ...", "takes from an empty queue".
struct TextError : std::logic_error {
    using std::logic_error::logic_error;
};

/// The deed of the handler that threw this, in the third person.
inline std::string deed(const std::exception& thrown) {
    if (dynamic_cast<const TextError*>(&thrown)) return thrown.what();
    return std::string("throws \"") + thrown.what() +
           "\": a handler that cannot act says so with ctx.stall(outcome), and throws nothing";
}
inline const char* const deed_unknown =
    "throws something that is no std::exception: a handler that cannot act says so with ctx.stall(outcome), and throws nothing";

inline const char* const deed_not_repeated =
    "does not do the same when it runs again: let it depend on its node, the message and ctx, and on nothing outside of them, "
    "such as a static or global variable or a random number";

// The throwing functions are inlined everywhere, so the error is made out of line.

[[noreturn, gnu::noinline, gnu::cold]] inline void no_such_name(const char* sort, long number, long last) {
    throw TextError("uses " + std::string(sort) + " " + std::to_string(number) + ", where " + std::to_string(last) +
                    " is the last that there can be");
}
[[noreturn, gnu::noinline, gnu::cold]] inline void no_such_place(long count, long last) {
    throw TextError("uses a count of " + std::to_string(count) + " as a place, where " + std::to_string(last) +
                    " is the last that there can be");
}
[[noreturn, gnu::noinline, gnu::cold]] inline void queue_is_full(long items) {
    throw TextError("pushes into a queue that is full with " + std::to_string(items) + " items");
}
[[noreturn, gnu::noinline, gnu::cold]] inline void queue_is_empty() { throw TextError("takes from an empty queue"); }

}  // namespace tandem::model
