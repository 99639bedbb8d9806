// text.hpp:*: a name is written as a number, and there may be any number of them (any_number)
#define ANY_NUMBER
#define RECEIVE_BODY if (m.address == Address<D>(3)) books.place(m.address);
#include "text.hpp"
