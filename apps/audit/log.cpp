#include "apps/audit/log.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/audit/scope_words.hpp"
#include "apps/audit/stored_value.hpp"
#include "apps/common/usage_error.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

using namespace audit;

namespace {

constexpr std::size_t longest_line = 4096;
constexpr std::uint32_t near_numbers = 1u << 16;

/// Why a line is refused, without the file and its number.
struct BadLine {
    std::string why;
};

constexpr std::array<bool, 256> may_be_in_a_name = [] {
    std::array<bool, 256> may{};
    for (int c = 0; c < 256; ++c)
        may[static_cast<std::size_t>(c)] =
            (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '.';
    return may;
}();

/// A place in a line.
class Cursor {
public:
    explicit Cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    void blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\r')) ++at_;
    }
    bool at_end() {
        blanks();
        return at_ == end_ || *at_ == '#';
    }
    char peek() const { return at_ == end_ ? '\0' : *at_; }
    bool eat(char c) {
        blanks();
        if (at_ == end_ || *at_ != c) return false;
        ++at_;
        return true;
    }
    bool eat(std::string_view word) {
        blanks();
        if (static_cast<std::size_t>(end_ - at_) < word.size() || std::string_view(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }
    void demand(std::string_view word) {
        if (!eat(word)) refuse(fmt::format("'{}'", word));
    }
    bool at_digit() const { return at_ != end_ && *at_ >= '0' && *at_ <= '9'; }

    std::uint64_t number(const char* what) {
        blanks();
        if (!at_digit()) refuse(what);
        const char* begin = at_;
        std::uint64_t value = 0;
        bool fits = true;
        if (*at_ == '0' && at_ + 1 != end_ && (at_[1] == 'x' || at_[1] == 'X')) {
            at_ += 2;
            const char* digits = at_;
            for (; at_ != end_ && std::isxdigit(static_cast<unsigned char>(*at_)); ++at_) {
                fits = fits && value >> 60 == 0;
                value = value * 16 + static_cast<std::uint64_t>(*at_ <= '9' ? *at_ - '0' : (*at_ | 32) - 'a' + 10);
            }
            if (at_ == digits) refuse("digits after 0x");
        } else {
            for (; at_digit(); ++at_) {
                const auto digit = static_cast<std::uint64_t>(*at_ - '0');
                fits = fits && value <= (no_time - 1 - digit) / 10;
                value = value * 10 + digit;
            }
        }
        if (!fits || value == no_time)
            throw BadLine{fmt::format("the number {} is too large: less than 2^64 - 1 is accepted",
                                      model::printable({begin, static_cast<std::size_t>(at_ - begin)}))};
        return value;
    }

    /// The letters, digits, underscores and dots that follow.
    std::string_view name() {
        blanks();
        const char* begin = at_;
        while (at_ != end_ && may_be_in_a_name[static_cast<unsigned char>(*at_)]) ++at_;
        if (begin == at_) refuse("an address, as M[1], v1 or a name");
        return {begin, static_cast<std::size_t>(at_ - begin)};
    }

    [[noreturn]] void refuse(const std::string& accepted) {
        if (at_ == end_) throw BadLine{"the line ends where " + accepted + " is accepted"};
        throw BadLine{fmt::format("'{}' stands where {} is accepted",
                                  model::printable({at_, static_cast<std::size_t>(end_ - at_)}, 20), accepted)};
    }

private:
    const char *at_, *end_;
};

struct Place {
    std::string_view name;
    std::uint64_t number = 0;
    bool is_number = false;
    bool operator==(const Place& o) const {
        return is_number ? o.is_number && number == o.number : !o.is_number && name == o.name;
    }
};

Place place_at(Cursor& c) {
    Place place;
    place.name = c.name();
    if (place.name == "M" && c.eat('[')) {
        place.number = c.number("an address");
        place.is_number = true;
        c.demand("]");
        return place;
    }
    if (place.name.size() > 1 && place.name.size() < 10 && place.name[0] == 'v' &&
        place.name.find_first_not_of("0123456789", 1) == std::string_view::npos) {
        place.is_number = true;
        for (const char digit : place.name.substr(1)) place.number = place.number * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return place;
}

bool is_text(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= ' ' && byte != 0x7F) || byte == '\t' || byte == '\r';
}

bool is_plain(std::string_view line, std::size_t& bad) {
    bool all = true;
    for (const char c : line) all &= is_text(c);  // without a way out, so that several go at once
    if (!all) bad = static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_text) - line.begin());
    return all;
}

}  // namespace

