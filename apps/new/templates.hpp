// What `tandem new` writes: apps/new/*.in, and with --kernel apps/new_kernel/*.in, in which @name@ stands for the name of the protocol, or the kernel. apps/CMakeLists.txt makes the table.
#pragma once

#include <vector>

namespace tandem::apps {

struct Template {
    const char *file, *text;
};
const std::vector<Template>& templates_of_new();
const std::vector<Template>& templates_of_new_kernel();

}  // namespace tandem::apps
