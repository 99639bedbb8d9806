// One line where a protocol text or a kernel follows a null pointer, recurses or never ends, instead of a crash that names
// nothing, or silence.
#pragma once

namespace tandem::apps {

/// From now on a segmentation fault (or the like) within a handler, a property or a kernel ends the program with one line that
/// names node, handler and what it handles, or the property, or kernel and warp: with status 1 where a run leads there, for that
/// refutes the text, and 2 on symbols, in a property or a kernel. A handler, or a warp between two of its steps, that takes
/// longer than `seconds` of the processor's time ends it with status 2. Faults anywhere else go to who caught them before. To be
/// called once or more.
void report_crashes_of_texts(int seconds = 5);

}  // namespace tandem::apps
