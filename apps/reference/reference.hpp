// The reference of commands and protocols, as Markdown: docs/reference.md. A test holds that page against this.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tandem::apps {

std::string reference(CLI::App& program);

}  // namespace tandem::apps
