// Where threads of a trace meet: at barriers of a group, and between the launches of kernels. A thread that comes there adds one
// to a count, by a swap. A thread that goes on loads the whole count. So what a judge knows of atomics says all of it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "specs/audit/trace.hpp"

namespace tandem::audit {

class Meetings {
public:
    /// A thread passes a barrier. Its first in a launch joins the first of the other threads of its group, and so on.
    void barrier(Trace& trace, std::uint32_t thread, std::uint32_t line);
    /// Another launch begins: its threads go on from where all that have done something in this one come.
    void launch(Trace& trace, std::uint32_t line);
    /// Before each operation of a thread is added.
    void acts(Trace& trace, std::uint32_t thread, std::uint32_t line);
    std::uint16_t launches() const { return launch_; }

    /// Gives these operations their addresses and values, when all are there. `address_of` makes an address of a name,
    /// "barrier.GROUP" or "launch.NUMBER". Throws BadTrace where a thread passes a barrier and has no group.
    void join(Trace& trace, const std::function<std::uint32_t(const std::string&)>& address_of);
    void clear() { *this = {}; }

private:
    Id add(Trace& trace, Kind kind, std::uint32_t thread, std::uint32_t line, model::Scope scope) const;

    std::uint16_t launch_ = 0;
    std::vector<std::uint32_t> last_launch_;       // of each thread that has done something, and one
    std::vector<std::uint32_t> acting_;            // threads that have done something in this launch
    std::vector<Id> barriers_;                     // each one's swap; its load follows
    std::vector<std::vector<Id>> came_, goes_on_;  // at each launch but the first
};

}  // namespace tandem::audit
