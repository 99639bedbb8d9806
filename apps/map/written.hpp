// A map as a file: a picture (.svg), a page with the picture and tables that opens offline (.html), or numbers (.json).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/common/output.hpp"
#include "apps/map/state_map.hpp"

namespace tandem::apps {

std::string as_svg(const StateMap& map);
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
