// The program that `./tandem check` builds first: it has the search and nothing else, so that the first result is there soon. A seeded bug it knows by
// name only, and then the whole program is built.
#include "apps/commands.hpp"

int main(int argc, char** argv) { return tandem::apps::run(argc, argv, {tandem::apps::add_check, tandem::apps::add_replay, tandem::apps::add_step, tandem::apps::add_complete}); }
