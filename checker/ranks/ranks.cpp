#include "checker/ranks/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace tandem::checker {

namespace {

Ranks* of_this_process = nullptr;

}  // namespace

Ranks* Ranks::of_process() { return of_this_process; }
void Ranks::set_of_process(Ranks* ranks) { of_this_process = ranks; }

void Ranks::Patience::wait() {
    constexpr unsigned at_once = 200, soon = 2000;
    if (++looks_ < at_once) return std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(looks_ < soon ? 20 : 1000));
}

void Ranks::send(int to, Bytes message, Kind kind) {
    message.push_back(static_cast<std::byte>(kind));
    transport_.send(to, std::move(message));
}

bool Ranks::poll() {
    int from;
    Bytes message;
    if (!transport_.receive(from, message)) return false;
    const auto kind = static_cast<Kind>(message.back());
    message.pop_back();
    if (kind == Kind::of_search) of_search_.push_back({from, std::move(message)});
    else if (kind == Kind::gathered) gathered_.push_back({from, std::move(message)});
    else {
        BytesReader reader(message);
        const int status = reader.get<int>();
        left_[static_cast<std::size_t>(from)] = End{status, reader.get_text()};
    }
    if (!leaving_)
        for (const auto& end : left_)
            if (end && !end->failure.empty()) throw RankFailed(end->failure, end->status);
    return true;
}

bool Ranks::receive(int& from, Bytes& message) {
    if (of_search_.empty() && !poll()) return false;
    if (of_search_.empty()) return false;
    from = of_search_.front().from;
    message = std::move(of_search_.front().message);
    of_search_.pop_front();
    return true;
}

Bytes Ranks::wait_for(int from) {
    Patience patience;
    for (;;) {
        const auto found = std::find_if(gathered_.begin(), gathered_.end(), [&](const Arrived& one) { return one.from == from; });
        if (found != gathered_.end()) {
            Bytes message = std::move(found->message);
            gathered_.erase(found);
            return message;
        }
        if (left_[static_cast<std::size_t>(from)]) throw std::logic_error("a rank has ended while another waits for it");
        if (poll()) patience.met();
        else patience.wait();
    }
}

std::vector<Bytes> Ranks::gather(Bytes mine) {
    const std::uint32_t which = gatherings_++;
    std::vector<Bytes> all(static_cast<std::size_t>(size()));
    const auto require_same = [&](BytesReader& reader) {
        if (reader.get<std::uint32_t>() != which) throw std::logic_error("two ranks are at different places");
    };
    // The first rank collects what all say, and tells it to all.
    if (rank() != 0) {
        Bytes message;
        put(message, which);
        put(message, std::span<const std::byte>(mine));
        send(0, std::move(message), Kind::gathered);
        const Bytes answer = wait_for(0);
        BytesReader reader(answer);
        require_same(reader);
        for (Bytes& each : all) each = reader.get_vector<std::byte>();
        return all;
    }
    all[0] = std::move(mine);
    for (int from = 1; from < size(); ++from) {
        const Bytes message = wait_for(from);
        BytesReader reader(message);
        require_same(reader);
        all[static_cast<std::size_t>(from)].assign(reader.rest().begin(), reader.rest().end());
    }
    Bytes answer;
    put(answer, which);
    for (const Bytes& each : all) put(answer, each);
    for (int to = 1; to < size(); ++to) send(to, answer, Kind::gathered);
    return all;
}

auto Ranks::leave(const End& mine) -> End {
    leaving_ = true;
    Bytes message;
    put(message, mine.status);
    put(message, mine.failure);
    for (int to = 0; to < size(); ++to)
        if (to != rank()) send(to, message, Kind::left);
    left_[static_cast<std::size_t>(rank())] = mine;
    Patience patience;
    while (std::any_of(left_.begin(), left_.end(), [](const auto& end) { return !end; }) || unsent() > 0) {
        if (poll()) patience.met();
        else patience.wait();
    }
    const auto failed = std::find_if(left_.begin(), left_.end(), [](const auto& end) { return !end->failure.empty(); });
    return failed == left_.end() ? *left_[0] : **failed;
}

}  // namespace tandem::checker
