// A check's report for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/check.hpp"

namespace tandem::apps {

std::string as_text(const CheckReport& report);
std::string as_text(const checker::Trace& trace);
nlohmann::json as_json(const CheckReport& report);
nlohmann::json as_json(const checker::Trace& trace);

}  // namespace tandem::apps
