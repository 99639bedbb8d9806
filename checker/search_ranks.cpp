// Where the search meets those of other ranks: all know then how far they are together, and what they have found.
#include "checker/any_engine.hpp"

namespace tandem::checker {

/// All ranks meet where a level has ended, or is given up for these reasons.
const Standing& Search::meet(unsigned reasons) {
    const Standing mine = engine_->standing(reasons);
    shared_->all = mine;
    if (exchange_) agree(mine);
    return shared_->all;
}

/// Tells the other ranks how far this one is, and learns the same of them: what all have found together is then the same for
/// each.
void Search::agree(const Standing& mine) {
    Shared& shared = *shared_;
    Bytes said;
    put(said, mine);
    put(said, std::vector(shared.violations.begin() + static_cast<std::ptrdiff_t>(shared.agreed), shared.violations.end()));
    const bool error = shared.text_error && !shared.error_agreed;
    put(said, error);
    if (error) put(said, *shared.text_error);
    const auto all = options_.ranks->gather(std::move(said));

    shared.violations.resize(shared.agreed);
    if (error) shared.text_error.reset();
    shared.all = {}, shared.of_others = {};
    for (int r = 0; r < options_.ranks->size(); ++r) {
        BytesReader reader(all[static_cast<std::size_t>(r)]);
        const auto standing = reader.get<Standing>();
        shared.all += standing;
        if (r != options_.ranks->rank()) shared.of_others += standing;
        for (Violation violation : reader.get_vector<Violation>()) {
            violation.rank = r;
            if (std::any_of(shared.violations.begin(), shared.violations.end(),
                            [&](const Violation& v) { return v.property == violation.property; }))
                continue;
            shared.refuted[static_cast<std::size_t>(violation.property)]->store(true);
            shared.violations.push_back(violation);
        }
        if (!reader.get<bool>()) continue;
        auto violation = reader.get<Violation>();
        violation.rank = r;
        if (!shared.text_error) shared.text_error = violation;
    }
    shared.agreed = shared.violations.size();
    shared.error_agreed = shared.text_error.has_value();
}

Parts Search::told(int rank, const Parts& parts) { return exchange_ ? exchange_->told(rank, parts) : parts; }

int Search::first_rank(bool mine) const {
    if (!exchange_) return mine ? 0 : -1;
    const auto all = options_.ranks->gather(mine);
    const auto first = std::find(all.begin(), all.end(), true);
    return first == all.end() ? -1 : static_cast<int>(first - all.begin());
}

int Search::rank() const { return exchange_ ? exchange_->rank() : 0; }

}  // namespace tandem::checker
