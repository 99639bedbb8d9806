// One seeded bug on symbols: compare handlers.cpp.
#include "engines/bug/symbols.hpp"
#include TANDEM_HEADER

extern template class tandem::smt::SymbolicContext<TANDEM_TEXT<tandem::smt::Symbolic>>;
#ifdef TANDEM_TEXT_2
extern template class tandem::smt::SymbolicContext<TANDEM_TEXT_2<tandem::smt::Symbolic>>;
#endif

extern "C" void tandem_symbols(std::vector<std::any>& symbols);
void tandem_symbols(std::vector<std::any>& symbols) {
    using namespace tandem;
    symbols.push_back(engines::broken_symbols<TANDEM_TEXT<smt::Symbolic>>());
#ifdef TANDEM_TEXT_2
    symbols.push_back(engines::broken_symbols<TANDEM_TEXT_2<smt::Symbolic>>());
#endif
}
