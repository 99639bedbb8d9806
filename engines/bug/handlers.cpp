// One seeded bug in the explicit search: compiled with the changed file first on the include path. TANDEM_HEADER names the header
// of the texts that have the bug, TANDEM_TEXT and TANDEM_TEXT_2 these: templates over a domain.
#include "engines/bug/handlers.hpp"
#include TANDEM_HEADER

// What all handlers call is compiled once for all bugs: it would be a third of the time that one takes.
extern template class tandem::model::StepContext<TANDEM_TEXT<tandem::model::Concrete>>;
#ifdef TANDEM_TEXT_2
extern template class tandem::model::StepContext<TANDEM_TEXT_2<tandem::model::Concrete>>;
#endif

extern "C" bool tandem_break(tandem::model::Network& network);
bool tandem_break(tandem::model::Network& network) {
    using namespace tandem;
#ifdef TANDEM_TEXT_2
    if (engines::breaks<TANDEM_TEXT_2<model::Concrete>>(network)) return true;
#endif
    return engines::breaks<TANDEM_TEXT<model::Concrete>>(network);
}
