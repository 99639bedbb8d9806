#include "apps/common/ranks.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"

namespace tandem::apps {

namespace {

namespace fs = std::filesystem;

/// What the environment says: Open MPI's word, or that of MPICH and others that speak PMI.
int from_environment(const char* of_open_mpi, const char* of_pmi, int otherwise) {
    for (const char* name : {of_open_mpi, of_pmi})
        if (const char* value = std::getenv(name)) return std::atoi(value);
    return otherwise;
}

fs::path mpi_library() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path() / "lib" / "tandem" / "tandem-mpi.so";
}

}  // namespace

int launched_processes() { return std::max(1, from_environment("OMPI_COMM_WORLD_SIZE", "PMI_SIZE", 1)); }
bool speaks_for_all() { return from_environment("OMPI_COMM_WORLD_RANK", "PMI_RANK", 0) == 0; }

void require_same_command(checker::Ranks& ranks, const std::string& asked) {
    checker::Bytes mine;
    checker::put(mine, asked);
    const auto all = ranks.gather(std::move(mine));
    const std::string first = checker::BytesReader(all[0]).get_text();
    for (std::size_t r = 1; r < all.size(); ++r)
        if (const std::string other = checker::BytesReader(all[r]).get_text(); other != first)
            throw UsageError("the processes that are started together are asked for different things, the first for `" + first +
                             "` and number " + std::to_string(r) + " for `" + other + "`: the same for all is accepted");
}

LaunchedRanks::LaunchedRanks() = default;
LaunchedRanks::~LaunchedRanks() {
    if (ranks_) checker::Ranks::set_of_process(nullptr);
}

void LaunchedRanks::meet() {
    if (launched_processes() == 1 || ranks()) return;
    const fs::path library = mpi_library();
    void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (!handle) {
        const std::string why = fs::exists(library) ? dlerror() : "there is no " + library.string();
        throw UsageError(std::to_string(launched_processes()) +
                         " processes are started together, but this program cannot use MPI (" + why +
                         "): alone it is accepted, or built where CMake finds MPI");
    }
    const auto make = reinterpret_cast<checker::Transport* (*)()>(dlsym(handle, "tandem_mpi_transport"));
    if (!make) throw UsageError("'" + library.string() + "' is of another Tandem");
    transport_.reset(make());
    if (transport_->size() == 1)
        throw UsageError(
            std::to_string(launched_processes()) +
            " processes are started together, but MPI knows of one: an mpirun of the MPI that Tandem was built with is accepted");
    ranks_ = std::make_unique<checker::Ranks>(*transport_);
    checker::Ranks::set_of_process(ranks_.get());
    // One speaks for all.
    if (ranks_->rank() != 0 && !std::freopen("/dev/null", "w", stdout)) throw UsageError("/dev/null cannot be opened");
}

checker::Ranks::End LaunchedRanks::leave(const checker::Ranks::End& mine) {
    const checker::Ranks::End all = ranks() ? ranks()->leave(mine) : mine;
    // Open MPI asks the others to end as soon as one has ended with a status that is not 0, and they are about to.
    if (launched_processes() > 1) ignore_interrupts();
    return all;
}

checker::Ranks* LaunchedRanks::ranks() { return checker::Ranks::of_process(); }

void require_divided(const std::string& command) {
    if (command != "check" && command != "conform")
        throw UsageError("several processes divide the work of `tandem check` and `tandem conform`, and not that of `tandem " +
                         command + "`: without mpirun it is accepted");
}

}  // namespace tandem::apps
