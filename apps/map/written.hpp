// A map as a file: a picture (.svg), a page with the picture and tables that opens offline (.html), or numbers (.json).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/common/output.hpp"
#include "apps/map/state_map.hpp"

namespace tandem::apps {

/// A diagram of more states than these is a tangle: on a page its table stands alone.
inline constexpr std::size_t most_states_of_diagram = 8;
enum class Diagrams { all, small };

/// "SM.lines.*.state".
std::string name_of(const FieldMachine& machine);
/// What was looked at: "88 states in 12 levels".
std::string scope(const StateMap& map);
std::string as_svg(const StateMap& map, Diagrams which = Diagrams::all);
std::string as_page(const StateMap& map);
nlohmann::json as_json(const StateMap& map);

class MapOutput {
public:
    /// An empty path: nothing is written. Throws UsageError if the ending names no format, or if the file cannot be written.
    explicit MapOutput(const std::string& path);
    /// Where there is no map nothing is written, and a line on standard error says so.
    void commit(const std::optional<StateMap>& map);

private:
    std::string path_;
    std::string (*text_)(const StateMap&);
    WholeFile file_;
};

}  // namespace tandem::apps
