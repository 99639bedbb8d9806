// What a user may say of a protocol, declared once.
//
// A protocol lists its choices (`--variant`), its numbers and named shapes (`--shape`), each with a sentence. Parsing, `tandem
// list`, the printed description of a system, error messages and JSON all read this list. Nothing else mentions a setting:
//
//   Settings<Config>("msi")
//       .choice("consistency", &Config::consistency,
//               {{Consistency::sc, "one outstanding access a thread"}, {Consistency::rc, "several"}})
//       .extent("cores", Sort::core)
//       .number("capacity", &Config::capacity, 1, 4, "messages in each channel")
//       .flag("atomics", &Config::atomics, "threads also issue atomics")
//       .shape("small", "cores=2,blocks=1,values=2")
//
// The first choice of each group is the default, and so is the first shape.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/domain.hpp"
#include "model/reflect.hpp"
#include "model/shape.hpp"
#include "model/words.hpp"

namespace tandem::model {

/// A name and what it means.
struct Entry {
    std::string name, meaning;
    bool too_wide = false;  // of a shape: for random walks
    bool promises = true;   // of a variant: all properties hold, so whatever refutes one is a bug
};

/// The words that a user has said: names of choices, and keys of numbers.
struct Said {
    std::set<std::string> words;
    bool operator()(const std::string& word) const { return words.contains(word); }
};

/// What an alternative promises: that all properties hold, or not: some are known to fail, and its meaning says why it is there.
enum class Promise : std::uint8_t { all_holds, none };

/// One value of a choice. Its word is the enumerator with hyphens, unless another is given.
template <class E>
struct Alternative {
    E value;
    std::string word, meaning;
    Promise promise = Promise::all_holds;

    Alternative(E v, std::string what, Promise promised = Promise::all_holds)
        : value(v), word(shown(name_of(v))), meaning(std::move(what)), promise(promised) {}
    Alternative(E v, std::string name, std::string what, Promise promised = Promise::all_holds)
        : value(v), word(std::move(name)), meaning(std::move(what)), promise(promised) {}
};
template <>
struct Alternative<bool> {
    bool value;
    std::string word, meaning;
    Promise promise = Promise::all_holds;
};

template <class Config>
class Settings {
public:
    /// A word of a group that may name several values at once.
    struct Word {
        std::string name, meaning;
        std::function<void(Config&)> set;
        Promise promise = Promise::all_holds;
    };
    using Text = std::function<std::string(const Config&)>;
    struct Read {
        Config config;
        Said said;
    };

    explicit Settings(std::string protocol) : protocol_(std::move(protocol)) {}

    // ---- declarations; an accessor is a pointer to a member, or a function from Config& to int&
    // -------------------------------------------

