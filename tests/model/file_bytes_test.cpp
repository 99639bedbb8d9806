// Whatever a user names is read to a limit, and what cannot be read says why.
#include "model/file_bytes.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace tandem::tests {

using model::bytes_of_file, model::Unreadable;

TEST_CASE("a file's bytes are read whole up to a limit, and not one beyond") {
    const TemporaryFolder folder;
    const auto path = folder.path() / "file";
    const auto holds = [&](const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; };
    for (const std::size_t size : {0, 1, 4095, 4096, 65536, 65537, 200'000}) {
        std::string bytes(size, 'x');
        if (size > 1) bytes[size / 2] = '\0', bytes[size - 1] = '\n';
        holds(bytes);
        CAPTURE(size);
        CHECK((bytes_of_file(path, size) == bytes));
        CHECK((bytes_of_file(path, size + 1) == bytes));
        if (size > 0) CHECK_THROWS_WITH_AS(bytes_of_file(path, size - 1), doctest::Contains("it has more than"), Unreadable);
    }
}

TEST_CASE("what has no end, no name or is a folder is refused") {
    CHECK_THROWS_WITH_AS(bytes_of_file("/dev/zero", 1 << 20), "it has more than 1 MB", Unreadable);
    CHECK_THROWS_WITH_AS(bytes_of_file("/no/such/file", 1 << 20), "No such file or directory", Unreadable);
    CHECK_THROWS_WITH_AS(bytes_of_file("/", 1 << 20), "it is a folder", Unreadable);
    CHECK(bytes_of_file("/dev/null", 1 << 20).empty());
    CHECK(bytes_of_file("/proc/self/cmdline", 1 << 20).size() > 1);  // whose size is given as 0
}

TEST_CASE("a part of a file is shown without what a terminal would obey") {
    CHECK(model::printable("a\x1b[31mb\r\n\xff") == "a?[31mb???");
    CHECK(model::printable(std::string(50, 'y'), 40) == std::string(40, 'y') + "...");
    CHECK(model::printable("").empty());
}

}  // namespace tandem::tests
