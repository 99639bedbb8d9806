// text.hpp:*: a name is no number
#define RECEIVE_BODY if (static_cast<int>(m.data) > 0) books.place(m.address);
#include "text.hpp"
