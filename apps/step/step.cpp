#include "apps/step/step.hpp"

#include <istream>
#include <iostream>

#include <fmt/format.h>

#include "apps/common/output.hpp"
#include "apps/step/session.hpp"

namespace tandem::apps {

namespace {

/// The next command; false where there is none. A pipe may never end its line.
bool next_line(std::istream& in, std::string& line) {
    constexpr std::size_t longest = 4096;
    char text[longest + 1];
    in.getline(text, sizeof text);
    if (in.fail() && in.gcount() == longest)
        throw UsageError(fmt::format("a line of more than {} characters is no command: `help` shows what is accepted", longest));
    line = text;
    return !in.fail();
}

}  // namespace

int run_step(const StepOptions& options, std::istream& in, bool asked) {
    Session session(options);
    session.greet();
    if (asked) session.show_choices(), say("`help` shows the commands.\n");
    int status = status_holds;
    std::string line;
    for (int number = 1;; ++number) {
        if (asked) {
            say(fmt::format("{}> ", session.events()));
            std::cout.flush();
        }
        if (!next_line(in, line)) break;
        if (!asked) say("> " + line + "\n");
        try {
            const Session::After after = session.obey(line);
            if (after == Session::After::quit) break;
            if (asked) continue;
            // What follows in a script rests on what came before.
            if (after == Session::After::nowhere) return status_refuted;
            if (after == Session::After::unknown) return status_undecided;
        } catch (const UsageError& error) {
            if (!asked) throw UsageError(fmt::format("line {}: {}", number, error.what()));
            say(std::string("     ") + error.what() + "\n");
        }
    }
    if (asked) say("\n");
    return status;
}

}  // namespace tandem::apps