Log::Log(std::string path, std::size_t most_operations)
    : shown_path_(model::cleaned_line(path == "-" ? "standard input" : path)),
      lines_([&]() -> model::FileLines {
          try {
              return {path, longest_line};
          } catch (const model::Unreadable& unreadable) {
              throw UsageError(fmt::format("'{}' cannot be read: {}", shown_path_, unreadable.what()));
          }
      }()),
      most_(most_operations) {
    // Room that nobody uses costs nothing, and a trace that grows is copied again and again.
    constexpr std::size_t bytes_of_a_line = 11, most_expected = std::size_t{1} << 22;
    std::error_code none;
    if (const auto bytes = std::filesystem::file_size(path, none); !none)
        expected_ = std::min({static_cast<std::size_t>(bytes) / bytes_of_a_line, most_, most_expected});
}

void Log::refuse(std::uint32_t line, const std::string& why) const {
    throw UsageError(fmt::format("{}:{}: {}", shown_path_, line, why));
}

std::uint32_t Log::thread_of(std::uint64_t number, Trace& trace, LogNames& names) {
    std::uint32_t* place = nullptr;
    if (number < near_numbers) {
        if (number >= near_threads_.size()) near_threads_.resize(number + 1, 0);
        place = &near_threads_[number];
    } else {
        place = &far_threads_[number];
    }
    if (*place == 0) {
        if (trace.threads == near_numbers) throw BadLine{fmt::format("there are more than {} threads", near_numbers)};
        *place = ++trace.threads;
        names.threads.push_back(number);
        latest_begin_.push_back(0);
    }
    return *place - 1;
}

std::uint32_t Log::address_of(std::string_view name, std::uint64_t number, bool is_number, Trace& trace, LogNames& names) {
    std::uint32_t* place = nullptr;
    if (!is_number) place = &named_[std::string(name)];
    else if (number < near_numbers) {
        if (number >= near_addresses_.size()) near_addresses_.resize(number + 1, 0);
        place = &near_addresses_[number];
    } else {
        place = &far_addresses_[number];
    }
    if (*place == 0) {
        *place = ++trace.addresses;
        names.addresses.push_back(name == "M" ? fmt::format("M[{}]", number) : std::string(name));
    }
    return *place - 1;
}

void Log::add(Trace& trace, const Operation& operation, const Times& times, const Synchronization& how) {
    meetings_.acts(trace, operation.thread, operation.line);
    const bool timed = times.begin != no_time || times.end != no_time;
    if (timed) {
        if (times.begin != no_time) {
            std::uint64_t& latest = latest_begin_[operation.thread];
            if (times.begin < latest)
                throw BadLine{
                    fmt::format("it is asked for at {}, and an earlier operation of its thread at {}", times.begin, latest)};
            latest = times.begin;
        }
        if (times.end != no_time && times.end < latest_begin_[operation.thread])
            throw BadLine{fmt::format("it is answered at {}, before it or an earlier operation of its thread is asked for at {}",
                                      times.end, latest_begin_[operation.thread])};
        if (trace.times.empty()) trace.times.resize(trace.operations.size());
    }
    trace.operations.push_back(operation);
    if (timed || !trace.times.empty()) trace.times.push_back(times);
    const bool synchronizes = how != Synchronization{};
    if (synchronizes && trace.synchronizations.empty()) trace.synchronizations.resize(trace.operations.size() - 1);
    if (synchronizes || !trace.synchronizations.empty()) trace.synchronizations.push_back(how);
}

