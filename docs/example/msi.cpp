// A placeholder for the example: shows that the installed headers are found.
#include <iostream>

#include "model/version.hpp"

int main() { std::cout << "tandem " << tandem::version << ": holds\n"; }
