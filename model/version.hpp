// The version of Tandem. This line is its only place: CMake reads it from here.
#pragma once

#include <string_view>

namespace tandem {

inline constexpr std::string_view version = "0.1.0";

}  // namespace tandem
