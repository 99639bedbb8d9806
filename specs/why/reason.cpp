#include "specs/why/reason.hpp"

#include "model/reflect.hpp"

namespace tandem::specs {

std::string WatchedRun::noted(const std::string& field) const {
    for (const model::Field& f : monitor)
        if (f.name == field || f.name.ends_with("." + field)) return f.value;
    return {};
}

Reason resting_on(std::string words, std::initializer_list<const Occurrence*> which) {
    Reason reason{std::move(words), {}};
    for (const Occurrence* one : which)
        if (one) reason.steps.push_back(one->step);
    return reason;
}

bool same_thread(const ConcreteEvent& a, const ConcreteEvent& b) { return a.core == b.core && a.thread == b.thread; }

std::string value_text(const ConcreteEvent& event) { return std::to_string(model::number_of(event.value)); }

std::string block_name(const ConcreteEvent& event) { return std::string(1, static_cast<char>('A' + event.address.index())); }

std::string at_step(const Occurrence& occurrence) { return "(step " + std::to_string(occurrence.step + 1) + ")"; }

std::optional<Reason> reason_of(const std::string& property, const WatchedRun& run) {
    for (const auto family : {reason_of_watched_store, reason_of_answers, reason_of_visibility, reason_of_threads,
                              reason_of_ownership})
        if (auto reason = family(property, run)) return reason;
    return {};
}

}  // namespace tandem::specs
