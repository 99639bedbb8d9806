// What kind of value an option takes. The word stands in `--help`, in the reference and in the manual, and by it `tandem
// complete` knows what to offer. What a kind takes is said here once; an option names its kind with ->type_name(kind::file.word),
// and with ->check(among(...)) what there is to choose from.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <vector>

namespace tandem::apps {

struct ValueKind {
    const char *word, *meaning;
    const char* files = nullptr;  // names of files are accepted: what they usually end with
    bool folders = false;         // names of folders are
};

namespace kind {

inline constexpr ValueKind protocol{"PROTOCOL", "the name of a protocol, or the folder of one's own", nullptr, true};
inline constexpr ValueKind variant{
    "VARIANT,...",
    "one word of each group of the protocol's variants, separated by commas; the first of a group holds if none is said"};
inline constexpr ValueKind shape{"SHAPE,...",
                                 "the name of one of the protocol's shapes, and KEY=VALUE for its numbers, separated by commas"};
inline constexpr ValueKind property{"PROPERTY", "the name of one of the protocol's properties"};
inline constexpr ValueKind field{"KIND.FIELD", "a kind of nodes, and a field of theirs with * for blocks, threads and places"};
inline constexpr ValueKind model{"MODEL", "a consistency model that comes with the program, or a file in the language cat",
                                 ".cat"};
inline constexpr ValueKind machine{"MACHINE", "a machine that comes with the program, or a file in TOML", ".toml"};
inline constexpr ValueKind energy{"TABLE", "a file in TOML that says what events cost", ".toml"};
inline constexpr ValueKind test{"TEST", "a litmus test's file, or a folder of them", ".litmus", true};
inline constexpr ValueKind trace{"TRACE", "a trace in JSON, as `tandem check --trace FILE.json` writes it", ".json"};
inline constexpr ValueKind word{"WORD", "one of the words that stand beside it"};
inline constexpr ValueKind workload{
    "WORKLOAD", "one of the workloads that stand beside it, or the folder of a kernel of one's own", nullptr, true};
inline constexpr ValueKind words{"WORD,...", "some of the words that stand beside it, separated by commas"};
inline constexpr ValueKind file{"FILE", "the path of a file", "", true};
inline constexpr ValueKind folder{"FOLDER", "the path of a folder", nullptr, true};
inline constexpr ValueKind size{"SIZE", "a number of bytes; K, M and G stand for their multiples, as in 500M"};
inline constexpr ValueKind seconds{"SECONDS", "a length of time, with a fraction if need be"};
inline constexpr ValueKind minutes{"MINUTES", "a length of time in minutes, with a fraction if need be"};
inline constexpr ValueKind percent{"PERCENT", "a part of 100, with a fraction if need be"};
// What CLI11 calls the values of options that say nothing else.
inline constexpr ValueKind integer{"INT", "a whole number"}, natural{"UINT", "a whole number from 0 on"},
    text{"TEXT", "what the option's meaning says"};

}  // namespace kind

inline constexpr std::array value_kinds{
    kind::protocol, kind::variant, kind::shape,   kind::property, kind::field,    kind::model,   kind::machine,
    kind::energy,   kind::test,    kind::trace,   kind::word,     kind::workload, kind::words,   kind::file,
    kind::folder,   kind::size,    kind::seconds, kind::minutes,  kind::percent,  kind::integer, kind::natural,
    kind::text};

/// Shows these as what is accepted. The command itself refuses others, in words of its own.
inline CLI::Validator among(const std::vector<std::string>& names) {
    return {[](std::string&) { return std::string(); }, "{" + CLI::detail::join(names) + "}"};
}

/// The names of things that have one.
template <class Things>
std::vector<std::string> names_of(const Things& things) {
    std::vector<std::string> names;
    for (const auto& thing : things) names.push_back(thing.name);
    return names;
}

}  // namespace tandem::apps
