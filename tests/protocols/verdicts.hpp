// The calls of `tandem check` that the tests of a protocol's verdicts share.
#pragma once

#include <doctest/doctest.h>

#include "apps/check/check.hpp"

namespace tandem::tests {

class Verdicts {
public:
    explicit Verdicts(std::string protocol) : protocol_(std::move(protocol)) {}

    /// Under strong fairness. With `all` the search continues after a refutation.
    apps::CheckReport check(const std::string& variant, const std::string& shape, std::vector<std::string> properties = {},
                            bool symmetry = true, bool all = true) const {
        apps::CheckOptions options;
        options.protocol = protocol_;
        options.selection = {variant, shape};
        options.properties = std::move(properties);
        options.symmetry = symmetry;
        options.all = all;
        options.fairness = "strong";
        return apps::check(options);
    }
    void holds(const std::string& variant, const std::string& shape, std::vector<std::string> properties = {}) const {
        const auto report = check(variant, shape, std::move(properties));
        CAPTURE(report.system);
        for (const auto& p : report.properties) {
            CAPTURE(p.name);
            CHECK(p.verdict == checker::Verdict::holds);
        }
    }
    /// With a shortest trace of so many steps.
    void refuted(const std::string& variant, const std::string& shape, const std::string& property, std::size_t steps) const {
        const auto report = check(variant, shape, {property}, true, false);
        CAPTURE(report.system);
        REQUIRE(report.properties.at(0).verdict == checker::Verdict::refuted);
        CHECK(report.properties[0].trace->steps.size() == steps);
    }

private:
    std::string protocol_;
};

}  // namespace tandem::tests
