// One line and status 1 where a protocol text follows a null pointer, or recurses without end, instead of a crash that names nothing.
#pragma once

namespace tandem::apps {

/// From now on a segmentation fault (or the like) within a handler ends the program with one line that names node, handler and what it handles. Faults
/// anywhere else go to who caught them before. To be called once or more.
void report_crashes_of_texts();

}  // namespace tandem::apps
