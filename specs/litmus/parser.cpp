// A litmus test's frame, the same for all languages: name, initial state, program table, scope tree, memory map.
#include "specs/litmus/parser.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>
#include <string_view>

#include "specs/among.hpp"
#include "specs/litmus/assembly.hpp"

namespace tandem::specs {

int TestReader::location(const std::string& name) {
    if (const auto known = aliases_.find(name); known != aliases_.end()) return known->second.location;
    const auto at = std::find(test.locations.begin(), test.locations.end(), name);
    if (at != test.locations.end()) return static_cast<int>(at - test.locations.begin());
    test.locations.push_back(name);
    test.memory.push_back(Value::of(0));
    test.regions.emplace_back();
    return static_cast<int>(test.locations.size()) - 1;
}

int TestReader::reg(std::size_t thread, const std::string& name) {
    if (test.threads.size() <= thread) test.threads.resize(thread + 1);
    auto& names = test.threads[thread].registers;
    const auto at = std::find(names.begin(), names.end(), name);
    if (at != names.end()) return static_cast<int>(at - names.begin());
    names.push_back(name);
    test.threads[thread].initial.push_back(Value::of(0));
    return static_cast<int>(names.size()) - 1;
}

bool TestReader::is_location(const std::string& name) const {
    return aliases_.contains(name) || std::find(test.locations.begin(), test.locations.end(), name) != test.locations.end();
}

void TestReader::alias(const std::string& name, const std::string& of, bool generic, std::size_t position) {
    if (is_location(name)) cursor.wrong(name + " has a location already", position);
    if (name == of) cursor.wrong(name + " has no other name", position);
    const int where = location(of), other = reference(of);
    aliases_.emplace(name, Alias{where, generic ? static_cast<int>(aliases_.size()) : other});
}

int TestReader::reference(const std::string& name) const {
    const auto known = aliases_.find(name);
    return known == aliases_.end() ? -1 : known->second.reference;
}

bool TestReader::is_register(std::size_t thread, const std::string& name) const {
    if (thread >= test.threads.size()) return false;
    const auto& names = test.threads[thread].registers;
    return std::find(names.begin(), names.end(), name) != names.end();
}

void TestReader::accesses(int bytes, std::size_t position) {
    if (width_ != 0 && width_ != bytes)
        cursor.wrong(
            "accesses of several sizes are not supported: those of words only, or of double words, half words or bytes only, are",
            position);
    width_ = bytes;
}

void TestReader::branch_to(std::size_t thread, Instruction branch, const std::string& label) {
    branch.kind = Instruction::Kind::branch;
    auto& instructions = test.threads[thread].instructions;
    jumps_.push_back({thread, instructions.size(), cursor.position(), label});
    instructions.push_back(std::move(branch));
}

void TestReader::label(std::size_t thread, const std::string& label, std::size_t position) {
    if (!labels_.emplace(std::pair(thread, label), test.threads[thread].instructions.size()).second)
        cursor.wrong("the label " + label + " stands twice in one thread", position);
}

void TestReader::resolve_labels() {
    for (const Jump& jump : jumps_) {
        const auto at = labels_.find({jump.thread, jump.label});
        if (at == labels_.end()) cursor.wrong("there is no label " + jump.label + " in this thread", jump.position);
        test.threads[jump.thread].instructions[jump.instruction].target = at->second;
    }
}

namespace {

// Levels of scope trees, as CUDA, HSA and OpenCL call them. And the tags of accesses and fences: orders, the levels of scope
// trees, and PTX's cache operators (ptx-litmus.txt, 2.3).
constexpr std::array known_levels{"wi",   "wv", "wf",  "warp",   "wg",  "cta", "cu", "kernel",
                                  "grid", "gl", "dev", "device", "agt", "cmp", "sys"};
constexpr std::array known_tags{"relaxed",  "acquire", "release", "acq_rel", "rm_acq", "rm_rel", "rm_ar",  //
                                "wi",       "wv",      "wf",      "warp",    "wg",     "cta",    "cu",    "gl",
                                "dev",      "agt",     "cmp",     "sys",  //
                                "volatile", "ca",      "cg",      "cs",      "cv",     "lu",     "wb",    "wt"};

template <class Names>
std::string listed(const Names& names) {
    std::string list;
    for (const char* name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

}  // namespace

void TestReader::check_tag(const std::string& tag, std::size_t position) const {
    if (tags_.contains(tag) || among(known_tags, tag)) return;
    cursor.wrong("the tag " + tag + " is not known: " + listed(known_tags) + " and those that the model speaks of are", position);
}

namespace {

struct Language {
    const char* name;
    ReadCell read;
    std::string (*names_registers)(const std::string& name);
};
constexpr std::array languages{Language{"X86", read_x86, x86_register},
                               Language{"X86_64", read_x86, x86_register},
                               Language{"AArch64", read_aarch64, aarch64_register},
                               Language{"RISCV", read_riscv, riscv_register},
                               Language{"PPC", read_ppc, ppc_register},
                               Language{"C", nullptr, nullptr},  // which has functions in place of a table
                               Language{"OPENCL", nullptr, nullptr},
                               Language{"LISA", read_lisa, nullptr},
                               Language{"GPU_PTX", read_ptx, nullptr},
                               Language{"PTX", read_ptx6, nullptr},
                               Language{"VULKAN", read_vulkan, nullptr},
                               Language{"Vulkan", read_vulkan, nullptr}};

std::string listed_languages() {
    std::string list;
    for (const Language& l : languages)
        if (std::string_view(l.name) != "Vulkan")  // as some write it
            list += (list.empty() ? "" : ", ") + std::string(l.name);
    return list;
}

using OpenGroups = std::vector<std::pair<std::string, int>>;  // level and group, the outer ones first

/// The levels, in models' names, of a group that the scope tree calls `word`, inside groups that were opened before. Global
/// memory is the device's, whatever kernels run there. If the tree names no device, each kernel (CUDA's grid) has a device of its
/// own.
std::vector<std::string> levels_of(const std::string& word, const OpenGroups& open) {
    if (word == "device" || word == "dev") return {"dev", "gl"};
    if (word != "kernel" && word != "grid") return {word};
    const bool on_device = std::any_of(open.begin(), open.end(), [](const auto& group) { return group.first == "gl"; });
    return on_device ? std::vector<std::string>{"kernel"} : std::vector<std::string>{"kernel", "gl"};
}

class FrameReader {
public:
    FrameReader(TestReader& reader, ReadCell read_instruction)
        : r_(reader), c_(reader.cursor), read_instruction_(read_instruction) {}

    /// Everything after line 1.
    void read() {
        while (!c_.sees("{")) {  // a description and lines of KEY=value
            if (c_.at_end()) c_.expected("the initial state, from '{'");
            c_.rest_of_line();
        }
        c_.expect("{");
        while (!c_.take("}"))
            if (!c_.take(";")) read_initial();
        c_.take(";");
        if (names_places() && c_.take("{")) read_system_order();
        if (read_instruction_) read_table();
        else read_c(r_);
        while (!read_scopes() && !read_regions()) {
            if (!sees_end()) c_.expected("a scope tree, a memory map or a condition");
            break;
        }
        read_regions();
        r_.resolve_labels();
        check_shared_memory();
        read_condition(r_);
    }

private:
    std::size_t thread_number() {
        const auto number = c_.expect_number("a thread's number");
        if (number < 0 || number > 63) c_.expected("a thread's number from 0 to 63");
        return static_cast<std::size_t>(number);
    }

    Value read_value() {
        const Cursor::Level level(c_);
        c_.take("$");
        if (c_.take("ATOMIC_INIT")) {
            c_.expect("(");
            const Value value = read_value();
            c_.expect(")");
            return value;
        }
        if (c_.sees_number()) return Value::of(c_.expect_number("a number"));
        c_.take("&");
        return Value::address(r_.location(c_.expect_name("a number or a location")));
    }

    /// A register after its thread, with its value.
    void read_register(std::size_t thread) {
        c_.expect(":");
        if (c_.take(".reg")) {
            c_.expect(".");
            c_.expect_name("a type");
        }
        const std::size_t start = c_.position();
        const std::string found = c_.expect_name("a register"), name = r_.canonical(found);
        if (name.empty()) c_.wrong(found + " is no register", start);
        const auto reg = static_cast<std::size_t>(r_.reg(thread, name));
        if (c_.take("=")) r_.test.threads[thread].initial[reg] = read_value();
    }

    /// x=1, int x=1, [x]=1, 0:EAX=1, P0:EAX=1, uint64_t 0:X1=1 or 0:.reg .b64 r0 = x.
    void read_initial() {
        if (c_.sees_number()) return read_register(thread_number());
        const bool bracket = c_.take("[");
        const std::size_t start = c_.position();
        std::string name = c_.expect_name("a location or a thread's number");
        if (bracket) {
            c_.expect("]");
        } else if (c_.sees(":")) {
            return read_register(named_thread(name, start));
        } else if (names_places() && c_.take("aliases")) {
            return r_.alias(name, c_.expect_name("a location"), true, start);
        } else {
            c_.take("*");
            if (c_.sees_number()) return read_register(thread_number());
            if (std::string second = c_.name(); !second.empty()) name = second;  // the first word was a type
        }
        if (names_places() && c_.take("@")) return read_alias(name, start);
        const auto location = static_cast<std::size_t>(r_.location(name));
        if (c_.sees("[")) c_.wrong("arrays are not supported", c_.position());
        if (c_.take("=")) r_.test.memory[location] = read_value();
    }
    /// t @ texture aliases x: another name of x, and the proxy that it is for.
    void read_alias(const std::string& name, std::size_t start) {
        constexpr std::array proxies{"generic", "texture", "surface", "constant"};
        const std::size_t word = c_.position();
        const std::string proxy = c_.expect_name("a proxy");
        if (!among(proxies, proxy)) c_.wrong("the proxy " + proxy + " is not known: " + listed(proxies) + " are", word);
        c_.expect("aliases");
        r_.alias(name, c_.expect_name("a location"), proxy == "generic", start);
    }
    /// Of P0, as some write for 0.
    std::size_t named_thread(const std::string& name, std::size_t start) {
        const int number = name[0] == 'P' ? number_after(name, 1) : -1;
        if (number < 0 || number > 63) c_.wrong("expected a thread, as P0, found " + name, start);
        return static_cast<std::size_t>(number);
    }

    bool sees_end() {
        constexpr std::array words{"exists",    "~",      "forall",    "final",     "filter",
                                   "locations", "scopes", "scopeTree", "ScopeTree", "regions"};
        if (std::any_of(words.begin(), words.end(), [&](const char* word) { return c_.sees(word); })) return true;
        const std::size_t start = c_.position();  // NAME: REGION, not a label in a table's cell
        const bool map = !c_.name().empty() && c_.take(":") && (c_.sees("global") || c_.sees("shared"));
        c_.back_to(start);
        return map || c_.at_end();
    }

    void read_table() {
        std::size_t columns = 0;
        do {
            if (columns == 64) c_.expected("no more than 64 threads");
            if (r_.test.threads.size() <= columns) r_.test.threads.resize(columns + 1);
            r_.test.threads[columns].name = c_.expect_name("a thread's name");
            if (names_places() && c_.take("@")) read_place(columns);
            ++columns;
        } while (c_.take("|"));
        c_.expect(";");
        if (!r_.test.scopes.empty() && placed_columns_ < columns)
            c_.expected("a place, as @cta 0,gpu 0, for each thread or for none");
        for (auto& [level, groups] : r_.test.scopes) groups.resize(columns, -1);
        check_system_order(columns);
        if (r_.test.threads.size() > columns) c_.expected("a column for each thread that the initial state names");
        for (int row = 0; !sees_end(); ++row) {
            for (std::size_t column = 0; column < columns; ++column) {
                if (column > 0 && !c_.take("|")) c_.expected("'|' and the next thread's instruction");
                auto& instructions = r_.test.threads[column].instructions;
                const std::size_t before = instructions.size();
                while (!c_.sees("|") && !c_.sees(";")) read_cell(column);
                for (std::size_t i = before; i < instructions.size(); ++i) instructions[i].row = row;
            }
            c_.expect(";");
        }
    }

    /// {ssw 0 1; ...}: what the first thread does comes before what the second does, however the system sees to it (Vulkan).
    void read_system_order() {
        while (!c_.take("}")) {
            if (c_.take(";")) continue;
            c_.expect("ssw");
            const std::size_t first = thread_number();
            r_.test.system_order.emplace_back(static_cast<int>(first), static_cast<int>(thread_number()));
        }
        c_.take(";");
    }

    void check_system_order(std::size_t threads) const {
        for (const auto& [first, second] : r_.test.system_order)
            if (static_cast<std::size_t>(std::max(first, second)) >= threads)
                c_.expected("a column for each thread that ssw names");
    }

    /// The languages in which threads say where they run, and locations have aliases.
    bool names_places() const {
        constexpr std::array of{"PTX", "VULKAN", "Vulkan"};
        return among(of, r_.test.language);
    }

    /// P0@cta 0,gpu 0: where a thread runs, from the inside. A group is one of its group around.
    void read_place(std::size_t thread) {
        constexpr std::array places{"cta", "gpu", "sg", "wg", "qf"};
        std::vector<std::pair<std::string, std::int64_t>> groups;
        std::size_t next = 0;  // in `places`, where the inner ones come first
        do {
            const std::size_t start = c_.position();
            const std::string word = c_.expect_name("a level, as cta");
            if (!among(places, word)) c_.wrong("a thread is of no " + word + ": it has a place in " + listed(places), start);
            const auto place = static_cast<std::size_t>(std::find(places.begin(), places.end(), word) - places.begin());
            if (place < next) c_.wrong("a place is named from the inside: " + word + " comes too late", start);
            next = place + 1;
            groups.emplace_back(word, c_.expect_number("its number"));
        } while (c_.take(","));
        ++placed_columns_;
        std::vector<std::int64_t> around;
        for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
            around.push_back(group->second);
            const int number =
                places_.try_emplace(std::pair(group->first, around), static_cast<int>(places_.size())).first->second;
            const std::vector<std::string> levels =
                group->first == "gpu" ? levels_of("device", {}) : std::vector<std::string>{group->first};
            for (const std::string& level : levels) {
                std::vector<int>& of = r_.test.scopes[level];
                of.resize(std::max(of.size(), thread + 1), -1);
                of[thread] = number;
            }
        }
    }

    void read_cell(std::size_t thread) {
        const std::size_t start = c_.position();
        if (const std::string label = c_.name(); !label.empty() && c_.take(":")) return r_.label(thread, label, start);
        c_.back_to(start);
        read_instruction_(r_, thread);
    }

    bool read_scopes() {
        const std::size_t start = c_.position();
        if (c_.take("scopes")) c_.expect(":");
        else if (!c_.take("scopeTree") && !c_.take("ScopeTree")) return false;
        if (placed_columns_ > 0) c_.wrong("the threads say where they run already", start);
        OpenGroups open;
        do read_scope(open);
        while (c_.sees("("));
        for (const auto& [level, groups] : r_.test.scopes)
            for (std::size_t t = 0; t < groups.size(); ++t)
                if (groups[t] < 0 && !placed_.contains(t))
                    c_.wrong("the scope tree misses thread " + r_.test.threads[t].name, start);
        return true;
    }

    /// (LEVEL item...) or LEVEL(item...) or a thread, inside groups that were opened before.
    void read_scope(OpenGroups& open) {
        const Cursor::Level level_of_text(c_);
        const std::size_t start = c_.position(), outside_of_this = open.size();
        const bool outside = c_.take("(");
        const std::string word = c_.expect_name("a scope or a thread");
        if (!outside && !c_.sees("(")) {
            const auto& threads = r_.test.threads;
            const auto at = std::find_if(threads.begin(), threads.end(), [&](const Thread& t) { return t.name == word; });
            if (at == threads.end()) c_.wrong("there is no thread " + word, start);
            const auto t = static_cast<std::size_t>(at - threads.begin());
            if (!placed_.insert(t).second) c_.wrong("thread " + word + " stands twice in the scope tree", start);
            for (const auto& [level, group] : open) r_.test.scopes[level][t] = group;
            return;
        }
        if (!among(known_levels, word)) c_.wrong("the scope " + word + " is not known: " + listed(known_levels) + " are", start);
        for (const std::string& level : levels_of(word, open)) {
            r_.test.scopes.try_emplace(level, r_.test.threads.size(), -1);
            open.emplace_back(level, groups_);
        }
        ++groups_;
        if (!outside) c_.expect("(");
        while (!c_.take(")")) read_scope(open);
        open.resize(outside_of_this);
    }

    /// x: shared, y: global
    bool read_regions() {
        if (c_.take("regions")) c_.take(":");
        bool any = false;
        do {
            const std::size_t start = c_.position();
            const std::string name = c_.name();
            if (name.empty() || !c_.take(":")) {
                c_.back_to(start);
                return any;
            }
            const std::string region = c_.expect_name("global or shared");
            if (region != "global" && region != "shared")
                c_.wrong("a location lies in global or shared memory, not in " + region, start);
            r_.test.regions[static_cast<std::size_t>(r_.location(name))] = region;
            if (region == "shared") shared_.emplace_back(r_.location(name), start);
            any = true;
        } while (c_.take(","));
        return any;
    }

    /// "One region of shared memory per SM, shared only by threads in the same CTA" (ptx-litmus.txt, 2.1): one name used by
    /// threads of two CTAs would mean two locations.
    void check_shared_memory() {
        for (const char* level : {"cta", "wg", "cu"}) {
            const auto groups = r_.test.scopes.find(level);
            if (groups == r_.test.scopes.end()) continue;
            for (const auto& [location, position] : shared_) {
                int first = -1;  // thread that names it
                for (std::size_t t = 0; t < r_.test.threads.size(); ++t) {
                    if (!names(r_.test.threads[t], location)) continue;
                    if (first < 0) first = static_cast<int>(t);
                    const std::string& name = r_.test.locations[static_cast<std::size_t>(location)];
                    const Thread &one = r_.test.threads[static_cast<std::size_t>(first)], &other = r_.test.threads[t];
                    if (groups->second[static_cast<std::size_t>(first)] != groups->second[t])
                        c_.wrong(name + " lies in the shared memory of one " + level + ", and " + one.name + " and " +
                                     other.name + " of two of them name it",
                                 position);
                }
            }
        }
    }
    static bool names(const Thread& thread, int location) {
        const auto is_it = [&](const Value& value) { return value.location == location; };
        return std::any_of(thread.initial.begin(), thread.initial.end(), is_it) ||
               std::any_of(thread.instructions.begin(), thread.instructions.end(), [&](const Instruction& i) {
                   return names(i.address, location) || names(i.value, location) || names(i.comparison, location);
               });
    }
    static bool names(const Expression& e, int location) {
        return e.constant.location == location ||
               std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression& part) { return names(part, location); });
    }

