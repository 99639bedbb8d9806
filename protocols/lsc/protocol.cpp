// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/lsc/protocol.hpp"

template class tandem::model::TextNetwork<tandem::lsc::Lsc<tandem::model::Concrete>>;
