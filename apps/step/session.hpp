// The commands of `tandem step`, one a line, on one run.
#pragma once

#include "apps/step/run.hpp"
#include "apps/step/step.hpp"

namespace tandem::apps {

class Session {
public:
    explicit Session(const StepOptions& options);

    enum class After { go_on, quit, nowhere, unknown };  // nowhere: a goal cannot be reached; unknown: whether it can
    /// Does what a line says, and says what came of it. Throws UsageError for a line that means nothing.
    After obey(const std::string& line);
    void greet() const;
    /// What is possible now, as far as a terminal has room.
    void show_choices() const { list(""); }
    std::size_t events() const { return run_.path().size(); }

private:
    void begin_with(const std::string& file);
    void take(std::size_t choice);
    void take_named(const std::string& event);
    void tell(std::size_t from);
    void list(const std::string& words) const;
    void state(const std::string& node) const;
    void undo(const std::string& count);
    void start(const std::string& which);
    void at_random(const std::string& count);
    After go(const std::string& goal);
    void save(const std::string& file);
    std::string stands() const;

    const StepOptions& options_;
    std::unique_ptr<model::Network> network_;
    SteppedRun run_;
    std::uint64_t drawn_ = 1;  // the state of what draws events
};

}  // namespace tandem::apps
