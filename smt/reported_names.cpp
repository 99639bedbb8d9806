#include "smt/reported_names.hpp"

#include <utility>

namespace tandem::smt {

namespace {

thread_local bool split = false;

}  // namespace

SplitByReportedNames::SplitByReportedNames() : outer_(std::exchange(split, true)) {}
SplitByReportedNames::~SplitByReportedNames() { split = outer_; }

bool SplitByReportedNames::asked() { return split; }

}  // namespace tandem::smt
