#include "apps/prove/any_sorts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

constexpr std::array<const char*, smt::any::sorts> general{"cores", "threads", "blocks"};

}  // namespace

smt::any::SortWords words_of(const Protocol& text) {
    smt::any::SortWords words;
    std::copy_n(text.extents.begin(), smt::any::sorts, words.begin());
    return words;
}

AnySorts any_sorts(const std::string& list, const Protocol& text, const std::string& shape) {
    const smt::any::SortWords words = words_of(text);
    std::vector<std::string> accepted;
    AnySorts all;
    for (std::size_t s = 0; s < words.size(); ++s) {
        if (words[s].empty()) continue;
        all.push_back(s);
        accepted.push_back(words[s] == general[s] ? words[s] : fmt::format("{} ({})", general[s], words[s]));
    }
    if (all.empty()) throw UsageError(text.name + " has no sort of which there could be any number");
    AnySorts any = list.empty() ? all : AnySorts{};
    if (has_empty_part(list) && !list.empty())
        throw UsageError("--any has an empty name in '" + list + "': " + join(accepted, ", ") + " are accepted");
    for (const std::string& word : split_once_each(list, ',', "--any")) {
        const auto found =
            std::find_if(all.begin(), all.end(), [&](std::size_t s) { return word == general[s] || word == words[s]; });
        if (found == all.end())
            throw UsageError(fmt::format("{} has no '{}' of which there could be any number: {} {} accepted", text.name, word,
                                         join(accepted, ", "), accepted.size() == 1 ? "is" : "are"));
        any.push_back(*found);
    }
    std::sort(any.begin(), any.end());
    if (std::adjacent_find(any.begin(), any.end()) != any.end()) throw UsageError("--any names a sort twice in '" + list + "'");
    for (const std::string& part : split(shape, ','))
        for (const std::size_t s : any)
            if (part.starts_with(words[s] + "="))
                throw UsageError(fmt::format("--shape says {}, and --any leaves the number of {} open: leave it out of the shape",
                                             part, words[s]));
    return any;
}

std::string with_extents(const std::string& shape, const AnySorts& any, const smt::any::BySort& extents,
                         const smt::any::SortWords& words) {
    std::string result = shape;
    for (const std::size_t s : any) result = model::with(result, words[s], std::to_string(extents[s]));
    return result;
}

std::string size_text(const AnySorts& any, const smt::any::BySort& kept, const std::vector<std::size_t>& outside,
                      const smt::any::SortWords& words) {
    std::vector<std::string> parts;
    for (const std::size_t s : any)
        parts.push_back(fmt::format("{}={}{}", words[s], kept[s],
                                    std::find(outside.begin(), outside.end(), s) == outside.end() ? "" : " and one outside"));
    return join(parts, ", ");
}

}  // namespace tandem::apps
