// The Trace Event Format of Chrome's viewer, which Perfetto opens: a track for each node with its steps, one for each channel
// with the messages that are on their way in it, and arrows that follow each message.
//
// Slices of one track may not cross. Messages of a channel may, so a channel has as many tracks as it holds messages at once. A
// step is drawn as ten microseconds, for the format has no other time.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/trace/message_text.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

using checker::Flight, checker::Trace, checker::TraceStep;
using nlohmann::ordered_json;

namespace {

constexpr int step_time = 10, step_length = 8, send_after = 6, receive_after = 2;  // microseconds
enum Process : int { of_nodes = 1, of_channels = 2 };

class Events {
public:
    explicit Events(const Told& told) : trace_(*told.trace) {
        name_process(of_nodes, "nodes");
        name_process(of_channels, "channels");
        for (std::size_t n = 0; n < trace_.cores.size(); ++n)
            name_track(of_nodes, static_cast<int>(n) + 1, trace_.start[n].first);
        ticks_ = static_cast<int>(trace_.cores.size()) + 1;
        for (std::size_t i = 0; i < trace_.steps.size(); ++i) step(static_cast<int>(i));
        for (std::size_t m = 0; m < trace_.messages.size(); ++m) message(static_cast<int>(m));
        why(told);
    }
    ordered_json take() { return std::move(events_); }

private:
    void name_process(int process, const char* name) {
        events_.push_back({{"name", "process_name"}, {"ph", "M"}, {"pid", process}, {"args", {{"name", name}}}});
        events_.push_back({{"name", "process_sort_index"}, {"ph", "M"}, {"pid", process}, {"args", {{"sort_index", process}}}});
    }
    void name_track(int process, int track, const std::string& name) {
        events_.push_back(
            {{"name", "thread_name"}, {"ph", "M"}, {"pid", process}, {"tid", track}, {"args", {{"name", name}}}});
        events_.push_back(
            {{"name", "thread_sort_index"}, {"ph", "M"}, {"pid", process}, {"tid", track}, {"args", {{"sort_index", track}}}});
    }
    void slice(const std::string& name, const char* category, int begin, int end, int process, int track, ordered_json&& args) {
        events_.push_back({{"name", name},
                           {"cat", category},
                           {"ph", "X"},
                           {"ts", begin},
                           {"dur", end - begin},
                           {"pid", process},
                           {"tid", track},
                           {"args", std::move(args)}});
    }
    void flow(const char* phase, int message, int at, int process, int track) {
        ordered_json event{{"name", "message"}, {"cat", "message"}, {"ph", phase},   {"id", message},
                           {"ts", at},          {"pid", process},   {"tid", track}};
        if (*phase == 'f') event["bp"] = "e";  // to the slice around it, and not to the next
        events_.push_back(std::move(event));
    }
    int track_of(const TraceStep& step) {
        if (step.node >= 0) return step.node + 1;
        if (!ticks_named_) name_track(of_nodes, ticks_, "time");
        ticks_named_ = true;
        return ticks_;
    }

    void step(int number) {
        const TraceStep& step = trace_.steps[static_cast<std::size_t>(number)];
        ordered_json args{{"step", number + 1}};
        if (!step.outcomes.empty()) args["outcomes"] = step.outcomes;
        ordered_json changes = ordered_json::object();
        for (const checker::Change& c : step.changes)
            changes[c.node + "." + c.field] = (c.before.empty() ? "-" : c.before) + " -> " + (c.after.empty() ? "-" : c.after);
        if (!changes.empty()) args["changes"] = std::move(changes);
        if (std::find(trace_.witnesses.begin(), trace_.witnesses.end(), number) != trace_.witnesses.end())
            args["the Why rests on it"] = "yes";
        const int begin = number * step_time;
        slice(step_text(trace_, step), "step", begin, begin + step_length, of_nodes, track_of(step), std::move(args));
    }

    void message(int number) {
        const Flight& flight = trace_.messages[static_cast<std::size_t>(number)];
        const bool sent = flight.sent >= 0, received = flight.received >= 0;
        const int begin = sent ? flight.sent * step_time + send_after : 0;
        const int end = received ? flight.received * step_time + receive_after
                                 : static_cast<int>(trace_.steps.size()) * step_time + receive_after;
        const int track = lane(flight.channel, begin, end);
        slice(short_text(message_text(flight.message), trace_.blocks), "message", begin, end, of_channels, track,
              {{"message", flight.message}});
        if (!sent && !received) return;
        if (sent) flow("s", number, begin, of_nodes, flight.from + 1);
        flow(!sent ? "s" : received ? "t" : "f", number, begin, of_channels, track);
        if (received) flow("f", number, end, of_nodes, flight.to + 1);
    }
    /// A track of the channel where nothing is on its way then. Messages are listed as they are sent.
    int lane(const std::string& channel, int begin, int end) {
        int of_channel = 0;
        for (Lane& lane : lanes_) {
            if (lane.channel != channel) continue;
            ++of_channel;
            if (lane.busy_until > begin) continue;
            lane.busy_until = end;
            return lane.track;
        }
        const int track = static_cast<int>(lanes_.size()) + 1;
        lanes_.push_back({channel, track, end});
        name_track(of_channels, track, of_channel == 0 ? channel : channel + " (" + std::to_string(of_channel + 1) + ")");
        return track;
    }

    void why(const Told& told) {
        const int end = static_cast<int>(trace_.steps.size()) * step_time;
        const bool refuted = told.verdict.empty() && trace_.property != by_hand_property;
        events_.push_back({{"name", refuted ? trace_.property + " is refuted" : trace_.property},
                           {"cat", "verdict"},
                           {"ph", "i"},
                           {"s", "g"},  // it concerns all tracks
                           {"ts", end},
                           {"pid", of_nodes},
                           {"tid", 1},
                           {"args", {{"sentence", told.sentence}, {"why", trace_.why}}}});
    }

    struct Lane {
        std::string channel;
        int track, busy_until;
    };
    const Trace& trace_;
    ordered_json events_ = ordered_json::array();
    std::vector<Lane> lanes_;
    int ticks_ = 0;
    bool ticks_named_ = false;
};

}  // namespace

std::string perfetto_of(const TraceFile& file) {
    const Told& told = file.traces.front();
    const ordered_json other{{"system", file.system},
                             {"property", told.trace->property},
                             {"time", "ten microseconds are one step"}};
    return json_text(ordered_json{{"traceEvents", Events(told).take()}, {"displayTimeUnit", "ms"}, {"otherData", other}}, -1) +
           "\n";
}

}  // namespace tandem::apps
