// text.hpp:*: a bool is taken from a symbol
#define RECEIVE_BODY if (Book<D>* book = books.find(m.address)) { bool old = book->here; book->here = !old; }
#include "text.hpp"
