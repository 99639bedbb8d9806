// What the command line says of itself, read from CLI11's tree of commands: the reference, the manual and the completion are made
// of it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "apps/common/usage_error.hpp"

namespace CLI {
class App;
class Option;
}

namespace tandem::apps {

struct OptionText {
    std::string name;      // "--shape"; of an argument its name alone
    std::string kind;      // of its value, as in "FILE"; empty for a flag
    std::string meaning;
    std::string unless_given;  // the default, if it is a fixed one
    std::string range;         // "1 to 256", if it is a number within limits
    std::vector<std::string> choices;  // the words that are accepted, if they are few
    std::vector<std::string> needed, excluded;  // options that it goes with, and that it does not go with
    bool argument = false, required = false, repeated = false;
};
struct CommandText {
    std::string name, meaning;
    std::vector<OptionText> options;  // arguments first
};

struct StatusText {
    Status status;
    const char* meaning;
};
inline constexpr std::array statuses{
    StatusText{status_holds, "everything that was asked holds"},
    StatusText{status_refuted, "something is refuted, and it was shown how"},
    StatusText{status_unusable, "the input is unusable: one line says what, where, and what would be accepted"},
    StatusText{status_undecided, "undecided: time or memory ran out, or nothing sufficed for a proof"},
};

OptionText text_of(CLI::Option& option);
/// All but hidden ones, and without the option --help that each has.
std::vector<CommandText> texts_of(CLI::App& program);
/// What is said of an option: sentences, in which what stands in backticks is to be typed.
std::vector<std::string> sentences_of(const OptionText& option);
/// "tandem check PROTOCOL [OPTION]..."
std::string synopsis(const CommandText& command);

}  // namespace tandem::apps
