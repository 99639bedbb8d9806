#include "apps/check/fairness.hpp"

#include "apps/common/words.hpp"
#include "checker/fair_names.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

const std::string of_some = "strong=";

std::vector<std::string> parts_of(const std::string& words) {
    std::vector<std::string> parts;
    std::size_t begin = of_some.size();
    for (std::size_t comma; (comma = words.find(',', begin)) != std::string::npos; begin = comma + 1)
        parts.push_back(words.substr(begin, comma - begin));
    parts.push_back(words.substr(begin));
    return parts;
}

std::string trimmed(const std::string& word) {
    const std::size_t first = word.find_first_not_of(' ');
    return first == std::string::npos ? "" : word.substr(first, word.find_last_not_of(' ') + 1 - first);
}

}  // namespace

bool is_fairness(const std::string& words) { return words == "weak" || words == "strong" || words.starts_with(of_some); }

GivenFairness fairness_in(const std::string& words, const model::Network& network) {
    if (!is_fairness(words))
        throw UsageError("there is no fairness '" + model::cleaned_line(words) +
                         "': weak, strong, and strong= with names are accepted");
    GivenFairness given;
    if (words == "strong") given.kind = checker::Fairness::strong;
    if (!words.starts_with(of_some)) return given;
    const std::vector<std::string> parts = parts_of(words);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        // The longest name that begins here: an action's may have commas, too.
        std::string longest, name;
        std::size_t last = i;
        for (std::size_t j = i; j < parts.size(); ++j) {
            name += (j == i ? "" : ",") + parts[j];
            const std::string word = trimmed(name);
            const bool whole = checker::may_be_named(network, word);
            if (whole && (longest.empty() || word.find(": ") != std::string::npos)) {
                // What begins with "NODE: " swallows all, so it ends where another name begins.
                if (!longest.empty() && checker::may_be_named(network, trimmed(parts[j]))) break;
                longest = word, last = j;
            }
        }
        if (longest.empty())
            throw NoSuchFairName("nothing is called '" + model::cleaned_line(trimmed(parts[i])) + "' in --fairness: " +
                             checker::what_is_named(network) + " are accepted, and a node's actions, as in 'NODE: ACTION'");
        given.strong.push_back(longest);
        i = last;
    }
    return given;
}

void require_names(const GivenFairness& fairness, checker::Components& components) {
    const std::string name = checker::names_nothing(components, fairness.strong);
    if (!name.empty())
        throw NoSuchFairName("nothing that must happen is called '" + model::cleaned_line(name) +
                         "' in --fairness: the name of a channel, a node, or an action that may not be put off is accepted");
}

std::string under_fairness(const std::string& words) {
    if (words == "strong") return ", under strong fairness";
    return words.starts_with(of_some) ? ", under strong fairness of " + join(parts_of(words), ", ") : "";
}

}  // namespace tandem::apps
