#include "apps/help/completion.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "apps/common/catalog.hpp"
#include "apps/common/words.hpp"
#include "apps/folder/build_record.hpp"
#include "apps/folder/folder.hpp"
#include "apps/help/command_texts.hpp"
#include "apps/help/value_kinds.hpp"
#include "engines/modules.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

/// Of a line of one command: what is said, by the names of options and arguments, and what is being typed.
struct Reading {
    std::map<std::string, std::string> said;
    CLI::Option* awaited = nullptr;  // whose value is being typed
    bool options_over = false;       // after --

    std::string operator[](const std::string& name) const {
        const auto found = said.find(name);
        return found == said.end() ? "" : found->second;
    }
};

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }
bool may_be_repeated(const CLI::Option& option) { return option.get_expected_max() > 1; }

Reading reading_of(CLI::App& command, const TypedLine& line) {
    Reading reading;
    const auto arguments = command.get_options([](const CLI::Option* o) { return o->get_positional(); });
    std::size_t next = 0;
    for (auto word = line.words.begin() + 2; word != line.words.end(); ++word) {
        const bool option = !reading.options_over && word->size() > 1 && (*word)[0] == '-';
        if (reading.awaited) {
            reading.said[reading.awaited->get_name()] = *word;
            reading.awaited = nullptr;
        } else if (option && *word == "--") {
            reading.options_over = true;
        } else if (option) {
            const std::size_t equals = word->find('=');
            CLI::Option* named = command.get_option_no_throw(word->substr(0, equals));
            if (!named) continue;
            reading.said[named->get_name()] = equals == std::string::npos ? "" : word->substr(equals + 1);
            if (equals == std::string::npos && takes_value(*named)) reading.awaited = named;
        } else if (next < arguments.size()) {
            reading.said[arguments[next]->get_name()] = *word;
            if (!may_be_repeated(*arguments[next])) ++next;
        }
    }
    const bool types_option = !reading.options_over && line.last.starts_with("-");
    if (!reading.awaited && !types_option && next < arguments.size()) reading.awaited = arguments[next];
    return reading;
}

fs::path without_tilde(const std::string& path) {
    const char* home = std::getenv("HOME");
    return home && path.starts_with("~/") ? home + path.substr(1) : path;
}
bool holds_protocol(const fs::path& folder) {
    std::error_code error;
    return fs::exists(folder / "description.hpp", error) && fs::exists(folder / "CMakeLists.txt", error);
}

std::vector<std::string> names(const std::vector<Entry>& entries, const std::string& end = "") {
    std::vector<std::string> all;
    for (const Entry& entry : entries) all.push_back(entry.name + end);
    return all;
}

/// What may stand for a value, or for the part of it after the last comma.
class Values {
public:
    Values(const Reading& reading, const std::string& typed, Offer& offer) : reading_(reading), offer_(offer), typed_(typed) {}

    std::vector<std::string> of(CLI::Option& option) {
        const OptionText text = text_of(option);
        const auto kind =
            std::find_if(value_kinds.begin(), value_kinds.end(), [&](const ValueKind& k) { return text.kind == k.word; });
        if (kind == value_kinds.end()) return text.choices;
        offer_.files = kind->files;
        if (text.kind.ends_with(",...")) head_ = typed_.substr(0, typed_.rfind(',') + 1);
        std::vector<std::string> found = text.choices;
        if (text.kind == kind::protocol.word) found = protocols_and_folders();
        else if (kind->folders) offer_.folders = true;
        if (text.kind == kind::variant.word) found = variants();
        if (text.kind == kind::shape.word) found = shapes();
        if (text.kind == kind::property.word) found = properties();
        const auto said = split(head_, ',');
        std::erase_if(found, [&](const std::string& word) { return std::find(said.begin(), said.end(), word) != said.end(); });
        for (std::string& word : found) word = head_ + word;
        return found;
    }

private:
    /// The one that the line names. A folder's is known if this user has built it: pressing a key runs nothing of a stranger's.
    const Protocol* protocol() {
        const std::string name = reading_["protocol"].empty() ? reading_["--protocol"] : reading_["protocol"];
        for (const std::string& known : engines::protocol_names())
            if (known == name) return &engines::protocol(name);
        if (name.empty() || !holds_protocol(without_tilde(name))) return nullptr;
        const fs::path modules = build_place(without_tilde(name)) / "modules";
        const auto own = engines::modules_in(modules);
        if (own.empty() || !is_recorded_build(modules / (own.front() + "-check.so"))) return nullptr;
        engines::add_module_folder(modules);
        return &engines::protocol(own.front());
    }
    Selection selection() const { return {reading_["--variant"], reading_["--shape"], reading_.said.contains("--free")}; }

