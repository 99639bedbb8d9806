#include "apps/litmus/test_files.hpp"

#include <algorithm>
#include <filesystem>

#include "apps/common/usage_error.hpp"

namespace tandem::apps {

std::vector<std::string> test_files(const std::vector<std::string>& named) {
    namespace fs = std::filesystem;
    std::vector<std::string> list;
    for (const std::string& name : named) {
        std::error_code error;
        if (!fs::exists(name, error)) throw UsageError("there is no file or folder '" + name + "'");
        if (!fs::is_directory(name, error)) {
            list.push_back(name);
            continue;
        }
        std::vector<std::string> inside;
        for (const auto& entry : fs::directory_iterator(name))
            if (entry.path().extension() == ".litmus" && entry.is_regular_file(error))  // a pipe would be waited for
                inside.push_back(entry.path().string());
        if (inside.empty()) throw UsageError("the folder '" + name + "' has no *.litmus");
        std::sort(inside.begin(), inside.end());
        list.insert(list.end(), inside.begin(), inside.end());
    }
    return list;
}

}  // namespace tandem::apps
