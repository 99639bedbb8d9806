#include "apps/explore/choices.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "apps/check/outcome_record.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

using Group = std::pair<std::string, std::vector<Entry>>;

/// The title without the paper's section: "combining (V-B)" is called "combining".
std::string short_title(const std::string& title) { return title.substr(0, title.find(" (")); }

std::vector<const Group*> groups_of(const Protocol& protocol) {
    std::vector<const Group*> groups;
    for (const Group& group : protocol.variants)
        if (group.first != broken_group && !group.second.empty()) groups.push_back(&group);
    return groups;
}

bool has_word(const Group& group, const std::string& word) {
    return std::any_of(group.second.begin(), group.second.end(), [&](const Entry& entry) { return entry.name == word; });
}

/// The group of that name: its title, the beginning of one title alone, or one of its alternatives.
const Group* group_called(const std::vector<const Group*>& groups, const std::string& name) {
    const Group* found = nullptr;
    for (const Group* group : groups)
        if (name == group->first || name == short_title(group->first)) return group;
    for (const Group* group : groups)
        if (has_word(*group, name)) return group;
    for (const Group* group : groups)
        if (!name.empty() && group->first.starts_with(name)) {
            if (found) return nullptr;
            found = group;
        }
    return found;
}

std::set<const Group*> asked_for(const Protocol& protocol, const std::vector<const Group*>& groups,
                                 const std::vector<std::string>& choices) {
    std::set<const Group*> asked;
    for (const std::string& name : choices) {
        const Group* group = group_called(groups, name);
        std::vector<std::string> names;
        for (const Group* one : groups) names.push_back("'" + short_title(one->first) + "'");
        if (!group)
            throw UsageError(protocol.name + " has no choice '" + name + "': " + join(names, ", ") +
                             " are accepted, the beginning of one of them, and the name of an alternative");
        asked.insert(group);
    }
    return asked;
}

void require_listed_as_broken(const Protocol& protocol, const std::vector<const Group*>& groups,
                              const std::vector<std::string>& with) {
    std::vector<std::string> broken{"broken"};
    for (const Group* group : groups)
        for (const Entry& entry : group->second)
            if (!entry.promises) broken.push_back(entry.name);
    for (const std::string& word : with)
        if (std::find(broken.begin(), broken.end(), word) == broken.end())
            throw UsageError("--with " + word + ": " + join(broken, ", ") + " are accepted, which " + protocol.name +
                             " lists as broken; all others are walked anyway");
}

/// What is walked of one group: what promises all properties, and what is asked for besides. With a word of the user's, that
/// alone.
std::vector<Entry> walked(const Group& group, bool open, const std::vector<std::string>& said, const std::string& sound,
                          const std::vector<std::string>& with) {
    for (const Entry& entry : group.second)
        if (std::find(said.begin(), said.end(), entry.name) != said.end()) return {entry};
    std::vector<Entry> entries;
    const auto sound_words = split(sound, ',');
    const auto add = [&](const auto& holds) {
        for (const Entry& entry : group.second) {
            const auto same = [&](const Entry& other) { return other.name == entry.name; };
            if (holds(entry) && std::none_of(entries.begin(), entries.end(), same)) entries.push_back(entry);
        }
    };
    // What is sound comes first: the others are compared with it.
    add([&](const Entry& entry) { return std::find(sound_words.begin(), sound_words.end(), entry.name) != sound_words.end(); });
    add([&](const Entry& entry) { return entry.promises; });
    if (entries.empty()) entries.push_back(group.second.front());
    if (!open) return {entries.front()};
    const bool all = std::find(with.begin(), with.end(), "broken") != with.end();
    add([&](const Entry& entry) {
        return !entry.promises && (all || std::find(with.begin(), with.end(), entry.name) != with.end());
    });
    return entries;
}

/// A variant of these words, one of each group, or why there is none.
struct Named {
    std::string variant, refused;
    std::vector<bool> moot;
};
Named named(const Protocol& protocol, const std::vector<const Group*>& groups, const std::vector<std::string>& words) {
    Named result{"", "", std::vector<bool>(groups.size(), false)};
    std::vector<std::string> said;
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (words[g] != groups[g]->second.front().name) said.push_back(words[g]);
    std::string described;
    std::set<std::string> in_full;
    try {
        described = protocol.describe({join(said, ","), ""});
        in_full = variant_words(protocol, {join(said, ","), ""});
    } catch (const UsageError& error) {
        result.refused = error.what();
        return result;
    }
    // A default is named as well where that is accepted, so that no engine may take another.
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (words[g] != groups[g]->second.front().name) continue;
        said.push_back(words[g]);
        try {
            if (protocol.describe({join(said, ","), ""}) == described) continue;
            result.refused = words[g] + " changes what the other words say";
            return result;
        } catch (const UsageError& error) {
            said.pop_back();
            for (const Entry& entry : groups[g]->second)
                if (entry.name != words[g] && in_full.contains(entry.name)) {
                    result.refused = error.what();
                    return result;
                }
            result.moot[g] = true;
        }
    }
    std::vector<std::string> in_order;
    for (std::size_t g = 0; g < groups.size(); ++g)
        if (!result.moot[g]) in_order.push_back(words[g]);
    result.variant = join(in_order, ",");
    return result;
}

}  // namespace

