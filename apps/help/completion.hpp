// What a shell may offer where the user stops typing. The shell asks the program each time (`tandem complete`), so what it offers
// fits the protocol, the variant and the shape that stand in the line, and is never older than the program.
#pragma once

#include <string>
#include <vector>

#include "apps/help/typed_line.hpp"

namespace CLI {
class App;
}

namespace tandem::apps {

/// What is offered in place of the word that is being typed.
struct Offer {
    std::vector<std::string> words;  // whole ones
    std::size_t value = 0;           // where the value begins in what is typed: after "--trace="
    const char* files = nullptr;     // names of files that end like this, and of folders
    bool folders = false;            // names of folders
};

/// `also`: commands that only the caller knows.
Offer offer_for(CLI::App& program, const TypedLine& line, const std::vector<std::string>& also);

}  // namespace tandem::apps
