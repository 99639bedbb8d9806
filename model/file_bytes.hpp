// What stands in a file that a user names, and how a message may show a part of it. Whatever the name leads to, a device or a
// pipe without an end as well, no more is read than the caller accepts.
#pragma once

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace tandem::model {

/// Why a file is not read, in words that may follow its name: "it has more than 1 MB".
struct Unreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The bytes of a file, at most so many. Throws Unreadable.
inline std::string bytes_of_file(const std::filesystem::path& path, std::size_t most) {
    const auto refused = [](int error) { return Unreadable(std::strerror(error)); };
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
    if (!file) throw refused(errno);
    struct stat info {};
    if (fstat(fileno(file.get()), &info) != 0) throw refused(errno);
    if (S_ISDIR(info.st_mode)) throw Unreadable("it is a folder");
    const auto too_large = [&] {
        return Unreadable("it has more than " +
                          (most >> 20 > 0 ? std::to_string(most >> 20) + " MB" : std::to_string(most) + " bytes"));
    };
    if (S_ISREG(info.st_mode) && static_cast<std::uintmax_t>(info.st_size) > most) throw too_large();
    std::string bytes(S_ISREG(info.st_mode) ? static_cast<std::size_t>(info.st_size) : 0, '\0');
    std::size_t used = 0;
    // A size is no promise: files of /proc have none, and another program may write meanwhile.
    for (;;) {
        if (used == bytes.size()) {
            const int next = std::fgetc(file.get());
            if (next == EOF) break;
            if (used == most) throw too_large();
            bytes.resize(std::min(most, used + (std::size_t{1} << 16)));
            bytes[used++] = static_cast<char>(next);
        }
        const std::size_t got = std::fread(bytes.data() + used, 1, bytes.size() - used, file.get());
        used += got;
        if (got == 0 && used < bytes.size()) break;
    }
    if (std::ferror(file.get())) throw refused(errno);
    bytes.resize(used);
    return bytes;
}

/// The first characters of what was found in a file, as one line of a message may show them: a terminal would obey the others.
inline std::string printable(std::string_view found, std::size_t most = 40) {
    std::string text(found.substr(0, most));
    for (char& c : text)
        if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
    return text + (found.size() > most ? "..." : "");
}

}  // namespace tandem::model
