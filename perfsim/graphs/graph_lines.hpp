// The lines of a graph file, and the words and numbers on each. Errors give the file, the line and what was expected.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "model/file_bytes.hpp"
#include "perfsim/graphs/graph_file.hpp"

namespace tandem::perfsim {

inline constexpr std::uint64_t most_vertices = 0xffff'fffe;
/// Of an edge: short enough that kernels can count the length of a path of two.
inline constexpr std::uint64_t most_length = 0x7fff'ffff;

class GraphLines {
public:
    GraphLines(std::string_view text, std::string file) : left_(text), file_(std::move(file)) {}

    /// Goes to the next line, if there is one.
    bool next() {
        if (left_.empty()) return false;
        const auto end = left_.find('\n');
        line_ = left_.substr(0, end);
        left_.remove_prefix(end == std::string_view::npos ? left_.size() : end + 1);
        if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
        ++number_;
        skip_blanks();
        return true;
    }
    /// Goes to the next line that does not begin with `comment` and is not blank, unless `blank_lines` count. Fails at the end of
    /// the file.
    void next_line(char comment, const std::string& expected, bool blank_lines = false) {
        do {
            if (!next()) fail_at_end(expected);
        } while (begins_with(comment) || (ended() && !blank_lines));
    }
    bool begins_with(char c) const { return !line_.empty() && line_.front() == c; }
    /// Whether nothing more is on the line.
    bool ended() const { return line_.empty(); }

    std::string_view word() {
        const auto end = line_.find_first_of(" \t");
        const std::string_view word = line_.substr(0, end);
        line_.remove_prefix(word.size());
        skip_blanks();
        return word;
    }
    /// A whole number from `least` to `most`; `what` names it.
    std::uint64_t number(const char* what, std::uint64_t least, std::uint64_t most) {
        const std::string_view found = word(), digits = without_plus(found);
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error != std::errc{} || end != digits.data() + digits.size() || value < least || value > most)
            fail(fmt::format("{}, a whole number from {} to {}", what, least, most), found);
        return value;
    }
    /// A number of any kind, infinite where it is too large.
    double real(const char* what) {
        const std::string_view found = word(), digits = without_plus(found);
        double value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc::invalid_argument || end != digits.data() + digits.size() || std::isnan(value))
            fail(fmt::format("{}, a number", what), found);
        return error == std::errc::result_out_of_range ? std::strtod(std::string(digits).c_str(), nullptr) : value;
    }
    void end_of_line(const char* after) {
        if (!ended()) fail(fmt::format("nothing after {}", after), line_);
    }
    /// Only comments and blank lines may follow.
    void end_of_file(char comment, const std::string& expected) {
        while (next())
            if (!begins_with(comment) && !ended()) fail(expected, line_);
    }

    [[noreturn]] void fail(const std::string& expected, std::string_view found) const {
        throw GraphError(complaint(expected, found));
    }
    /// "file:line: this expected, and there is that".
    std::string complaint(const std::string& expected, std::string_view found) const {
        return fmt::format("{}:{}: {} expected, and there is {}", file_, number_, expected,
                           found.empty() ? "the end of the line" : "'" + model::printable(found) + "'");
    }
    [[noreturn]] void fail_at_end(const std::string& expected) const {
        throw GraphError(fmt::format("{}:{}: {} expected, and the file ends", file_, number_ + 1, expected));
    }

    /// Refuses a graph that does not fit, before anything is made for it.
    void check_size(std::uint64_t vertices, std::uint64_t arcs, std::uint64_t memory) const {
        constexpr std::uint64_t most_arcs = std::uint64_t(1) << 30;  // the number of words of the device's memory
        const std::uint64_t bytes = arcs > most_arcs ? ~std::uint64_t(0) : bytes_to_make(vertices, arcs);
        if (arcs > most_arcs)
            throw GraphError(
                fmt::format("{}:{}: a graph of {} vertices and {} edges is larger than the simulated device's memory of 4 GiB: "
                            "fewer than {} edges are accepted",
                            file_, number_, vertices, arcs, most_arcs));
        if (bytes > memory)
            throw GraphError(fmt::format(
                "{}:{}: a graph of {} vertices and {} edges takes {} MB, and {} MB of memory are free: a smaller one is accepted",
                file_, number_, vertices, arcs, bytes >> 20, memory >> 20));
    }
    /// What is left of the line.
    std::string_view rest() const { return line_; }
    /// The number of arcs to make room for: whatever a file says, it cannot hold more than its bytes allow.
    std::size_t room_for(std::uint64_t arcs) const {
        return static_cast<std::size_t>(std::min<std::uint64_t>(arcs, left_.size() + 1));
    }

private:
    /// Some programs write it, and std::from_chars takes it for no number.
    static std::string_view without_plus(std::string_view word) {
        return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
    }
    void skip_blanks() {
        const auto first = line_.find_first_not_of(" \t");
        line_.remove_prefix(first == std::string_view::npos ? line_.size() : first);
    }

    std::string_view left_, line_;
    std::string file_;
    std::size_t number_ = 0;
};

}  // namespace tandem::perfsim
