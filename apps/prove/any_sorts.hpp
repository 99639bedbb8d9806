// What `--any` says: which sorts there may be any number of, and the shapes in which they have a given number.
#pragma once

#include "apps/prove/prove.hpp"
#include "smt/prove/any/readable.hpp"

namespace tandem::apps {

/// Sorts, in the order of their numbers: 0 cores, 1 threads, 2 blocks.
using AnySorts = std::vector<std::size_t>;

/// What the text calls its sorts ("sms", "warps", "blocks"); empty where it has none.
smt::any::SortWords words_of(const Protocol& text);

/// Reads "cores,blocks", or the text's own words; all that the text has if it is empty. Throws UsageError for others, and for a
/// shape that gives one of them a number.
AnySorts any_sorts(const std::string& list, const Protocol& text, const std::string& shape);

/// The shape with these numbers of the sorts.
std::string with_extents(const std::string& shape, const AnySorts& any, const smt::any::BySort& extents,
                         const smt::any::SortWords& words);
/// "3 sms and one outside, 2 blocks"
std::string size_text(const AnySorts& any, const smt::any::BySort& kept, const std::vector<std::size_t>& outside,
                      const smt::any::SortWords& words);

}  // namespace tandem::apps
