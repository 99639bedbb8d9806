// Files that no one has written for Tandem: without an end, or nested without measure. Each ends in one line, whatever command it is given to.
#include <fstream>

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
        check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--energy", "/dev/null"}), "does not say core.instruction");
    }

    TEST_CASE("what is nested deeper than anyone writes is refused, and does not take all of the stack") {
        const TemporaryFolder folder;
        const auto file = [&](const std::string& name, const std::string& text) {
            std::ofstream(folder.path() / name) << text;
            return (folder.path() / name).string();
        };
        constexpr int deep = 100'000;
        for (const std::string& text : {"[sms]\ncount = " + repeated("[", deep), "[sms]\ncount = " + repeated("{a=", deep), "[" + repeated("a.", deep) + "a]\n", repeated("a.", deep) + "a = 1\n"}) {
            const std::string machine = file("machine.toml", text);
            check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--machine", machine.c_str()}), "machine.toml' is not TOML: line ");
        }
        for (const std::string& text : {repeated("(", deep) + "po" + repeated(")", deep), repeated("~", deep) + "po", "po" + repeated("; po", deep), "po" + repeated("?", deep), repeated("[", deep)}) {
            const std::string model = file("model.cat", "\"deep\"\nacyclic " + text + "\n");
            check_unusable(tandem({"litmus", buffering, "--model", model.c_str()}), "model.cat:2:");
        }
        for (const std::string& text : {repeated("(", deep) + "x=1" + repeated(")", deep), repeated("~", deep) + "x=1", repeated("not ", deep) + "x=1", "x=1" + repeated(" /\\ x=1", deep), "x=1" + repeated(" => x=1", deep)}) {
            const std::string test = file("test.litmus", "X86 deep\n{ }\n P0 ;\n MOV [x],$1 ;\nexists " + text + "\n");
            check_unusable(tandem({"litmus", test.c_str()}), "test.litmus:5:");
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
            check_unusable(tandem({"sim", "baseline", "--workload", "triad", "--energy", path.c_str()}), "has no number from 0 on for core.instruction");
        }
    }
}

}  // namespace tandem::tests
