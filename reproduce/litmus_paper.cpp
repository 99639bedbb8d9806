#include "reproduce/litmus_paper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "reproduce/litmus_texts.hpp"
#include "specs/axiomatic/library.hpp"
#include "specs/axiomatic/outcomes.hpp"

namespace tandem::reproduce {

const std::vector<std::string> judging_models{"ptx", "ptx6"};

namespace {

/// The lines that say something, each as words.
class Lines {
public:
    Lines(const std::string& text, std::string file) : in_(text), file_(std::move(file)) {}

    bool next() {
        for (std::string line; std::getline(in_, line);) {
            ++number_;
            if (line.empty() || line[0] == '#') continue;
            std::istringstream in(line);
            words.assign(std::istream_iterator<std::string>(in), {});
            if (!words.empty()) return true;
        }
        return false;
    }
    [[noreturn]] void wrong(const std::string& what) const {
        throw std::invalid_argument(fmt::format("{}:{}: {}", file_, number_, what));
    }
    std::optional<long> count(const std::string& word) const {
        if (word == "-") return std::nullopt;
        if (word.empty() || word.size() > 12 || word.find_first_not_of("0123456789") != word.npos)
            wrong("'" + word + "' is no count");
        return std::stol(word);
    }
    std::string rest(std::size_t from) const {
        std::string text;
        for (std::size_t i = from; i < words.size(); ++i) text += (i > from ? " " : "") + words[i];
        return text;
    }

