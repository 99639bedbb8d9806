#include "reproduce/resident_warps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"

namespace tandem::reproduce {

namespace {

/// Of a kept result, which somebody may have changed.
int whole(const nlohmann::json& number) {
    const bool is_whole = number.is_number_integer();
    if (!is_whole || number.get<double>() < 0 || number.get<double>() > std::numeric_limits<int>::max())
        throw apps::UsageError("a kept result has a number of warps that is none: without it the run is repeated");
    return number.get<int>();
}

}  // namespace

ResidentWarps resident_warps(const std::string& benchmark, const std::vector<const nlohmann::json*>& reports) {
    ResidentWarps of{benchmark};
    for (const nlohmann::json* report : reports) {
        const auto& warps = report->at("warps");
        of.mean += warps.at("mean").get<double>() / static_cast<double>(reports.size());
        of.most = std::max(of.most, whole(warps.at("most")));
        of.machine = whole(warps.at("machine"));
    }
    return of;
}

std::string as_text(const std::vector<ResidentWarps>& all) {
    std::vector<std::string> filled, few;
    for (const ResidentWarps& of : all) {
        filled.push_back(fmt::format("{} {:.0f} and {} of {}", of.benchmark, of.mean, of.most, of.machine));
        if (of.few()) few.push_back(of.benchmark);
    }
    std::string out = "resident warps, on average and at most: " + apps::join(filled, ", ") + "\n";
    if (!few.empty())
        out += "less than half of the machine is filled by " + apps::join(few, ", ") + ": few warps hide little latency\n";
    return out;
}

}  // namespace tandem::reproduce
