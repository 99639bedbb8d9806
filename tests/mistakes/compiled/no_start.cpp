// Borrower: a node needs start(config, memory)
#define START
#include "text.hpp"
