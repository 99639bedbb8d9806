#include "apps/export/export.hpp"

#include <algorithm>
#include <deque>
#include <filesystem>

#include "apps/common/catalog.hpp"
#include "apps/common/output.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

/// A comment: what follows the module's end is none of it.
std::string as_comment(const std::string& text) {
    return "\n(* The .cfg:\n" + text + "*)\n";
}

}  // namespace

const std::vector<ExportFormat>& export_formats() {
    static const std::vector<ExportFormat> all{{"murphi", nullptr}, {"tla", as_comment}, {"smt2", nullptr}, {"cubicle", nullptr}};
    return all;
}

int run_export(const std::string& name, const Selection& selection, ExportOptions options, const std::string& output) {
    const Protocol& p = protocol(name);
    const auto& formats = export_formats();
    const auto format =
        std::find_if(formats.begin(), formats.end(), [&](const ExportFormat& f) { return f.name == options.format; });
    if (format == formats.end()) {
        std::vector<std::string> names;
        for (const ExportFormat& f : formats) names.push_back(f.name);
        throw UsageError("there is no export format '" + options.format + "': " + join(names, ", ") + " are accepted");
    }
    const bool to_output = output.empty() || output == "-";
    if (!to_output) options.name = std::filesystem::path(output).stem();
    WholeFile first(to_output ? "-" : output, "output");
    const std::vector<ExportedFile> files = p.write(selection, options);
    std::string text = files.front().text;
    std::deque<WholeFile> beside;
    for (std::size_t i = 1; i < files.size(); ++i) {
        if (to_output) text += format->append(files[i].text);
        else beside.emplace_back(std::filesystem::path(output).replace_extension(files[i].extension), "output");
    }
    for (std::size_t i = 0; i < beside.size(); ++i) beside[i].commit(files[i + 1].text);
    first.commit(text);
    return status_holds;
}

}  // namespace tandem::apps
