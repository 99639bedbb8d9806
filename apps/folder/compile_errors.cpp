#include "apps/folder/compile_errors.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <set>
#include <vector>

namespace tandem::apps {

namespace {

constexpr std::size_t most_lines = 8;

/// A line of a compiler: where, and what it says.
struct Said {
    std::string file, at, text;  // "cache.hpp", "12:5"
};
/// An error with the lines that say how the compiler has come there, the nearest first.
struct Diagnostic {
    Said error;
    std::vector<Said> way{};
};

class Reader {
public:
    explicit Reader(const std::string& folder) : folder_(folder + "/"), build_(folder + "/build/") {}

    std::string read(std::istream& log) {
        for (std::string line; std::getline(log, line);) take(line);
        end();
        std::string text;
        std::set<std::string> seen;
        std::size_t lines = 0;
        // Where the text breaks a rule, what templates make of it is of no interest; and so is what lies elsewhere if the
        // author's own files have errors.
        for (const auto* kind : {&rules_, &own_, &led_to_, &others_}) {
            if (kind == &led_to_ && lines > 0) break;
            for (const std::string& line : *kind)
                if (lines < most_lines && seen.insert(line).second) text += line + "\n", ++lines;
        }
        return text;
    }
    /// One a place of the author's own files, once the log is read.
    const std::vector<std::string>& warnings() const { return warnings_; }

private:
    bool is_own(const std::string& file) const { return file.starts_with(folder_) && !file.starts_with(build_); }
    std::string told(const Said& at, const std::string& text, const std::string& kind = "error") const {
        return at.file.substr(folder_.size()) + ":" + at.at + ": " + kind + ": " + text;
    }

    void take(const std::string& line) {
        static const std::regex diagnostic(R"(^([^:\s][^:]*):(\d+:\d+): (fatal error|error|note|warning): (.*)$)"), way(R"(^([^:\s][^:]*):(\d+:\d+):   (.*required .*)$)"),
            inside(R"(^\S[^:]*: In .*$)"), of_cmake(R"(^CMake Error(?: at (\S+):(\d+) \((\w+)\))?:(.*)$)");
        std::smatch found;
        of_cmake_ = of_cmake_ && line.starts_with("  ");
        if (of_cmake_) {
            others_.back() += " " + line.substr(std::min(line.find_first_not_of(' '), line.size() - 1));
        } else if (std::regex_match(line, found, of_cmake)) {
            end();
            of_cmake_ = true;
            // What Tandem's own part of CMake says needs no place: it names the file.
            others_.push_back((found[3] == "message" || !found[1].matched ? "" : found[1].str() + ":" + found[2].str() + ": ") +
                              "error:" + found[4].str());
        } else if (line.find("undefined reference to") != std::string::npos) {
            end();
            own_.push_back("error: " + line.substr(line.find("undefined reference to")));
        } else if (std::regex_match(line, found, diagnostic)) {
            const Said said{found[1], found[2], found[4]};
            if (found[3] == "note") {
                if (current_) current_->way.push_back(said);
            } else {
                end();
                if (found[3] != "warning") current_ = Diagnostic{said, std::move(pending_)};
                else if (is_own(said.file) && warned_.insert(said.file + said.at).second)
                    warnings_.push_back(told(said, said.text, "warning"));
                pending_.clear();
            }
        } else if (std::regex_match(line, found, way)) {
            if (pending_.empty()) end();
            pending_.push_back({found[1], found[2], found[3]});
        } else if (std::regex_match(line, inside)) {
            end();
            pending_.clear();
            pending_.push_back({"", "", line});
        }
    }

    /// The message of a static_assert of the library, or nothing.
    static std::string rule(const std::string& text) {
        static const std::regex clang_14(R"re(^static_assert failed due to requirement .*? "(.*)"$)re"), clang(R"(^static assertion failed due to requirement '.*?': (.*)$)"),
            gcc(R"(^static assertion failed: (.*)$)");
        std::smatch found;
        for (const auto* form : {&clang_14, &clang, &gcc})
            if (std::regex_match(text, found, *form)) return found[1];
        return "";
    }

    /// "Line::data" or "Cache": the member, node or protocol that a rule speaks of.
    static std::string subject(const Diagnostic& d) {
        // member<&toy::Line<D>::data, ...>, type<toy::Line<D>, ...>, node<P, toy::Cache<D>, ...>, protocol<toy::P<D>, ...>; or as
        // GCC says, with their parameters behind.
        static const std::array forms{
            std::regex(R"(rules::member<&([^,]*)::(\w+),)"),
            std::regex(R"(rules::member\(\).*pointer = &([^;]*)::(\w+);)"),
            std::regex(R"(rules::type<(.*), (?:true|false)>')"),
            std::regex(R"(rules::type\(\) \[with T = ([^;]*);)"),
            std::regex(R"(rules::node<(?:[^,<]|<[^<>]*>)*, ((?:[^,<]|<[^<>]*>)*),)"),
            std::regex(R"(rules::node\(\) \[with .*?N = ([^;]*);)"),
            std::regex(R"(rules::protocol<((?:[^,<]|<[^<>]*>)*),)"),
            std::regex(R"(rules::protocol\(\) \[with P = ([^;]*);)"),
        };
        for (const Said& said : d.way)
            for (const std::regex& form : forms) {
                std::smatch found;
                if (!std::regex_search(said.text, found, form)) continue;
                std::string name = found[1];
                name = name.substr(0, name.find('<'));
                name = name.substr(name.rfind(':') == std::string::npos ? 0 : name.rfind(':') + 1);
                return found.size() > 2 ? name + "::" + found[2].str() : name;
            }
        return "";
    }

    void end() {
        if (!current_) return;
        const Diagnostic d = std::move(*current_);
        current_.reset();
        const std::string broken = is_own(d.error.file) ? "" : rule(d.error.text), of = subject(d);
        const auto own_line = std::find_if(d.way.begin(), d.way.end(), [&](const Said& s) { return is_own(s.file); });
        if (!broken.empty() && !of.empty()) {
            rules_.push_back("error: " + of + ": " + broken);
        } else if (!broken.empty() && own_line != d.way.end()) {
            if (lines_with_rules_.insert(own_line->file + own_line->at.substr(0, own_line->at.find(':'))).second)
                rules_.push_back(told(*own_line, broken));
        } else if (is_own(d.error.file)) {
            // One line is wrong once, in whichever domain, and a rule has said it better.
            const std::string line = d.error.file + d.error.at.substr(0, d.error.at.find(':'));
            if (!lines_with_rules_.contains(line) && places_.insert(d.error.file + d.error.at).second)
                own_.push_back(told(d.error, d.error.text));
        } else if (own_line != d.way.end()) {
            led_to_.push_back(told(*own_line, d.error.text));
        } else {
            others_.push_back(d.error.file + ":" + d.error.at + ": error: " + d.error.text);
        }
    }

    std::string folder_, build_;
    std::optional<Diagnostic> current_;
    std::vector<Said> pending_;  // GCC says the way before the error
    std::vector<std::string> rules_, own_, led_to_, others_;
    std::vector<std::string> warnings_;
    std::set<std::string> places_, lines_with_rules_, warned_;
    bool of_cmake_ = false;  // the lines belong to a message of CMake, of which the first paragraph is told
};

}  // namespace

std::string compile_errors(std::istream& log, const std::string& folder) { return Reader(folder).read(log); }

std::vector<std::string> compile_warnings(std::istream& log, const std::string& folder) {
    Reader reader(folder);
    reader.read(log);
    return reader.warnings();
}

}  // namespace tandem::apps
