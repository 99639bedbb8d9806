// The values that the locations of a program may hold, and a protocol's numbers for them.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "specs/litmus/test.hpp"

namespace tandem::specs {

/// The data of an instruction that stores to several locations, or of several lanes that exchange with one. Its locations share
/// one number for their values: to a protocol it is one datum.
struct Stored {
    std::map<std::size_t, Value> values;  // by location
    int order = 0;                        // of the lanes: 0 is the order of their numbers
    friend auto operator<=>(const Stored&, const Stored&) = default;
};

/// The values that locations may hold, and the data stored to several at once.
struct Contents {
    std::vector<std::set<Value>> values;  // by location
    std::set<Stored> together;
    friend bool operator==(const Contents&, const Contents&) = default;
};

/// The meaning of a location's values, by number. A number without a meaning never occurs.
class Numbering {
public:
    explicit Numbering(const Contents& contents) {
        for (const std::set<Value>& of_location : contents.values) values_.emplace_back(of_location.begin(), of_location.end());
        for (const Stored& stored : contents.together) {
            int n = 0;
            while (!fits(stored, n)) ++n;
            together_[stored] = n;
            for (const auto& [a, value] : stored.values) {
                auto& of_location = values_[a];
                of_location.resize(std::max(of_location.size(), static_cast<std::size_t>(n) + 1));
                of_location[static_cast<std::size_t>(n)] = value;
            }
        }
    }

    int count(std::size_t location) const { return static_cast<int>(values_[location].size()); }
    const std::optional<Value>& value(std::size_t location, int n) const {
        return values_[location][static_cast<std::size_t>(n)];
    }
    /// The value's first number, or -1.
    int number_of(std::size_t location, const Value& value) const {
        const auto& values = values_[location];
        const auto at = std::find(values.begin(), values.end(), std::optional(value));
        return at == values.end() ? -1 : static_cast<int>(at - values.begin());
    }
    int number_of(const Stored& stored) const {
        const auto at = together_.find(stored);
        return at == together_.end() ? -1 : at->second;
    }

private:
    /// Two that store the same values in different orders have different numbers.
    bool fits(const Stored& stored, int n) const {
        return std::all_of(stored.values.begin(), stored.values.end(), [&](const auto& entry) {
            const auto& of_location = values_[entry.first];
            return n >= static_cast<int>(of_location.size()) || !value(entry.first, n) ||
                   (stored.order == 0 && *value(entry.first, n) == entry.second);
        });
    }

    std::vector<std::vector<std::optional<Value>>> values_;  // by location
    std::map<Stored, int> together_;
};

}  // namespace tandem::specs
