// The effect of each part of the machine on a figure's claims: they are read with one part switched off at a time.
#pragma once

#include <functional>

#include "reproduce/machine_parts.hpp"
#include "reproduce/sensitivity.hpp"

namespace tandem::reproduce {

/// The page's own variation first, then one without each part.
std::vector<Variation> variations_by_part(std::uint64_t seed);

/// The figure's table for the first variation, with the claims under the others beside its own.
Table ablated_table(const Figure& figure, const std::vector<Variation>& variations,
                    const std::function<Table(const Figure&, const Variation&)>& table_of);

/// A table of parts and claims, for people; nothing if there is none.
std::string parts_text(const Table& table);
/// The same for a page, and for programs.
std::string parts_page(const Table& table);
nlohmann::json parts_json(const Table& table);

}  // namespace tandem::reproduce
