// The labels of a picture: the place of each, by the metrics of its font, and whether two of them overlap; and which series are
// drawn and named.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "apps/pictures/svg.hpp"

namespace tandem::tests {

struct Label {
    std::string words;
    double left = 0, top = 0, right = 0, bottom = 0;
};

/// The value of an element's attribute, or nothing.
inline std::string attribute_of(const std::string& element, const std::string& name) {
    const auto at = element.find(" " + name + "=\"");
    if (at == std::string::npos) return "";
    const auto from = at + name.size() + 3;
    return element.substr(from, element.find('"', from) - from);
}

/// The labels of an SVG file of this program.
inline std::vector<Label> labels_of(const std::string& svg) {
    std::vector<Label> labels;
    for (std::size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at + 1)) {
        const std::size_t open = svg.find('>', at);
        const std::string element = svg.substr(at, open - at), words = svg.substr(open + 1, svg.find("</text>", open) - open - 1);
        const std::string size_text = attribute_of(element, "font-size"), anchor = attribute_of(element, "text-anchor"),
                          turned = attribute_of(element, "transform");
        const double size = size_text.empty() ? apps::Svg::usual_size : std::strtod(size_text.c_str(), nullptr);
        const double width = apps::width_of(words, size), ascent = 0.75 * size, descent = 0.2 * size;
        const double before = anchor == "end" ? width : anchor == "middle" ? width / 2 : 0;
        if (!turned.empty()) {
            char* rest = nullptr;
            const double x = std::strtod(turned.c_str() + turned.find('(') + 1, &rest), y = std::strtod(rest + 1, nullptr);
            labels.push_back({words, x - ascent, y - width + before, x + descent, y + before});
        } else {
            const double x = std::strtod(attribute_of(element, "x").c_str(), nullptr),
                         y = std::strtod(attribute_of(element, "y").c_str(), nullptr);
            labels.push_back({words, x - before, y - ascent, x - before + width, y + descent});
        }
    }
    return labels;
}

/// Two labels that overlap, or one that leaves the picture; nothing if all can be read.
inline std::string unreadable(const std::string& svg) {
    const auto labels = labels_of(svg);
    const double width = std::strtod(attribute_of(svg.substr(0, svg.find('>')), "width").c_str(), nullptr),
                 height = std::strtod(attribute_of(svg.substr(0, svg.find('>')), "height").c_str(), nullptr);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Label& a = labels[i];
        if (a.left < 0 || a.top < 0 || a.right > width || a.bottom > height) return "'" + a.words + "' leaves the picture";
        for (std::size_t j = 0; j < i; ++j)
            if (const Label& b = labels[j]; a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                return "'" + a.words + "' and '" + b.words + "' overlap";
    }
    return "";
}

/// The values of an attribute in a picture.
inline std::set<std::string> all_of(const std::string& svg, const std::string& name) {
    std::set<std::string> found;
    for (std::size_t at = svg.find(" " + name + "=\""); at != std::string::npos; at = svg.find(" " + name + "=\"", at + 1))
        found.insert(attribute_of(svg.substr(at, svg.find('>', at) - at), name));
    return found;
}

/// A drawn series that is not in the legend, or nothing.
inline std::string without_key(const std::string& svg) {
    const auto keys = all_of(svg, "data-key");
    for (const auto& series : all_of(svg, "data-series"))
        if (!keys.contains(series)) return series;
    return "";
}

}  // namespace tandem::tests
