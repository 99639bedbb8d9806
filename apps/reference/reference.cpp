#include "apps/reference/reference.hpp"

#include <fmt/format.h>

#include "apps/check/check.hpp"
#include "apps/check/outcome_record.hpp"
#include "apps/common/catalog.hpp"
#include "apps/common/words.hpp"
#include "apps/help/command_texts.hpp"
#include "apps/help/value_kinds.hpp"
#include "perfsim/workload.hpp"
#include "specs/axiomatic/library.hpp"

namespace tandem::apps {

namespace {

/// Text in a cell of a table, in which only what stands in backticks is code.
std::string cell(const std::string& text) {
    std::string shown;
    bool code = false;
    for (const char c : text) {
        if (c == '`') code = !code;
        if (c == '|' || (!code && (c == '*' || c == '<' || c == '_'))) shown += '\\';
        shown += c;
    }
    return shown;
}

std::string as_code(const std::string& text) { return text.empty() ? "" : "`" + cell("`" + text).substr(1) + "`"; }

template <class... Cells>
std::string row(const Cells&... cells) {
    std::string text = "|";
    ((text += " " + std::string(cells) + (std::string(cells).empty() ? "|" : " |")), ...);
    return text + "\n";
}

template <class... Titles>
std::string header(const Titles&... titles) { return "\n" + row(titles...) + row((static_cast<void>(titles), "---")...); }

std::string table(const std::string& title, const std::vector<Entry>& entries, const std::string& after_name = "") {
    std::string text = header(title, "meaning");
    for (const Entry& e : entries) text += row(as_code(e.name + after_name), cell(e.meaning));
    return text;
}

/// The named shapes, with what each cannot show.
std::string table_of_shapes(const Protocol& protocol) {
    std::string text = header("`--shape`", "meaning");
    for (const Entry& e : protocol.shapes) {
        const std::vector<std::string> missing = not_exercised(protocol, e.name);
        text += row(as_code(e.name), cell(e.meaning) + (missing.empty() ? "" : "; not exercised: " + cell(join(missing, ", "))));
    }
    return text;
}

std::string section_of(const CommandText& command) {
    std::string text = fmt::format("\n### {0}\n\n{1}.\n\n```\n{2}\n```\n", command.name, command.meaning, synopsis(command));
    text += header("", "meaning");
    for (const OptionText& o : command.options)
        text +=
            row(as_code(o.argument ? o.kind : o.name + (o.kind.empty() ? "" : " " + o.kind)), cell(join(sentences_of(o), " ")));
    return text;
}

std::string section_of(const Protocol& p) {
    std::string text = fmt::format("\n### {}\n\n{}\n", p.name, cell(p.summary));
    for (const auto& [group, entries] : p.variants) text += table("`--variant`, " + cell(group), entries);
    text += table_of_shapes(p) + table("`--shape KEY=VALUE`", p.shape_keys, "=") + header("`--property`", "meaning");
    const auto system = p.make({.lemmas = true}, true);
    std::string lemmas, failures;
    for (const auto& known : p.known_failures)
        failures +=
            row(as_code(known.property),
                as_code("--variant " + known.variant + (known.shape.empty() ? "" : " --shape " + known.shape)), cell(known.why));
    for (const auto& property : system->properties())
        if (!property.name.starts_with("can-happen"))
            (property.lemma ? lemmas : text) += row(as_code(property.name), cell(property.sentence));
    if (!failures.empty()) text += header("known not to hold", "where", "why") + failures;
    return lemmas.empty() ? text : text + header("`--lemmas`", "meaning") + lemmas;
}

}  // namespace

std::string reference(CLI::App& program) {
    std::string text =
        "# Reference\n\nThis page is made from the program: `tandem reference` writes it. The [guides](README.md) say what the "
        "commands are for.\n\n"
        "## Commands\n\n`tandem --help`, `tandem COMMAND --help` and `tandem --version` say what is here, in short. `--option "
        "VALUE` may also be written `--option=VALUE`.\n";
    for (const CommandText& command : texts_of(program)) text += section_of(command);

    text += "\n## Values\n" + header("", "what it is");
    for (const ValueKind& kind : value_kinds) text += row(as_code(kind.word), cell(kind.meaning));
    text += "\n## Exit status\n" + header("status", "meaning");
    for (const StatusText& status : statuses) text += row(std::to_string(status.status), cell(status.meaning));

    text +=
        "\n## Protocols\n\nOf each group of variants the first holds if none is said, and so does the first shape.\n"
        "Beside its own properties each protocol is judged by `" +
        text_error_property().name + "` (" + cell(text_error_property().sentence) +
        ") and `can-happen` (each handler outcome that the variant should show occurs; `can-happen:NAME` for one).\n";
    for (const Protocol& p : protocols()) text += section_of(p);

    text += "\n## Workloads\n\nFor `sim`.\n" + header("`--workload`", "meaning");
    for (const auto& w : perfsim::workloads()) text += row(as_code(w.name), cell(w.meaning));
    text += header("workload", "option", "meaning", "default");
    for (const auto& w : perfsim::workloads())
        for (const auto& s : w.settings)
            text += row(as_code(w.name), as_code("--" + s.name), cell(s.meaning), as_code(s.unless_given));
    text += "\n## Models\n\nFor `litmus` and `conform`.\n" + header("`--model`", "what it is");
    for (const auto& model : specs::model_library())
        text += row(as_code(model.name), cell(specs::library_model(model.name).title()));
    return text;
}

}  // namespace tandem::apps
