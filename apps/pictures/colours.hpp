// Colours of pictures. A protocol has a hue, and its variants are shades of it, the same in all pictures, whatever else is in
// them.
//
// Shades differ in lightness, and hues that stand side by side differ for eyes that cannot tell red from green:
// tests/apps/pictures/colours_test.cpp simulates them.
#pragma once

#include <cstddef>
#include <string>

namespace tandem::apps {

enum class Hue { blue, vermilion, green, grey, ochre, purple, teal, violet };
enum class Shade { light, middle, dark };

/// As SVG writes it.
std::string colour(Hue hue, Shade shade);
/// Of a configuration: the hue by the protocol's place in the program's list. The shade by the variant: light with each group's
/// first word, dark with the second of the first group, middle with any other.
std::string colour_of(const std::string& protocol, const std::string& variant);
/// Of parts of a whole, such as the causes of stalls or the kinds of messages, by their number.
std::string colour_of_part(std::size_t part);

}  // namespace tandem::apps