    template <class E, class Base>
    Settings& choice(std::string title, E Base::*member, std::type_identity_t<std::vector<Alternative<E>>> alternatives) {
        std::vector<Word> words;
        for (const auto& a : alternatives)
            words.push_back({a.word, a.meaning, [member, v = a.value](Config& c) { c.*member = v; }, a.promise});
        group(std::move(title), std::move(words), [member, alternatives](const Config& c) {
            for (const auto& a : alternatives)
                if (c.*member == a.value) return a.word;
            return std::string();
        });
        groups_.back().one_alone = true;
        return *this;
    }
    /// Words that are not the values of one member; several of them may be combined. `text` says which of them describe a
    /// configuration.
    Settings& group(std::string title, std::vector<Word> words, Text text) {
        groups_.push_back({std::move(title), std::move(words), std::move(text)});
        return *this;
    }
    /// For the preceding choice: a description names it only if this holds.
    Settings& named_if(std::function<bool(const Config&)> when) {
        groups_.back().text = [when = std::move(when), text = groups_.back().text](const Config& c) {
            return when(c) ? text(c) : std::string();
        };
        return *this;
    }
    template <class Access>
    Settings& number(std::string name, Access access, int least, int most, const std::string& meaning) {
        const std::string range = std::to_string(least) + " to " + std::to_string(most);
        key(name, meaning.empty() ? range : meaning + ", " + range,
            [=](Config& c, const std::string& value) { std::invoke(access, c) = model::number(value, name, least, most); },
            [=](const Config& c) { return std::to_string(std::invoke(access, const_cast<Config&>(c))); });
        keys_.back().number = [=](const Config& c) { return static_cast<int>(std::invoke(access, const_cast<Config&>(c))); };
        keys_.back().least = least;
        keys_.back().most = most;
        return *this;
    }
    /// The extent of a sort.
    Settings& extent(const std::string& name, Sort sort, const std::string& meaning = "", int least = 1, int most = 0) {
        extents_[static_cast<std::size_t>(sort)] = name;
        if (model::most(sort) < std::max(least, most))
            throw unsound("'" + name + "' accepts up to " + std::to_string(std::max(least, most)) + ", and there is room for " +
                          std::to_string(model::most(sort)) + " of a sort");
        return number(
            name, [sort](Config& c) -> int& { return c.shape[sort]; }, least, most == 0 ? Concrete::max_extent : most, meaning);
    }
    /// The number of words of a block.
    Settings& words() {
        number(
            "words", [](Config& c) -> int& { return c.shape.words; }, 1, 2,
            "of a block: with 2 a store or an atomic may name a part of it");
        return shown_if([](const Config& c) { return c.shape.words != 1; });
    }
    /// The largest moment of logical time of a clock that can be reset.
    Settings& clock(const std::string& name, int least, const std::string& meaning) {
        clock_ = name;
        return number(name, [](Config& c) -> int& { return c.shape.time_max; }, least, max_time, meaning);
    }
    /// 0 or 1; shown only if it differs from its default.
    template <class Access>
    Settings& flag(const std::string& name, Access access, std::string meaning) {
        const auto value_of = [access](const Config& c) -> bool { return std::invoke(access, const_cast<Config&>(c)); };
        key(
            name, std::move(meaning),
            [=](Config& c, const std::string& value) { std::invoke(access, c) = model::number(value, name, 0, 1) == 1; },
            [=](const Config& c) { return std::to_string(int(value_of(c))); });
        return shown_if([value_of](const Config& c) { return value_of(c) != value_of(Config{}); });
    }
    /// Several numbers, as in 1/2/4: an array, and how many of its items are in use.
    template <class Array, class Base>
    Settings& numbers(const std::string& name, Array Base::*member, int Base::*count, int least, int most, std::string meaning) {
        return key(name, std::move(meaning),
                   [=](Config& c, const std::string& list) {
                       const auto words = split_once_each(list, '/', name);
                       const std::size_t room = (c.*member).size();
                       if (words.empty() || words.size() > room)
                           throw UsageError(name + " is '" + list + "': one to " + std::to_string(room) +
                                            " numbers are accepted, separated by '/'");
                       c.*count = static_cast<int>(words.size());
                       for (std::size_t i = 0; i < words.size(); ++i) (c.*member)[i] = model::number(words[i], name, least, most);
                   },
                   [=](const Config& c) {
                       std::vector<std::string> words;
                       for (int i = 0; i < c.*count; ++i)
                           words.push_back(std::to_string((c.*member)[static_cast<std::size_t>(i)]));
                       return join(words, "/");
                   });
    }
    /// Several enumerators, as in local/global: a vector of them.
    template <class Access>
    Settings& several(const std::string& name, Access access, std::string meaning) {
        using E = typename std::remove_cvref_t<std::invoke_result_t<Access, Config&>>::value_type;
        return key(name, std::move(meaning),
                   [=](Config& c, const std::string& list) {
                       auto& chosen = std::invoke(access, c);
                       chosen.clear();
                       for (const auto& word : split_once_each(list.empty() ? "-" : list, '/', name))
                           chosen.push_back(enumerator_called<E>(word, name, list));
                   },
                   [=](const Config& c) {
                       std::vector<std::string> words;
                       for (const E e : std::invoke(access, const_cast<Config&>(c))) words.push_back(name_of(e));
                       return join(words, "/");
                   });
    }
    /// For the preceding key: it is part of a description only if this holds.
    Settings& shown_if(std::function<bool(const Config&)> when) {
        keys_.back().shown = std::move(when);
        return *this;
    }
    /// For the preceding key: it says which programs run. It has no meaning if the programs are given, as in litmus tests, or if
    /// all programs run.
    Settings& of_programs() {
        keys_.back().of_programs = true;
        return *this;
    }
    /// A named shape, in the words of the keys above it.
    Settings& shape(std::string name, std::string words, const std::string& remark = "") {
        const std::string meaning = words + (remark.empty() ? "" : ": " + remark);
        shapes_.push_back({std::move(name), std::move(words), meaning});
        return *this;
    }
    /// A named shape with more states than anybody explores, in which a check goes on with random walks: more cores, threads and
    /// blocks together than the others, and what these leave out.
    Settings& wide(std::string name, std::string words) {
        shape(std::move(name), std::move(words), "for random walks");
        shapes_.back().too_wide = true;
        return *this;
    }

