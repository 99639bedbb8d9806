// text.hpp:*: what is done with each name's item captures nothing, so that it is the same for all
#define ANY_NUMBER
#define RECEIVE_BODY model::Array<D, Sort::core, Flag<D>> readers; int held = 0; model::do_with_all(readers, [&](auto& reader) { if (reader) ++held; }); if (held > 4) books.place(m.address);
#include "text.hpp"
