// `tandem new NAME`: a folder with a protocol that works, to begin from (apps/new/*.in).
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>

#include "apps/command/commands.hpp"
#include "apps/command/templates.hpp"
#include "apps/common/output.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/help/value_kinds.hpp"

namespace tandem::apps {

namespace {

bool is_identifier(const std::string& name) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

std::string with_name(std::string text, const std::string& name) {
    static const std::string mark = "@name@";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + name.size())) text.replace(at, mark.size(), name);
    return text;
}

int run_new(const std::string& path) {
    std::filesystem::path folder = path;
    if (!folder.has_filename()) folder = folder.parent_path();  // toy/
    const std::string name = folder.filename().string();
    if (!is_identifier(name) || name == "tandem" || name == "std")
        throw UsageError("'" + name + "' is no name for a protocol: lower-case letters, digits and _ are accepted, but tandem and std");
    std::error_code error;
    if (std::filesystem::exists(folder, error)) throw UsageError("'" + path + "' is there already: a new folder is accepted");
    if (!std::filesystem::create_directories(folder, error)) throw UsageError("cannot make the folder '" + path + "': " + error.message());
    for (const Template& t : templates_of_new()) WholeFile(folder / t.file, "protocol").commit(with_name(t.text, name));
    say("Wrote " + path + ". Go on with: tandem check " + path + "\n");
    return status_holds;
}

}  // namespace

std::function<int()> add_new(CLI::App& app) {
    CLI::App* making = app.add_subcommand("new", "Write a folder with a small protocol that works, to begin from");
    const auto path = std::make_shared<std::string>();
    making->add_option("folder", *path, "Its last part is the protocol's name")->type_name(kind::folder.word)->required();
    return [path] { return run_new(*path); };
}

}  // namespace tandem::apps
