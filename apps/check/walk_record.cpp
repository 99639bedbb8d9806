#include "apps/check/walk_record.hpp"

#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "apps/check/checkpoints.hpp"
#include "apps/common/output.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t most_bytes_of_record = std::size_t{1} << 20;

/// What the record is of: with another of these, a walk's number means another walk.
std::string heading(const CheckOptions& options) {
    return fmt::format("random walks of tandem check {}\nseed {}\nsteps of a walk {}\ntext and program {}\n", options.protocol,
                       options.seed, options.depth, sum_of_texts());
}

template <class T>
bool read(const std::string& word, T& value, int base = 10) {
    const auto end = word.data() + word.size();
    std::from_chars_result read{};
    if constexpr (std::is_integral_v<T>) read = std::from_chars(word.data(), end, value, base);
    else read = std::from_chars(word.data(), end, value);
    return read.ec == std::errc() && read.ptr == end;
}

std::string text_of(const checker::OutcomePairs& pairs) {
    std::string text;
    for (const std::uint64_t row : pairs.after) text += fmt::format("{}{:x}", text.empty() ? "" : " ", row);
    return text;
}

bool read_pairs(const std::string& text, checker::OutcomePairs& pairs) {
    const std::vector<std::string> rows = split(text, ' ');
    if (rows.size() != pairs.after.size()) return false;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!read(rows[i], pairs.after[i], 16)) return false;
    return true;
}

bool read_system(const std::string& line, WalkRecord& record) {
    const std::vector<std::string> parts = split(line, '\t');
    if (parts.size() != 6 || parts[0].empty()) return false;
    Walked walked;
    const bool numbers = read(parts[1], walked.next) && read(parts[2], walked.walks) && read(parts[3], walked.steps) &&
                         read(parts[4], walked.seconds);
    if (!numbers || !(walked.seconds >= 0 && walked.seconds < 1e12) || !read_pairs(parts[5], walked.pairs)) return false;
    return record.systems.emplace(parts[0], walked).second;
}

}  // namespace

WalkRecord walk_record(const CheckOptions& options) {
    WalkRecord record;
    std::error_code failed;
    if (options.walk_record.empty() || !std::filesystem::exists(options.walk_record, failed)) return record;
    const std::string name = "'" + model::printable(options.walk_record, 200) + "'";
    std::string text;
    try {
        text = model::bytes_of_file(options.walk_record, most_bytes_of_record);
    } catch (const model::Unreadable& why) {
        throw UsageError("the record of walks " + name + " is not read: " + why.what());
    }
    const std::string first = heading(options);
    if (!text.starts_with("random walks of tandem check "))
        throw UsageError(
            name + " is no record of random walks: a file that --walk-record wrote, or one that is not there yet, is accepted");
    if (!text.starts_with(first))
        throw UsageError(name +
                         " is a record of other walks: it goes on with its own protocol, text, program, --seed and --depth, or "
                         "in another file");
    std::size_t number = 4;
    for (const std::string& line : split(text.substr(first.size()), '\n')) {
        ++number;
        if (!line.empty() && !read_system(line, record))
            throw UsageError(fmt::format("{}, line {}: this is no system's walks", name, number));
    }
    return record;
}

void write_walk_record(const CheckOptions& options, const WalkRecord& record) {
    if (options.walk_record.empty()) return;
    std::string text = heading(options);
    for (const auto& [system, walked] : record.systems)
        text += fmt::format("{}\t{}\t{}\t{}\t{:.1f}\t{}\n", system, walked.next, walked.walks, walked.steps, walked.seconds,
                            text_of(walked.pairs));
    write_file(options.walk_record, text, "walk record");
}

}  // namespace tandem::apps
