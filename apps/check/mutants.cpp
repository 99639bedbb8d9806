#include "apps/check/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "apps/common/broken_text.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/folder/folder.hpp"
#include "checker/equivariance.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;
using checker::Verdict;
using End = MutantReport::End;

std::string read(const fs::path& file) {
    constexpr std::size_t most_bytes = 64 << 20;
    try {
        return model::bytes_of_file(file, most_bytes);
    } catch (const model::Unreadable& why) {
        throw UsageError("cannot copy '" + file.string() + "' (" + why.what() + ")");
    }
}

/// Keeps the time of a file that says the same already, so that it is not compiled again.
void write_if_new(const fs::path& file, const std::string& text) {
    std::error_code error;
    if (fs::is_regular_file(file, error) && read(file) == text) return;
    write_file(file.string(), text, "copy");
}

/// What belongs to the text: not what was built of it, what is hidden, or a link to a folder, which may lead back here.
bool is_text(const fs::directory_entry& entry) {
    const std::string name = entry.path().filename();
    return name != "build" && !name.starts_with(".") && !(entry.is_symlink() && entry.is_directory());
}

/// Makes `to` a copy. What an earlier copy had, and the folder no longer has, goes.
void copy_folder(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(to))
        if (is_text(entry) && !fs::exists(from / entry.path().filename())) fs::remove_all(entry.path());
    for (const auto& entry : fs::directory_iterator(from)) {
        if (!is_text(entry)) continue;
        if (entry.is_directory()) copy_folder(entry.path(), to / entry.path().filename());
        else if (entry.is_regular_file()) write_if_new(to / entry.path().filename(), read(entry.path()));
    }
}

/// A copy of the folder, of the same name, with the change.
fs::path changed_copy(const fs::path& folder, const Mutant& mutant) {
    const fs::path original = folder / mutant.file;
    std::error_code error;
    if (!fs::is_regular_file(original, error)) throw UsageError("there is no file " + mutant.file);
    const std::string text = read(original);
    const auto changed = mutated(text, mutant);
    if (!changed) throw UsageError(mutant.file + " has its line nowhere, or more than once");
    if (*changed == text) throw UsageError("nothing changes");
    const fs::path place = build_place(folder) / "mutants" / mutant.name / folder.filename();
    copy_folder(folder, place);
    write_if_new(place / mutant.file, *changed);
    return place;
}

void judge(const CheckReport& report, MutantReport& of) {
    const PropertyReport* refuted = nullptr;  // the one that the list names, or else the first
    const auto look_at = [&](const PropertyReport& p) {
        if (p.counts() && p.verdict == Verdict::refuted &&
            (!refuted || (p.name == of.mutant.property && refuted->name != p.name)))
            refuted = &p;
    };
    for (const PropertyReport& p : report.properties) look_at(p);
    for (const WideWalks& walks : report.wide)
        for (const WideRefutation& found : walks.refuted) look_at(found.property);
    if (!refuted) {
        of.end = report.verdict() == Verdict::holds ? End::survives : End::undecided;
        of.why = report.ending;
        return;
    }
    of.property = refuted->name;
    of.steps = refuted->trace ? static_cast<int>(refuted->trace->steps.size()) : 0;
    const bool as_listed = (of.mutant.property.empty() || of.property == of.mutant.property) &&
                           (of.mutant.steps == 0 || of.steps == of.mutant.steps);
    of.end = as_listed ? End::killed : End::otherwise;
}

