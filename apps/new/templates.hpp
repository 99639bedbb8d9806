// What `tandem new` writes: apps/new/*.in, and with --kernel apps/new_kernel/*.in, in which @name@ stands for the name of the
// protocol, or the kernel. With --from it writes an example. apps/CMakeLists.txt makes the tables.
#pragma once

#include <string>
#include <vector>

namespace tandem::apps {

struct Template {
    const char *file, *text;
};
const std::vector<Template>& templates_of_new();
const std::vector<Template>& templates_of_new_kernel();

/// A folder of examples/. Its files have its name wherever they name the protocol.
struct Example {
    std::string name;
    std::vector<Template> files;
};
const std::vector<Example>& examples_of_new();

}  // namespace tandem::apps
