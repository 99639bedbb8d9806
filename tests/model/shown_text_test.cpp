// What strangers wrote is cleaned before a terminal or a picture has it.
#include "model/shown_text.hpp"

#include <doctest/doctest.h>

namespace tandem::tests {

TEST_CASE("what a terminal obeys, and what is no character, is shown as a question mark") {
    CHECK(model::cleaned("plain, \xC3\xA9, \xE2\x86\x92 and \xF0\x9F\x99\x82") ==
          "plain, \xC3\xA9, \xE2\x86\x92 and \xF0\x9F\x99\x82");
    CHECK(model::cleaned("a\x1b[31mb\r\x07\x7f") == "a?[31mb???");
    CHECK(model::cleaned(std::string("a\0b", 3)) == "a?b");
    CHECK(model::cleaned("\xC2\x9B"
                         "31m") == "?31m");  // U+009B, the same as escape and [
    CHECK(model::cleaned("\xE2\x80\xAE"
                         "cod.exe") == "?cod.exe");  // U+202E: what follows is shown from right to left
    CHECK(model::cleaned("\xE2\x81\xA6\xE2\x80\xA8\xEF\xBB\xBF\xD8\x9C") == "????");
    CHECK(model::cleaned("a\xff\xfe\xC0\xAF\xED\xA0\x80\xE2\x80") == "a?????????");
    CHECK(model::cleaned("two\n\tlines") == "two\n\tlines");
    CHECK(model::cleaned_line("two\n\tlines") == "two  lines");
}

}  // namespace tandem::tests
