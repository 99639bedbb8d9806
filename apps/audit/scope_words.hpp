// The words of a log for orders and scopes: those of the HRF models and of PTX (axiomatic/models).
#pragma once

#include <optional>
#include <string>

#include "specs/audit/trace.hpp"

namespace tandem::apps {

inline constexpr const char* order_words = "relaxed, acquire, release and acq_rel";
inline constexpr const char* scope_words = "wi, wv, wg or cta, cmp or gl, and sys";

std::optional<model::Order> order_of(const std::string& word);
std::optional<model::Scope> scope_of(const std::string& word);

/// " acquire wg", " release cmp remote", " cta" of a fence; nothing of an ordinary access.
std::string as_words(audit::Kind kind, const audit::Synchronization& how);

/// The members of a line of JSON: ", \"order\": \"acquire\", \"scope\": \"wg\"".
std::string as_members(audit::Kind kind, const audit::Synchronization& how);

}  // namespace tandem::apps
