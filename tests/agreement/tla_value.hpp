// Values of TLA+: booleans, numbers, strings, sets and functions. Records and sequences are functions, as in the language. It
// refuses what TLC refuses: comparing values of different sorts, applying a function outside its domain.
#pragma once

#include <algorithm>
#include <compare>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tandem::agreement::tla {

class Value {
public:
    enum class Kind { boolean, number, string, set, function };
    using Map = std::vector<std::pair<Value, Value>>;

    static Value boolean(bool b) { return Value(Kind::boolean, b); }
    static Value number(int n) { return Value(Kind::number, n); }
    static Value string(const std::string& s) {
        Value v(Kind::string, 0);
        v.text_ = std::make_shared<std::string>(s);
        return v;
    }
    static Value set(std::vector<Value> items) {
        std::sort(items.begin(), items.end());
        items.erase(std::unique(items.begin(), items.end(), [](const Value& a, const Value& b) { return (a <=> b) == 0; }),
                    items.end());
        for (std::size_t i = 1; i < items.size(); ++i) same_kind(items[i - 1], items[i]);
        Value v(Kind::set, 0);
        v.items_ = std::make_shared<std::vector<Value>>(std::move(items));
        return v;
    }
    static Value function(Map map) {
        std::sort(map.begin(), map.end(), [](const auto& a, const auto& b) { return (a.first <=> b.first) < 0; });
        Value v(Kind::function, 0);
        v.map_ = std::make_shared<Map>(std::move(map));
        return v;
    }
    static Value tuple(const std::vector<Value>& items) {
        Map map;
        for (std::size_t i = 0; i < items.size(); ++i) map.emplace_back(number(static_cast<int>(i) + 1), items[i]);
        return function(std::move(map));
    }

    Kind kind() const { return kind_; }
    bool truth() const { return need(Kind::boolean), number_ != 0; }
    int integer() const { return need(Kind::number), number_; }
    const std::string& text() const { return need(Kind::string), *text_; }
    const std::vector<Value>& items() const { return need(Kind::set), *items_; }
    const Map& map() const { return need(Kind::function), *map_; }

    bool contains(const Value& item) const {
        if (!items().empty()) same_kind(items()[0], item);
        return std::binary_search(items().begin(), items().end(), item);
    }
    const Value& at(const Value& argument) const {
        const auto found = std::lower_bound(map().begin(), map().end(), argument,
                                            [](const auto& pair, const Value& a) { return (pair.first <=> a) < 0; });
        if (found == map().end() || (found->first <=> argument) != 0)
            throw std::runtime_error("a function is applied outside of its domain");
        return found->second;
    }
    /// The items of a sequence.
    std::vector<Value> sequence() const {
        std::vector<Value> all;
        for (std::size_t i = 0; i < map().size(); ++i) all.push_back(at(number(static_cast<int>(i) + 1)));
        return all;
    }

    /// As TLA+'s `=`.
    bool equals(const Value& other) const { return same_kind(*this, other), (*this <=> other) == 0; }
    friend bool operator<(const Value& a, const Value& b) { return (a <=> b) < 0; }
    /// Any total order, across sorts too.
    friend std::strong_ordering operator<=>(const Value& a, const Value& b) {
        if (a.kind_ != b.kind_) return a.kind_ <=> b.kind_;
        switch (a.kind_) {
            case Kind::string: return a.text_ == b.text_ ? std::strong_ordering::equal : a.text_->compare(*b.text_) <=> 0;
            case Kind::set: return a.items_ == b.items_ ? std::strong_ordering::equal : *a.items_ <=> *b.items_;
            case Kind::function: return a.map_ == b.map_ ? std::strong_ordering::equal : *a.map_ <=> *b.map_;
            default: return a.number_ <=> b.number_;
        }
    }
    friend bool operator==(const Value& a, const Value& b) { return (a <=> b) == 0; }

private:
    Value(Kind kind, int number) : kind_(kind), number_(number) {}
    void need(Kind kind) const {
        if (kind != kind_) throw std::runtime_error("a value is of another sort than its use needs");
    }
    static void same_kind(const Value& a, const Value& b) {
        if (a.kind_ != b.kind_) throw std::runtime_error("values of different sorts are compared");
    }
    Kind kind_;
    int number_;
    std::shared_ptr<const std::string> text_;
    std::shared_ptr<const std::vector<Value>> items_;
    std::shared_ptr<const Map> map_;
};

}  // namespace tandem::agreement::tla
