// Adjacent colours can be distinguished, also by eyes that cannot tell red from green.
#include "apps/pictures/colours.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "apps/compare/compare.hpp"
#include "engines/registry.hpp"
#include "perfsim/statistics.hpp"
#include "reproduce/colours.hpp"

namespace tandem::tests {

namespace {

using Rgb = std::array<double, 3>;  // linear light

Rgb linear(const std::string& hex) {
    Rgb rgb{};
    for (std::size_t i = 0; i < 3; ++i) {
        const double v = std::stoi(hex.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
        rgb[i] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }
    return rgb;
}

using Matrix = std::array<std::array<double, 3>, 3>;
constexpr Matrix everything{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
// Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency" (2009), severity 1.
constexpr Matrix no_red{{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix no_green{{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};

Rgb times(const Matrix& m, const Rgb& v) {
    Rgb out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) out[i] += m[i][j] * v[j];
    return out;
}

/// In Oklab (Ottosson, 2020), where equal distances look alike.
Rgb oklab(const Rgb& c) {
    constexpr Matrix to_lms{{{0.4122214708, 0.5363325363, 0.0514459929},
                             {0.2119034982, 0.6806995451, 0.1073969566},
                             {0.0883024619, 0.2817188376, 0.6299787005}}};
    constexpr Matrix to_lab{{{0.2104542553, 0.7936177850, -0.0040720468},
                             {1.9779984951, -2.4285922050, 0.4505937099},
                             {0.0259040371, 0.7827717662, -0.8086757660}}};
    Rgb lms = times(to_lms, c);
    for (double& v : lms) v = std::cbrt(v);
    return times(to_lab, lms);
}

/// How different two colours look to the eyes least able to distinguish them.
double distance(const std::string& a, const std::string& b) {
    double least = 1e9;
    for (const Matrix& eyes : {everything, no_red, no_green}) {
        const Rgb x = oklab(times(eyes, linear(a))), y = oklab(times(eyes, linear(b)));
        least = std::min(least, std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]));
    }
    return least;
}

constexpr double far_enough = 0.06;  // a difference of lightness alone of 6 in 100

}  // namespace

TEST_SUITE("apps/pictures/colours") {
    TEST_CASE("the distance is that of black and white, and small where red and green are alike") {
        CHECK(distance("#000000", "#ffffff") == doctest::Approx(1).epsilon(.01));
        CHECK(distance("#aa4444", "#66762f") < far_enough);
    }

    TEST_CASE("configurations of each figure of the papers are told apart, and a name has one colour in all") {
        std::map<std::string, std::string> by_name;
        for (const auto& paper : reproduce::papers())
            for (const auto& figure : paper.figures)
                for (std::size_t i = 0; i < figure.configurations.size(); ++i) {
                    const auto& c = figure.configurations[i];
                    const std::string colour = reproduce::colour_of(c);
                    CHECK(by_name.emplace(c.name, colour).first->second == colour);
                    for (std::size_t j = 0; j < i; ++j) {
                        CAPTURE(figure.name + ": " + c.name + ", " + figure.configurations[j].name);
                        CHECK(distance(colour, reproduce::colour_of(figure.configurations[j])) > far_enough);
                    }
                }
    }

    TEST_CASE("protocols that pictures show are told apart, and so are the variants of one") {
        std::vector<std::string> all;
        std::size_t protocols = 0;
        for (const engines::Protocol& protocol : engines::protocols()) {
            if (!apps::simulated(protocol, "")) continue;  // pictures show what has been
            ++protocols;
            std::vector<std::string> own;  // variants may share a shade, protocols may not
            for (const auto& [group, words] : protocol.variants)
                for (const auto& word : words) {
                    const std::string colour = apps::colour_of(protocol.name, word.name);
                    if (std::find(own.begin(), own.end(), colour) == own.end()) own.push_back(colour);
                }
            all.insert(all.end(), own.begin(), own.end());
        }
        CHECK(protocols >= 5);
        CHECK(all.size() > protocols);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                CAPTURE(all[i] + " " + all[j]);
                CHECK(distance(all[i], all[j]) > far_enough);
            }
    }

    TEST_CASE("parts that lie on each other are told apart from their neighbours, and all from each other") {
        for (std::size_t i = 0; i < perfsim::stall_count; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                CAPTURE(apps::colour_of_part(i) + " " + apps::colour_of_part(j));
                CHECK(distance(apps::colour_of_part(i), apps::colour_of_part(j)) > (i - j == 1 ? 0.12 : 0.04));
            }
    }
}

}  // namespace tandem::tests
