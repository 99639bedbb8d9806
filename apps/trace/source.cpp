#include "apps/trace/source.hpp"

#include <fstream>

namespace tandem::apps {

std::string shown_path(const std::string& file) {
    // Layers are included from include/LAYER/ in a build, and from include/tandem/ where Tandem is installed.
    static constexpr std::string_view include = "/include/";
    if (const std::size_t at = file.rfind(include); at != std::string::npos)
        if (const std::size_t layer = file.find('/', at + include.size()); layer != std::string::npos)
            return file.substr(layer + 1);
    const std::size_t name = file.rfind('/');
    if (name == std::string::npos || name == 0) return file;
    const std::size_t folder = file.rfind('/', name - 1);
    return folder == std::string::npos ? file : file.substr(folder + 1);
}

std::vector<std::string> lines_around(const std::string& file, int line) {
    std::ifstream in(file);
    std::vector<std::string> lines;
    std::string text;
    int number = 1;
    for (; number <= line + source_lines_after && std::getline(in, text); ++number)
        if (number >= line - source_lines_before) lines.push_back(text);
    return number > line ? lines : std::vector<std::string>();
}

}  // namespace tandem::apps
