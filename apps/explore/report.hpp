// An exploration for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/explore/explore.hpp"

namespace tandem::apps {

/// To standard output; the front is bold where that is a terminal.
void tell(const DesignSpace& space);
std::string as_text(const DesignSpace& space);
nlohmann::json as_json(const DesignSpace& space);
/// An SVG file that stands by itself: cycles to the right, energy or bytes upwards, a mark for each row that has a cost.
std::string as_svg(const DesignSpace& space, const std::string& against);
/// A page that opens offline: the table, both pictures, what each choice does, and the traces that refute.
std::string as_page(const DesignSpace& space, const std::string& command);
/// The command line that asks for it, without files and limits.
std::string command_of(const ExploreOptions& options);

/// A cost as tables write it, in the unit of `figure_units`.
std::string as_figure(Figure figure, double value);
inline constexpr std::array<const char*, 3> figure_units{"cycles", "uJ", "kB sent"};
/// "-3.1%" of a ratio, "0" where nothing differs.
std::string as_percent(double ratio);
/// "right", "refuted", "undecided"
const char* word_of(checker::Verdict verdict);

}  // namespace tandem::apps
