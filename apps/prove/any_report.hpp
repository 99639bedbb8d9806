// What `tandem prove --any` found, as facts, and how it is told.
#pragma once

#include <nlohmann/json.hpp>

#include "apps/prove/refute.hpp"
#include "smt/prove/any/cutoff.hpp"
#include "smt/prove/any/outside.hpp"
#include "smt/prove/certificate.hpp"

namespace tandem::apps {

/// How n0 of a sort comes about.
struct CutOff {
    std::string sort;
    int in_clause = 0;  // names of the sort in a clause, at most
    smt::any::NamesNeeded needed{};
    int size() const { return needed.size; }  // n0
};

/// One size in which the invariant was checked.
struct CheckedSize {
    std::string size;
    std::size_t paths = 0, instances = 0, questions = 0;
    double seconds = 0;
    bool holds = false;
};

/// The questions of one size, for a certificate (any_certificate.hpp).
struct CertifiedSize {
    std::string size, folder;
    std::vector<smt::CertificateFile> files{};
    std::size_t events = 0, claims = 0;
};

/// A property that a run of one size breaks.
struct RefutedAt {
    std::string size;
    Refutation refutation;
};

struct AnyReport {
    std::string system, base;
    std::vector<std::string> sorts, properties, facts, assumed;
    std::vector<std::string> read;       // each property's clauses, said of all names
    std::vector<RefutedAt> refuted;      // these are false; all else is said of the others
    std::vector<std::string> silent;     // properties that say nothing in the shape
    std::vector<std::string> unfailing;  // properties that no path can break, whatever the state and with no name outside
    std::size_t base_clauses = 0;
    std::vector<CutOff> cut_off;
    std::string restricted;  // the size with outside names
    smt::any::Dropped dropped{};
    smt::any::ComparedPaths compared{};
    std::size_t freed = 0;  // comparisons of two pointers that go either way there
    std::vector<CheckedSize> sizes;
    std::vector<CertifiedSize> certified;               // where a certificate was asked for
    std::vector<std::string> invariant;                 // in words; all of it where the checks succeed
    std::size_t ranges = 0;                             // clauses of it that bound one variable, as its type does
    std::vector<std::pair<std::string, double>> parts;  // seconds
    std::string failure;                                // the check that fails; empty if none does
    std::string not_uniform = "not checked";            // why it is not known that the text is; empty if it is
    std::vector<std::string> run;                       // the step that shows it
    double seconds = 0;

    /// Of what no run refutes.
    bool others_proved() const { return failure.empty() && not_uniform.empty(); }
    bool proved() const { return refuted.empty() && others_proved(); }
    std::string verdict() const;
};

/// The invariant's first clauses, or the whole.
std::string as_text(const AnyReport& report, bool whole);
nlohmann::json as_json(const AnyReport& report);

}  // namespace tandem::apps
