#include "apps/run/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "apps/explore/digest.hpp"
#include "apps/explore/results.hpp"
#include "apps/folder/run_quietly.hpp"
#include "apps/litmus/models.hpp"
#include "apps/litmus/report.hpp"
#include "apps/litmus/test_files.hpp"
#include "apps/run/histogram.hpp"
#include "apps/run/incantations.hpp"
#include "apps/run/toolchain.hpp"
#include "model/file_bytes.hpp"
#include "model/shown_text.hpp"
#include "specs/axiomatic/text.hpp"
#include "specs/litmus/cursor.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t tests_of_a_program = 64, most_output = 64 << 20;
constexpr std::uint64_t slice = 200'000;  // iterations that are lost at most when a run is interrupted
constexpr int no_gpu = 9;                 // the status of a program for a GPU where there is none

/// A folder that is gone with this, unless the user wants it.
class WorkFolder {
public:
    explicit WorkFolder(const std::string& kept) : kept_(!kept.empty()) {
        std::error_code error;
        if (kept_) {
            path_ = fs::absolute(kept);
            if (fs::exists(path_, error) && !fs::is_empty(path_, error))
                throw UsageError("the folder '" + kept + "' is not empty: a new or an empty one is accepted");
            fs::create_directories(path_, error);
            if (error || !fs::is_directory(path_)) throw UsageError("cannot make the folder '" + kept + "'");
            return;
        }
        std::string name = (fs::temp_directory_path() / "tandem-run-XXXXXX").string();
        if (!mkdtemp(name.data())) throw UsageError("cannot make a folder in " + fs::temp_directory_path().string());
        path_ = name;
    }
    ~WorkFolder() {
        std::error_code error;
        if (!kept_) fs::remove_all(path_, error);
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    const fs::path& path() const { return path_; }

private:
    bool kept_;
    fs::path path_;
};

struct Run {
    std::string file, text, error;
    std::optional<specs::Test> test;
    const Toolchain* tools = nullptr;
    fs::path program;
    std::size_t number = 0;  // in its program
    std::size_t found = 0;   // accesses and fences that the compiled program has; 0 if they were not looked for
    Histogram histogram;
    std::map<int, Histogram> by_combination;
    std::string card;
    std::vector<specs::FinalState> beyond;
    std::map<specs::FinalState, specs::Objection> objections;
    bool cut = false;        // the model left loops early, and may allow more
    bool compared = false;   // with the model
    bool undecided = false;  // the error says nothing of the test
    std::string flag;        // of the model: the program has no meaning there
};

class Session {
public:
    explicit Session(const RunOptions& options)
        : options_(options),
          progress_(options.progress),
          folder_(options.keep),
          results_(options.results),
          processors_(processors_at_hand()),
          combinations_(combinations_of(options.incantation, cuda())) {
        if (!options.model.empty()) model_ = load_model(options.model);
    }

    int run() {
        WholeFile json(options_.json, "JSON");
        read();
        compile();
        if (!options_.compile_only)
            for (Run& r : runs_)
                if (r.error.empty() && !stopped()) run_test(r);
        progress_.clear();
        std::string out;
        for (const Run& r : runs_) {
            if (!r.error.empty()) std::cerr << "tandem: " << model::cleaned_line(r.error) << "\n";
            else if (!options_.compile_only && r.histogram.runs() > 0) out += told(r);
        }
        out += summary();
        deliver({[&] {
                     if (!json.to_output()) say(out);
                 },
                 [&] { json.commit(json_text(as_json()) + "\n"); }});
        if (stopped()) std::cerr << "tandem: interrupted\n";
        return count([](const Run& r) { return !r.error.empty() && !r.undecided; }) > 0                ? status_unusable
               : count([](const Run& r) { return !r.beyond.empty() && !r.cut; }) > 0                   ? status_refuted
               : stopped() || count([](const Run& r) { return r.undecided || !r.beyond.empty(); }) > 0 ? status_undecided
                                                                                                       : status_holds;
    }

private:
    bool cuda() const { return options_.on == "cuda"; }
    static bool stopped() { return InterruptWatch::flag(); }
    template <class Is>
    std::size_t count(Is&& is) const {
        return static_cast<std::size_t>(std::count_if(runs_.begin(), runs_.end(), is));
    }

    const Toolchain& tools_for(const std::string& language) {
        const auto known = tools_.find(language);
        return known != tools_.end() ? known->second
                                     : tools_.emplace(language, toolchain_for(language, options_.on)).first->second;
    }

