// text.hpp:*herr
#define RECEIVE_BODY if (Book<D>* book = books.find(m.address)) book->herr = true;
#include "text.hpp"
