// text.hpp:*: a name is asked for its number, and there may be any number of them (any_number)
#define ANY_NUMBER
#define RECEIVE_BODY if (m.address.index() % 2 == 0) books.place(m.address);
#include "text.hpp"
