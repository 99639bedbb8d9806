// text.hpp:*: names of different sorts are compared
#define RECEIVE_BODY if (m.address == m.data) books.place(m.address);
#include "text.hpp"
