#include <exception>
#include <iostream>

#include "apps/commands.hpp"
#include "apps/folder.hpp"
#include "apps/usage_error.hpp"

int main(int argc, char** argv) {
    using namespace tandem::apps;
    try {
        if (const auto status = run_folder({argv + 1, argv + argc})) return *status;
    } catch (const std::exception& error) {
        std::cerr << "tandem: " << error.what() << "\n";
        return status_unusable;
    }
    return run(argc, argv);
}