    void read() {
        for (const std::string& file : test_files(options_.tests)) {
            Run& r = runs_.emplace_back();
            r.file = file;
            try {
                r.text = whole_text(file);
                r.test = specs::parse_test(file, r.text, model_ ? model_->tags() : std::set<std::string>());
                r.tools = &tools_for(r.test->language);
                check_runnable(*r.test, *r.tools->dialect, r.tools->harness);
                check_processors(r);
            } catch (const Unrunnable& why) {
                r.error = file + ": " + why.what();
            } catch (const UsageError& why) {  // a compiler is missing, and the other tests may have theirs
                r.error = file + ": " + why.what();
            } catch (const std::exception& why) {
                r.error = why.what();
            }
        }
    }
    void check_processors(const Run& r) const {
        if (cuda() || options_.share || options_.compile_only || r.test->threads.size() <= processors_.size()) return;
        throw Unrunnable(fmt::format("{} threads need as many processors, and {} {} at hand: with --share they take turns",
                                     r.test->threads.size(), processors_.size(), processors_.size() == 1 ? "is" : "are"));
    }

    void compile() {
        std::map<const Toolchain*, std::vector<Run*>> by_tools;
        for (Run& r : runs_)
            if (r.error.empty()) by_tools[r.tools].push_back(&r);
        for (auto& [tools, tests] : by_tools)
            for (std::size_t from = 0; from < tests.size() && !stopped(); from += tests_of_a_program) {
                const std::size_t to = std::min(from + tests_of_a_program, tests.size());
                progress_.show("compiling", fmt::format("{} of {} tests", from, tests.size()));
                const std::vector<Run*> some(tests.begin() + static_cast<std::ptrdiff_t>(from),
                                             tests.begin() + static_cast<std::ptrdiff_t>(to));
                if (const std::string why = compiled(*tools, some); !why.empty()) {
                    // One of them is at fault.
                    for (Run* r : some) {
                        if (stopped()) break;
                        if (const std::string alone = some.size() == 1 ? why : compiled(*tools, {r});
                            !alone.empty() && !stopped())
                            r->error = r->file + ": the compiler refuses it: " + alone;
                    }
                }
            }
        progress_.clear();
    }
    /// Makes a program of the tests; what the compiler says against it.
    std::string compiled(const Toolchain& tools, const std::vector<Run*>& tests) {
        const std::string name = fmt::format("tests{}", ++programs_);
        const fs::path source = folder_.path() / (name + tools.source), program = folder_.path() / name,
                       log = folder_.path() / (name + ".log");
        std::vector<const specs::Test*> parsed;
        for (const Run* r : tests) parsed.push_back(&*r->test);
        const ProgramText text = program_text(parsed, *tools.dialect, tools.harness);
        write_file(source.string(), text.text, "program");
        std::vector<std::string> words = tools.compile;
        words.insert(words.end(), {source.string(), "-o", program.string()});
        // A compiler that is killed leaves its own files, and does so where they are deleted.
        if (run_quietly(words, log, {{"TMPDIR", folder_.path().string()}}, stopped) != 0)
            return stopped() ? "interrupted" : first_complaint(log);
        std::string disassembly;
        if (!tools.disassemble.empty()) {
            const fs::path listing = folder_.path() / (name + ".dis");
            words = tools.disassemble;
            words.push_back(program.string());
            if (run_quietly(words, listing) == 0) disassembly = whole_output(listing);
        }
        for (std::size_t n = 0; n < tests.size(); ++n) {
            Run& r = *tests[n];
            r.program = program;
            r.number = n;
            if (disassembly.empty() || text.marked[n].empty()) continue;
            const std::string lost = lost_in_compilation(disassembly, text.marked[n]);
            if (!lost.empty()) r.error = r.file + ": " + lost;
            r.found = text.marked[n].size();
        }
        return "";
    }
    static std::string whole_output(const fs::path& file) {
        try {
            return model::bytes_of_file(file, most_output);
        } catch (const model::Unreadable&) {
            return "";
        }
    }
    static std::string first_complaint(const fs::path& log) {
        const std::string all = whole_output(log);
        for (const std::string& line : split(all, '\n'))
            if (line.find("rror") != line.npos || line.find("fatal") != line.npos) return line;
        return all.empty() ? "it ended without a word" : split(all, '\n').front();
    }

