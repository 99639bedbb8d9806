// The same over blocks of several words.
#include "protocols/gtsc/protocol.hpp"

template class tandem::model::TextNetwork<tandem::gtsc::Gtsc<tandem::model::InWords<tandem::model::Concrete>>>;
