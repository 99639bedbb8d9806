// What `tandem new` writes: apps/new/*.in, in which @name@ stands for the protocol's name. apps/CMakeLists.txt makes the table.
#pragma once

#include <vector>

namespace tandem::apps {

struct Template {
    const char *file, *text;
};
const std::vector<Template>& templates_of_new();

}  // namespace tandem::apps
