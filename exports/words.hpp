// What writers of programs in other languages have in common, whatever the language is.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace tandem::exports {

/// The position of `item` in `list`, where it is added if it is new.
template <class T>
int position(std::vector<T>& list, const T& item) {
    const auto found = std::find(list.begin(), list.end(), item);
    if (found != list.end()) return static_cast<int>(found - list.begin());
    list.push_back(item);
    return static_cast<int>(list.size()) - 1;
}

/// The numbers of so many values, as a range: "0..3" of 4.
std::string range(int values);

/// Whether the text has the name as a word of its own, and not as a field of something.
bool mentions(const std::string& text, const std::string& name);

/// The text with `mark` in front of each line.
std::string as_comment(const std::string& text, const std::string& mark);

}  // namespace tandem::exports