    /// Throws UsageError if the declarations do not fit together. Two have the same name, a default is out of its own range, or a
    /// named shape is not accepted.
    void require_sound() const {
        std::vector<Word> words;
        for (const Group& g : groups_) {
            if (g.words.empty()) throw unsound("the choice '" + g.title + "' has no alternatives");
            words.insert(words.end(), g.words.begin(), g.words.end());
        }
        const auto all_differ = [&](const std::string& what, const auto& named) {
            std::set<std::string> seen;
            for (const auto& one : named)
                if (one.name.empty() || !seen.insert(one.name).second)
                    throw unsound(one.name.empty() ? "one of the " + what + " has no name"
                                                   : "two of the " + what + " are called '" + one.name + "'");
        };
        all_differ("variants", words);
        all_differ("keys", keys_);
        all_differ("shapes", shapes_);
        Config config{};
        const auto apply = [&](const std::string& of, const std::string& words, Config& to) {
            try {
                apply_shape(words, to, nullptr, true);
            } catch (const UsageError& error) {
                throw unsound("the shape '" + of + "' says '" + words + "', but " + error.what());
            }
        };
        if (!shapes_.empty()) apply(shapes_.front().name, shapes_.front().words, config);
        for (const NamedShape& s : shapes_) {
            Config other = config;
            apply(s.name, s.words, other);
        }
        for (const Key& k : keys_) {
            if (!k.number) continue;
            const int value = k.number(config);
            if (k.least > k.most)
                throw unsound("'" + k.name + "' accepts " + std::to_string(k.least) + " to " + std::to_string(k.most) +
                              ", which is nothing");
            if (value < k.least || value > k.most)
                throw unsound("'" + k.name + "' is " + std::to_string(value) + " if nobody sets it, and accepts " +
                              std::to_string(k.least) + " to " + std::to_string(k.most));
        }
    }

    // ---- what is read from them
    // -----------------------------------------------------------------------------------------------------------

    /// By group. One choice of each group applies, the first by default.
    std::vector<std::pair<std::string, std::vector<Entry>>> variants() const {
        std::vector<std::pair<std::string, std::vector<Entry>>> all;
        for (const Group& g : groups_) {
            std::vector<Entry> entries;
            for (const Word& w : g.words)
                entries.push_back({.name = w.name, .meaning = w.meaning, .promises = w.promise == Promise::all_holds});
            all.emplace_back(g.title, std::move(entries));
        }
        return all;
    }
    std::vector<Entry> shapes() const {
        std::vector<Entry> all;
        for (const NamedShape& s : shapes_) all.push_back({s.name, s.meaning, s.too_wide});
        return all;
    }
    std::vector<Entry> keys() const {
        std::vector<Entry> all;
        for (const Key& k : keys_) all.push_back({k.name, k.meaning});
        return all;
    }

    /// The keys of the sorts' extents, and of the clock; empty if there is none.
    const std::array<std::string, sort_count>& extents() const { return extents_; }
    const std::string& clock() const { return clock_; }

    /// What `--variant` and `--shape` say. `broken` are the names of texts with a seeded bug; they say nothing of the
    /// configuration. Without `programs`, settings of programs are refused. Throws UsageError.
    Read read(const std::string& variant, const std::string& shape, const std::vector<std::string>& broken, bool programs) const {
        Read result;
        auto& [config, said] = result;
        if (!shapes_.empty()) apply_shape(shapes_.front().words, config, nullptr, true);
        require_one_of_each(variant);
        for (const auto& word : split_once_each(variant, ',', "the variant")) {
            if (std::find(broken.begin(), broken.end(), word) == broken.end()) apply_choice(word, config, !broken.empty());
            said.words.insert(word);
        }
        apply_shape(shape, config, &said.words, programs);
        return result;
    }
    /// The words of both. If both set the same choice, that of `variant` holds.
    std::string over(const std::string& beneath, const std::string& variant) const {
        const auto said = split(variant, ',');
        std::vector<std::string> words;
        for (const auto& word : split(beneath, ',')) {
            const auto replaced = [&](const Group& g) {
                return g.one_alone && g.has(word) &&
                       std::any_of(said.begin(), said.end(), [&](const auto& other) { return g.has(other); });
            };
            const bool repeated = std::find(said.begin(), said.end(), word) != said.end();
            if (!repeated && std::none_of(groups_.begin(), groups_.end(), replaced)) words.push_back(word);
        }
        words.insert(words.end(), said.begin(), said.end());
        return join(words, ",");
    }
    /// "gtsc sc,delay  sms=2,warps=1". Without `programs` the settings of programs are left out.
    std::string text(const Config& config, bool programs) const {
        std::vector<std::string> words, numbers;
        for (const Group& g : groups_) words.push_back(g.text(config));
        std::erase(words, "");
        for (const Key& k : keys_)
            if ((programs || !k.of_programs) && (!k.shown || k.shown(config))) numbers.push_back(k.name + "=" + k.text(config));
        return protocol_ + (words.empty() ? "" : " " + join(words, ",")) + "  " + join(numbers, ",");
    }

private:
    struct Group {
        std::string title;
        std::vector<Word> words;
        Text text;
        bool one_alone = false;  // the words are the values of one member

