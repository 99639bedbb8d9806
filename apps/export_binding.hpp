// How a protocol's export is made: of which system, with which monitor and properties, in which language.
#pragma once

#include <algorithm>
#include <sstream>

#include "apps/export.hpp"
#include "apps/usage_error.hpp"
#include "smt/murphi.hpp"
#include "smt/symbolic_system.hpp"
#include "smt/tla.hpp"

namespace tandem::apps {

/// Throws UsageError for a format that is not among `accepted`, a list of words.
inline void check_format(const std::string& name, const ExportOptions& options, const std::string& accepted) {
    if (accepted.find(options.format) != std::string::npos) return;
    throw UsageError(name + " cannot be exported as " + options.format + ": " + accepted + (accepted.find(',') == std::string::npos ? " is" : " are") + " accepted");
}

/// What a reader should know who has the file and nothing else.
inline std::string remarks(const smt::TransitionSystem& system, const Exported& what) {
    std::string text = "Written by Tandem. ";
    if (system.monitor) text += "The system that `tandem check` explores, with its monitor. A monitor watches what threads do, and lets some of it not happen: the states are those of both.";
    else text += "The free system, which `tandem check --free` explores: threads do whatever they like, and no monitor watches them.";
    const auto list = [&](const std::string& title, const auto& names) {
        if (names.empty()) return;
        text += "\n" + title;
        for (const auto& name : names) text += (&name == &names.front() ? " " : ", ") + name;
    };
    std::vector<std::string> stated, others;
    for (const smt::Invariant& invariant : system.invariants) stated.push_back(invariant.name);
    for (const std::string& name : what.properties)
        if (std::find(stated.begin(), stated.end(), name) == stated.end()) others.push_back(name);
    list("Stated as invariants:", stated);
    list("Judged by Tandem's own search only:", others);
    return text + "\n";
}

/// `system` as a TLA+ module with its configuration for TLC.
inline std::vector<ExportedFile> as_tla(smt::TransitionSystem system, const Exported& what, const ExportOptions& options, const smt::TlaOptions& tla) {
    if (options.scalarsets) throw UsageError("--scalarsets are of Murphi: without them the format tla is accepted");
    system.remarks = remarks(system, what);
    const smt::TlaFiles files = smt::write_tla(system, what.title, tla);
    return {{"", files.module}, {".cfg", files.config}};
}

/// `system` as a Murphi program.
inline std::vector<ExportedFile> as_murphi(smt::TransitionSystem system, const Exported& what, const ExportOptions& options) {
    if (options.scalarsets && system.monitor) throw UsageError("--scalarsets are of systems without a monitor, which singles out a value: with --free they are accepted");
    system.remarks = remarks(system, what);
    std::ostringstream out;
    smt::write_murphi(out, system, what.title, {.scalarsets = options.scalarsets});
    return {{"", out.str()}};
}

}  // namespace tandem::apps
