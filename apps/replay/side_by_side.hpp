// `tandem replay A B`: two written runs beside each other, to see where two variants part, or what a mended text does instead.
//
// Steps are the same if they take the same event with the same outcomes. Which stand beside each other is the longest common
// subsequence of the two runs. Nothing is run: the files have all states.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/replay/trace_file.hpp"

namespace tandem::apps {

struct SideBySide {
    /// A line: a step of the left run, of the right one, or of both, counted from 1; 0 where that run has none here.
    struct Line {
        std::size_t left = 0, right = 0;
    };
    /// A field that differs; empty where it is absent.
    struct Difference {
        std::string field, left, right;  // "SM0.lines.A.data"
    };

    const WrittenTrace *left = nullptr, *right = nullptr;
    std::size_t same = 0;            // so many steps from the start are the same, with the states behind them
    std::vector<Line> lines;         // of the steps after those
    std::vector<Difference> parted;  // right behind the step at which they part, if both take the same event there
    std::vector<Difference> at_end;  // between the last states
};

/// The runs refer to the files. The first of the two that violate the same property are compared, or else the first of each.
SideBySide side_by_side(const WrittenFile& left, const WrittenFile& right);

/// The fields in which states differ, by their names.
std::vector<SideBySide::Difference> differences(const WrittenState& left, const WrittenState& right);

std::string as_text(const SideBySide& both, const WrittenFile& left, const WrittenFile& right);
/// A page that opens offline.
std::string as_page(const SideBySide& both, const WrittenFile& left, const WrittenFile& right);
nlohmann::ordered_json as_json(const SideBySide& both);

}  // namespace tandem::apps
