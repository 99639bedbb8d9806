#include <exception>
#include <iostream>

#include "apps/commands.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/folder/folder.hpp"
#include "apps/kernel/loaded.hpp"

int main(int argc, char** argv) {
    using namespace tandem::apps;
    try {
        if (const auto status = run_folder({argv + 1, argv + argc})) return *status;
    } catch (const std::exception& error) {
        if (speaks_for_all()) std::cerr << "tandem: " << error.what() << "\n";
        return status_unusable;
    }
    return run_with_kernel(argc, argv, [](int count, const char* const* words) { return run(count, words); });
}
