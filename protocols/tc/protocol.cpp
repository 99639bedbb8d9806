// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/tc/protocol.hpp"

template class tandem::model::TextNetwork<tandem::tc::Tc<tandem::model::Concrete>>;
