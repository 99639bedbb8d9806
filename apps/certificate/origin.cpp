#include "apps/certificate/origin.hpp"

#include <charconv>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t longest_value = 400;
constexpr std::uint64_t most_states = 10'000'000;

UsageError damaged(const std::string& what) {
    return UsageError("the certificate's 'contents' " + what + ": a folder that `tandem prove --certificate` wrote is accepted");
}

std::uint64_t number_in(const std::map<std::string, std::string>& values, const std::string& key, std::uint64_t most) {
    const std::string& text = values.at(key);
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (text.empty() || error != std::errc() || end != text.data() + text.size() || n > most)
        throw damaged(fmt::format("say '{}' of {}, which is no number up to {}", model::printable(text), key, most));
    return n;
}

}  // namespace

std::string as_text(const Origin& o) {
    return fmt::format("protocol {}\nvariant {}\nshape {}\nclock {}\nexplored {}\ncompared {}\nseed {}\n", o.protocol,
                       o.selection.variant, o.selection.shape, o.reset ? "reset" : "endless", o.effort.explored,
                       o.effort.compared, o.effort.seed);
}

Origin origin_of(const std::string& contents) {
    static const char* const keys[] = {"protocol", "variant", "shape", "clock", "explored", "compared", "seed"};
    std::map<std::string, std::string> values;
    std::istringstream lines(contents);
    for (std::string line; std::getline(lines, line);)
        for (const std::string key : keys)
            if (line.starts_with(key + " ") && !values.try_emplace(key, line.substr(key.size() + 1)).second)
                throw damaged("say twice what its " + key + " is");
    for (const char* key : keys) {
        if (!values.contains(key)) throw damaged(fmt::format("do not say what its {} is", key));
        const std::string& value = values[key];
        if (value.size() > longest_value || model::printable(value, longest_value) != value)
            throw damaged(fmt::format("say of its {} what cannot be one", key));
    }
    if (values["clock"] != "endless" && values["clock"] != "reset")
        throw damaged("say '" + model::printable(values["clock"]) + "' of its clock, which is endless or reset");
    return {values["protocol"],
            {values["variant"], values["shape"]},
            values["clock"] == "reset",
            {number_in(values, "explored", most_states), number_in(values, "compared", most_states),
             number_in(values, "seed", ~std::uint64_t{0})}};
}

}  // namespace tandem::apps
