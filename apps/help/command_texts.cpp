#include "apps/help/command_texts.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <set>

#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

std::vector<std::string> names_of_options(const std::set<CLI::Option*>& options) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options) names.push_back(option->get_name());
    std::sort(names.begin(), names.end());
    return names;
}

std::string in_backticks(std::vector<std::string> words) {
    for (std::string& word : words) word = "`" + word + "`";
    return join(words, ", ");
}

}  // namespace

OptionText text_of(CLI::Option& option) {
    OptionText text;
    text.argument = option.get_positional();
    text.name = option.get_name();
    text.meaning = option.get_description();
    text.unless_given = option.get_default_str();
    text.required = option.get_required();
    text.repeated = option.get_expected_max() > 1;
    text.needed = names_of_options(option.get_needs());
    text.excluded = names_of_options(option.get_excludes());
    // "FILE:{a,b}:INT in [1 - 4]": the kind, and what each check says of itself.
    const std::string type = option.get_type_name();
    if (option.get_items_expected_max() > 0) text.kind = type.substr(0, type.find(':'));
    if (const std::size_t open = type.find(":{"); open != std::string::npos)
        text.choices = split(type.substr(open + 2, type.find('}', open) - open - 2), ',');
    static const std::string within = " in [", to = " - ";
    if (const std::size_t open = type.find(within); open != std::string::npos) {
        text.range = type.substr(open + within.size(), type.find(']', open) - open - within.size());
        if (const std::size_t middle = text.range.find(to); middle != std::string::npos)
            text.range.replace(middle, to.size(), " to ");
    }
    return text;
}

std::vector<CommandText> texts_of(CLI::App& program) {
    std::vector<CommandText> all;
    for (CLI::App* command : program.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); })) {
        CommandText text{command->get_name(), command->get_description(), {}};
        for (CLI::Option* option : command->get_options([command](const CLI::Option* o) { return o != command->get_help_ptr(); }))
            text.options.push_back(text_of(*option));
        std::stable_sort(text.options.begin(), text.options.end(),
                         [](const OptionText& a, const OptionText& b) { return a.argument > b.argument; });
        all.push_back(std::move(text));
    }
    return all;
}

std::vector<std::string> sentences_of(const OptionText& option) {
    std::vector<std::string> all{option.meaning + "."};
    if (!option.choices.empty()) all.push_back("Accepted: " + in_backticks(option.choices) + ".");
    if (!option.range.empty()) all.push_back("From " + option.range + ".");
    if (!option.unless_given.empty()) all.push_back("Default: " + in_backticks({option.unless_given}) + ".");
    if (!option.needed.empty()) all.push_back("Only with " + in_backticks(option.needed) + ".");
    if (!option.excluded.empty()) all.push_back("Not with " + in_backticks(option.excluded) + ".");
    return all;
}

std::string synopsis(const CommandText& command) {
    std::string text = "tandem " + command.name;
    bool options = false;
    for (const OptionText& option : command.options) {
        options = options || (!option.argument && !option.required);
        if (!option.argument && !option.required) continue;
        const std::string word = option.argument ? option.kind : option.name + " " + option.kind;
        text += " " + (option.required ? word : "[" + word + "]") + (option.repeated ? "..." : "");
    }
    return text + (options ? " [OPTION]..." : "");
}

}  // namespace tandem::apps