        bool has(const std::string& word) const {
            return std::any_of(words.begin(), words.end(), [&](const Word& w) { return w.name == word; });
        }
    };
    struct Key {
        std::string name, meaning;
        std::function<void(Config&, const std::string&)> set;
        Text text;
        std::function<bool(const Config&)> shown{};
        bool of_programs = false;
        std::function<int(const Config&)> number{};  // the number of a member with a range
        int least = 0, most = 0;
    };
    struct NamedShape {
        std::string name, words, meaning;
        bool too_wide = false;
    };

    Settings& key(std::string name, std::string meaning, std::function<void(Config&, const std::string&)> set, Text text) {
        keys_.push_back({std::move(name), std::move(meaning), std::move(set), std::move(text)});
        return *this;
    }

    template <class E>
    static E enumerator_called(const std::string& word, const std::string& key, const std::string& list) {
        E found{};
        std::vector<std::string> names;
        bool known = false;
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) {
            if (word == d.name) found = d.value, known = true;
            names.push_back(d.name);
        });
        if (!known)
            throw UsageError(key + " is '" + list + "': " + join(names, ", ") + " are accepted, several separated by '/'");
        return found;
    }

    /// With two values for one member the later would silently win.
    void require_one_of_each(const std::string& variant) const {
        for (const Group& g : groups_) {
            std::string first;
            for (const auto& word : split(variant, ',')) {
                if (!g.one_alone || !g.has(word)) continue;
                if (!first.empty() && first != word)
                    throw UsageError("the variant '" + variant + "' names both '" + first + "' and '" + word +
                                     "', of which one can apply: " + g.title);
                first = word;
            }
        }
    }

    void apply_choice(const std::string& word, Config& config, bool has_broken) const {
        std::vector<std::string> names;
        for (const Group& g : groups_)
            for (const Word& w : g.words) {
                if (w.name == word) return w.set(config);
                names.push_back(w.name);
            }
        throw UsageError(protocol_ + " has no variant '" + word + "': " + (names.empty() ? "none is" : join(names, ", ")) +
                         (has_broken ? " and the broken ones that `tandem list` shows" : "") +
                         (names.empty() && !has_broken ? " accepted" : " are accepted, separated by commas"));
    }

    void apply_shape(const std::string& words, Config& config, std::set<std::string>* said, bool programs) const {
        const auto listed = split_once_each(words, ',', "the shape");
        for (const std::string& word : listed) {
            const std::size_t equals = word.find('=');
            const std::string name = word.substr(0, equals);
            const auto named = std::find_if(shapes_.begin(), shapes_.end(), [&](const NamedShape& s) { return s.name == word; });
            const auto key = std::find_if(keys_.begin(), keys_.end(), [&](const Key& k) { return k.name == name; });
            if (named != shapes_.end()) {
                if (&word != &listed.front())
                    throw UsageError("the shape '" + words + "' names '" + word +
                                     "', which would undo what stands before it: a named shape is accepted first");
                apply_shape(named->words, config, nullptr, true);
            } else if (equals != std::string::npos && key != keys_.end()) {
                if (key->of_programs && !programs)
                    throw UsageError("'" + word +
                                     "' is of the programs that `tandem check` runs without --free, and here these are others: "
                                     "the other keys are accepted");
                key->set(config, word.substr(equals + 1));
            } else {
                throw unknown_shape(word);
            }
            if (said) said->insert(name);
        }
    }

    UsageError unsound(const std::string& why) const {
        return UsageError("the settings of " + protocol_ + " do not fit together: " + why);
    }

    UsageError unknown_shape(const std::string& word) const {
        std::vector<std::string> names;
        for (const NamedShape& s : shapes_) names.push_back(s.name);
        for (const Key& k : keys_) names.push_back(k.name + "=...");
        return UsageError(protocol_ + " has no shape '" + word + "': " + join(names, ", ") +
                          " are accepted, separated by commas");
    }

    std::string protocol_;
    std::vector<Group> groups_;
    std::vector<Key> keys_;
    std::vector<NamedShape> shapes_;
    std::array<std::string, sort_count> extents_;
    std::string clock_;
};

}  // namespace tandem::model