MutantReport examined(const CheckOptions& options, const fs::path& folder, const Mutant& mutant) {
    MutantReport of{mutant, End::unusable, "", 0, ""};
    const auto wrong_text = [&] {
        of.property = text_error_property().name;
        of.end = mutant.property.empty() || mutant.property == of.property ? End::killed : End::otherwise;
    };
    try {
        const BuiltFolder built = build_protocol(changed_copy(folder, mutant), "check");
        if (built.status != 0) {
            of.why = "it does not compile";
            return of;
        }
        CheckOptions own = options;
        if (own.selection.variant.empty()) own.selection.variant = mutant.variant;
        if (own.selection.shape.empty()) own.selection.shape = mutant.shape;
        // Its own property first, with that one's shortest trace; then any.
        if (own.properties.empty() && !mutant.property.empty()) own.properties = {mutant.property};
        judge(check(own), of);
        if (of.end == End::survives && options.properties.empty() && !mutant.property.empty()) {
            own.properties.clear();
            judge(check(own), of);
        }
    } catch (const BrokenText&) {
        wrong_text();
    } catch (const checker::NotRepeatable&) {
        wrong_text();
    } catch (const UsageError& error) {
        of.why = error.what();
    } catch (const std::out_of_range& error) {
        // What watches it has counted beyond its room, long after other properties broke: the other mutants are still to be
        // judged.
        of.end = End::undecided;
        of.why = error.what();
    }
    return of;
}

const char* word(End end) {
    switch (end) {
        case End::killed: return "killed";
        case End::otherwise: return "killed otherwise";
        case End::survives: return "survives";
        case End::undecided: return "undecided";
        case End::unusable: break;
    }
    return "unusable";
}

std::string row(const MutantReport& report) {
    std::string how = report.property.empty()
                          ? report.why
                          : report.property + (report.steps > 0 ? fmt::format(", {} steps", report.steps) : "");
    if (report.end == End::survives) how = "all properties hold";
    if (report.end == End::otherwise)
        how += fmt::format(" (the list says {}{})", report.mutant.property.empty() ? "any" : report.mutant.property,
                           report.mutant.steps > 0 ? fmt::format(", {} steps", report.mutant.steps) : "");
    return fmt::format("{:<24} {:<17} {:<40} {}\n", report.mutant.name, word(report.end), how, report.mutant.meaning);
}

nlohmann::ordered_json as_json(const MutantReport& report) {
    nlohmann::ordered_json object{{"name", report.mutant.name}, {"meaning", report.mutant.meaning}, {"end", word(report.end)}};
    if (!report.property.empty()) object["property"] = report.property;
    if (report.steps > 0) object["steps"] = report.steps;
    if (!report.why.empty()) object["why"] = report.why;
    return object;
}

}  // namespace

std::vector<MutantReport> check_mutants(const CheckOptions& options, const std::string& list) {
    const auto folder = folder_of_protocol();
    if (!folder) throw UsageError("--mutants changes copies of a folder: `tandem check FOLDER --mutants LIST` is accepted");
    std::vector<MutantReport> reports;
    bool interrupted = false;  // in one check, and so in all that would follow
    for (const Mutant& mutant : read_mutants(list)) {
        reports.push_back(interrupted ? MutantReport{mutant, End::undecided, "", 0, "it was interrupted"}
                                      : examined(options, *folder, mutant));
        interrupted = InterruptWatch::flag();
        if (options.json != "-") say(row(reports.back()));
    }
    return reports;
}

int run_mutants(const CheckOptions& options, const std::string& list) {
    WholeFile json(options.json, "JSON");
    const std::vector<MutantReport> reports = check_mutants(options, list);
    const auto count = [&](End end) {
        return std::count_if(reports.begin(), reports.end(), [&](const MutantReport& r) { return r.end == end; });
    };
    nlohmann::ordered_json whole = nlohmann::ordered_json::array();
    for (const MutantReport& report : reports) whole.push_back(as_json(report));
    deliver(
        {[&] {
             if (!json.to_output())
                 say(fmt::format(
                     "\n{} of {} mutants are killed{}.\n", count(End::killed) + count(End::otherwise), reports.size(),
                     count(End::otherwise) > 0 ? fmt::format(", {} otherwise than the list says", count(End::otherwise)) : ""));
         },
         [&] { json.commit(json_text(whole) + "\n"); }});
    if (count(End::unusable) > 0) return status_unusable;
    if (count(End::survives) > 0 || count(End::otherwise) > 0) return status_refuted;
    return count(End::undecided) > 0 ? status_undecided : status_holds;
}

}  // namespace tandem::apps