    void run_test(Run& r) {
        const std::uint64_t of_each = std::max<std::uint64_t>(1, options_.iterations / combinations_.size());
        for (const int bits : combinations_) {
            std::uint64_t done = 0;
            for (std::uint64_t part = 0; done < of_each && !stopped() && r.error.empty(); ++part) {
                const std::uint64_t now = std::min(slice, of_each - done);
                progress_.show("running",
                               fmt::format("{}: {} of {} runs", r.test->name, r.histogram.runs(), options_.iterations));
                run_slice(r, bits, part, now);
                done += now;
            }
        }
        if (r.error.empty() && model_ && r.histogram.runs() > 0) judge(r);
    }
    void run_slice(Run& r, int bits, std::uint64_t part, std::uint64_t iterations) {
        const std::string key = digest_of_text(
            fmt::format("{} {} {} {} {} {} {}", made_of(r), machine(), processor_list(), bits, options_.seed, part, iterations));
        std::string output;
        bool is_new = false;
        if (const auto known = results_.find(key); known && known->contains("output") && (*known)["output"].is_string()) {
            output = (*known)["output"].get<std::string>();
        } else {
            const fs::path log = folder_.path() / "output";
            std::error_code error;
            fs::remove(log, error);
            std::vector<std::string> words = r.tools->run;
            words.insert(words.end(), {r.program.string(), std::to_string(r.number), std::to_string(iterations),
                                       std::to_string(options_.seed * 1'000'003 + part), processor_list(), std::to_string(bits)});
            bool late = false;
            const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(options_.seconds);
            const int status = run_quietly(words, log, {}, [&] {
                late = late || std::chrono::steady_clock::now() > deadline;
                return late || stopped();
            });
            output = whole_output(log);
            is_new = true;
            if (status != 0) return ended_badly(r, status, output, late);
        }
        try {
            const Histogram more = histogram_of(*r.test, output, r.card);
            if (more.runs() != iterations) throw std::runtime_error("the program's output is cut off");
            r.histogram.add(more);
            r.by_combination[bits].add(more);
            if (is_new) results_.add(key, {{"test", r.test->name}, {"output", output}});
        } catch (const std::exception& why) {
            r.error = r.file + ": " + why.what();
        }
    }
    /// All that a program is made of: another test, harness or compiler knows nothing of what this one did.
    static std::string made_of(const Run& r) {
        return program_text({&*r.test}, *r.tools->dialect, r.tools->harness).text + join(r.tools->compile, " ") +
               join(r.tools->run, " ");
    }
    static std::string machine() {
        std::array<char, 256> name{};
        return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
    }
    void ended_badly(Run& r, int status, const std::string& output, bool late) {
        if (stopped()) return;
        if (cuda() && status == no_gpu)
            throw UsageError("there is no GPU here: a machine that has one is accepted, and --compile-only anywhere");
        r.error = fmt::format("{}: the program {}{}", r.file,
                              late ? fmt::format("did not end within {} s (--seconds)", options_.seconds)
                                   : fmt::format("ended with status {}", status),
                              late || output.empty() ? "" : ": " + split(output, '\n').front());
        r.undecided = late;
    }
    std::string processor_list() const {
        std::vector<std::string> words;
        for (const int p : processors_) words.push_back(std::to_string(p));
        return words.empty() ? "0" : join(words, ",");
    }

    void judge(Run& r) {
        try {
            const specs::Outcomes allowed = specs::outcomes(*r.test, *model_, {2, false, &InterruptWatch::flag()});
            r.cut = allowed.cut;
            r.compared = true;
            if (!allowed.flags.empty()) {  // nothing is beyond a model that gives the program no meaning
                r.flag = *allowed.flags.begin();
                return;
            }
            for (const auto& [state, count] : r.histogram.states)
                if (!allowed.allowed.contains(state)) r.beyond.push_back(state);
            if (!r.beyond.empty()) r.objections = specs::outcomes(*r.test, *model_, {2, true, &InterruptWatch::flag()}).forbidden;
        } catch (const specs::Interrupted&) {
        } catch (const std::bad_alloc&) {
            r.error = r.file + ": the machine's memory does not suffice to judge it";
            r.undecided = true;
        } catch (const std::exception& why) {
            r.error = r.file + ": " + why.what();
        }
    }

