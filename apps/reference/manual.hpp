// The manual, `man tandem`, in the language of man(7). The build writes it with `tandem reference --format man`.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tandem::apps {

std::string manual(CLI::App& program);

}  // namespace tandem::apps