void Log::take_json(std::string_view line, Trace& trace, LogNames& names) {
    const auto object = nlohmann::json::parse(line, nullptr, false);
    if (!object.is_object())
        throw BadLine{"this is no JSON object, as {\"thread\": 0, \"op\": \"load\", \"address\": \"x\", \"value\": 1}"};
    const auto natural = [&](const char* key) -> std::uint64_t {
        const auto found = object.find(key);
        if (found == object.end()) throw BadLine{fmt::format("\"{}\" is missing", key)};
        if (!found->is_number_unsigned() || found->get<std::uint64_t>() == no_time)
            throw BadLine{fmt::format("\"{}\" is no whole number below 2^64 - 1", key)};
        return found->get<std::uint64_t>();
    };
    const auto word = [&](const char* key) -> std::string {
        const auto found = object.find(key);
        if (found == object.end()) throw BadLine{fmt::format("\"{}\" is missing", key)};
        if (!found->is_string()) throw BadLine{fmt::format("\"{}\" is no text", key)};
        return found->get<std::string>();
    };
    const std::string op = word("op");
    const auto only = [&](std::initializer_list<std::string_view> keys) {
        for (const auto& [key, value] : object.items())
            if (std::find(keys.begin(), keys.end(), key) == keys.end())
                throw BadLine{fmt::format("\"{}\" is no key of a {}: {} are accepted", model::printable(key),
                                          model::printable(op), fmt::join(keys, ", "))};
    };
    const auto address = [&] {
        const auto found = object.find("address");
        if (found != object.end() && found->is_number_unsigned())
            return address_of("M", found->get<std::uint64_t>(), true, trace, names);
        const std::string name = word("address");
        Cursor c(name);
        const Place place = place_at(c);
        if (!c.at_end())
            throw BadLine{
                fmt::format("\"address\" is '{}': letters, digits, underscores and dots are accepted", model::printable(name))};
        return address_of(place.name, place.number, place.is_number, trace, names);
    };
    // Where a thread runs, that it passes a barrier, and that another kernel begins.
    if (op == "launch") {
        only({"op"});
        if (meetings_.launches() == std::numeric_limits<std::uint16_t>::max())
            throw BadLine{"there are more than 65536 launches"};
        meetings_.launch(trace, lines_.number());
        return;
    }
    if (op == "barrier") {
        only({"op", "thread"});
        meetings_.barrier(trace, thread_of(natural("thread"), trace, names), lines_.number());
        return;
    }
    if (op == "thread") {
        only({"op", "thread", "wave", "group", "device"});
        const std::uint64_t named = natural("thread");
        const std::uint32_t thread = thread_of(named, trace, names);
        trace.seats.resize(std::max<std::size_t>(trace.seats.size(), thread + std::size_t{1}));
        const auto sit = [&](std::uint64_t& place, const char* key) {
            if (!object.contains(key)) return;
            const std::uint64_t there = natural(key);
            if (!placed_.insert({thread, key}).second && place != there)
                throw BadLine{fmt::format("thread {} has another {} in a line before this", named, key)};
            place = there;
        };
        sit(trace.seats[thread].wave, "wave");
        sit(trace.seats[thread].group, "group");
        sit(trace.seats[thread].device, "device");
        return;
    }
    // How it synchronizes.
    const auto synchronization = [&](Kind kind) {
        Synchronization how;
        how.launch = meetings_.launches();
        if (object.contains("scope")) {
            const auto scope = scope_of(word("scope"));
            if (!scope)
                throw BadLine{fmt::format("\"scope\" is '{}': {} are accepted", model::printable(word("scope")), scope_words)};
            how.scope = *scope;
        }
        if (kind == Kind::fence) return how;
        if (object.contains("order")) {
            const auto order = order_of(word("order"));
            if (!order)
                throw BadLine{fmt::format("\"order\" is '{}': {} are accepted", model::printable(word("order")), order_words)};
            how.order = *order;
        }
        if (object.contains("remote")) {
            if (!object.at("remote").is_boolean()) throw BadLine{"\"remote\" is no true or false"};
            how.remote = object.at("remote");
        }
        const bool reaches = object.contains("scope") || object.contains("remote");
        if (how.order == model::Order::plain && kind == Kind::swap && reaches) how.order = model::Order::relaxed;
        if (how.order == model::Order::plain && reaches)
            throw BadLine{fmt::format("an access with a scope has an order: {} are accepted", order_words)};
        if (kind == Kind::load && how.releases()) throw BadLine{"a load cannot release"};
        if (kind == Kind::store && how.acquires()) throw BadLine{"a store cannot acquire"};
        return how;
    };
    // A word, with the number of its store where the log has that.
    const auto value = [&](const char* key, const char* number) {
        const std::uint64_t word = natural(key);
        if (!object.contains(number)) return word;
        names.values_say_their_store = true;
        const std::uint64_t of = natural(number);
        if (of > most_stores || word > most_word)
            throw BadLine{
                fmt::format("\"{}\" is at most {}, and with it \"{}\" at most {}", number, most_stores, key, most_word)};
        const bool of_store = std::string_view(number) == "number";
        if (of == 0 && (word != 0 || of_store))
            throw BadLine{fmt::format("\"{}\" is 0, which stands for what memory holds at first: {}", number,
                                      of_store ? "no store has it" : "a 0")};
        return stored_value(static_cast<std::uint32_t>(of), word);
    };
    if (op == "final") {
        only({"op", "address", "value", "from"});
        trace.finals.push_back({address(), value("value", "from"), lines_.number()});
        return;
    }
    Operation o;
    o.line = lines_.number();
    if (op == "load" || op == "store") {
        o.kind = op == "load" ? Kind::load : Kind::store;
        only({"op", "thread", "address", "value", op == "load" ? "from" : "number", "begin", "end", "order", "scope", "remote"});
        (op == "load" ? o.reads : o.writes) = value("value", op == "load" ? "from" : "number");
    } else if (op == "swap") {
        only({"op", "thread", "address", "reads", "from", "writes", "number", "begin", "end", "order", "scope", "remote"});
        o.kind = Kind::swap;
        o.reads = value("reads", "from");
        o.writes = value("writes", "number");
    } else if (op == "fence") {
        only({"op", "thread", "begin", "end", "scope"});
        o.kind = Kind::fence;
    } else {
        throw BadLine{
            fmt::format("\"op\" is '{}': load, store, swap, fence, final, check, thread, barrier and launch are accepted",
                        model::printable(op))};
    }
    o.thread = thread_of(natural("thread"), trace, names);
    if (o.kind != Kind::fence) o.address = address();
    Times times;
    if (object.contains("begin")) times.begin = natural("begin");
    if (object.contains("end")) times.end = natural("end");
    add(trace, o, times, synchronization(o.kind));
}

