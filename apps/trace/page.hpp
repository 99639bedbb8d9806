// The parts of the trace explorer, as files of the folder explorer; the build makes them text (apps/CMakeLists.txt).
#pragma once

#include <string_view>

namespace tandem::apps {

extern const std::string_view explorer_html, explorer_css, explorer_js;

}  // namespace tandem::apps