    std::string told(const Run& r) const {
        std::string out = as_text(*r.test, r.histogram);
        for (const auto& state : r.beyond)
            out += fmt::format("{} the model {}: {} {}\n", r.cut ? "Perhaps beyond" : "Beyond", model_->title(),
                               specs::text(*r.test, state), objection(*r.test, r.objections, state));
        if (!r.flag.empty())
            out += fmt::format("The model {} raises the flag {}: nothing is beyond it\n", model_->title(), r.flag);
        if (!r.card.empty()) out += "On " + model::cleaned_line(r.card) + "\n";
        if (!r.tools->emulated.empty())
            out += fmt::format("On {} as qemu emulates it: the program works, and nothing is said of such a machine\n",
                               r.tools->emulated);
        if (r.found > 0) out += fmt::format("The compiled program has all {} accesses and fences, in order\n", r.found);
        if (combinations_.size() > 1) {
            out += "Incantations\n";
            for (const auto& [bits, histogram] : r.by_combination)
                out += fmt::format("{:<8}of {:<9} {}\n", counted(*r.test, histogram).positive, histogram.runs(),
                                   incantation_words(bits, cuda()));
        }
        return out + "\n";
    }
    std::string summary() const {
        if (options_.compile_only) {
            const std::size_t made = count([](const Run& r) { return r.error.empty() && !r.program.empty(); });
            if (made == 0) return "";
            return fmt::format("{} of {} tests are compiled{}\n", made, runs_.size(),
                               options_.keep.empty() ? "" : ", in " + model::cleaned_line(options_.keep));
        }
        if (runs_.size() < 2) return "";
        std::string out = fmt::format("{} tests", runs_.size());
        if (model_)
            out += fmt::format(": {} beyond the model {}", count([](const Run& r) { return !r.beyond.empty() && !r.cut; }),
                               model_->title());
        if (const std::size_t n = count([](const Run& r) { return !r.error.empty(); }))
            out += fmt::format(", {} were not run", n);
        return out + "\n";
    }

    nlohmann::json as_json() const {
        nlohmann::json tests = nlohmann::json::array();
        for (const Run& r : runs_) {
            if (!r.error.empty()) {
                tests.push_back({{"file", r.file}, {"error", r.error}});
                continue;
            }
            nlohmann::json states = nlohmann::json::array(), searched = nlohmann::json::array();
            for (const auto& [state, count] : r.histogram.states) {
                nlohmann::json one{{"state", specs::text(*r.test, state)}, {"count", count}};
                if (r.compared) {
                    const bool beyond = std::find(r.beyond.begin(), r.beyond.end(), state) != r.beyond.end();
                    one["beyond"] = beyond && r.cut ? nlohmann::json() : nlohmann::json(beyond);  // null: perhaps
                    if (beyond) one["why"] = objection(*r.test, r.objections, state);
                }
                states.push_back(std::move(one));
            }
            for (const auto& [bits, histogram] : r.by_combination)
                searched.push_back({{"incantations", incantation_words(bits, cuda())},
                                    {"runs", histogram.runs()},
                                    {"positive", counted(*r.test, histogram).positive}});
            const Counted c = counted(*r.test, r.histogram);
            tests.push_back({{"file", r.file},
                             {"name", r.test->name},
                             {"language", r.test->language},
                             {"condition", specs::condition_text(*r.test)},
                             {"runs", r.histogram.runs()},
                             {"positive", c.positive},
                             {"negative", c.negative},
                             {"filtered", c.filtered},
                             {"flag", r.flag},
                             {"states", states},
                             {"incantations", searched},
                             {"instructions_found", r.found > 0 ? nlohmann::json(r.found) : nlohmann::json()},
                             {"emulated", !r.tools->emulated.empty()},
                             {"card", r.card}});
        }
        return {{"on", options_.on}, {"model", model_ ? model_->title() : ""}, {"seed", options_.seed}, {"tests", tests}};
    }

    const RunOptions& options_;
    ProgressReport progress_;
    WorkFolder folder_;
    KeptResults results_;
    const std::vector<int> processors_;
    const std::vector<int> combinations_;
    std::optional<specs::Model> model_;
    std::map<std::string, Toolchain> tools_;
    std::vector<Run> runs_;
    int programs_ = 0;
};

}  // namespace

int run_on_processors(const RunOptions& options) {
    if (options.compile_only && !options.model.empty()) throw UsageError("--compile-only runs nothing that --model could judge");
    const InterruptWatch watch;  // before there is a folder that has to go
    return Session(options).run();
}

}  // namespace tandem::apps
