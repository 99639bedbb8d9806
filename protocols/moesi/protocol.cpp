// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/moesi/protocol.hpp"

template class tandem::model::TextNetwork<tandem::moesi::Moesi<tandem::model::Concrete>>;
