// What the text is to the explicit search, compiled once for all monitors.
#include "protocols/rsp/protocol.hpp"

template class tandem::model::TextNetwork<tandem::rsp::Rsp<tandem::model::Concrete>>;
