// Constructs that Rumur accepts and CMurphi does not. Exported text must avoid them, because CMurphi is not available to check.
// They were read off its grammar and its type rules (release 5.4.9). A parameter's type must have a name. The arms of ?: must
// have one type. The translation of an expression must fit into 1024 characters ("you may also reduce the length of expression by
// using function call").
#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <set>
#include <sstream>

#include "apps/common/catalog.hpp"
#include "exports/murphi.hpp"
#include "tests/toys/keywords.hpp"

namespace {

using namespace tandem;

/// The minimum length of a buffer for CMurphi's translation of an expression: it puts mu_ before each name and parentheses around
/// each operand.
std::size_t made_of(const std::string& expression) {
    std::size_t length = 0;
    bool in_word = false;
    for (const char c : expression) {
        const bool word = std::isalnum(static_cast<unsigned char>(c)) || c == '_';
        length += word && !in_word ? 4 : 1;
        if (c == '&' || c == '|' || c == '=' || c == '<' || c == '+' || c == '-' || c == '!') length += 12;
        in_word = word;
    }
    return length;
}

/// The expressions of a program, and all other text between the words and signs that begin and end statements.
std::vector<std::string> expressions(const std::string& program) {
    static const std::set<std::string> between{"if",  "then", "else", "return",   "begin",    "do",
                                               "end", "rule", "var",  "function", "procedure"};
    std::vector<std::string> parts{""};
    for (std::size_t at = 0; at < program.size();) {
        const auto in_word = [&](std::size_t k) {
            return k < program.size() && (std::isalnum(static_cast<unsigned char>(program[k])) || program[k] == '_');
        };
        std::size_t to = at;
        while (in_word(to)) ++to;
        const std::string word = program.substr(at, to - at);
        if (between.contains(word) || program[at] == ';' || program.compare(at, 2, ":=") == 0 ||
            program.compare(at, 3, "==>") == 0)
            parts.emplace_back();
        else parts.back() += word.empty() ? program.substr(at, 1) : word;
        at = std::max(to, at + 1);
    }
    return parts;
}

/// The types of the parameters of functions and procedures.
std::vector<std::string> parameter_types(const std::string& program) {
    std::vector<std::string> types;
    static const std::regex heading(R"((?:function|procedure) \w+\(([^)]*)\)(?:: ([^;]*))?;)"), parameter(R"((?:^|;)\s*(?:var )?\w+: ([^;]*))");
    std::istringstream lines(program);
    for (std::string line; std::getline(lines, line);) {
        std::smatch h;
        if ((!line.starts_with("function") && !line.starts_with("procedure")) || !std::regex_match(line, h, heading)) continue;
        const std::string list = h[1];
        for (std::sregex_iterator p(list.begin(), list.end(), parameter), end; p != end; ++p) types.push_back((*p)[1]);
        if (h[2].matched) types.push_back(h[2]);
    }
    return types;
}

std::string without_comments(const std::string& program) {
    std::string text;
    std::istringstream lines(program);
    for (std::string line; std::getline(lines, line);) text += line.substr(0, line.find("--")) + "\n";
    return text;
}

bool is_name(const std::string& text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; }) &&
           std::isalpha(static_cast<unsigned char>(text[0]));
}

struct Findings {
    std::size_t longest = 0, parameters = 0, functions = 0;
};

Findings check_dialect(const std::string& text) {
    const std::string program = without_comments(text);
    CHECK(program.find('?') == std::string::npos);
    Findings found;
    for (const std::string& type : parameter_types(program)) {
        CHECK_MESSAGE(is_name(type), "a parameter is of type ", type);
        ++found.parameters;
    }
    std::string worst;
    for (const std::string& expression : expressions(program))
        if (made_of(expression) > found.longest) found.longest = made_of(worst = expression);
    CHECK_MESSAGE(found.longest < 1024, worst);
    // CMurphi requires functions before rules, and types and variables before functions.
    const std::size_t first_rule = std::min(program.find("\nstartstate"), program.find("\nrule"));
    for (const char* word : {"\nfunction", "\nprocedure"})
        if (const std::size_t last = program.rfind(word); last != std::string::npos) CHECK(last < first_rule);
    CHECK(program.find("\nvar\n") < program.find("\nfunction"));
    for (std::size_t at = program.find("\nfunction"); at != std::string::npos; at = program.find("\nfunction", at + 1))
        ++found.functions;
    return found;
}

std::string exported(const char* protocol, const apps::Selection& selection) {
    return apps::protocol(protocol).write(selection, {}).front().text;
}

}  // namespace

TEST_CASE("CMurphi can read the exported programs, monitored and free") {
    std::size_t parameters = 0, functions = 0;
    for (const bool free : {false, true})
        for (const auto& each : std::vector<std::tuple<const char*, const char*, const char*>>{
                 {"gtsc", "", "small"},
                 {"gtsc", "unordered,rc", "sms=1,warps=2,blocks=1,capacity=2,lease=1,ts=4"},
                 {"tc", "", "small"},
                 {"tc", "weak,predicted", "sms=2,warps=1,blocks=1,lease=1/2"},
                 {"baseline", "", ""},
                 {"incoherent", "rc", ""}}) {
            const char *protocol = std::get<0>(each), *variant = std::get<1>(each), *shape = std::get<2>(each);
            CAPTURE(protocol);
            CAPTURE(variant);
            const Findings found = check_dialect(exported(protocol, {variant, shape, free}));
            parameters += found.parameters;
            functions += found.functions;
        }
    CHECK(parameters > 100);
    CHECK(functions > 100);
}

TEST_CASE("a rule tells the monitor of an event from one place, where all paths report in one order") {
    std::size_t calls = 0;
    for (const char* protocol : {"baseline", "incoherent", "gtsc"}) {
        CAPTURE(protocol);
        std::istringstream text(exported(protocol, {}));
        std::set<std::string> told;  // by the present rule
        for (std::string line; std::getline(text, line);) {
            if (line.starts_with("rule ")) told.clear();
            const std::size_t begun = line.find_first_not_of(' ');
            if (begun == std::string::npos || !line.substr(begun).starts_with("monitor_") || !line.ends_with(");")) continue;
            ++calls;
            CHECK_MESSAGE(told.insert(line.substr(begun)).second, line);
        }
    }
    CHECK(calls > 20);
}

TEST_CASE("CMurphi can read the exported programs of remote-scope promotion") {
    check_dialect(exported("rsp", {"repaired", "tiny,values=2,writes=1,fetches=0,evictions=0"}));
}
