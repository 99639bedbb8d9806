#include "apps/pictures/colours.hpp"

#include <array>
#include <utility>

#include "engines/registry.hpp"
#include "model/words.hpp"

namespace tandem::apps {

namespace {

constexpr std::array<std::array<const char*, 3>, 8> colours{{
    {"#9bb2e8", "#4c8fcc", "#084d9d"},  // blue
    {"#f7b48c", "#de7245", "#8d2d11"},  // vermilion
    {"#aee5c7", "#4cb27c", "#117050"},  // green
    {"#babec3", "#888888", "#4a4a4a"},  // grey
    {"#f2dd8c", "#d1a730", "#836200"},  // ochre
    {"#ddc6f7", "#a878be", "#662f78"},  // purple
    {"#ccecfe", "#0d728e", "#002434"},  // teal
    {"#d26eff", "#8818ff", "#4f00bb"},  // violet
}};

/// Neighbours differ in hue and in lightness.
constexpr std::array<std::pair<Hue, Shade>, 16> parts{{
    {Hue::green, Shade::dark},
    {Hue::blue, Shade::light},
    {Hue::purple, Shade::dark},
    {Hue::ochre, Shade::middle},
    {Hue::blue, Shade::dark},
    {Hue::vermilion, Shade::light},
    {Hue::vermilion, Shade::dark},
    {Hue::teal, Shade::middle},
    {Hue::purple, Shade::light},
    {Hue::ochre, Shade::dark},
    {Hue::grey, Shade::light},
    {Hue::blue, Shade::middle},
    {Hue::ochre, Shade::light},
    {Hue::teal, Shade::dark},
    {Hue::vermilion, Shade::middle},
    {Hue::grey, Shade::dark},
}};

}  // namespace

std::string colour(Hue hue, Shade shade) { return colours[static_cast<std::size_t>(hue)][static_cast<std::size_t>(shade)]; }

std::string colour_of(const std::string& protocol, const std::string& variant) {
    const std::vector<std::string> all = engines::protocol_names();
    const std::size_t hue = static_cast<std::size_t>(std::find(all.begin(), all.end(), protocol) - all.begin());
    Shade shade = Shade::light;
    if (hue < all.size()) {
        const auto& variants = engines::protocol(protocol).variants;
        for (std::size_t group = 0; group < variants.size(); ++group) {
            const auto& words = variants[group].second;
            for (std::size_t i = 1; i < words.size(); ++i)
                for (const auto& word : model::split(variant, ','))
                    if (word == words[i].name) shade = group == 0 && i == 1 ? Shade::dark : Shade::middle;
        }
    }
    return colour(static_cast<Hue>(hue % colours.size()), shade);
}

std::string colour_of_part(std::size_t part) {
    const auto& [hue, shade] = parts[part % parts.size()];
    return colour(hue, shade);
}

}  // namespace tandem::apps
