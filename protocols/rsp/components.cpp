// The text's instance for the explicit search, compiled once for all monitors.
#include "protocols/rsp/components.hpp"

template class tandem::model::TextNetwork<tandem::rsp::RspOfComponents<tandem::model::Concrete>>;
