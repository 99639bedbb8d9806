// A handler that breaks the rules of texts ends the run with one line: which node, which handler, on what, and what it does.
//
// Stores and contexts of the simulator throw model::TextError if a text uses a name, a block or a datum that does not exist. They
// cannot detect a null pointer that a text follows; model/running_handler.hpp says which handler it was.
#pragma once

#include <stdexcept>
#include <string>

#include "model/reflect.hpp"
#include "model/running_handler.hpp"
#include "perfsim/stores.hpp"

namespace tandem::perfsim {

/// The message is one line.
struct TextFailure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// "Write, address 17, warp 3": an instruction, message or action, without its data.
template <class T>
std::string told(const T& what) {
    std::string text;
    model::for_each_member(what, [&](const char* name, const auto& member) {
        using Member = std::decay_t<decltype(member)>;
        const std::string before = text.empty() ? "" : ", ";
        if constexpr (std::is_enum_v<Member>) {
            if constexpr (model::DescribedEnum<Member>) text += before + model::name_of(member);
        } else if constexpr (requires { member.tick; }) {
            text += before + name + " " + std::to_string(member.tick);
        } else if constexpr (std::is_same_v<Member, model::Set<Timed, model::Sort::address>>) {
            std::string list;
            member.each([&](Block a) { list += (list.empty() ? " " : "/") + std::to_string(a.number); });
            text += before + name + list;
        } else if constexpr (requires { Member::sort; member.number; }) {
            text += before + name + " " + std::to_string(member.number);
        }
    });
    return text;
}

/// The kind of a message, action or instruction.
template <class T>
const char* kind_text(const T& what) {
    return model::name_of(what.kind);
}

/// Runs handler `name` of node number `index`, called `node`, on `what`, in cycle `now`. Throws TextFailure.
template <class T, class F>
[[gnu::always_inline]] inline void run_handler(const char* node, int index, const char* name, std::int64_t now, const T& what,
                                               F&& handler) {
    const model::RunningHandler running(node, index, name, kind_text(what));
    try {
        handler();
    } catch (const model::TextError& error) {
        throw TextFailure("the protocol's text is wrong: in cycle " + std::to_string(now) + " " + name + " of " + node + " " +
                          std::to_string(index) + " (" + told(what) + ") " + error.what());
    }
}

}  // namespace tandem::perfsim
