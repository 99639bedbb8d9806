// Which outcomes of the protocols' texts a figure's runs never show: what the paper's evaluation says nothing about here.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tandem::reproduce {

class NeverShown {
public:
    /// `system`: the protocol and its variant.
    void add(const std::string& system, const nlohmann::json& report);
    /// A line for each system, with the outcomes that none of its runs shows; nothing if there are none.
    std::string as_text() const;
    nlohmann::json as_json() const;

private:
    struct Outcomes {
        int runs = 0;
        std::map<std::string, bool> shown = {};
    };
    std::vector<std::string> never(const Outcomes& of) const;
    std::map<std::string, Outcomes> systems_;
};

}  // namespace tandem::reproduce
