// text.hpp:*: a handler asks the shape for a number of names, and there may be any number of them (any_number)
#define ANY_NUMBER
#define RECEIVE_BODY if (ctx.config().shape[model::Sort::core] < 5) books.place(m.address);
#include "text.hpp"
