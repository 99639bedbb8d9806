// What the text is to the explicit search, compiled once for all monitors.
#include "protocols/moesi/protocol.hpp"

template class tandem::model::TextNetwork<tandem::moesi::Moesi<tandem::model::Concrete>>;
