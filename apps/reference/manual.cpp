#include "apps/reference/manual.hpp"

#include <fmt/format.h>

#include "apps/common/catalog.hpp"
#include "apps/common/words.hpp"
#include "apps/help/command_texts.hpp"
#include "apps/help/value_kinds.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

/// Text as man(7) takes it: what stands in backticks is bold, and nothing is taken for a request.
std::string roff(const std::string& text) {
    std::string shown;
    bool code = false;
    for (const char c : text) {
        if (c == '`') shown += (code = !code) ? "\\fB" : "\\fR";
        else if (c == '\\') shown += "\\e";
        else if (c == '-') shown += "\\-";
        else if (c == '\'') shown += "\\(aq";
        else if (c == '.' && shown.empty()) shown += "\\&.";
        else shown += c;
    }
    return shown;
}

std::string section(const std::string& title) { return ".SH " + title + "\n"; }
std::string paragraph(const std::string& text) { return ".PP\n" + roff(text) + "\n"; }
std::string item(const std::string& tag, const std::string& text) { return ".TP\n" + roff(tag) + "\n" + roff(text) + "\n"; }
std::string example(const std::string& what, const std::string& command) {
    return ".PP\n" + roff(what) + "\n.PP\n.nf\n.RS\n" + roff(command) + "\n.RE\n.fi\n";
}

std::string manual_section_of(const CommandText& command) {
    std::string text =
        ".SS " + roff(command.name) + "\n" + paragraph("`" + synopsis(command) + "`") + paragraph(command.meaning + ".");
    for (const OptionText& o : command.options) {
        text += item(o.argument ? "`" + o.kind + "`" : "`" + o.name + "`" + (o.kind.empty() ? "" : " " + o.kind),
                     join(sentences_of(o), " "));
    }
    return text;
}

}  // namespace

std::string manual(CLI::App& program) {
    const Protocol& first = protocol(engines::protocol_names().at(0));
    const std::string& name = first.name;
    std::string text = fmt::format(
        ".\\\" Made by the program: tandem reference --format man\n.TH TANDEM 1 \"\" \"Tandem {}\" \"User Commands\"\n", version);
    text += section("NAME") + "tandem \\- check, prove, compare and time memory protocols of GPUs\n";
    text += section("SYNOPSIS") +
            "\\fBtandem\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...\n.br\n\\fBtandem\\fR [\\fICOMMAND\\fR] "
            "\\fB\\-\\-help\\fR\n.br\n\\fBtandem \\-\\-version\\fR\n";
    text += section("DESCRIPTION") +
            paragraph(
                "A memory protocol is written once, as transition code in C++. The same text is explored in every reachable "
                "state, proved with Z3 for unbounded timestamps and leases, "
                "compared with consistency models, run in a cycle-level simulator, and exported to other tools.") +
            paragraph(
                "The program knows some protocols by name; `tandem list` shows them. Where a command takes a protocol it also "
                "takes the path of a folder that holds one: the program builds "
                "the folder when it has changed, and runs the command on it. `tandem new` writes such a folder to begin with.");
    text += section("COMMANDS");
    for (const CommandText& command : texts_of(program)) text += manual_section_of(command);
    text += section("VALUES");
    for (const ValueKind& kind : value_kinds) text += item(std::string("`") + kind.word + "`", kind.meaning + std::string("."));
    text += section("EXIT STATUS");
    for (const StatusText& status : statuses)
        text += item("`" + std::to_string(status.status) + "`", status.meaning + std::string("."));
    text += section("ENVIRONMENT") +
            item("`TANDEM_MODULES`",
                 "Folders with modules of protocols, separated by colons, that go before those which come with the program: "
                 "`FOLDER/build/modules` of a folder that has been built.") +
            paragraph("To build a folder the program runs cmake(1) and ninja(1), which read their own, such as:") +
            item("`CXXFLAGS`", "Further options for the compiler, read when a folder is built for the first time.");
    text += section("FILES") +
            item("`FOLDER/description.hpp`", "What a protocol in a folder of its own says of itself to the commands.") +
            item("`FOLDER/build`", "Where such a folder is built. It may be deleted at any time.") +
            item("`FOLDER/build/log`", "All that the compiler said, where a command shows a few lines of it.");
    text += section("EXAMPLES") +
            example("Explore all reachable states of a protocol and judge its properties:", "tandem check " + name) +
            example("Do that in its first shape with other numbers, and keep a report:",
                    "tandem check " + name + " --shape " + first.shape_keys.front().name + "=2 --json report.json") +
            example("Prove the properties for all timestamps, leases and data:", "tandem prove " + name) +
            example("Begin a protocol of one's own, and check it:", "tandem new toy\ntandem check toy");
    return text + section("SEE ALSO") + paragraph("cmake(1), ninja(1), z3(1)");
}

}  // namespace tandem::apps
