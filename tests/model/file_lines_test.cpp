// Lines of a file, shorter and longer than the blocks in which it is read.
#include "model/file_lines.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace tandem::tests {

TEST_SUITE("model/file_lines") {
    TEST_CASE("a line may be as long as is said, whatever the file is read in, and no longer") {
        const TemporaryFolder folder;
        const std::string path = folder.path() / "lines.txt";
        for (const std::size_t longest : {std::size_t{4096}, std::size_t{524288}})
            for (const std::size_t length :
                 {1ul, 4095ul, 4096ul, 4097ul, 65535ul, 65536ul, 65537ul, 131072ul, 524287ul, 524288ul, 524289ul, 3000000ul}) {
                CAPTURE(longest);
                CAPTURE(length);
                std::ofstream(path) << "a\n" << std::string(length, 'x') << "\nb\n" << std::string(length, 'y');
                std::size_t lines = 0, bytes = 0;
                const auto read_all = [&] {
                    model::FileLines file(path, longest);
                    for (std::string_view line; file.next(line); ++lines) bytes += line.size();
                };
                if (length > longest) {
                    CHECK_THROWS_AS(read_all(), model::Unreadable);
                    CHECK(lines == 1);
                } else {
                    read_all();
                    CHECK(lines == 4);
                    CHECK(bytes == 2 * length + 2);
                }
            }
    }
}

}  // namespace tandem::tests
