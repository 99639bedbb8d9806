#include "apps/certificate/certificate.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/certificate/invariant_form.hpp"
#include "apps/certificate/origin.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "engines/modules.hpp"
#include "model/file_bytes.hpp"
#include "model/hash.hpp"
#include "smt/path_oracle.hpp"
#include "smt/prove/certificate.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20;  // of a file
constexpr std::size_t flaws_shown = 20;

/// What a folder's `contents` claim of proofs, which no text gives: the claims that were proved, and the events that the
/// invariant makes impossible.
struct Claimed {
    std::set<std::string> properties;
    std::set<std::size_t> impossible;
};

Claimed claimed_in(const std::string& contents) {
    Claimed claimed;
    std::istringstream lines(contents);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string what, name;
        std::size_t number = 0, count = 0;
        if (!(words >> what >> number)) continue;
        if (what == "impossible") claimed.impossible.insert(number);
        if ((what == "claim" || what == "claim-of-steps") && words >> count >> name) claimed.properties.insert(name);
    }
    return claimed;
}

/// An ordinary file's bytes; where it is none, why, in words that follow its name. A pipe would be waited for.
std::string read_ordinary(const fs::path& path, std::string& why) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) why = "is missing";
    else if (!fs::is_regular_file(status)) why = "is no ordinary file";
    if (!why.empty()) return "";
    try {
        return model::bytes_of_file(path, most_bytes);
    } catch (const model::Unreadable& unreadable) {
        why = fmt::format("cannot be read ({})", unreadable.what());
        return "";
    }
}

std::string digest_of(const std::string& text) {
    std::uint64_t hash = 0;
    for (const char c : text) hash = model::hash_with(hash, static_cast<unsigned char>(c));
    return fmt::format("{:016x}", hash);
}

const Protocol& protocol_of(const Origin& origin, const CertificateOptions& options) {
    if (!options.protocol.empty()) return protocol(options.protocol);
    for (const std::string& known : engines::protocol_names())
        if (known == origin.protocol) return protocol(known);
    throw UsageError(
        "the certificate is of a protocol '" + shown(origin.protocol) +
        "', which this program does not have: with --protocol the name of one that it has is accepted, or the folder of one");
}

/// Both texts differ: where first.
std::size_t line_of_difference(const std::string& is, const std::string& should) {
    const auto at =
        std::mismatch(is.begin(), is.begin() + static_cast<std::ptrdiff_t>(std::min(is.size(), should.size())), should.begin())
            .first;
    return static_cast<std::size_t>(std::count(is.begin(), at, '\n')) + 1;
}

/// The system of a certificate, derived from the text again.
class Derived {
public:
    /// Throws smt::VisitStopped where time is up.
    Derived(const Protocol& text, const Origin& origin, const Claimed& claimed, const Anchor::Stop& stop)
        : limits_(origin.reset ? smt::Limits::clock : smt::Limits::none), problem_(text.problem(origin.selection, limits_)),
          explored_(text.explored(origin.selection, limits_)), exploration_(*explored_.network, origin.effort.explored, stop),
          anchor_(exploration_.components(), problem_, explored_.leases) {
        compare(anchor_, exploration_, origin.effort, stop);
        if (stop()) throw smt::VisitStopped();
        std::vector<int> claims;
        for (std::size_t c = 0; c < problem_.claims.size(); ++c)
            if (claimed.properties.contains(problem_.claims[c].name)) claims.push_back(static_cast<int>(c));
        counts_.resize(problem_.events.size());
        for (const smt::Path& path : problem_.paths) ++counts_[static_cast<std::size_t>(path.event)].paths;
        std::vector<smt::PathCount> counts = counts_;
        for (const std::size_t e : claimed.impossible)
            if (e < counts.size()) counts[e].impossible = counts[e].paths;
        for (smt::CertificateFile& file :
             smt::certificate(problem_, {}, claims, anchor_.result().evidence, counts, as_text(origin)))
            files_[file.name] = std::move(file.text);
    }
    const smt::Problem& problem() const { return problem_; }
    const std::optional<StrayStep>& stray() const { return anchor_.result().stray; }
    const std::map<std::string, std::string>& files() const { return files_; }
    std::size_t paths_of(std::size_t event) const { return counts_[event].paths; }
    /// Of its name and its paths.
    std::string digest(std::size_t event) const { return digest_of(files_.at(fmt::format("event-{}.smt2", event))); }
    std::string digest() const {
        std::string all;
        for (std::size_t e = 0; e < problem_.events.size(); ++e) all += digest(e);
        return digest_of(all);
    }

private:
    smt::Limits limits_;
    smt::Problem problem_;
    Explored explored_;
    Exploration exploration_;
    Anchor anchor_;
    std::vector<smt::PathCount> counts_;  // by event
    std::map<std::string, std::string> files_;
};

