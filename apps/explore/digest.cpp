#include "apps/explore/digest.hpp"

#include <dlfcn.h>

#include <fmt/format.h>
#include <array>
#include <cstdint>
#include <string_view>

#include "engines/modules.hpp"
#include "model/file_bytes.hpp"
#include "perfsim/machine_description.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_bytes_of_object = std::size_t{512} << 20;

/// Two sums of FNV-1a, from different beginnings.
class Digest {
public:
    void add(std::string_view bytes) {
        for (const char c : bytes)
            for (std::uint64_t& sum : sums_) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
        for (std::uint64_t& sum : sums_) sum = (sum ^ 0x1ff) * 0x100000001b3;  // where one text ends and the next begins
    }
    std::string text() const { return fmt::format("{:016x}{:016x}", sums_[0], sums_[1]); }

private:
    std::array<std::uint64_t, 2> sums_{0xcbf29ce484222325, 0x6c62272e07bb0142};
};

/// The shared object that has this function.
template <class Function>
fs::path object_of(Function* function) {
    Dl_info info{};
    return dladdr(reinterpret_cast<const void*>(function), &info) != 0 && info.dli_fname ? fs::path(info.dli_fname) : fs::path();
}

}  // namespace

std::string digest_of_text(const std::string& text) {
    Digest digest;
    digest.add(text);
    return digest.text();
}

std::string digest_of_files(const std::vector<fs::path>& files) {
    Digest digest;
    for (const fs::path& file : files) {
        try {
            digest.add(model::bytes_of_file(file, most_bytes_of_object));
        } catch (const model::Unreadable&) {
            digest.add(file.string());
        }
    }
    return digest.text();
}

std::string digest_of(const Protocol& protocol, const std::vector<engines::Part>& parts) {
    std::vector<fs::path> files{object_of(&engines::module_version), object_of(&perfsim::paper_machine)};
    for (const engines::Part part : parts)
        files.push_back(protocol.folder / (protocol.name + "-" + engines::part_names[static_cast<std::size_t>(part)] + ".so"));
    return digest_of_text(engines::module_version() + digest_of_files(files));
}

}  // namespace tandem::apps
