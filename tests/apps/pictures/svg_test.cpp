// Numbers in one notation, text that cannot break a picture, and charts whose labels can be read.
#include "apps/pictures/svg.hpp"

#include <doctest/doctest.h>

#include "apps/pictures/chart.hpp"
#include "tests/apps/pictures/labels.hpp"

namespace tandem::tests {

using namespace apps;

TEST_SUITE("apps/pictures/svg") {
    TEST_CASE("a number has three digits at most below a thousand, and a unit from ten thousand on") {
        for (const auto& number : std::vector<std::pair<double, std::string>>{{0, "0"},
                                                                              {0.25, "0.25"},
                                                                              {1.0 / 3, "0.333"},
                                                                              {1, "1"},
                                                                              {12.34, "12.3"},
                                                                              {999.4, "999"},
                                                                              {999.6, "1000"},
                                                                              {9999, "9999"},
                                                                              {9999.6, "10 k"},
                                                                              {30405, "30.4 k"},
                                                                              {999499, "999 k"},
                                                                              {999999, "1 M"},
                                                                              {1234567, "1.23 M"},
                                                                              {5e9, "5 G"},
                                                                              {-30405, "-30.4 k"}}) {
            CAPTURE(number.second);
            CHECK(notation(number.first) == number.second);
        }
    }

    TEST_CASE("names with signs of markup are text") {
        Svg svg;
        svg.text(10, 20, "a<b & \"c\"");
        svg.box(0, 0, 1, 1, "#000000", "x<y", "tip & tip");
        const std::string picture = svg.finish();
        CHECK(picture.find("a&lt;b &amp; &quot;c&quot;") != std::string::npos);
        CHECK(picture.find("data-series=\"x&lt;y\"") != std::string::npos);
        CHECK(picture.find("tip &amp; tip") != std::string::npos);
    }

    TEST_CASE("a picture is as large as what is in it") {
        Svg svg;
        svg.text(10, 20, std::string(200, 'W'));
        CHECK(unreadable(svg.finish()) == "");
    }

    TEST_CASE("the test of labels finds two that overlap, one that leaves the picture, and a series without a key") {
        Svg svg;
        svg.text(10, 20, "one label");
        svg.text(40, 24, "another");
        CHECK(unreadable(svg.finish()) == "'another' and 'one label' overlap");
        Svg out;
        out.text(10, 20, "far left", Svg::At::end);
        CHECK(unreadable(out.finish()) == "'far left' leaves the picture");
        Svg upright;
        upright.upright_text(20, 60, "from below");
        upright.text(14, 60, "across");
        CHECK(unreadable(upright.finish()) != "");
        Svg bare;
        bare.dot(5, 5, "#000000", "nobody's", "");
        CHECK(without_key(bare.finish()) == "nobody's");
    }

    TEST_CASE("axes and legends of any size can be read") {
        for (const double greatest : {0.0, 1e-3, 0.7, 1.0, 4.2, 999.0, 123456.0, 9.99e9}) {
            CAPTURE(greatest);
            Svg svg;
            std::vector<Key> keys;
            for (int i = 0; i < 14; ++i) keys.push_back({"a series with a name, number " + std::to_string(i), "#888888"});
            const double top = draw_legend(svg, 80, 20, 500, keys) + 12;
            const Axis up(greatest, top + 150, top), across(greatest, 80, 500, true);
            draw_up(svg, up, 80, 500, "units");
            draw_across(svg, across, top, top + 150, "cycles");
            CHECK(unreadable(svg.finish()) == "");
            CHECK(up.marks().size() <= 7);
            CHECK(up.place(greatest) >= top - 0.001);
        }
        Svg svg;
        std::vector<int> values;
        for (int v = 1; v <= 4096; ++v) values.push_back(v);
        draw_values(svg, Scale(1, 4096, 20, 500), values, 30, 260, "l1.ways");
        CHECK(unreadable(svg.finish()) == "");
    }
}

}  // namespace tandem::tests
