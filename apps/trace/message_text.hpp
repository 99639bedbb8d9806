// A message as traces print it, taken apart again: "BusFill(address A, wts 1, data 0)" is a kind and fields.
#pragma once

#include <string>
#include <vector>

#include "model/network.hpp"

namespace tandem::apps {

struct MessageText {
    std::string kind;
    std::vector<model::Field> fields;
};

MessageText message_text(const std::string& printed);

/// The blocks that a text of fields names, where there are `blocks` of them: "A", "B" and so on.
std::vector<std::string> blocks_in(const MessageText& message, int blocks);

/// For a picture: "BusFill A: wts 1, data 0", without what is "no".
std::string short_text(const MessageText& message, int blocks);

}  // namespace tandem::apps
