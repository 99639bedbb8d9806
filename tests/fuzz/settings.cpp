// The words of --variant and --shape, of a protocol with each kind of setting: a text, a line break, another text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "model/settings.hpp"

namespace {

using namespace tandem::model;

struct Config {
    Shape shape;
    int retries = 0;
    bool loud = false, hoarse = false;
};

Settings<Config> settings() {
    Settings<Config> all("toy");
    all.choice("how", &Config::loud, {{false, "quiet", ""}, {true, "loud", ""}})
        .choice("voice", &Config::hoarse, {{false, "clear", ""}, {true, "hoarse", "", Promise::none}})
        .extent("cores", Sort::core)
        .extent("blocks", Sort::address)
        .words()
        .clock("ts", 1, "")
        .number("retries", &Config::retries, 0, 3, "")
        .shape("small", "cores=2,retries=1")
        .shape("large", "cores=4,blocks=2");
    return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Settings<Config> all = settings();
    const std::string text(reinterpret_cast<const char*>(data), size);
    const std::size_t end = text.find('\n');
    try {
        all.read(text.substr(0, end), end == std::string::npos ? "" : text.substr(end + 1), {}, false);
    } catch (const tandem::model::UsageError&) {
    }
    return 0;
}
