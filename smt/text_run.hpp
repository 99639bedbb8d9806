// Runs a part of a protocol's text on symbols, so that what it must not do ends in one line that says where.
//
// On symbols all paths are taken, also those that no reachable state takes. So what goes wrong here refutes nothing: it is
// unusable input (model::UsageError), and the author is told what to test first.
#pragma once

#include <new>

#include "model/reflect.hpp"
#include "model/running_handler.hpp"
#include "model/text_error.hpp"
#include "model/usage_error.hpp"
#include "smt/path_oracle.hpp"

namespace tandem::smt {

/// Calls f, which takes all paths of `handler` of the node called `node` on `what`. Throws UsageError for what these throw.
template <class F>
decltype(auto) all_paths(const std::string& node, const char* handler, const std::string& what, F&& f) {
    const auto wrong = [&](const std::string& deed) {
        return model::UsageError("the protocol's text is wrong on symbols: " + std::string(handler) + " of " + node + " (" +
                                 what + ") " + deed);
    };
    try {
        return f();
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const model::UsageError&) {
        throw;
    } catch (const VisitStopped&) {
        throw;
    } catch (const std::exception& error) {
        throw wrong(model::deed(error));
    } catch (...) {
        throw wrong(model::deed_unknown);
    }
}

/// Calls f, which is one of these paths and works on `object`.
template <class N, class F>
void one_path(const std::string& node, const char* handler, const std::string& what, const N& object, F&& f) {
    model::RunningHandler running(node.c_str(), -1, handler, what.c_str());
    running.object = &object;
    running.member_at = model::member_at<N>;
    running.on_symbols = true;
    f();
}

/// Calls f, which is one path of the property called `name`.
template <class F>
bool one_path_of_property(const std::string& name, F&& f) {
    const model::RunningHandler::Judging judging(name.c_str(), true);
    return bool(f());
}

}  // namespace tandem::smt
