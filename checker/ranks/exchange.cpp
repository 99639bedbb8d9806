#include "checker/ranks/exchange.hpp"

#include <utility>

namespace tandem::checker {

Exchange::Exchange(Components& components, Ranks& ranks, Owners owners, bool orbits, int threads)
    : components_(components), ranks_(ranks), owners_(std::move(owners)), orbits_(orbits), threads_(threads) {
    const auto all = static_cast<std::size_t>(ranks.size()), tables = static_cast<std::size_t>(components.tables());
    for (int s = 0; s < components.slots(); ++s) tables_.push_back(components.table(s));
    defined_.assign(all, std::vector<Number>(tables, 0));
    for (std::size_t r = 0; r < all; ++r) meanings_.emplace_back(tables);
}

void Exchange::start_level() {
    told_all_ = given_up_ = false;
    others_expanding_ = size() - 1;
    expanding_ = threads_;
    ended_.store(false, std::memory_order_release);
}

void Exchange::send(int to, const Layout& layout, Bytes records) {
    if (records.empty()) return;
    waiting_bytes_.fetch_add(records.size(), std::memory_order_relaxed);
    std::lock_guard lock(mutex_);
    outgoing_.push_back({to, layout, std::move(records)});
}

std::unique_ptr<Batch> Exchange::take() {
    std::lock_guard lock(mutex_);
    if (incoming_.empty()) return nullptr;
    auto batch = std::move(incoming_.front());
    incoming_.pop_front();
    waiting_bytes_.fetch_sub(batch->message.size(), std::memory_order_relaxed);
    ++inserting_;
    return batch;
}

void Exchange::inserted() {
    std::lock_guard lock(mutex_);
    --inserting_;
}

bool Exchange::poll() {
    for (;;) {
        std::unique_lock lock(mutex_);
        if (outgoing_.empty()) break;
        Outgoing next = std::move(outgoing_.front());
        outgoing_.pop_front();
        lock.unlock();
        waiting_bytes_.fetch_sub(next.records.size(), std::memory_order_relaxed);
        send_out(std::move(next));
    }
    unsent_.store(ranks_.unsent(), std::memory_order_relaxed);
    bool came = false;
    int from;
    Bytes message;
    while (waiting_bytes_.load(std::memory_order_relaxed) < most_waiting && ranks_.receive(from, message))
        came = true, take_in(from, std::move(message));

    const auto all_sent = [&] {
        std::lock_guard lock(mutex_);
        return outgoing_.empty();
    };
    if (!told_all_ && expanding_.load(std::memory_order_acquire) == 0 && all_sent()) {
        told_all_ = true;
        tell_all(Kind::expanded);
    }
    if (told_all_ && others_expanding_ == 0) {
        std::lock_guard lock(mutex_);
        if (incoming_.empty() && inserting_ == 0) ended_.store(true, std::memory_order_release);
    }
    return came;
}

void Exchange::give_up() {
    if (!std::exchange(told_all_, true)) tell_all(Kind::given_up);
    Ranks::Patience patience;
    while (others_expanding_ > 0) {
        int from;
        Bytes message;
        if (ranks_.receive(from, message)) take_in(from, std::move(message)), patience.met();
        else patience.wait();
        std::lock_guard lock(mutex_);
        incoming_.clear();
        waiting_bytes_ = 0;
    }
    std::lock_guard lock(mutex_);
    outgoing_.clear();
    incoming_.clear();
    inserting_ = 0;
    waiting_bytes_ = 0;
}

void Exchange::tell_all(Kind kind) {
    for (int to = 0; to < size(); ++to)
        if (to != rank()) {
            Bytes message;
            put(message, kind);
            ranks_.send(to, std::move(message));
        }
}

void Exchange::send_out(Outgoing outgoing) {
    Bytes message;
    message.reserve(outgoing.records.size() + 512);
    put(message, Kind::states);
    put_definitions(outgoing.to, message);
    put(message, outgoing.layout.words);
    put(message, std::span<const FieldPlace>(outgoing.layout.fields).first(static_cast<std::size_t>(outgoing.layout.slots)));
    put(message, std::span<const std::byte>(outgoing.records));
    sent_.messages += message.size();
    sent_.states += outgoing.records.size() / record_bytes(outgoing.layout.words);
    ranks_.send(outgoing.to, std::move(message));
}

void Exchange::take_in(int from, Bytes message) {
    BytesReader reader(message);
    const auto kind = reader.get<Kind>();
    if (kind != Kind::states) {
        --others_expanding_;
        given_up_ = given_up_ || kind == Kind::given_up;
        return;
    }
    read_definitions(from, reader);
    auto batch = std::make_unique<Batch>();
    batch->from = from;
    batch->layout.slots = components_.slots();
    batch->layout.words = reader.get<int>();
    for (int s = 0; s < batch->layout.slots; ++s) batch->layout.fields[static_cast<std::size_t>(s)] = reader.get<FieldPlace>();
    batch->at = message.size() - reader.left();
    batch->end = message.size();
    batch->message = std::move(message);
    waiting_bytes_.fetch_add(batch->message.size(), std::memory_order_relaxed);
    std::lock_guard lock(mutex_);
    incoming_.push_back(std::move(batch));
}

void Exchange::put_definitions(int to, Bytes& message) {
    auto& defined = defined_[static_cast<std::size_t>(to)];
    for (int t = 0; t < components_.tables(); ++t) {
        const int slot = components_.slot_of_table(t);
        Number& next = defined[static_cast<std::size_t>(t)];
        const Number end = components_.count(slot);
        put(message, std::uint32_t{end - next});
        for (; next < end; ++next) put(message, components_.content(slot, next));
    }
}

void Exchange::read_definitions(int from, BytesReader& reader) {
    auto& meanings = meanings_[static_cast<std::size_t>(from)];
    std::size_t read = 0;
    for (int t = 0; t < components_.tables(); ++t) {
        auto& meaning = meanings[static_cast<std::size_t>(t)];
        for (auto left = reader.get<std::uint32_t>(); left > 0; --left, ++read) {
            const Number own = components_.number_of_content(components_.slot_of_table(t), reader.get_vector<std::uint32_t>());
            const std::size_t at = meaning.size();
            meaning.grow_to(at + 1);
            meaning[at] = own;
        }
    }
    meanings_bytes_ += read * sizeof(Number);
}

Parts Exchange::told(int whose, const Parts& parts) {
    Bytes mine;
    if (rank() == whose)
        for (int s = 0; s < components_.slots(); ++s) put(mine, components_.content(s, parts[static_cast<std::size_t>(s)]));
    const auto all = ranks_.gather(std::move(mine));
    BytesReader reader(all[static_cast<std::size_t>(whose)]);
    Parts own{};
    for (int s = 0; s < components_.slots(); ++s)
        own[static_cast<std::size_t>(s)] = components_.number_of_content(s, reader.get_vector<std::uint32_t>());
    return own;
}

}  // namespace tandem::checker
