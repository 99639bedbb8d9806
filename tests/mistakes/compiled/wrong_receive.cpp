// Borrower: receive is called as receive(message, ctx)
#define RECEIVE void receive(Message<D>& m, int from, auto& ctx) { ctx.did(Outcome::got); }
#include "text.hpp"
