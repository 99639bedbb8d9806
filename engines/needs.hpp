// What an engine needs of a protocol, and how it says that something is missing: a sentence at run time, from the command that
// needs it.
#pragma once

#include <string>
#include <tuple>

#include "model/description.hpp"
#include "model/domain.hpp"
#include "model/usage_error.hpp"

namespace tandem::engines {

/// The domain of the explicit search: `Domain` of a description, where a text needs more room than model::Concrete has
/// (model::Wide).
template <class P>
struct DomainOf {
    using type = model::Concrete;
};
template <class P>
    requires requires { typename P::Domain; }
struct DomainOf<P> {
    using type = typename P::Domain;
};
template <class P> using Domain = typename DomainOf<P>::type;

/// Whether a description says what the protocol's text is, alone or as one of several.
struct AnyUse {
    template <class W> void operator()(W) const {}
};
template <class P>
concept HasText = requires {
    typename P::template Text<Domain<P>>;
}
|| requires(const typename P::Config& config, AnyUse use) { P::watched(config, model::Limits::all, use); };

/// Whether it says what the protocol promises. Asked for with any text and system: a function of another form is an error where
/// it is called.
template <class P>
concept StatesProperties = requires { &P::template add_properties<int, int, int>; };

/// Whether its text can be run on symbols. One that cannot says why: `not_on_symbols`.
template <class P>
concept OnSymbols = HasText<P> && !requires { P::not_on_symbols; };

[[noreturn]] inline void refuse_no_text(const std::string& name, const std::string& command) {
    throw model::UsageError("`" + command + "` needs the text of " + name +
                            ": give its description `template <class D> using Text = ...`, as engines/README.md says");
}
[[noreturn]] inline void refuse_no_properties(const std::string& name, const std::string& command) {
    throw model::UsageError("`" + command + "` needs to know what " + name +
                            " promises: give its description `template <class Text, class Monitor, class System> static void "
                            "add_properties(System& system, const Config& config)`, as engines/README.md says");
}
[[noreturn]] inline void refuse_symbols(const std::string& name, const std::string& command, const std::string& why) {
    throw model::UsageError("`" + command + "` needs a text that runs on symbols, and that of " + name + " does not: " + why);
}
/// Says which of these is missing.
template <class P>
[[noreturn]] void refuse_on_symbols(const std::string& command) {
    if constexpr (!HasText<P>) refuse_no_text(P::name, command);
    else if constexpr (requires { P::not_on_symbols; }) refuse_symbols(P::name, command, P::not_on_symbols);
    else refuse_no_properties(P::name, command);
}

/// An operation that reads or writes memory for a thread, as model::WarpInstruction: what programs are made of.
template <class Operation> concept AccessesMemory = requires(Operation op) { op.kind, op.warp, op.blocks, op.data; };

template <class Node>
constexpr bool accesses_memory() {
    if constexpr (requires { typename Node::Operation; }) return AccessesMemory<typename Node::Operation>;
    else return false;
}

/// Whether a protocol's first kind of node issues loads and stores. One that chooses among texts (`watched`) is taken to.
template <class P>
constexpr bool runs_programs() {
    if constexpr (requires { typename P::template Text<model::Concrete>; })
        return accesses_memory<std::tuple_element_t<0, typename P::template Text<Domain<P>>::Nodes>>();
    else return true;
}

/// Whether it says what a simulated machine makes of its settings.
template <class P, class Machine>
concept KnowsMachines = requires(typename P::Config& config, const Machine& machine) { P::on_machine(config, machine); };

[[noreturn]] inline void refuse_programs(const std::string& name, const std::string& command) {
    throw model::UsageError(command + " needs accesses that are loads and stores, and those of " + name +
                            " are others: make `Operation` of its first kind of node a model::WarpInstruction");
}
[[noreturn]] inline void refuse_machines(const std::string& name) {
    throw model::UsageError("`sim` needs to know what a machine makes of the settings of " + name +
                            ": give its description `on_machine(config, machine)`, as engines/README.md says");
}

[[noreturn]] inline void refuse_nodes(const std::string& name) {
    throw model::UsageError(
        "`sim` needs two kinds of node, one for each core and banks behind them whose `lines` and `dram` hold blocks by address, "
        "and those of " +
        name + " are others (perfsim/machine.hpp)");
}
[[noreturn]] inline void refuse_actions(const std::string& name) {
    throw model::UsageError(
        "`sim` needs to know what messages and actions of " + name +
        " are about: give `Message` a `kind`, an `address` and `carries(message, member)`, each `Action` a `kind` and a `block`, "
        "and each node that takes actions, as banks do, `unit(kind)`, as engines/README.md says");
}

}  // namespace tandem::engines
