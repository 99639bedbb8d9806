#include "apps/rsp_export.hpp"

#include "apps/export_binding.hpp"
#include "apps/rsp_binding.hpp"
#include "apps/rsp_seeded_symbols.hpp"
#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::apps {

namespace {

template <template <class> class Text>
using Handlers = smt::AllSymbolicHandlers<Text<smt::Symbolic>>;

template <template <class> class Text>
smt::TransitionSystem exported_system(const RspSystem& rsp, bool free, const Handlers<Text>& handlers) {
    if (free) {
        smt::SymbolicSystem<Text> system(rsp.config);
        system.replace(handlers);
        return system.build();
    }
    check_shares_data(rsp.config);
    smt::SymbolicSystem<Text, specs::Ownership> system(rsp.config, rsp.rules);
    system.replace(handlers);
    rsp::add_properties<Text<smt::Symbolic>>(system, rsp.rules);
    return system.build();
}

template <template <class> class Text>
std::vector<ExportedFile> written(const RspSystem& system, const Exported& what, const ExportOptions& options, const Handlers<Text>& handlers) {
    check_format("rsp", options, "murphi, tla");
    smt::TransitionSystem exported = exported_system<Text>(system, what.free, handlers);
    if (options.format != "tla") return as_murphi(std::move(exported), what, options);
    smt::TlaOptions tla;
    tla.module = options.name.empty() ? "Rsp" : options.name;
    tla.sorts = {{{"CUs", "cu"}, {"Wavefronts", "w"}, {"Blocks", "a"}, {"Values", "data"}}};
    tla.may_stop = false;  // a wavefront that waits for nothing may issue an operation
    return as_tla(std::move(exported), what, options, tla);
}

}  // namespace

std::vector<ExportedFile> export_broken(const RspSystem& system, const Exported& what, const ExportOptions& options, const Handlers<rsp::Rsp>& handlers) {
    if (system.config.components > 1) throw UsageError("this seeded bug is in the text of one component: without components=... it is accepted");
    return written<rsp::Rsp>(system, what, options, handlers);
}

std::vector<ExportedFile> export_broken(const RspSystem& system, const Exported& what, const ExportOptions& options, const Handlers<rsp::RspOfComponents>& handlers) {
    return written<rsp::RspOfComponents>(system, what, options, handlers);
}

std::vector<ExportedFile> export_rsp(const RspSystem& system, const Exported& what, const ExportOptions& options) {
    return system.config.components > 1 ? written<rsp::RspOfComponents>(system, what, options, {}) : written<rsp::Rsp>(system, what, options, {});
}

}  // namespace tandem::apps
