// What a protocol text must not do, whatever is asked of it: use a name that does not exist, push into a full queue, take from an empty one, send
// where no channel leads. Stores and contexts throw it, and each engine says where it happened: the explicit search makes it a counterexample
// (`LocalStep::error`), the simulator ends.
#pragma once

#include <stdexcept>
#include <string>

namespace tandem::model {

/// `what()` says what the handler does, in the third person: "sends ...", "takes from an empty queue".
struct TextError : std::logic_error {
    using std::logic_error::logic_error;
};

// Thrown from what is inlined everywhere, so made out of line.

[[noreturn, gnu::noinline, gnu::cold]] inline void no_such_name(const char* sort, long number, long last) {
    throw TextError("uses " + std::string(sort) + " " + std::to_string(number) + ", where " + std::to_string(last) + " is the last that there can be");
}
[[noreturn, gnu::noinline, gnu::cold]] inline void no_such_place(long count, long last) {
    throw TextError("uses a count of " + std::to_string(count) + " as a place, where " + std::to_string(last) + " is the last that there can be");
}
[[noreturn, gnu::noinline, gnu::cold]] inline void queue_is_full(long items) {
    throw TextError("pushes into a queue that is full with " + std::to_string(items) + " items");
}
[[noreturn, gnu::noinline, gnu::cold]] inline void queue_is_empty() { throw TextError("takes from an empty queue"); }

}  // namespace tandem::model
