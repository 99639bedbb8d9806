#include "apps/tc_export.hpp"

#include "apps/export_binding.hpp"
#include "apps/tc_binding.hpp"
#include "apps/tc_prove.hpp"
#include "apps/tc_seeded_symbols.hpp"
#include "protocols/tc/protocol.hpp"
#include "smt/prove/certificate.hpp"

namespace tandem::apps {

namespace {

template <class D>
using SeenNow = specs::Visibility<D, specs::Promise::now>;
template <class D>
using SeenAfterFence = specs::Visibility<D, specs::Promise::after_fence>;

using Handlers = smt::AllSymbolicHandlers<tc::Tc<smt::Symbolic>>;

template <template <class> class Monitor, specs::Promise promise>
smt::TransitionSystem watched_system(const tc::Config& config, const Handlers& handlers) {
    smt::SymbolicSystem<tc::Tc, Monitor> system(config);
    system.replace(handlers);
    tc::add_judged<promise>(system);
    tc::add_properties(system);
    return system.build();
}

smt::TransitionSystem exported_system(const tc::Config& config, bool free, const Handlers& handlers) {
    if (!free && config.atomicity == tc::Atomicity::weak) return watched_system<SeenAfterFence, specs::Promise::after_fence>(config, handlers);
    if (!free) return watched_system<SeenNow, specs::Promise::now>(config, handlers);
    smt::SymbolicSystem<tc::Tc> system(config);
    system.replace(handlers);
    tc::add_properties(system);
    return system.build();
}

}  // namespace

std::vector<ExportedFile> export_broken(const tc::Config& config, const Exported& what, const ExportOptions& options, const Handlers& handlers) {
    check_format("a text of tc with a seeded bug", options, "murphi, tla");
    if (options.format == "murphi") return as_murphi(exported_system(config, what.free, handlers), what, options);
    smt::TlaOptions tla;
    tla.module = options.name.empty() ? "Tc" : options.name;
    tla.sorts = {{{"SMs", "sm"}, {"Warps", "w"}, {"Blocks", "a"}, {"Values", "data"}}};
    tla.may_stop = false;  // a warp that waits for nothing may issue an instruction
    return as_tla(exported_system(config, what.free, handlers), what, options, tla);
}

std::vector<ExportedFile> export_tc(const tc::Config& config, const Exported& what, const ExportOptions& options) {
    if (options.format != "smt2") return export_broken(config, what, options, {});
    if (what.free) throw UsageError("smt2 is the relation of a proof, which has its monitor: without --free it is accepted");
    return {{"", smt::smtlib_of(tc_problem(config, smt::Limits::none))}};
}

}  // namespace tandem::apps