    std::vector<std::string> protocols_and_folders() {
        std::vector<std::string> found = engines::protocol_names();
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(".", error))
            if (holds_protocol(entry.path())) found.push_back(entry.path().filename());
        // Any folder may lead to one, but is of no use beside names that fit.
        offer_.folders = !typed_.empty() && std::none_of(found.begin(), found.end(),
                                                         [&](const std::string& name) { return name.starts_with(typed_); });
        return found;
    }

    /// Of each group one.
    std::vector<std::string> variants() {
        const Protocol* p = protocol();
        std::vector<std::string> found;
        if (!p) return found;
        for (const auto& [group, entries] : p->variants) {
            const auto words = names(entries);
            const auto said = split(head_, ',');
            if (std::none_of(said.begin(), said.end(),
                             [&](const std::string& word) { return std::find(words.begin(), words.end(), word) != words.end(); }))
                found.insert(found.end(), words.begin(), words.end());
        }
        return found;
    }

    /// A named shape first, then keys, then the numbers that the protocol accepts together with what stands before.
    std::vector<std::string> shapes() {
        const Protocol* p = protocol();
        std::vector<std::string> found;
        if (!p) return found;
        const std::string rest = typed_.substr(head_.size()), key = rest.substr(0, rest.find('='));
        if (rest.find('=') == std::string::npos) {
            found = names(p->shape_keys, "=");
            for (const auto& word : split(head_, ',')) std::erase(found, word.substr(0, word.find('=')) + "=");
            if (head_.empty())
                for (const Entry& shape : p->shapes) found.push_back(shape.name);
            return found;
        }
        constexpr int largest = 64;
        for (int n = 0; n <= largest; ++n) {
            const std::string word = key + "=" + std::to_string(n);
            Selection with = selection();
            with.shape = head_ + word;
            try {
                p->describe(with);
                found.push_back(word);
            } catch (const UsageError&) {
            }
        }
        return found;
    }

    /// Of one that is about an outcome the name is long: those are offered where the user begins one.
    std::vector<std::string> properties() {
        const Protocol* p = protocol();
        std::vector<std::string> found;
        if (!p) return found;
        static const std::string can_happen = "can-happen";
        found.push_back(can_happen);
        const auto system = p->make(selection(), true);
        for (const auto& property : system->properties())
            if (!property.name.starts_with(can_happen) || typed_.starts_with(can_happen + ":")) found.push_back(property.name);
        return found;
    }

    const Reading& reading_;
    Offer& offer_;
    std::string typed_, head_;  // all of the value, and its part up to the last comma
};

std::vector<std::string> options_of(CLI::App& command, const Reading& reading) {
    std::vector<std::string> found;
    for (const CLI::Option* option : command.get_options([](const CLI::Option* o) { return !o->get_positional(); })) {
        const auto said = [&](const CLI::Option* other) { return reading.said.contains(other->get_name()); };
        const auto excluded = option->get_excludes();
        if ((!said(option) || may_be_repeated(*option)) && std::none_of(excluded.begin(), excluded.end(), said))
            found.push_back(option->get_name());
    }
    return found;
}

/// Names that are offered need no quotes, so what has been typed of one must need none either.
bool is_plain(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) {
        return std::isalnum(c) || std::string("-_.,:=/+").find(static_cast<char>(c)) != std::string::npos;
    });
}

}  // namespace

Offer offer_for(CLI::App& program, const TypedLine& line, const std::vector<std::string>& also) {
    Offer offer;
    if (line.redirected) {
        offer.files = "";
        return offer;
    }
    const auto commands = program.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); });
    if (line.words.size() == 1) {
        offer.words = also;
        for (const CLI::App* command : commands) offer.words.push_back(command->get_name());
        if (line.last.starts_with("-")) offer.words = {"--help", "--version"};
    } else if (line.words.size() > 1) {
        const auto command =
            std::find_if(commands.begin(), commands.end(), [&](const CLI::App* c) { return c->get_name() == line.words[1]; });
        if (command == commands.end()) return offer;
        Reading reading = reading_of(**command, line);
        if (!reading.awaited && !reading.options_over) {
            const std::size_t equals = line.last.find('=');
            CLI::Option* named =
                equals == std::string::npos ? nullptr : (*command)->get_option_no_throw(line.last.substr(0, equals));
            if (named && takes_value(*named)) reading.awaited = named, offer.value = equals + 1;
            else offer.words = options_of(**command, reading);
        }
        if (reading.awaited) {
            try {
                offer.words = Values(reading, line.last.substr(offer.value), offer).of(*reading.awaited);
            } catch (const std::exception&) {  // what was typed before does not hold together, and the command will say so
            }
            for (std::string& word : offer.words) word = line.last.substr(0, offer.value) + word;
        }
    }
    std::erase_if(offer.words,
                  [&](const std::string& word) { return !word.starts_with(line.last) || !is_plain(word.substr(line.kept)); });
    return offer;
}

}  // namespace tandem::apps
