// A picture as an SVG file that stands by itself: what is drawn is kept as text, and the picture becomes as large as what is in
// it.
//
// Marks that show a value say which series they belong to (data-series), so that a test can hold legends to what is drawn.
// Colours of ink and paper follow what the reader's browser prefers, light or dark.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tandem::apps {

/// Text that means nothing to HTML and SVG.
std::string escaped(const std::string& text);

/// A number as all pictures write it: three digits at most, "0.25", "1.5", "9999", and from ten thousand on "12 k", "3.4 M", "1.2
/// G".
std::string notation(double value);

/// Pixels that the text takes in a sans-serif font, the widest that is common (DejaVu Sans).
double width_of(const std::string& text, double size);

class Svg {
public:
    enum class At { start, middle, end };
    using Points = std::vector<std::pair<double, double>>;  // x, y
    static constexpr double usual_size = 12;                // of letters, in pixels

    void text(double x, double y, const std::string& words, At at = At::start, double size = usual_size, bool bold = false);
    /// Read from below, around (x, y).
    void upright_text(double x, double y, const std::string& words, double size = usual_size);
    /// `tip` is shown to who points at it.
    void box(double x, double y, double width, double height, const std::string& colour, const std::string& series = "",
             const std::string& tip = "");
    /// A box of paper, with an edge of ink or without.
    void paper(double x, double y, double width, double height, bool edge);
    void dot(double x, double y, const std::string& colour, const std::string& series, const std::string& tip, double radius = 3);
    void curve(const Points& points, const std::string& colour, const std::string& series);
    /// A broad streak of red beneath what stands out.
    void streak(const Points& points);
    void area(const Points& points, const std::string& colour, const std::string& series, const std::string& tip);
    /// A straight line of a kind that the style knows: grid, axis, ink, print, dashed; pending where texts part lines.
    void rule(double x1, double y1, double x2, double y2, const char* kind, const std::string& series = "",
              const std::string& tip = "");
    /// Between these two is a legend's entry for a series.
    void begin_key(const std::string& series);
    void end_key() { body_ += "</g>\n"; }
    /// What is drawn between these two leads to that address.
    void begin_link(const std::string& address);
    void end_link() { body_ += "</a>\n"; }

    /// Texts have a seam of paper and boxes are of paper, for lines pass behind them.
    void part_texts_from_lines() { seams_ = true; }

    std::string finish() const;

private:
    void reach(double x, double y);

    std::string body_;
    double right_ = 0, bottom_ = 0;
    bool seams_ = false;
};

}  // namespace tandem::apps