    TestReader& r_;
    Cursor& c_;
    const ReadCell read_instruction_;
    int groups_ = 0;
    std::size_t placed_columns_ = 0;                                           // threads that say where they run
    std::map<std::pair<std::string, std::vector<std::int64_t>>, int> places_;  // groups that threads name
    std::set<std::size_t> placed_;                                             // threads in the scope tree
    std::vector<std::pair<int, std::size_t>> shared_;  // locations in shared memory, and where the text says so
};

}  // namespace

Test parse_test(const std::string& file, const std::string& text, const std::set<std::string>& tags) {
    TestReader reader(file, text, tags);
    const std::size_t start = reader.cursor.position();
    std::istringstream first_line(reader.cursor.rest_of_line());  // the reader gets the rest of the line after the name
    first_line >> reader.test.language >> reader.test.name;
    const auto language =
        std::find_if(languages.begin(), languages.end(), [&](const Language& l) { return l.name == reader.test.language; });
    if (language == languages.end() || reader.test.name.empty()) reader.cursor.back_to(start);
    if (language == languages.end()) reader.cursor.expected("one of the languages " + listed_languages());
    if (reader.test.name.empty()) reader.cursor.expected("a language and a name for the test");
    reader.names_registers = language->names_registers;
    FrameReader(reader, language->read).read();
    return std::move(reader.test);
}

}  // namespace tandem::specs
