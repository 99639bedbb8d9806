// Files that no one has written for Tandem: without an end, or nested without measure. Each ends in one line, whatever command it
// is given to.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "model/shown_text.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

namespace tandem::tests {

namespace {

const char* const buffering = TANDEM_SOURCE_DIR "/tests/litmus/sb.litmus";

std::string repeated(const std::string& part, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += part;
    return all;
}

}  // namespace

TEST_SUITE("apps/command strange files") {
    TEST_CASE("what has no end is read to a limit") {
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--machine", "/dev/zero"}), "it has more than 1 MB");
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--energy", "/dev/zero"}), "it has more than 1 MB");
        check_unusable(tandem({"compare", "baseline", "--workload", "triad", "--machine", "/dev/zero"}), "it has more than 1 MB");
        check_unusable(tandem({"reproduce", "gtsc-sets", "--machine", "/dev/zero"}), "it has more than 1 MB");
        check_unusable(tandem({"litmus", "/dev/zero"}), "it has more than 4 MB");
        check_unusable(tandem({"litmus", buffering, "--model", "/dev/zero"}), "it has more than 4 MB");
        check_unusable(tandem({"replay", "/dev/zero"}), "it has more than 256 MB");
        check_unusable(tandem({"step", "gtsc", "--trace", "/dev/zero"}), "it has more than 256 MB");
    }

    TEST_CASE("an empty machine file says nothing that differs, and an empty table of energies lacks them all") {
        CHECK(tandem({"sim", "baseline", "--workload", "triad", "--machine", "/dev/null"}).status == 0);
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--energy", "/dev/null"}),
                       "does not say core.instruction");
    }