/// False: the line ends the trace.
bool Log::take(std::string_view line, Trace& trace, LogNames& names) {
    std::size_t bad = 0;
    if (!is_plain(line, bad))
        throw BadLine{fmt::format("byte {} of the line is {:#04x}, and no text", bad + 1, static_cast<unsigned char>(line[bad]))};
    Cursor c(line);
    if (c.at_end()) return true;
    if (c.peek() == '{') {
        const auto object = nlohmann::json::parse(line, nullptr, false);
        if (object.is_object() && object.value("op", nlohmann::json()) == "check") return false;
        take_json(line, trace, names);
        return true;
    }
    if (!c.at_digit()) {
        if (c.eat("check")) {
            if (!c.at_end()) c.refuse("the end of the line");
            return false;
        }
        if (!c.eat("final")) c.refuse("a thread's number, final, check or #");
        const Place place = place_at(c);
        c.demand("==");
        const std::uint64_t value = c.number("a value");
        if (!c.at_end()) c.refuse("the end of the line");
        trace.finals.push_back({address_of(place.name, place.number, place.is_number, trace, names), value, lines_.number()});
        return true;
    }
    Operation o;
    o.line = lines_.number();
    const std::uint64_t thread = c.number("a thread's number");
    c.demand(":");
    const bool braces = c.eat('{'), angles = !braces && c.eat('<');
    if (braces || angles) {
        o.kind = Kind::swap;
        const Place place = place_at(c);
        c.demand("==");
        o.reads = c.number("a value");
        c.demand(";");
        if (!(place_at(c) == place))
            throw BadLine{"the two halves of an atomic operation have different addresses: one is accepted"};
        c.demand(":=");
        o.writes = c.number("a value");
        c.demand(braces ? "}" : ">");
        o.address = address_of(place.name, place.number, place.is_number, trace, names);
    } else {
        const Place place = place_at(c);
        const bool is_store = c.eat(":=");
        if (is_store || c.eat("==")) {
            o.kind = is_store ? Kind::store : Kind::load;
            (is_store ? o.writes : o.reads) = c.number("a value");
            o.address = address_of(place.name, place.number, place.is_number, trace, names);
        } else if (!place.is_number && place.name == "sync") {
            o.kind = Kind::fence;
        } else {
            c.refuse("== or :=");
        }
    }
    Times times;
    if (c.eat('@')) {
        c.blanks();
        if (c.at_digit()) times.begin = c.number("a time");
        c.demand(":");
        c.blanks();
        if (c.at_digit()) times.end = c.number("a time");
    }
    if (!c.at_end()) c.refuse("the end of the line");
    o.thread = thread_of(thread, trace, names);
    Synchronization how;
    how.launch = meetings_.launches();
    add(trace, o, times, how);
    return true;
}

