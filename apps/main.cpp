// The program's entry; a placeholder until the commands exist.
#include <iostream>

#include "model/version.hpp"

int main() { std::cout << "tandem " << tandem::version << "\n"; }
