// The litmus paper's tables (Alglave et al., ASPLOS 2015): how often weak behaviours were seen on real GPUs, as text (litmus/),
// and what models say of the same tests. Runs of ours stand beside them where there are any.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tandem::reproduce {

/// How often a test's condition held in 100000 runs.
struct Observed {
    std::string test;                        // the name of its file
    std::vector<std::optional<long>> times;  // by column; none: not tried
};

struct ObservedFigure {
    std::string name, title;           // the title begins with its place in the paper
    std::vector<std::string> columns;  // chips, or incantations
    std::vector<bool> opencl;          // by column: of a translation to OpenCL
    std::vector<Observed> rows;
};

/// A run of ours on a card.
struct RanOnCard {
    std::string card, test;
    long runs = 0, times = 0;
};

/// Throw std::invalid_argument that names the line.
std::vector<ObservedFigure> parse_observed(const std::string& text);
std::vector<RanOnCard> parse_ran(const std::string& text);

/// The texts that come with the program (litmus/observed.txt, litmus/ran.txt), and of a test. Throws std::invalid_argument.
const std::vector<ObservedFigure>& observed_figures();
const std::vector<RanOnCard>& ran_on_cards();
const std::string& observed_test(const std::string& name);

/// A figure with what models say of its tests: the paper's, and that of PTX 6.
struct JudgedFigure {
    struct Row {
        Observed observed;
        std::vector<bool> allowed;  // by model
    };
    const ObservedFigure* figure;
    std::vector<Row> rows;
    std::vector<RanOnCard> ran;  // of these tests

    /// What was seen on PTX, and the paper's model forbids.
    bool beyond(const Row& row, std::size_t column) const {
        return !row.allowed[0] && !figure->opencl[column] && row.observed.times[column].value_or(0) > 0;
    }
};
extern const std::vector<std::string> judging_models;

JudgedFigure judged(const ObservedFigure& figure, const std::vector<RanOnCard>& ran);
std::string as_text(const JudgedFigure& figure);
nlohmann::json as_json(const JudgedFigure& figure);

}  // namespace tandem::reproduce
