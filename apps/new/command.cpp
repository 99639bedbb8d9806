// `tandem new NAME`: a folder with a protocol that works, to begin from (apps/new/*.in); with --kernel, one with a kernel
// (apps/new_kernel/*.in); with --from, an example (examples/).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include "apps/command/commands.hpp"
#include "apps/common/output.hpp"
#include "apps/common/shell_word.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/help/value_kinds.hpp"
#include "apps/new/templates.hpp"
#include "perfsim/workload.hpp"

namespace tandem::apps {

namespace {

bool is_identifier(const std::string& name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    return !name.empty() && letter(name[0]) &&
           std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

/// A name becomes a namespace of C++: what the language, its library and this one have taken is none.
bool is_taken(const std::string& name) {
    static const std::set<std::string> words{
        "alignas",   "alignof",      "and",       "and_eq",   "asm",       "auto",    "bitand",        "bitor",
        "bool",      "break",        "case",      "catch",    "char",      "char8_t", "char16_t",      "char32_t",
        "class",     "co_await",     "co_return", "co_yield", "compl",     "concept", "const",         "const_cast",
        "consteval", "constexpr",    "constinit", "continue", "decltype",  "default", "delete",        "do",
        "double",    "dynamic_cast", "else",      "enum",     "explicit",  "export",  "extern",        "false",
        "float",     "for",          "friend",    "goto",     "if",        "inline",  "int",           "long",
        "main",      "mutable",      "namespace", "new",      "noexcept",  "not",     "not_eq",        "nullptr",
        "operator",  "or",           "or_eq",     "private",  "protected", "public",  "register",      "reinterpret_cast",
        "requires",  "return",       "short",     "signed",   "sizeof",    "static",  "static_assert", "static_cast",
        "std",       "struct",       "switch",    "tandem",   "template",  "this",    "thread_local",  "throw",
        "true",      "try",          "typedef",   "typeid",   "typename",  "union",   "unsigned",      "using",
        "virtual",   "void",         "volatile",  "wchar_t",  "while",     "xor",     "xor_eq"};
    return words.contains(name);
}

/// The text with `name` wherever it says `mark`.
std::string with_name(std::string text, const std::string& mark, const std::string& name) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + name.size()))
        text.replace(at, mark.size(), name);
    return text;
}

/// The files of one of the examples that there are.
const std::vector<Template>& example(const std::string& name) {
    const auto& all = examples_of_new();
    return std::find_if(all.begin(), all.end(), [&](const Example& e) { return e.name == name; })->files;
}

int run_new(const std::string& path, bool kernel, const std::string& from) {
    const std::string what = kernel ? "kernel" : "protocol";
    std::filesystem::path folder = path;
    if (!folder.has_filename()) folder = folder.parent_path();  // toy/
    const std::string name = folder.filename().string();
    if (!is_identifier(name))
        throw UsageError("'" + name + "' is no name for a " + what + ": lower-case letters, digits and _ are accepted");
    if (is_taken(name))
        throw UsageError("'" + name + "' is no name for a " + what + ": C++ or Tandem has taken it; another one is accepted");
    if (kernel &&
        std::any_of(perfsim::workloads().begin(), perfsim::workloads().end(), [&](const auto& w) { return w.name == name; }))
        throw UsageError("there is a workload '" + name + "' already: another name is accepted");
    std::error_code error;
    if (std::filesystem::exists(folder, error)) throw UsageError("'" + path + "' is there already: a new folder is accepted");
    if (!std::filesystem::create_directories(folder, error))
        throw UsageError("cannot make the folder '" + path + "': " + error.message());
    const std::vector<Template>& templates = kernel         ? templates_of_new_kernel()
                                             : from.empty() ? templates_of_new()
                                                            : example(from);
    for (const Template& t : templates) {
        // An example's pages say where it is, too.
        const std::string text = from.empty() ? with_name(t.text, "@name@", name)
                                              : with_name(with_name(t.text, "examples/" + from, name), from, name);
        WholeFile(folder / t.file, what).commit(text);
    }
    const std::string shown = kernel && path.find('/') == std::string::npos ? "./" + path : path;
    say("Wrote " + path + ". Go on with: tandem " + (kernel ? "compare --workload " : "check ") + shell_word(shown) + "\n");
    return status_holds;
}

}  // namespace

std::function<int()> add_new(CLI::App& app) {
    CLI::App* making =
        app.add_subcommand("new", "Write a folder with a small protocol that works, to begin from; or with a kernel");
    const auto path = std::make_shared<std::string>();
    const auto kernel = std::make_shared<bool>(false);
    const auto from = std::make_shared<std::string>();
    making->add_option("folder", *path, "Its last part is the name")->type_name(kind::folder.word)->required();
    std::vector<std::string> names;
    for (const Example& e : examples_of_new()) names.push_back(e.name);
    CLI::Option* const of_kernel =
        making->add_flag("--kernel", *kernel, "A kernel for `sim --workload FOLDER`, in place of a protocol");
    making->add_option("--from", *from,
                       "An example to begin with, in place of the small protocol (docs/guide/new.md)")
        ->type_name(kind::word.word)
        ->check(CLI::IsMember(names))
        ->excludes(of_kernel);
    return [path, kernel, from] { return run_new(*path, *kernel, *from); };
}

}  // namespace tandem::apps
