#include "apps/commands.hpp"

int main(int argc, char** argv) { return tandem::apps::run(argc, argv); }
