// A line of a source text, as the compiler knows it.
#pragma once

namespace tandem::model {

struct SourceLine {
    const char* file;  // a path
    int number;
    /// Used as a default argument: the line of the call.
    static constexpr SourceLine here(const char* file = __builtin_FILE(), int number = __builtin_LINE()) {
        return {file, number};
    }
};

}  // namespace tandem::model
