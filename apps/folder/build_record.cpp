#include "apps/folder/build_record.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "apps/common/output.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

/// One file for each object, whose name follows from the object's.
fs::path record_of(const fs::path& object) {
    const fs::path caches = user_caches();
    return caches.empty() ? fs::path()
                          : caches / "tandem" / "built" / fmt::format("{:016x}", std::hash<std::string>()(object.string()));
}

/// What a record says: the name, and what changes when another file takes it. Empty for what is no ordinary file of this user, or
/// a link to one.
std::string identity_of(const fs::path& object) {
    struct stat info {};
    if (lstat(object.c_str(), &info) != 0 || !S_ISREG(info.st_mode) || info.st_uid != geteuid()) return "";
    return fmt::format("{}\n{} {} {} {}.{:09} {}.{:09}\n", object.string(), info.st_dev, info.st_ino, info.st_size,
                       info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec);
}

fs::path whole_name(const fs::path& object) {
    std::error_code error;
    const fs::path folder = fs::canonical(object.parent_path(), error);
    return error ? fs::path() : folder / object.filename();
}

}  // namespace

fs::path user_caches() {
    const char *caches = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    const fs::path place = caches && *caches ? fs::path(caches) : home ? fs::path(home) / ".cache" : fs::path();
    return place.is_absolute() ? place : fs::path();
}

void record_build(const fs::path& object) {
    const fs::path name = whole_name(object), record = record_of(name);
    const std::string identity = name.empty() ? "" : identity_of(name);
    if (identity.empty() || record.empty()) return;
    std::error_code error;
    fs::create_directories(record.parent_path(), error);
    if (error) return;
    try {
        write_file(record, identity, "record");
    } catch (const std::exception&) {  // the build itself is there
    }
}

bool is_recorded_build(const fs::path& object) {
    const fs::path name = whole_name(object), record = record_of(name);
    const std::string identity = name.empty() ? "" : identity_of(name);
    if (identity.empty() || record.empty()) return false;
    try {
        return model::bytes_of_file(record, identity.size()) == identity;
    } catch (const model::Unreadable&) {
        return false;
    }
}

}  // namespace tandem::apps