    TEST_CASE("what is no TOML is told without the names of a library") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "machine.toml";
        std::ofstream(machine) << "sms\n";
        const Run run = tandem({"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()});
        check_unusable(run, "machine.toml' is not TOML: line 1: missing key-value separator");
        CHECK(run.err.find("toml::") == std::string::npos);
    }

    TEST_CASE("what is nested deeper than anyone writes is refused, and does not take all of the stack") {
        const TemporaryFolder folder;
        const auto file = [&](const std::string& name, const std::string& text) {
            std::ofstream(folder.path() / name) << text;
            return (folder.path() / name).string();
        };
        constexpr int deep = 100'000;
        for (const std::string& text : {"[sms]\ncount = " + repeated("[", deep), "[sms]\ncount = " + repeated("{a=", deep),
                                        "[" + repeated("a.", deep) + "a]\n", repeated("a.", deep) + "a = 1\n"}) {
            const std::string machine = file("machine.toml", text);
            check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()}),
                           "machine.toml' is not TOML: line ");
        }
        for (const std::string& text : {repeated("(", deep) + "po" + repeated(")", deep), repeated("~", deep) + "po",
                                        "po" + repeated("; po", deep), "po" + repeated("?", deep), repeated("[", deep)}) {
            const std::string model = file("model.cat", "\"deep\"\nacyclic " + text + "\n");
            check_unusable(tandem({"litmus", buffering, "--model", model.c_str()}), "model.cat:2:");
        }
        for (const std::string& text :
             {repeated("(", deep) + "x=1" + repeated(")", deep), repeated("~", deep) + "x=1", repeated("not ", deep) + "x=1",
              "x=1" + repeated(" /\\ x=1", deep), "x=1" + repeated(" => x=1", deep)}) {
            const std::string test = file("test.litmus", "X86 deep\n{ }\n P0 ;\n MOV [x],$1 ;\nexists " + text + "\n");
            check_unusable(tandem({"litmus", test.c_str()}), "test.litmus:5:");
        }
    }

    TEST_CASE("scopes that are nested without measure are refused") {
        const TemporaryFolder folder;
        constexpr int deep = 20'000;
        const std::string test = folder.path() / "test.litmus";
        std::ofstream(test) << "LISA deep\n{ }\n P0 ;\n w[] x 1 ;\nscopes: " + repeated("(cta ", deep) + "P0" +
                                   repeated(")", deep) + "\nexists (x=1)\n";
        check_unusable(tandem({"litmus", test.c_str()}), "more than 400 parts are within each other");
    }

    TEST_CASE("a model includes files of its folder and of the library alone") {
        const TemporaryFolder folder;
        std::filesystem::create_directory(folder.path() / "models");
        const std::string model = folder.path() / "models" / "model.cat";
        const auto with = [&](const std::string& included) {
            std::ofstream(model) << "include \"" + included + "\"\nacyclic po\n";
            return tandem({"litmus", buffering, "--model", model.c_str()});
        };
        std::ofstream(folder.path() / "models" / "beside.cat") << "let a = po\n";
        std::ofstream(folder.path() / "above.cat") << "let a = po\n";
        std::filesystem::create_symlink("../above.cat", folder.path() / "models" / "link.cat");
        CHECK(with("beside.cat").err.empty());
        CHECK(with("./../models/beside.cat").err.empty());
        for (const char* outside : {"/etc/passwd", "../above.cat", "link.cat", "/dev/zero"})
            check_unusable(with(outside), "is not in the model's folder");
    }

    TEST_CASE("names that are no text end in one clean line, or in a report") {
        const TemporaryFolder folder;
        const std::string machine = folder.path() / "\xff\x1b[31m.toml", json = folder.path() / "report.json",
                          svg = folder.path() / "picture.svg";
        std::ofstream(machine) << "";
        CHECK(tandem({"sim", "baseline", "--workload", "triad", "--machine", machine.c_str(), "--json", json.c_str(), "--svg",
                      svg.c_str()})
                  .status == 0);
        std::ifstream picture(svg);
        const std::string drawn{std::istreambuf_iterator<char>(picture), {}};
        CHECK(drawn.find('\xff') == std::string::npos);
        CHECK(drawn.find('\x1b') == std::string::npos);
        std::ofstream(machine) << "\"\\u001b[31m\\u202e\" = 1\n";
        for (const Run& run :
             {tandem({"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()}),
              tandem({"check", "gtsc", "--variant", "a\x1b[31m\xff"}), tandem({"check", "gtsc", "--shape", "a\x1b[31m\xff=1"}),
              tandem({"litmus", "\x1b[31m\xff.litmus"}), tandem({"sim", "gtsc", "--sweep", "\x1b\xff=1"})}) {
            check_unusable(run, "?");
            CHECK(run.err.find_first_of("\x1b\xff") == std::string::npos);
        }
        const std::string longer(5000, 'a');
        check_unusable(tandem({"litmus", longer.c_str()}), "there is no file or folder");
        check_unusable(tandem({"litmus", buffering, "--model", longer.c_str()}), "there is no model");
    }

    TEST_CASE("words that command a terminal reach none, wherever they stand") {
        const std::string strange = "\x1b[31m\xC2\x9B\xE2\x80\xAE\xff";  // escape, U+009B, U+202E, and no character
        const auto is_clean = [](const std::string& text) { return model::cleaned(text) == text; };
        const TemporaryFolder folder;
        const auto file = [&](const std::string& name, const std::string& text) {
            std::ofstream(folder.path() / name, std::ios::binary) << text;
            return (folder.path() / name).string();
        };
        const std::string nothing("\0", 1), machine = file("machine.toml", "[sms]\n\"\\u001b[31m\\u009b\\u202e\" = 1\n"),
                          key = file("key.toml", strange + " = 1\n"), graph = file("words.gr", "p sp " + strange + " 1\n"),
                          edges = file(strange + ".el", "1 " + strange + nothing + "\n"),
                          list = file("kernelslist.g", strange + ".traceg" + nothing + "\n"),
                          kernel = file("kernel-1.traceg", "-kernel name = " + strange + nothing + "\n-grid dim = x\n"),
                          log = file(strange + ".log", "0: M[" + strange + "] := 1\n"),
                          trace = file("trace.json", "{\"format\": \"" + strange + "\"}");
        const std::string sweep = strange + "=1", size = "sms=" + strange, swept = "lease=" + strange;
        const std::vector<std::vector<const char*>> commands{
            {"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()},
            {"sim", "baseline", "--workload", "triad", "--machine", key.c_str()},
            {"sim", "baseline", "--workload", "bfs", "--graph", graph.c_str()},
            {"sim", "baseline", "--workload", "bfs", "--graph", edges.c_str()},
            {"sim", "baseline", "--trace", list.c_str()},
            {"sim", "baseline", "--trace", kernel.c_str()},
            {"sim", "baseline", "--workload", strange.c_str()},
            {"sim", "gtsc", "--workload", "triad", "--sweep", sweep.c_str()},
            {"sim", "gtsc", "--workload", "triad", "--sweep", swept.c_str()},
            {"check", "gtsc", "--variant", strange.c_str()},
            {"check", "gtsc", "--shape", size.c_str()},
            {"check", "gtsc", "--shape", sweep.c_str()},
            {"check", "gtsc", "--property", strange.c_str()},
            {"check", strange.c_str()},
            {"check", "gtsc", strange.c_str()},
            {"audit", log.c_str(), "--model", "sc"},
            {"replay", trace.c_str()},
            {strange.c_str()}};
        for (const auto& words : commands) {
            CAPTURE(model::cleaned(words.back()));
            const Run run = tandem(words);
            CHECK(run.status == 2);
            CHECK(run.out.empty());
            CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
            CHECK(is_clean(run.err));
        }
    }

    TEST_CASE("what a litmus test is called stays within its place, whatever is drawn") {
        const TemporaryFolder folder;
        std::ifstream test(buffering);
        std::string text{std::istreambuf_iterator<char>(test), {}};
        text.replace(0, text.find('\n'), "GPU_PTX a\"'</script><b>]]>--&");
        const std::string named = folder.path() / "named.litmus", drawn = folder.path() / "drawn";
        std::ofstream(named) << text;
        for (const char* kind : {"--svg", "--dot", "--json"}) {
            CAPTURE(kind);
            const Run run = tandem({"litmus", named.c_str(), "--model", "sc", kind, drawn.c_str()});
            CHECK(run.status != 2);
            CHECK(run.err == "");
            const std::string written = contents(drawn);
            if (kind == std::string("--svg")) CHECK(written.find("<b>") == std::string::npos);
            if (kind == std::string("--dot")) CHECK(written.find("a\\\"'</script>") != std::string::npos);
            if (kind == std::string("--json")) CHECK(nlohmann::json::accept(written));
        }
        for (const char* command : {"\x1b", "\xC2\x9B", "\xE2\x80\xAE", "\xff"}) {
            std::ofstream(named) << "GPU_PTX a" << command << text.substr(text.find('\n'));
            const Run run = tandem({"litmus", named.c_str()});
            check_unusable(run, "expected text in UTF-8");
            CHECK(model::cleaned(run.err) == run.err);
        }
    }

    TEST_CASE("energies are numbers from 0 on") {
        const TemporaryFolder folder;
        std::ifstream table(TANDEM_SOURCE_DIR "/perfsim/machines/energy.toml");
        const std::string text{std::istreambuf_iterator<char>(table), {}};
        const std::string path = folder.path() / "energy.toml";
        for (const char* value : {"nan", "inf", "-1", "-0.5", "'x'"}) {
            CAPTURE(value);
            const std::size_t at = text.find("\ninstruction = ") + 1;
            std::ofstream(path) << text.substr(0, at) << "instruction = " << value << text.substr(text.find('\n', at));
            check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--energy", path.c_str()}),
                           "has no number from 0 on for core.instruction");
        }
        for (const char* value : {"1e999", "1e10", "9223372036854775807"}) {  // a sum of such would be infinite
            CAPTURE(value);
            const std::size_t at = text.find("\ninstruction = ") + 1;
            std::ofstream(path) << text.substr(0, at) << "instruction = " << value << text.substr(text.find('\n', at));
            check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--energy", path.c_str()}),
                           "has more than 10^9 for core.instruction");
        }
    }
}

}  // namespace tandem::tests
