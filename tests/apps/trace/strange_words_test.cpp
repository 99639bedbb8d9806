// What a protocol's author may say, in files of every format: words that would command a terminal, end an element or begin one.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "apps/trace/page.hpp"
#include "apps/trace/written.hpp"
#include "checker/search.hpp"
#include "checker/trace.hpp"
#include "model/system.hpp"

namespace tandem::tests {

namespace {

// Escape, U+009B, U+202E, a byte that is no UTF-8, and the ends of what HTML, XML and Mermaid have begun.
const std::string strange = "\x1b[31m\xC2\x9B\xE2\x80\xAE\xff</script><b>]]>-->\"'`${x};\n%%";

/// A lamp that is switched on.
struct Lamps {
    using Domain = model::Concrete;
    enum class NodeKind : std::uint8_t { lamp };
    BOOST_DESCRIBE_NESTED_ENUM(NodeKind, lamp)
    enum class Outcome : std::uint8_t { switched, stalled };
    BOOST_DESCRIBE_NESTED_ENUM(Outcome, switched, stalled)
    struct Config {
        model::Shape shape;
    };
    struct Message {
        bool nothing = false;
        BOOST_DESCRIBE_CLASS(Message, (), (nothing), (), ())
    };
    struct Lamp {
        bool on = false;
        BOOST_DESCRIBE_CLASS(Lamp, (), (on), (), ())
        void start(const Config&, const std::vector<int>&) {}
        struct Action {
            bool unused = false;
            BOOST_DESCRIBE_CLASS(Action, (), (unused), (), ())
        };
        static bool offers(const Action& action, const Config&) { return !action.unused; }
        static bool fair(const Action&) { return true; }
        static std::string text(const Action&) { return "is switched" + strange; }
        void act(const Action&, auto& ctx) {
            if (on) return ctx.stall(Outcome::stalled);
            on = true;
            ctx.did(Outcome::switched);
        }
        bool idle() const { return true; }
    };
    using Nodes = std::tuple<Lamp>;

    static int population(NodeKind, const Config&) { return 1; }
    static int core_of(NodeKind, int, const Config&) { return -1; }
    static std::string node_name(NodeKind, int) { return "lamp</script><b>]]>-->'`${x};%%"; }
    static std::vector<std::vector<int>> initial_memories(const Config&) { return {{}}; }
    static std::vector<model::ChannelKind<NodeKind>> channels(const Config&) { return {}; }
};

}  // namespace

TEST_SUITE("apps/trace strange words") {
    TEST_CASE("no word of an author's leaves its place in a file, whatever the format") {
        model::System<Lamps> system({});
        system.add_invariant("dark" + strange, "no lamp is on" + strange, [](const auto& view) {
            bool dark = true;
            view.template each<Lamps::NodeKind::lamp>([&](const Lamps::Lamp& lamp, int) { dark = dark && !lamp.on; });
            return dark;
        });
        checker::SearchOptions options;
        options.properties = {0};
        checker::Search search(system, options);
        const auto found = search.run();
        REQUIRE(found.violations.size() == 1);
        const checker::Trace trace = checker::trace_to(search, found.violations.front());
        const apps::TraceFile file{"lamps" + strange, {}, "lamps" + strange, {{"no lamp is on" + strange, &trace}}};

        using enum apps::TraceFormat;
        for (const apps::TraceFormat format : {text, json, itf, mermaid, svg, html}) {
            CAPTURE(static_cast<int>(format));
            const std::string written = apps::written(format, file);
            CHECK(written.find("lamp") != std::string::npos);
            // JSON may hold the sign for what stands right to left; whoever shows it cleans it.
            for (const char* command : {"\x1b", "\xff"}) CHECK(written.find(command) == std::string::npos);
            if (format == text || format == mermaid || format == svg) {
                CHECK(written.find("\xC2\x9B") == std::string::npos);
                CHECK(written.find("\xE2\x80\xAE") == std::string::npos);
            }
            if (format == json || format == itf) CHECK(nlohmann::json::accept(written));
            if (format == svg || format == mermaid) CHECK(written.find("<b>") == std::string::npos);
            if (format == svg) CHECK(written.find("]]>") == std::string::npos);
        }
        // A line more in a diagram would be a statement of its own.
        const std::string diagram = apps::written(mermaid, file);
        for (std::size_t at = diagram.find('\n'); at + 1 < diagram.size(); at = diagram.find('\n', at + 1)) {
            const std::string line = diagram.substr(at + 1, diagram.find('\n', at + 1) - at - 1);
            CAPTURE(line);
            CHECK((line == "sequenceDiagram" || line.starts_with("    participant n") || line.starts_with("    Note over n")));
        }
        // An author's words end no element of the page, and begin none.
        const std::string page = apps::written(html, file), plain = apps::written(html, {"p", {}, "p", {{"", &trace}}});
        const auto count = [](const std::string& in, const std::string& what) {
            std::size_t found = 0;
            for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) ++found;
            return found;
        };
        CHECK(count(page, "</script>") == count(std::string(apps::explorer_html), "</script>"));
        CHECK(count(plain, "</script>") == count(page, "</script>"));
        CHECK(count(page.substr(0, page.find("<script")), "<b>") == 0);
    }
}

}  // namespace tandem::tests
