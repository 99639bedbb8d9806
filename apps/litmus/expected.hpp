// The verdicts that collections of litmus tests come with, in the forms that people keep them in.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tandem::apps {

class ExpectedVerdicts {
public:
    /// `model` is the name that a list may have in its column or in its file's name.
    explicit ExpectedVerdicts(std::string model) : model_(std::move(model)) {}

    /// Whether `read` knows what to do with a file of this name:
    /// - expected.tsv: test, model, 1 or 0;
    /// - expected-MODEL.tsv: a test's name, and Ok or No;
    /// - ...expected.csv: test, 1 or 0, of whatever model.
    static bool is_list(const std::filesystem::path& file);
    /// Throws UsageError for what cannot be read, or has a line of another form.
    void read(const std::filesystem::path& file);

    /// Whether the condition of a test is to hold; nothing if no list names it. `name` is what the test calls itself.
    std::optional<bool> of(const std::filesystem::path& file, const std::string& name) const;
    /// How many verdicts were read.
    std::size_t size() const { return size_; }

private:
    void add(const std::string& test, bool holds);

    std::string model_;
    std::map<std::string, std::vector<std::pair<std::filesystem::path, bool>>> by_file_name_;
    std::map<std::string, bool> by_name_;
    std::size_t size_ = 0;
};

}  // namespace tandem::apps
