#include "apps/gtsc_export.hpp"

#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_seeded_symbols.hpp"
#include "apps/gtsc_prove.hpp"
#include "apps/gtsc_tla.hpp"
#include "apps/export_binding.hpp"
#include "protocols/gtsc/protocol.hpp"
#include "smt/prove/certificate.hpp"

namespace tandem::apps {

namespace {

using Handlers = smt::AllSymbolicHandlers<gtsc::Gtsc<smt::Symbolic>>;

template <template <class> class Monitor>
smt::TransitionSystem watched_system(const gtsc::Config& config, const Handlers& handlers) {
    smt::SymbolicSystem<gtsc::Gtsc, Monitor> system(config);
    system.replace(handlers);
    gtsc::add_properties<Monitor<smt::Symbolic>>(system);
    return system.build();
}

smt::TransitionSystem exported_system(const gtsc::Config& config, bool free, const Handlers& handlers) {
    if (free) return watched_system<smt::Unwatched>(config, handlers);
    return config.consistency == gtsc::Consistency::rc ? watched_system<specs::ProgramOrder>(config, handlers) : watched_system<specs::WatchedStore>(config, handlers);
}

}  // namespace

std::vector<ExportedFile> export_broken(const gtsc::Config& config, const Exported& what, const ExportOptions& options, const Handlers& handlers) {
    check_format("a text of gtsc with a seeded bug", options, "murphi, tla");
    if (options.format == "tla") return as_tla(exported_system(config, what.free, handlers), what, options, gtsc_tla(config, options.name));
    return as_murphi(exported_system(config, what.free, handlers), what, options);
}

std::vector<ExportedFile> export_gtsc(const gtsc::Config& config, const Exported& what, const ExportOptions& options) {
    if (options.format != "smt2") return export_broken(config, what, options, {});
    if (what.free) throw UsageError("smt2 is the relation of a proof, which has its monitor: without --free it is accepted");
    return {{"", smt::smtlib_of(gtsc_problem(config, smt::Limits::none))}};
}

}  // namespace tandem::apps