    std::vector<std::string> words;

private:
    std::istringstream in_;
    const std::string file_;
    int number_ = 0;
};

}  // namespace

std::vector<ObservedFigure> parse_observed(const std::string& text) {
    std::vector<ObservedFigure> figures;
    Lines lines(text, "observed.txt");
    while (lines.next()) {
        const auto& words = lines.words;
        if (words[0] == "figure") {
            if (words.size() < 3) lines.wrong("a figure has a name and a title");
            figures.push_back({words[1], lines.rest(2), {}, {}, {}});
            continue;
        }
        if (figures.empty()) lines.wrong("a figure comes first");
        ObservedFigure& f = figures.back();
        if (words[0] == "columns") {
            f.columns.assign(words.begin() + 1, words.end());
            f.opencl.assign(f.columns.size(), false);
        } else if (words[0] == "opencl") {
            for (std::size_t i = 1; i < words.size(); ++i) {
                const auto at = std::find(f.columns.begin(), f.columns.end(), words[i]);
                if (at == f.columns.end()) lines.wrong("there is no column " + words[i]);
                f.opencl[static_cast<std::size_t>(at - f.columns.begin())] = true;
            }
        } else {
            if (words.size() != f.columns.size() + 1) lines.wrong(fmt::format("{} counts are expected", f.columns.size()));
            Observed row{words[0], {}};
            for (std::size_t i = 1; i < words.size(); ++i) row.times.push_back(lines.count(words[i]));
            f.rows.push_back(std::move(row));
        }
    }
    return figures;
}

std::vector<RanOnCard> parse_ran(const std::string& text) {
    std::vector<RanOnCard> list;
    Lines lines(text, "ran.txt");
    while (lines.next()) {
        const auto& words = lines.words;
        if (words.size() != 4) lines.wrong("a card, its runs, a test and a count are expected");
        const auto runs = lines.count(words[1]), times = lines.count(words[3]);
        if (!runs || !times || *times > *runs) lines.wrong("a count is at most the number of runs");
        list.push_back({words[0], words[2], *runs, *times});
    }
    return list;
}

const std::vector<ObservedFigure>& observed_figures() {
    static const std::vector<ObservedFigure> figures = parse_observed(litmus_text("observed.txt"));
    return figures;
}

const std::vector<RanOnCard>& ran_on_cards() {
    static const std::vector<RanOnCard> ran = parse_ran(litmus_text("ran.txt"));
    return ran;
}

const std::string& observed_test(const std::string& name) { return litmus_text(name + ".litmus"); }

JudgedFigure judged(const ObservedFigure& figure, const std::vector<RanOnCard>& ran) {
    JudgedFigure result{&figure, {}, {}};
    std::vector<specs::Model> models;
    for (const std::string& name : judging_models) models.push_back(specs::library_model(name));
    for (const Observed& observed : figure.rows) {
        const specs::Test test = specs::parse_test(observed.test + ".litmus", observed_test(observed.test));
        JudgedFigure::Row row{observed, {}};
        for (const specs::Model& model : models) row.allowed.push_back(outcomes(test, model).positive > 0);
        result.rows.push_back(std::move(row));
        for (const RanOnCard& r : ran)
            if (r.test == observed.test) result.ran.push_back(r);
    }
    return result;
}

std::string as_text(const JudgedFigure& judged) {
    const ObservedFigure& f = *judged.figure;
    std::vector<std::vector<std::string>> lines{{""}};
    lines[0].insert(lines[0].end(), f.columns.begin(), f.columns.end());
    lines[0].insert(lines[0].end(), judging_models.begin(), judging_models.end());
    bool any_beyond = false;
    for (const auto& row : judged.rows) {
        auto& line = lines.emplace_back(std::vector{row.observed.test});
        for (std::size_t c = 0; c < f.columns.size(); ++c) {
            const bool beyond = judged.beyond(row, c);
            any_beyond = any_beyond || beyond;
            line.push_back((row.observed.times[c] ? std::to_string(*row.observed.times[c]) : "n/a") + (beyond ? "*" : ""));
        }
        for (const bool allowed : row.allowed) line.emplace_back(allowed ? "Sometimes" : "Never");
    }
    std::vector<std::size_t> widths(lines[0].size());
    for (const auto& line : lines)
        for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
    std::string out = fmt::format("{}: {}\n", f.name, f.title);
    for (const auto& line : lines) {
        std::string shown;
        for (std::size_t c = 0; c < line.size(); ++c)
            shown += c == 0                  ? fmt::format("{:<{}}", line[c], widths[c])
                     : c <= f.columns.size() ? fmt::format("  {:>{}}", line[c], widths[c])
                                             : fmt::format("  {:<{}}", line[c], widths[c]);
        out += shown.substr(0, shown.find_last_not_of(' ') + 1) + "\n";
    }
    if (any_beyond) out += "* seen, and the paper's model forbids it: the model is of loads that go to the L2 (.cg)\n";
    for (const RanOnCard& r : judged.ran) out += fmt::format("{} on {}: {} times in {} runs\n", r.test, r.card, r.times, r.runs);
    return out;
}

nlohmann::json as_json(const JudgedFigure& judged) {
    const ObservedFigure& f = *judged.figure;
    nlohmann::json rows = nlohmann::json::array(), ran = nlohmann::json::array();
    for (const auto& row : judged.rows) {
        nlohmann::json seen = nlohmann::json::object(), verdicts = nlohmann::json::object(), beyond = nlohmann::json::array();
        for (std::size_t c = 0; c < f.columns.size(); ++c) {
            seen[f.columns[c]] = row.observed.times[c] ? nlohmann::json(*row.observed.times[c]) : nlohmann::json();
            if (judged.beyond(row, c)) beyond.push_back(f.columns[c]);
        }
        for (std::size_t m = 0; m < judging_models.size(); ++m)
            verdicts[judging_models[m]] = row.allowed[m] ? "Sometimes" : "Never";
        rows.push_back({{"test", row.observed.test}, {"seen", seen}, {"models", verdicts}, {"beyond", beyond}});
    }
    for (const RanOnCard& r : judged.ran)
        ran.push_back({{"card", r.card}, {"test", r.test}, {"runs", r.runs}, {"times", r.times}});
    return {{"name", f.name}, {"title", f.title}, {"rows", rows}, {"ran", ran}};
}

}  // namespace tandem::reproduce
