// Borrower: a node with an Action needs `void act
#define ACT
#include "text.hpp"
