// Why a model forbids a trace, in words: the cycle, and what its inferred edges rest on.
#pragma once

#include "apps/audit/log.hpp"
#include "specs/audit/audit.hpp"

namespace tandem::apps {

/// A part of a trace that is forbidden by itself, and the proof of that.
struct ForbiddenPart {
    audit::Part part;
    audit::Proof proof;  // empty where all orders were tried instead
    LogNames names;      // of the part
};

/// A step of a chain: the operation, and why it is before the next.
struct ToldEdge {
    audit::Id from, to;
    std::string why;
    int because = 0;  // the number of the reason that it rests on, or 0
};
struct ToldCycle {
    std::vector<ToldEdge> cycle;
    std::string within;  // " in the order of ..." where a model has several
    std::vector<std::pair<std::string, std::vector<ToldEdge>>> reasons;  // what it shows, and how; the first has number 1
};
ToldCycle told_cycle(const ForbiddenPart& refutation, const audit::Model& model);

std::string as_text(const ForbiddenPart& refutation, const ToldCycle& told);

/// The cycle as a picture: a column a thread.
std::string as_svg(const ForbiddenPart& refutation, const ToldCycle& told, const std::string& title);

}  // namespace tandem::apps
