// What `tandem new` writes: apps/new/*.in, and with --kernel apps/new_kernel/*.in, in which @name@ stands for the name of the
// protocol, or the kernel. With --from it writes an example. apps/CMakeLists.txt makes the tables.
#pragma once

#include <vector>

namespace tandem::apps {

struct Template {
    const char *file, *text;
};
const std::vector<Template>& templates_of_new();
const std::vector<Template>& templates_of_new_kernel();
/// The files of examples/tilelink. Their protocol is called tilelink, wherever the word is.
const std::vector<Template>& templates_of_tilelink();

}  // namespace tandem::apps
