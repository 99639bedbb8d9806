// Borrower: a node that does something by itself says what
#define ACTION static bool offers(const Asks<D>&, const Config&) { return true; }
#include "text.hpp"
