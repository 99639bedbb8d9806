// text.hpp:*: a loop goes over names of which there may be any number (any_number), and its body could count them
#define ANY_NUMBER
#define RECEIVE_BODY int books_here = 0; books.each([&](auto, auto&) { ++books_here; }); if (books_here > 4) books.place(m.address);
#include "text.hpp"
