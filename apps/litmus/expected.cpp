#include "apps/litmus/expected.hpp"

#include <algorithm>
#include <sstream>

#include "apps/common/usage_error.hpp"
#include "apps/litmus/models.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

constexpr const char* any_model = "expected.tsv";
constexpr std::string_view of_model = "expected-";

std::vector<std::string> columns(const std::string& line, char separator) {
    std::vector<std::string> list;
    std::istringstream in(line);
    for (std::string column; std::getline(in, column, separator);) {
        while (!column.empty() && column.back() == '\r') column.pop_back();
        list.push_back(column);
    }
    return list;
}

/// Whether a path ends with all of another.
bool ends_with(const fs::path& path, const fs::path& end) {
    const std::vector<fs::path> whole(path.begin(), path.end()), last(end.begin(), end.end());
    return last.size() <= whole.size() && std::equal(last.rbegin(), last.rend(), whole.rbegin());
}

}  // namespace

bool ExpectedVerdicts::is_list(const fs::path& file) {
    const std::string name = file.filename().string();
    return name == any_model || (name.starts_with(of_model) && name.ends_with(".tsv")) || name.ends_with("expected.csv");
}

void ExpectedVerdicts::read(const fs::path& file) {
    std::string text;
    try {
        text = whole_text(file);
    } catch (const std::runtime_error& e) {
        throw UsageError(e.what());
    }
    const std::string name = file.filename().string();
    const bool comma = name.ends_with(".csv"), one_model = !comma && name != any_model;
    if (one_model && name != std::string(of_model) + model_ + ".tsv") return;
    std::istringstream lines(text);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.empty() || line == "\r" || line[0] == '#') continue;
        const std::vector<std::string> column = columns(line, comma ? ',' : '\t');
        const std::size_t at = comma || one_model ? 1 : 2;
        const std::string verdict = column.size() > at ? column[at] : "";
        const bool holds = verdict == "1" || verdict == "Ok";
        if (!holds && verdict != "0" && verdict != "No")
            throw UsageError(file.string() + ":" + std::to_string(number) + ": a verdict is 1, 0, Ok or No" +
                             (verdict.empty() ? ", and there is none" : ""));
        if (comma || one_model || column[1] == model_) add(column[0], holds);
    }
}

void ExpectedVerdicts::add(const std::string& test, bool holds) {
    ++size_;
    const fs::path path = test;
    if (path.extension() == ".litmus") by_file_name_[path.filename().string()].emplace_back(path, holds);
    else by_name_[test] = holds;
}

std::optional<bool> ExpectedVerdicts::of(const fs::path& file, const std::string& name) const {
    if (const auto listed = by_file_name_.find(file.filename().string()); listed != by_file_name_.end()) {
        // Several paths may fit. The longest one says most.
        const std::pair<fs::path, bool>* best = nullptr;
        for (const auto& entry : listed->second)
            if (ends_with(file, entry.first) && (!best || std::distance(best->first.begin(), best->first.end()) <
                                                              std::distance(entry.first.begin(), entry.first.end())))
                best = &entry;
        if (best) return best->second;
    }
    const auto named = by_name_.find(name);
    return named == by_name_.end() ? std::nullopt : std::optional(named->second);
}

}  // namespace tandem::apps
