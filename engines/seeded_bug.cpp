#include "engines/seeded_bug.hpp"

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "engines/modules.hpp"

namespace tandem::engines {

namespace fs = std::filesystem;

namespace {

std::map<std::string, SeededBugs>& bugs_by_protocol() {
    static std::map<std::string, SeededBugs> bugs;
    return bugs;
}

/// Throws NotBuilt where there is none.
void* function_of(const SeededBug& bug, const fs::path& object, const char* function) {
    std::error_code error;
    if (!fs::exists(object, error))
        throw NotBuilt("the variant '" + bug.name + "' is a seeded bug, whose text has not been built (" + object.string() +
                       "): others are accepted");
    return function_in(object, function);
}

}  // namespace

void read_seeded_bugs(const std::string& protocol, const fs::path& folder) {
    SeededBugs bugs;
    const fs::path own = folder / "bugs" / protocol;
    std::error_code error;
    std::ifstream list;
    if (fs::is_regular_file(own / "list", error)) list.open(own / "list");
    for (std::string line; std::getline(list, line);) {
        std::istringstream words(line);
        SeededBug bug;
        std::string steps, symbols;
        for (std::string* word : {&bug.name, &bug.meaning, &bug.property, &bug.variant, &bug.shape, &steps, &symbols})
            std::getline(words, *word, '\t');
        bug.steps = std::atoi(steps.c_str());
        bug.exported = symbols == "symbols";
        bug.object = own / (bug.name + ".so");
        bugs.push_back(std::move(bug));
    }
    bugs_by_protocol()[protocol] = std::move(bugs);
}

const SeededBugs& seeded_bugs(const std::string& protocol) { return bugs_by_protocol()[protocol]; }

bool break_text(const SeededBug& bug, model::Network& network) {
    return reinterpret_cast<bool (*)(model::Network&)>(function_of(bug, bug.object, "tandem_break"))(network);
}

std::vector<std::any> symbols_of(const SeededBug& bug) {
    std::vector<std::any> symbols;
    const fs::path object = bug.object.parent_path() / (bug.name + "-symbols.so");
    reinterpret_cast<void (*)(std::vector<std::any>&)>(function_of(bug, object, "tandem_symbols"))(symbols);
    return symbols;
}

}  // namespace tandem::engines
