#include "apps/replay/side_by_side.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t most_told = 12;                     // fields of a difference; the JSON has all
constexpr std::size_t most_cells = std::size_t{1} << 22;  // of the table that finds common steps

bool same_step(const WrittenStep& a, const WrittenStep& b) { return a.event == b.event && a.outcomes == b.outcomes; }

std::string told(const WrittenStep& step) {
    return step.event + (step.outcomes.empty() ? "" : " (" + join(step.outcomes, ", ") + ")");
}

/// The states of all nodes behind so many steps.
WrittenState state_after(const WrittenTrace& trace, std::size_t steps) {
    WrittenState state = trace.start;
    for (std::size_t i = 0; i < steps; ++i)
        for (const auto& [node, leaves] : trace.steps[i].states) state[node] = leaves;
    return state;
}

/// Lines of the steps from `from` on; those of the longest common subsequence stand beside each other.
std::vector<SideBySide::Line> aligned(const WrittenTrace& left, const WrittenTrace& right, std::size_t from) {
    const std::size_t n = left.steps.size() - from, m = right.steps.size() - from;
    std::vector<SideBySide::Line> lines;
    std::size_t i = 0, j = 0;
    if (n * m <= most_cells) {
        std::vector<std::vector<std::uint32_t>> common(n + 1, std::vector<std::uint32_t>(m + 1));
        for (std::size_t a = n; a-- > 0;)
            for (std::size_t b = m; b-- > 0;)
                common[a][b] = same_step(left.steps[from + a], right.steps[from + b])
                                   ? common[a + 1][b + 1] + 1
                                   : std::max(common[a + 1][b], common[a][b + 1]);
        while (i < n && j < m) {
            if (same_step(left.steps[from + i], right.steps[from + j])) lines.push_back({from + ++i, from + ++j});
            else if (common[i + 1][j] >= common[i][j + 1]) lines.push_back({from + ++i, 0});
            else lines.push_back({0, from + ++j});
        }
    }
    while (i < n) lines.push_back({from + ++i, 0});
    while (j < m) lines.push_back({0, from + ++j});
    return lines;
}

std::string told(const std::vector<SideBySide::Difference>& differences) {
    std::string text;
    for (std::size_t i = 0; i < std::min(differences.size(), most_told); ++i) {
        const auto& [field, left, right] = differences[i];
        text += fmt::format("  {}: {} | {}\n", field, left.empty() ? "-" : left, right.empty() ? "-" : right);
    }
    if (differences.size() > most_told) text += fmt::format("  and {} more\n", differences.size() - most_told);
    return text;
}

}  // namespace

std::vector<SideBySide::Difference> differences(const WrittenState& left, const WrittenState& right) {
    std::set<std::string> nodes;
    for (const WrittenState* state : {&left, &right})
        for (const auto& entry : *state) nodes.insert(entry.first);
    static const Leaves none;
    std::vector<SideBySide::Difference> all;
    for (const std::string& node : nodes) {
        const auto a = left.find(node), b = right.find(node);
        const Leaves &here = a == left.end() ? none : a->second, &there = b == right.end() ? none : b->second;
        std::set<std::string> fields;
        for (const Leaves* leaves : {&here, &there})
            for (const auto& entry : *leaves) fields.insert(entry.first);
        const auto value = [](const Leaves& leaves, const std::string& field) {
            const auto at = leaves.find(field);
            return at == leaves.end() ? std::string() : at->second;
        };
        for (const std::string& field : fields)
            if (const std::string l = value(here, field), r = value(there, field); l != r)
                all.push_back({node + "." + field, l, r});
    }
    return all;
}

SideBySide side_by_side(const WrittenFile& left, const WrittenFile& right) {
    SideBySide both{&left.traces.front(), &right.traces.front(), 0, {}, {}, {}};
    for (const WrittenTrace& a : left.traces) {
        const auto b = std::find_if(right.traces.begin(), right.traces.end(),
                                    [&](const WrittenTrace& other) { return other.property == a.property; });
        if (b == right.traces.end()) continue;
        both.left = &a, both.right = &*b;
        break;
    }
    const WrittenTrace &a = *both.left, &b = *both.right;
    const std::size_t shorter = std::min(a.steps.size(), b.steps.size());
    if (differences(a.start, b.start).empty())
        while (both.same < shorter && same_step(a.steps[both.same], b.steps[both.same]) &&
               a.steps[both.same].states == b.steps[both.same].states)
            ++both.same;
    both.lines = aligned(a, b, both.same);
    if (both.same < shorter && a.steps[both.same].event == b.steps[both.same].event)
        both.parted = differences(a.steps[both.same].states, b.steps[both.same].states);
    both.at_end = differences(state_after(a, a.steps.size()), state_after(b, b.steps.size()));
    return both;
}

std::string as_text(const SideBySide& both, const WrittenFile& left, const WrittenFile& right) {
    const auto head = [](char side, const WrittenFile& file, const WrittenTrace& trace) {
        return fmt::format("{} {}: {}, {} steps\n", side, file.system, trace.property, trace.steps.size());
    };
    std::string text = head('<', left, *both.left) + head('>', right, *both.right);
    const std::size_t all = both.left->steps.size();
    if (both.same == all && both.same == both.right->steps.size()) return text + "The two runs are the same.\n";
    text += both.same == 0 ? "They part at once.\n"
                           : fmt::format("The first {} {} the same, with all states behind.\n", both.same,
                                         both.same == 1 ? "step is" : "steps are");
    if (!both.parted.empty())
        text +=
            fmt::format("In step {} both take the same event. What becomes of it differs:\n{}", both.same + 1, told(both.parted));
    for (const auto& [l, r] : both.lines)
        text += l && r ? fmt::format("  {:>4} {:>4}  {}\n", l, r, told(both.left->steps[l - 1]))
                : l    ? fmt::format("< {:>4}       {}\n", l, told(both.left->steps[l - 1]))
                       : fmt::format(">      {:>4}  {}\n", r, told(both.right->steps[r - 1]));
    return text + (both.at_end.empty() ? "They end in the same state.\n" : "At the end differ:\n" + told(both.at_end));
}

nlohmann::ordered_json as_json(const SideBySide& both) {
    const auto list = [](const std::vector<SideBySide::Difference>& differences) {
        nlohmann::ordered_json all = nlohmann::ordered_json::array();
        for (const auto& [field, left, right] : differences) all.push_back({{"field", field}, {"left", left}, {"right", right}});
        return all;
    };
    const auto step = [](std::size_t n) { return n == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(n); };
    nlohmann::ordered_json lines = nlohmann::ordered_json::array();
    for (const auto& [l, r] : both.lines)
        lines.push_back(
            {{"left", step(l)}, {"right", step(r)}, {"event", (l ? both.left->steps[l - 1] : both.right->steps[r - 1]).event}});
    return {{"property", {{"left", both.left->property}, {"right", both.right->property}}},
            {"same_steps", both.same},
            {"lines", lines},
            {"parted", list(both.parted)},
            {"at_end", list(both.at_end)}};
}

}  // namespace tandem::apps
