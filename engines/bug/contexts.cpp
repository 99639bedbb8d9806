// What the handlers of all bugs of a protocol call, compiled once for them; with TANDEM_ON_SYMBOLS on symbols.
#include TANDEM_HEADER
#ifdef TANDEM_ON_SYMBOLS
#include "engines/bug/symbols.hpp"
#define CONTEXT(text) tandem::smt::SymbolicContext<text<tandem::smt::Symbolic>>
#else
#include "engines/bug/handlers.hpp"
#define CONTEXT(text) tandem::model::StepContext<text<tandem::model::Concrete>>
#endif

template class CONTEXT(TANDEM_TEXT);
#ifdef TANDEM_TEXT_2
template class CONTEXT(TANDEM_TEXT_2);
#endif