bool Log::next(Trace& trace, LogNames& names) {
    trace = {};
    trace.operations.reserve(std::exchange(expected_, 0));
    names = {};
    near_threads_.assign(near_threads_.size(), 0);
    near_addresses_.assign(near_addresses_.size(), 0);
    far_threads_.clear();
    far_addresses_.clear();
    named_.clear();
    latest_begin_.clear();
    meetings_.clear();
    placed_.clear();
    first_line_ = 0;
    is_cut_ = false;
    while (!ended_) {
        std::string_view line;
        try {
            if (!lines_.next(line)) ended_ = true;
        } catch (const model::Unreadable& unreadable) {
            refuse(lines_.number() + (lines_.number() == 0), unreadable.what());
        }
        if (ended_) break;
        last_line_ = lines_.number();
        if (first_line_ == 0) first_line_ = last_line_;
        const std::size_t operations = trace.operations.size(), finals = trace.finals.size();
        try {
            if (!take(line, trace, names)) {
                any_check_ = true;
                return complete(trace, names);
            }
        } catch (const BadLine& bad) {
            if (!lines_.open_ended() || lines_.is_ordinary()) refuse(lines_.number(), bad.why);
            is_cut_ = true;
            ended_ = true;
        }
        if (operations == trace.operations.size() && finals == trace.finals.size() && operations == 0 && finals == 0)
            first_line_ = 0;
        if (trace.operations.size() >= most_) {
            is_full_ = true;
            ended_ = true;
        }
    }
    if (trace.operations.empty() && trace.finals.empty()) return false;
    is_cut_ = is_cut_ || (any_check_ && !lines_.is_ordinary());
    return complete(trace, names);
}

/// What only the whole trace says: who meets at a barrier. Threads that do nothing have no place.
bool Log::complete(Trace& trace, LogNames& names) {
    if (!trace.synchronizations.empty()) trace.synchronizations.resize(trace.operations.size());
    if (!trace.seats.empty()) trace.seats.resize(trace.threads);
    std::map<std::uint64_t, std::uint64_t> device_of;  // of each group
    for (const Seat& seat : trace.seats)
        if (seat.group != nowhere && device_of.try_emplace(seat.group, seat.device).first->second != seat.device)
            refuse(last_line_, fmt::format("group {} is on two GPUs: each group has a number of its own", seat.group));
    std::set<std::string> met;
    try {
        meetings_.join(trace, [&](const std::string& name) {
            if (met.insert(name).second && named_.contains(name))
                refuse(last_line_, fmt::format("an address is called '{}', which stands for where threads meet", name));
            return address_of(name, 0, false, trace, names);
        });
    } catch (const BadTrace& bad) {
        refuse(bad.line, bad.what());
    }
    return true;
}