/// Whatever differs between the folder and what the text gives.
std::vector<std::string> flaws_of(const fs::path& folder, const Derived& derived, const Claimed& claimed) {
    std::vector<std::string> flaws;
    if (derived.stray()) flaws.push_back("the relation is not that of the explicit search: " + derived.stray()->what);
    for (const std::string& name : claimed.properties)
        if (std::none_of(derived.problem().claims.begin(), derived.problem().claims.end(),
                         [&](const smt::Claim& c) { return c.name == name; }))
            flaws.push_back("it claims '" + model::printable(name) + "', which is no property of the text that can be proved");
    if (claimed.properties.empty()) flaws.push_back("nothing is claimed");
    for (const auto& [name, text] : derived.files()) {
        std::string why;
        const std::string is = read_ordinary(folder / name, why);
        if (!why.empty()) flaws.push_back(name + " " + why);
        else if (name == "invariant.smt2") {
            if (const std::string flaw = flaw_of_invariant(is, text); !flaw.empty()) flaws.push_back(name + ": " + flaw);
        } else if (is != text)
            flaws.push_back(fmt::format("{} is not what the text gives, from line {} on", name, line_of_difference(is, text)));
    }
    std::size_t others = 0;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (!derived.files().contains(entry->path().filename().string())) {
            if (++others <= flaws_shown)
                flaws.push_back(model::printable(entry->path().filename().string()) + " is no file of this certificate");
            else break;
        }
    return flaws;
}

}  // namespace

int run_certificate(const CertificateOptions& options) {
    WholeFile json(options.json, "JSON");
    const InterruptWatch watch;
    const auto start = std::chrono::steady_clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    const auto stop = [&] { return InterruptWatch::flag() || (options.seconds > 0 && elapsed() > options.seconds); };
    const smt::PathOracle::Until until(stop);
    std::string why;
    const fs::path folder = options.folder;
    const std::string contents = read_ordinary(folder / "contents", why);
    if (!why.empty())
        throw UsageError(fmt::format(
            "'{}' is no certificate, for its 'contents' {}: a folder that `tandem prove --certificate` wrote is accepted",
            shown(options.folder), why));
    const Origin origin = origin_of(contents);
    const Claimed claimed = claimed_in(contents);
    const Protocol& text = protocol_of(origin, options);
    const std::string system = text.describe(origin.selection);

    std::optional<Derived> derived;
    try {
        derived.emplace(text, origin, claimed, stop);
    } catch (const smt::VisitStopped&) {
        const std::string ending = InterruptWatch::flag() ? "it was interrupted" : "the time limit was reached (--timeout)";
        deliver({[&] {
                     if (!json.to_output()) say(system + "\nUndecided: " + ending + " before the text's relation was known\n");
                 },
                 [&] {
                     json.commit(
                         json_text(nlohmann::ordered_json{{"system", system}, {"verdict", "undecided"}, {"ending", ending}}) +
                         "\n");
                 }});
        return status_undecided;
    }
    const std::vector<std::string> flaws = flaws_of(folder, *derived, claimed);

    const smt::Problem& problem = derived->problem();
    std::string words = system;
    words += fmt::format("\nthe text's relation: {} events, {} paths, digest {}\n", problem.events.size(), problem.paths.size(),
                         derived->digest());
    for (std::size_t i = 0; i < std::min(flaws.size(), flaws_shown); ++i) words += "flaw: " + flaws[i] + "\n";
    if (flaws.size() > flaws_shown) words += fmt::format("... (--json names all {})\n", flaws.size());
    if (flaws.empty())
        words += fmt::format(
            "Of the text: {} files are what it gives, and the invariant is a function of a state.\nWhat is left to a solver: "
            "{}\n",
            derived->files().size() - 1, (folder / "check").string());
    else words += fmt::format("Not of the text: {} flaw{}\n", flaws.size(), flaws.size() == 1 ? "" : "s");
    nlohmann::ordered_json events = nlohmann::ordered_json::array();
    for (std::size_t e = 0; e < problem.events.size(); ++e)
        events.push_back(
            {{"number", e}, {"name", problem.events[e].name}, {"paths", derived->paths_of(e)}, {"digest", derived->digest(e)}});
    const nlohmann::ordered_json report{{"system", system},
                                        {"verdict", flaws.empty() ? "of the text" : "not of the text"},
                                        {"claims", claimed.properties},
                                        {"paths", problem.paths.size()},
                                        {"digest", derived->digest()},
                                        {"events", events},
                                        {"flaws", flaws}};
    deliver({[&] {
                 if (!json.to_output()) say(words);
             },
             [&] { json.commit(json_text(report) + "\n"); }});
    return flaws.empty() ? status_holds : status_refuted;
}

}  // namespace tandem::apps
