// The fields of a node as a tree: "lines.A.wts" is member wts of item A of member lines, "waiting[0].from" of the first item of a
// list.
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "model/network.hpp"

namespace tandem::apps {

/// Whole numbers become numbers, "yes" and "no" truths, all else text.
nlohmann::ordered_json value_of(const std::string& text);
nlohmann::ordered_json tree_of(const std::vector<model::Field>& fields);

}  // namespace tandem::apps
