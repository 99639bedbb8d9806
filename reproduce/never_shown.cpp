#include "reproduce/never_shown.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/common/words.hpp"
#include "apps/sim/report.hpp"

namespace tandem::reproduce {

void NeverShown::add(const std::string& system, const nlohmann::json& report) {
    Outcomes& of = systems_[system];
    ++of.runs;
    for (const auto& [outcome, times] : report.at("outcomes").items())
        of.shown[outcome] = of.shown[outcome] || times.get<std::uint64_t>() > 0;
}

std::vector<std::string> NeverShown::never(const Outcomes& of) const {
    std::vector<std::string> names;
    for (const auto& [outcome, shown] : of.shown)
        if (!shown && !apps::is_stall(outcome)) names.push_back(outcome);
    return names;
}

std::string NeverShown::as_text() const {
    std::string out;
    for (const auto& [system, of] : systems_)
        if (const std::vector<std::string> names = never(of); !names.empty())
            out += fmt::format("  {}, {} run{}: {}\n", system, of.runs, of.runs == 1 ? "" : "s", apps::join(names, ", "));
    return out.empty() ? "" : "outcomes of the texts that these runs never show, stalls apart\n" + out;
}

nlohmann::json NeverShown::as_json() const {
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [system, of] : systems_) all[system] = never(of);
    return all;
}

}  // namespace tandem::reproduce
