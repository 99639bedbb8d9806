// Files that are not traces, or no longer are: one line each, and no crash.
#include <nlohmann/json.hpp>

#include "apps/common/usage_error.hpp"
#include "apps/replay/trace_file.hpp"
#include "tests/apps/command_line.hpp"
#include "tests/temporary_folder.hpp"

using namespace tandem;
using namespace tandem::tests;

namespace {

/// A complete trace of one step.
const nlohmann::json& smallest() {
    static const auto file = nlohmann::json::parse(
        R"json({"format": "tandem-trace", "format_version": 1, "program": "tandem", "protocol": "gtsc", "variant": "", "shape": "tiny", "free": false, "system": "gtsc",
        "traces": [{"property": "single-writer", "sentence": "", "why": "", "witnesses": [], "shortest": true, "repeats_from": null, "refused": "", "dead_end": false, "nodes": ["SM0"], "blocks": ["A"],
            "start": {"SM0": {"epoch": false, "lines": {"A": {"wts": 1}}}},
            "messages": [{"id": 0, "from": "SM0", "to": "L2", "text": "BusRd(address A)", "label": "BusRd A", "kind": "BusRd", "fields": {"address": "A"}, "blocks": ["A"], "sent": 1, "received": null}],
            "steps": [{"event": "SM0: W0 load A", "label": "W0 load A", "node": "SM0", "thread": 0, "outcomes": ["miss"], "receives": null, "sends": [0], "seen": [], "seen_of": [], "changes": [],
                "states": {"SM0": {"epoch": true, "lines": {"A": {"wts": 2}}}}}]}]})json");
    return file;
}

std::string refusal(const std::string& text) {
    try {
        apps::trace_file_of(text, "FILE");
    } catch (const model::UsageError& error) {
        return error.what();
    }
    return "accepted";
}
/// The refusal with one member set to something else; `pointer` as in "/traces/0/steps".
std::string refusal_with(const std::string& pointer, const nlohmann::json& value) {
    nlohmann::json file = smallest();
    file[nlohmann::json::json_pointer(pointer)] = value;
    return refusal(file.dump());
}

}  // namespace

