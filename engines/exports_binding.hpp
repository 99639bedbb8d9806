// A protocol for other tools: which system, with which monitor and properties, in which language.
#pragma once

#include <algorithm>
#include <any>
#include <cctype>
#include <sstream>

#include "engines/configuration.hpp"
#include "engines/needs.hpp"
#include "engines/registry.hpp"
#include "exports/cubicle.hpp"
#include "exports/murphi.hpp"
#include "exports/tla.hpp"
#include "smt/prove/certificate.hpp"
#include "smt/symbolic_system.hpp"

namespace tandem::engines {

/// Throws UsageError for a format that is not among `accepted`, a list of words.
inline void check_format(const std::string& name, const ExportOptions& options, const std::string& accepted) {
    if (accepted.find(options.format) != std::string::npos) return;
    throw model::UsageError(name + " cannot be exported as " + options.format + ": " + accepted +
                            (accepted.find(',') == std::string::npos ? " is" : " are") + " accepted");
}

/// What a reader should know who has the file and nothing else.
inline std::string remarks(const smt::TransitionSystem& system, const Exported& what) {
    std::string text = "Written by Tandem. ";
    if (system.monitor)
        text +=
            "The system that `tandem check` explores, with its monitor. A monitor watches what threads do, and lets some of it "
            "not happen: the states are those of both.";
    else
        text +=
            "The free system, which `tandem check --free` explores: threads do whatever they like, and no monitor watches them.";
    const auto list = [&](const std::string& title, const auto& names) {
        if (names.empty()) return;
        text += "\n" + title;
        for (const auto& name : names) text += (&name == &names.front() ? " " : ", ") + name;
    };
    std::vector<std::string> stated, others;
    for (const smt::Invariant& invariant : system.invariants) stated.push_back(invariant.name);
    for (const std::string& name : what.properties)
        if (std::find(stated.begin(), stated.end(), name) == stated.end()) others.push_back(name);
    list("Stated as invariants:", stated);
    list("Judged by Tandem's own search only:", others);
    return text + "\n";
}

/// `system` as a TLA+ module with its configuration for TLC.
inline std::vector<ExportedFile> as_tla(smt::TransitionSystem system, const Exported& what, const ExportOptions& options,
                                        const exports::TlaOptions& tla) {
    if (options.scalarsets) throw model::UsageError("--scalarsets are of Murphi: without them the format tla is accepted");
    system.remarks = remarks(system, what);
    const exports::TlaFiles files = exports::write_tla(system, what.title, tla);
    return {{"", files.module}, {".cfg", files.config}};
}

/// `system` as a Murphi program.
inline std::vector<ExportedFile> as_murphi(smt::TransitionSystem system, const Exported& what, const ExportOptions& options) {
    if (options.scalarsets && system.monitor)
        throw model::UsageError(
            "--scalarsets are of systems without a monitor, which singles out a value: with --free they are accepted");
    system.remarks = remarks(system, what);
    std::ostringstream out;
    exports::write_murphi(out, system, what.title, {.scalarsets = options.scalarsets});
    return {{"", out.str()}};
}

/// What the search's system says of itself, for the file's reader.
template <class P>
Exported exported(const Selection& selection) {
    const Protocol& of = protocol(P::name);
    Exported what{selection.free, of.describe(selection), {}};
    const auto network = of.make(selection, true);
    for (const model::Property& property : network->properties()) {
        const std::string family = property.name.substr(0, property.name.find(':'));
        if (what.properties.empty() || what.properties.back() != family) what.properties.push_back(family);
    }
    return what;
}

/// The system of a text and a monitor on symbols; with a seeded bug its nodes do what this says.
template <class P, template <class> class T, template <class> class M>
smt::TransitionSystem symbolic_system_of(const typename P::Config& config, const SeededBug* bug) {
    using Text = T<smt::Symbolic>;
    using Monitor = M<smt::Symbolic>;
    const auto stated = [&](smt::SymbolicSystem<T, M>&& system) {
        if (bug) {
            bool replaced = false;
            for (const std::any& symbols : symbols_of(*bug))
                if (const auto* handlers = std::any_cast<smt::AllSymbolicHandlers<Text>>(&symbols))
                    system.replace(*handlers), replaced = true;
            if (!replaced)
                throw model::UsageError("the variant '" + bug->name +
                                        "' breaks the text of a node that this shape does not have: the shape that `tandem list` "
                                        "shows with it is accepted");
        }
        P::template add_properties<Text, Monitor>(system, config);
        return system.build();
    };
    if constexpr (model::PlaysPrograms<Monitor>) return stated(smt::SymbolicSystem<T, M>(config, P::rules(config)));
    else return stated(smt::SymbolicSystem<T, M>(config));
}

template <class P>
constexpr bool any_number_of_cores() {
    if constexpr (requires { P::any_number; }) {
        for (const model::Sort sort : P::any_number)
            if (sort == model::Sort::core) return true;
    }
    return false;
}

/// Of a text that says that there may be any number of cores.
template <class P>
std::vector<ExportedFile> as_cubicle(const Selection& selection, const ExportOptions& options) {
    if (options.scalarsets) throw model::UsageError("--scalarsets are of Murphi: without them the format cubicle is accepted");
    if (selection.free)
        throw model::UsageError("cubicle is given the relation of a proof, which has its monitor: without --free it is accepted");
    if (!any_number_of_cores<P>())
        throw model::UsageError(std::string(P::name) +
                                " does not say that there may be any number of cores (`any_number`), so there is no program for "
                                "Cubicle: murphi, tla are accepted");
    const auto of_cores = [&](int n) {
        Selection of_size = selection;
        of_size.names[static_cast<std::size_t>(model::Sort::core)] = n;
        return protocol(P::name).problem(of_size, model::Limits::none);
    };
    try {
        return {{"", exports::write_cubicle(of_cores, exported<P>(selection).title)}};
    } catch (const std::invalid_argument& unfit) {
        throw model::UsageError(unfit.what());
    }
}

template <class P>
std::vector<ExportedFile> written(const Selection& selection, const ExportOptions& options) {
    const SeededBugs& bugs = seeded_bugs(P::name);
    refuse_free_bugs(bugs, selection);
    const SeededBug* bug = bug_in(bugs, selection);
    if (bug && !bug->exported)
        throw model::UsageError("the variant '" + bug->name + "' is for check only: the others are accepted");
    constexpr bool has_relation = !requires { P::no_relation_exported; };
    check_format(bug ? "a text of " + std::string(P::name) + " with a seeded bug" : std::string(P::name), options,
                 has_relation && !bug ? "murphi, tla, smt2, cubicle" : "murphi, tla");
    if (options.format == "cubicle") return as_cubicle<P>(selection, options);
    if (options.format == "smt2") {
        if (selection.free)
            throw model::UsageError("smt2 is the relation of a proof, which has its monitor: without --free it is accepted");
        return {{"", smt::smtlib_of(protocol(P::name).problem(selection, model::Limits::none))}};
    }
    const auto config = configuration<P>(selection);
    if (config.shape.words != 1)
        throw model::UsageError("words=" + std::to_string(config.shape.words) +
                                ": what is written has blocks of one word, words=1 is accepted");
    smt::TransitionSystem system = with_text<P>(config, model::Limits::all, [&]<class W>(W) {
        if (selection.free) return symbolic_system_of<P, W::template Text, smt::Unwatched>(config, bug);
        return symbolic_system_of<P, W::template Text, W::template Monitor>(config, bug);
    });
    const Exported what = exported<P>(selection);
    if (options.format == "murphi") return as_murphi(std::move(system), what, options);
    exports::TlaOptions tla;
    if constexpr (requires { P::tla(config); }) static_cast<model::TlaWords&>(tla) = P::tla(config);
    tla.module = options.name;
    if (tla.module.empty())
        tla.module = std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(P::name[0])))) +
                     std::string(P::name).substr(1);
    tla.may_stop = false;  // a thread that waits for nothing may issue an instruction
    return as_tla(std::move(system), what, options, tla);
}

template <class P>
std::vector<ExportedFile> write(const Selection& selection, const ExportOptions& options) {
    if constexpr (OnSymbols<P> && StatesProperties<P>) return written<P>(selection, options);
    else refuse_on_symbols<P>("export");
}

template <class P>
void bind_exports(Engines& engines) { engines.write = write<P>; }

}  // namespace tandem::engines