Combinations combinations_of(const Protocol& protocol, const std::vector<std::string>& choices, const std::string& variant,
                             const std::vector<std::string>& with) {
    const auto groups = groups_of(protocol);
    const auto asked = asked_for(protocol, groups, choices);
    require_listed_as_broken(protocol, groups, with);
    protocol.describe({variant, ""});  // what it does not know is refused
    const std::vector<std::string> said = split(variant, ',');
    for (const std::string& word : said)
        if (std::none_of(groups.begin(), groups.end(), [&](const Group* group) { return has_word(*group, word); }))
            throw UsageError("--variant " + word +
                             " is no alternative of a choice, and a seeded bug has no cost: `check` and "
                             "`sim` take it");
    std::vector<std::vector<Entry>> walks;
    std::size_t product = 1;
    for (const Group* group : groups) {
        const bool open = choices.empty() || asked.contains(group);
        walks.push_back(walked(*group, open, said, protocol.sound_variant, with));
        product *= walks.back().size();
        if (product > 64 * most_combinations) break;
    }
    const auto too_many = [&] {
        return UsageError("the choices of " + protocol.name + " have more than " + std::to_string(most_combinations) +
                          " combinations: --choices or --variant that leave fewer are accepted");
    };
    if (product > 64 * most_combinations) throw too_many();

    Combinations result;
    std::vector<std::size_t> open;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (walks[g].size() > 1) {
            open.push_back(g);
            result.choices.push_back({groups[g]->first, short_title(groups[g]->first), walks[g]});
        } else if (walks[g].front().name != groups[g]->second.front().name) {
            result.fixed.push_back(walks[g].front().name);
        }
    }
    std::vector<std::size_t> at(groups.size(), 0);
    for (bool more = true; more;) {
        std::vector<std::string> words, varied;
        std::vector<std::string> broken;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            const Entry& entry = walks[g][at[g]];
            words.push_back(entry.name);
            if (walks[g].size() > 1) varied.push_back(entry.name);
            if (!entry.promises) broken.push_back(entry.name);
        }
        if (broken.size() <= 1) {
            const Named name = named(protocol, groups, words);
            if (!name.refused.empty()) {
                result.none.push_back(join(varied, ",") + ": " + name.refused);
            } else {
                Combination one;
                one.variant = name.variant;
                if (!broken.empty()) one.broken = broken.front();
                for (const std::size_t g : open) one.chosen.push_back(at[g]), one.moot.push_back(name.moot[g]);
                result.all.push_back(std::move(one));
                if (result.all.size() > most_combinations) throw too_many();
            }
        }
        more = false;
        for (std::size_t g = groups.size(); g-- > 0 && !more;) {
            more = ++at[g] < walks[g].size();
            if (!more) at[g] = 0;
        }
    }
    if (result.all.empty())
        throw UsageError("no combination of these choices is accepted: " +
                         (result.none.empty() ? "each has two alternatives that are listed as broken" : result.none.front()));
    return result;
}

std::string sound_with(const Protocol& protocol, const std::string& word) {
    const auto fits = [&](const std::string& variant) {
        try {
            return variant_words(protocol, {variant, ""}).contains(word);
        } catch (const UsageError&) {
            return false;
        }
    };
    // A word of a group that combines several, such as a single repair, stands in place of the sound one.
    std::vector<std::string> sound;
    for (const Group* group : groups_of(protocol)) {
        if (has_word(*group, word)) continue;
        for (const std::string& one : split(protocol.sound_variant, ','))
            if (has_word(*group, one)) sound.push_back(one);
    }
    sound.push_back(word);
    const std::string alone = join(sound, ",");
    if (fits(alone)) return alone;
    for (const Group* group : groups_of(protocol))
        for (const Entry& other : group->second)
            if (other.promises && other.name != word)
                if (const std::string both = protocol.over(alone, other.name); fits(both)) return both;
    return "";
}

}  // namespace tandem::apps
