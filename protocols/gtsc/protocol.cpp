// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/gtsc/protocol.hpp"

template class tandem::model::TextNetwork<tandem::gtsc::Gtsc<tandem::model::Concrete>>;