std::string as_log(const Operation& o, const LogNames& names) {
    const auto thread = names.threads[o.thread];
    if (o.kind == Kind::fence) return fmt::format("{}: sync", thread);
    const std::string& address = names.addresses[o.address];
    if (o.kind == Kind::load) return fmt::format("{}: {} == {}", thread, address, o.reads);
    if (o.kind == Kind::store) return fmt::format("{}: {} := {}", thread, address, o.writes);
    return fmt::format("{}: {{{} == {}; {} := {}}}", thread, address, o.reads, address, o.writes);
}

std::string as_shown(const Trace& trace, Id id, const LogNames& names) {
    return as_log(trace.operations[id], names) + as_words(trace.operations[id].kind, trace.synchronization(id));
}

namespace {

/// Axe's form has no scopes. Barriers and launches are operations here.
std::string as_json_log(const Trace& trace, const LogNames& names) {
    std::string out;
    std::vector<bool> acts(trace.threads, false);
    for (const Operation& o : trace.operations) acts[o.thread] = true;
    for (std::uint32_t t = 0; t < trace.seats.size(); ++t) {
        if (!acts[t]) continue;
        const Seat& seat = trace.seats[t];
        out += fmt::format("{{\"op\": \"thread\", \"thread\": {}", names.threads[t]);
        if (seat.wave != nowhere) out += fmt::format(", \"wave\": {}", seat.wave);
        if (seat.group != nowhere) out += fmt::format(", \"group\": {}", seat.group);
        out += fmt::format(", \"device\": {}}}\n", seat.device);
    }
    for (Id i = 0; i < trace.operations.size(); ++i) {
        const Operation& o = trace.operations[i];
        const Synchronization how = trace.synchronization(i);
        constexpr const char* words[] = {"load", "store", "swap", "fence"};
        out += fmt::format("{{\"op\": \"{}\", \"thread\": {}", words[static_cast<std::size_t>(o.kind)], names.threads[o.thread]);
        if (o.kind != Kind::fence) out += fmt::format(", \"address\": \"{}\"", names.addresses[o.address]);
        if (o.kind == Kind::load) out += fmt::format(", \"value\": {}", o.reads);
        if (o.kind == Kind::store) out += fmt::format(", \"value\": {}", o.writes);
        if (o.kind == Kind::swap) out += fmt::format(", \"reads\": {}, \"writes\": {}", o.reads, o.writes);
        out += as_members(o.kind, how);
        if (!trace.times.empty() && trace.times[i].begin != no_time) out += fmt::format(", \"begin\": {}", trace.times[i].begin);
        if (!trace.times.empty() && trace.times[i].end != no_time) out += fmt::format(", \"end\": {}", trace.times[i].end);
        out += "}\n";
    }
    for (const Final& f : trace.finals)
        out += fmt::format("{{\"op\": \"final\", \"address\": \"{}\", \"value\": {}}}\n", names.addresses[f.address], f.value);
    return out + "{\"op\": \"check\"}\n";
}

}  // namespace

std::string as_log(const Trace& trace, const LogNames& names) {
    if (!trace.synchronizations.empty()) return as_json_log(trace, names);
    std::string out;
    for (std::size_t i = 0; i < trace.operations.size(); ++i) {
        out += as_log(trace.operations[i], names);
        if (!trace.times.empty() && (trace.times[i].begin != no_time || trace.times[i].end != no_time)) {
            const Times& t = trace.times[i];
            out += fmt::format(" @ {}:{}", t.begin == no_time ? "" : std::to_string(t.begin),
                               t.end == no_time ? "" : std::to_string(t.end));
        }
        out += "\n";
    }
    for (const Final& f : trace.finals) out += fmt::format("final {} == {}\n", names.addresses[f.address], f.value);
    return out + "check\n";
}

}  // namespace tandem::apps