TEST_SUITE("trace files") {
    TEST_CASE("what is written is read again") {
        const auto file = apps::trace_file_of(smallest().dump(), "FILE");
        CHECK(file.selection.shape == "tiny");
        CHECK(file.traces.at(0).start.at("SM0") == apps::Leaves{{"epoch", "no"}, {"lines.A.wts", "1"}});
        CHECK(file.traces.at(0).steps.at(0).operation == "W0 load A");
        CHECK(file.traces.at(0).repeats_from == -1);
    }

    TEST_CASE("fields are the same whether they come from a file or from a system") {
        CHECK(apps::leaves_of({{"waiting[0].from", "1"}, {"phase", "over"}, {"epoch", "yes"}}) ==
              apps::Leaves{{"waiting[0].from", "1"}, {"phase", "over"}, {"epoch", "yes"}});
    }

    TEST_CASE("what is no JSON, cut off or of another format is refused") {
        CHECK(refusal("").find("is empty") != std::string::npos);
        CHECK(refusal("Shortest trace to a violation").find("is no JSON") != std::string::npos);
        const std::string text = smallest().dump();
        for (std::size_t length = 1; length < text.size(); length += 7)
            CHECK(refusal(text.substr(0, length)).find("is no JSON, or cut off") != std::string::npos);
        CHECK(refusal("[]").find("no trace of Tandem") != std::string::npos);
        CHECK(refusal(R"({"#meta": {"format": "ITF"}, "vars": [], "states": []})").find("no trace of Tandem") != std::string::npos);
        CHECK(refusal_with("/format_version", 2).find("has format_version 2: 1 is accepted") != std::string::npos);
        CHECK(refusal(std::string(100'000, '[')).find("within more than 64 others") != std::string::npos);
    }

    TEST_CASE("a member that is missing or of another kind is named") {
        for (const std::string pointer :
             {"/protocol", "/variant", "/shape", "/free", "/system", "/traces", "/traces/0/property", "/traces/0/repeats_from",
              "/traces/0/dead_end", "/traces/0/start", "/traces/0/messages", "/traces/0/steps", "/traces/0/messages/0/text",
              "/traces/0/messages/0/sent", "/traces/0/steps/0/event", "/traces/0/steps/0/sends", "/traces/0/steps/0/states"}) {
            CAPTURE(pointer);
            const std::string name = pointer.substr(pointer.rfind('/') + 1);
            CHECK(refusal_with(pointer, 3.5).find("\"" + name + "\"") != std::string::npos);
            nlohmann::json file = smallest();
            file[nlohmann::json::json_pointer(pointer.substr(0, pointer.rfind('/')))].erase(name);
            CHECK(refusal(file.dump()).find("has no member \"" + name + "\"") != std::string::npos);
        }
    }

    TEST_CASE("a number that leads out of the file is refused") {
        CHECK(refusal_with("/traces/0/steps/0/receives", 1).find("from 0 to 0 it may be") != std::string::npos);
        CHECK(refusal_with("/traces/0/steps/0/sends/0", -1).find("is -1") != std::string::npos);
        CHECK(refusal_with("/traces/0/messages/0/sent", std::uint64_t{1} << 63).find("from 0 to 1 it may be") !=
              std::string::npos);
        CHECK(refusal_with("/traces/0/repeats_from", 3).find("from 1 to 2 it may be") != std::string::npos);
        CHECK(refusal_with("/traces/0/repeats_from", 0).find("from 1 to 2 it may be") != std::string::npos);
        CHECK(refusal_with("/traces/0/fairness", "some").find("neither weak nor strong") != std::string::npos);
        CHECK(refusal_with("/traces", nlohmann::json::array()).find("it has no trace") != std::string::npos);
        CHECK(refusal_with("/traces/0/steps/0/event", "L2: W0 load A").find("does not begin with its node, SM0") !=
              std::string::npos);
    }

    TEST_CASE("the command says in one line what of a file it cannot use") {
        const TemporaryFolder folder;
        const auto replayed = [&](const nlohmann::json& file) {
            const std::string path = folder.path() / "trace.json";
            std::ofstream(path) << file.dump();
            return tests::tandem({"replay", path.c_str()});
        };
        const auto with = [](const std::string& pointer, const nlohmann::json& value) {
            nlohmann::json file = smallest();
            file[nlohmann::json::json_pointer(pointer)] = value;
            return file;
        };
        check_unusable(tests::tandem({"replay", "/no/such/trace.json"}), "cannot read the trace file '/no/such/trace.json'");
        check_unusable(tests::tandem({"replay", "/"}), "'/' (it is a folder)");
        check_unusable(tests::tandem({"replay"}), "trace is required");
        check_unusable(replayed(with("/protocol", "gone")),
                       "of a protocol 'gone', which this program does not have: with --protocol");
        check_unusable(replayed(with("/variant", "nonesuch")), "nonesuch");
        check_unusable(replayed(with("/shape", "sms=99")), "1 to 4");
        check_unusable(replayed(with("/traces/0/property", "gone")), "of a property 'gone', which gtsc sc,delay,");
        check_unusable(replayed(with("/traces/0/property", "gone\nfor good")), "a text with a control character");
        check_unusable(replayed(with("/traces/0/property", "can-happen:ack_unlocks")), "which no run refutes");
        // A trace of a program, or of a step from any state: neither is a run of the system.
        for (const char* verdict : {"shown", "not inductive"})
            check_unusable(replayed(with("/traces/0/verdict", verdict)), "and `prove` write are accepted");
        check_unusable(replayed(with("/traces/0/property", "access-completes")),
                       "does not say in \"repeats_from\" which steps repeat");
    }
}
