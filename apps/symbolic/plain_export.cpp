// The protocols without leases for other tools.
#include <cctype>

#include "apps/export_binding.hpp"
#include "apps/plain.hpp"
#include "apps/plain_binding.hpp"
#include "protocols/baseline/protocol.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::apps {

namespace {

template <template <class> class P, template <class> class Monitor>
smt::TransitionSystem plain_system(const baseline::Config& config) {
    smt::SymbolicSystem<P, Monitor> system(config);
    add_plain_properties<typename P<smt::Symbolic>::Outcome, Monitor<smt::Symbolic>>(system);
    return system.build();
}

template <template <class> class P>
std::vector<ExportedFile> export_plain(const std::string& name, const baseline::Config& config, const Exported& what, const ExportOptions& options) {
    check_format(name, options, "murphi, tla");
    smt::TransitionSystem written = what.free ? plain_system<P, smt::Unwatched>(config) : plain_system<P, specs::WatchedStore>(config);
    if (options.format != "tla") return as_murphi(std::move(written), what, options);
    smt::TlaOptions tla;
    tla.module = options.name.empty() ? std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])))) + name.substr(1) : options.name;
    tla.sorts = {{{"SMs", "sm"}, {"Warps", "w"}, {"Blocks", "a"}, {"Values", "data"}}};
    tla.may_stop = false;  // a warp that waits for nothing may issue an instruction
    return as_tla(std::move(written), what, options, tla);
}

}  // namespace

std::vector<ExportedFile> export_baseline(const baseline::Config& config, const Exported& what, const ExportOptions& options) {
    return export_plain<baseline::Baseline>("baseline", config, what, options);
}

std::vector<ExportedFile> export_incoherent(const baseline::Config& config, const Exported& what, const ExportOptions& options) {
    return export_plain<incoherent::Incoherent>("incoherent", config, what, options);
}

}  // namespace tandem::apps
