// text.hpp:*: a name has no next one
#define RECEIVE_BODY if (Book<D>* book = books.find(m.address)) book->data = m.data + 1;
#include "text.hpp"
