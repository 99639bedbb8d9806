// What a device does of a search, and what its host gives it. The host loads the library that has these functions, so the two sides may be made by different compilers on
// different machines.
//
// A state is a key of 64 bits, a field for each slot with the number of what the slot holds (checker/layout.hpp). The device has the rows of those numbers (checker/rows.hpp) that it has asked for. Where
// one is missing it says so, puts the piece of work aside, and tries again when the host has answered.
#pragma once

#include <cstddef>
#include <cstdint>

namespace spike {

inline constexpr int max_slots = 32;

/// A field of the key.
struct Field {
    std::uint32_t shift, mask;
};

/// Sizes that stay as they are. All memory is taken at the start.
struct Sizes {
    std::uint32_t slots;            // of a state
    std::uint32_t rows_per_state;   // those that have rows: all but the monitor's
    std::uint32_t monitor;          // the monitor's slot, or `slots` if nobody watches
    Field fields[max_slots];
    std::uint64_t states;           // at most, in the store
    std::uint32_t set_bits;         // the set of states has room for 2^set_bits keys
    std::uint32_t memo_bits;        // and the table of answers for 2^memo_bits
    std::uint64_t row_words;        // for rows, in words of 32 bits
};

/// What a piece of work needs and does not know.
enum Kind : std::uint32_t { row = 0, receive = 1, push = 2, observe = 3 };
struct Question {
    std::uint32_t kind;
    std::uint32_t where;    // row: the slot; receive: the channel; push: slot * most_lanes + lane; observe: 0
    std::uint32_t number;   // of what stands there
    std::uint32_t message;  // receive, push: the message; observe: the list of events
};
inline constexpr std::uint32_t most_lanes = 8, most_places = 256;
inline constexpr std::uint32_t number_bits = 27;

/// The answer to a question: the place of a row among the row words, or a number + 1; `never` if there is no such number.
struct Answer {
    Question question;
    std::uint32_t value;
};
inline constexpr std::uint32_t never = ~0u;

/// A row: a head of two words, the next numbers of plain steps that change something, its deliveries of three words, its other steps.
///   head: plain | moves << 16, deliveries | other steps << 16
///   delivery: message, rest, channel | receiver << 16
///   other step: next, events, postings | error << 16, then for each posting where it goes (as in a question) and the message
inline constexpr std::uint32_t head_words = 2, delivery_words = 3, step_words = 3, posting_words = 2;

struct Report {
    std::uint64_t begin, end;      // of the level at work, in the store
    std::uint64_t states;          // in the store
    std::uint64_t transitions;     // from the level's states so far
    std::uint64_t successors;      // that were looked up in the set
    std::uint64_t put_aside;       // pieces of work that wait for answers
    std::uint64_t questions;
    std::uint64_t stuck;           // of the level: states that no step changes
    std::uint32_t failed;          // 1: the store is full; 2: the set; 4: the table of answers; 8: a number outgrows its field; 16: a handler does what it must not; 32: a row was missing where none may be; 64: too many questions or pieces that wait
};

struct Explorer;
extern "C" {
/// Null if there is no memory for it.
Explorer* spike_new(const Sizes* sizes);
const char* spike_device();
/// Empties the store and puts these states into it as the first level.
void spike_start(Explorer*, const std::uint64_t* keys, std::uint32_t count);
/// Expands the level, or what of it was put aside. `ask`: rows may be missing.
void spike_work(Explorer*, bool ask, Report*);
/// What was asked last. Room for `Report::questions`.
void spike_questions(Explorer*, Question*);
/// Row words from `from` on, and answers.
void spike_answer(Explorer*, const std::uint32_t* words, std::uint64_t from, std::uint64_t count, const Answer* answers, std::uint64_t answered);
/// Goes to the next level: false if there is none.
bool spike_next_level(Explorer*);
}

}  // namespace spike
