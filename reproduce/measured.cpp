#include "reproduce/measured.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>

#include "model/reflect.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::reproduce {

namespace {

double counted(const nlohmann::json& report, const char* what) {
    return report.at("counted").at("counts").at(what).get<double>();
}
double share(double part, double rest) { return part == 0 ? 0 : part / (part + rest); }

/// The average cycles of an operation, over the kinds that are asked for, such as "load rm_acq cmp".
double cycles_each(const nlohmann::json& report, const std::function<bool(const std::string& kind)>& asked) {
    double operations = 0, cycles = 0;
    for (const auto& [kind, cost] : report.at("counted").at("synchronization").items()) {
        if (!asked(kind)) continue;
        operations += cost.at("operations").get<double>();
        cycles += cost.at("cycles").get<double>();
    }
    return operations == 0 ? 0 : cycles / operations;
}

bool is_remote(const std::string& kind) { return kind.find(" rm_") != std::string::npos; }
double cmp_cycles(const nlohmann::json& report, bool remote) {
    return cycles_each(report, [&](const std::string& kind) { return kind.ends_with(" cmp") && is_remote(kind) == remote; });
}

/// As the texts without a directory name them.
bool is_request(const std::string& kind) {
    return kind == "BusRd" || kind == "BusWr" || kind == "BusAtom" || kind == "Read" || kind == "Write" || kind == "Atomic";
}

/// A new reason makes the compiler ask here.
bool is_of_memory(perfsim::Stall why) {
    using enum perfsim::Stall;
    switch (why) {
        case data:
        case order:
        case fence:
        case block_locked:
        case mshr_full:
        case merges_full:
        case network_full:
        case pipeline:
            return true;
        case none:
        case scoreboard:
        case barrier:
        case pause:
        case no_warp:
            return false;
    }
    return false;
}

/// The share of the time of all work-groups in all rounds, each to the end of its round.
double time_share(const nlohmann::json& report, const char* part) {
    double all = 0;
    for (const char* what : {"cycles working", "cycles popping", "cycles stealing", "cycles searching", "cycles idle"})
        all += counted(report, what);
    return all == 0 ? 0 : counted(report, part) / all;
}

/// The bytes of the messages of the kinds that are asked for.
double bytes(const nlohmann::json& report, const std::function<bool(const std::string& kind)>& asked) {
    double all = 0;
    for (const auto& kind : report.at("traffic"))
        if (asked(kind.at("name"))) all += kind.value("bytes", 0.0);
    return all;
}

}  // namespace

std::vector<double> group_times(const nlohmann::json& report) {
    return report.at("counted").at("group_cycles").get<std::vector<double>>();
}

std::optional<double> measured(Measure measure, const nlohmann::json& report) {
    const auto sum = [](const nlohmann::json& list) {
        return std::accumulate(list.begin(), list.end(), 0.0,
                               [](double s, const nlohmann::json& x) { return s + x.get<double>(); });
    };
    switch (measure) {
        case Measure::performance:
            return 1 / report.at("cycles").get<double>();
        case Measure::loads_per_store:
            return report.at("loads").get<double>() / std::max(1.0, report.at("stores").get<double>());
        case Measure::cycles:
            return report.at("cycles").get<double>();
        case Measure::memory_stalls: {
            double stalls = 0;
            for (std::size_t i = 0; i < perfsim::stall_count; ++i)
                if (const auto why = static_cast<perfsim::Stall>(i); is_of_memory(why))
                    stalls += report.at("sm_cycles").at(model::name_of(why)).get<double>();
            return stalls;
        }
        case Measure::flits: {
            double flits = 0;
            for (const auto& kind : report.at("traffic")) flits += kind.at("flits").get<double>();
            return flits;
        }
        case Measure::requests: {
            double requests = 0;
            for (const auto& kind : report.at("traffic"))
                if (is_request(kind.at("name"))) requests += kind.at("messages").get<double>();
            return requests;
        }
        case Measure::issuing:
            return 100 * report.at("sm_cycles").at("issuing").get<double>() / sum(report.at("sm_cycles"));
        case Measure::bytes:
            return bytes(report, [](const std::string&) { return true; });
        case Measure::invalidations:
            return bytes(report, [](const std::string& kind) { return kind == "Inv" || kind == "InvAck"; });
        case Measure::evictions:
            return bytes(report, [](const std::string& kind) { return kind.starts_with("Evict") || kind == "Rehash"; });
        case Measure::mutexes:
            return bytes(report, [](const std::string& kind) { return kind == "WavefrontMuReq" || kind.starts_with("Mu"); });
        case Measure::energy:
            return sum(report.at("energy_nj"));
        case Measure::l1_energy:
            return report.at("energy_nj").at("L1").get<double>();
        case Measure::expired:
            return report.at("l1").value("expired", 0.0);
        case Measure::wrong:
            return report.at("result") != "correct";
        case Measure::group_times: {
            const auto times = group_times(report);
            return times.empty() ? 0 : *std::max_element(times.begin(), times.end());
        }
        case Measure::lines_read: {
            for (const auto& kind : report.at("traffic"))
                if (kind.at("name") == "Read") return kind.at("messages").get<double>();
            return 0;
        }
        case Measure::stolen:
            return share(counted(report, "elements stolen"), counted(report, "elements popped"));
        case Measure::steals_lost:
            return share(counted(report, "steals lost"), counted(report, "elements stolen"));
        case Measure::zero_commit:
            return report.at("cpus").at("no_commit").get<double>();
        case Measure::mutex_hits: {
            double sent = 0;
            for (const auto& kind : report.at("traffic"))
                if (kind.at("name") == "MuReq") sent += kind.at("messages").get<double>();
            const double asked = report.at("outcomes").value("rob_asks", 0.0);
            if (asked == 0) return std::nullopt;
            return 100 * (asked - sent) / asked;
        }
        case Measure::load_hits: {
            const double hits = report.at("outcomes").value("load_hit", 0.0);
            return 100 *
                   share(hits, report.at("outcomes").value("load_miss", 0.0) + report.at("outcomes").value("load_merged", 0.0));
        }
        case Measure::cpu_mutexes: {
            const double of_mutexes = report.at("cpus").at("pool_bytes").get<double>();
            return 100 * share(of_mutexes, report.at("cpus").at("bytes").get<double>());
        }
        case Measure::cmp_cycles:
            return cmp_cycles(report, false);
        case Measure::remote_cycles:
            return cmp_cycles(report, true);
        case Measure::wg_cycles:
            return cycles_each(report, [](const std::string& kind) { return kind.ends_with(" wg"); });
        case Measure::synchronization_cycles:
            return cycles_each(report, [](const std::string&) { return true; });
        case Measure::rm_acq_cycles:
            return cycles_each(report, [](const std::string& kind) { return kind == "load rm_acq cmp"; });
        case Measure::rm_ar_cycles:
            return cycles_each(report, [](const std::string& kind) { return kind == "cas rm_ar cmp"; });
        case Measure::working:
            return time_share(report, "cycles working");
        case Measure::popping:
            return time_share(report, "cycles popping");
        case Measure::stealing:
            return time_share(report, "cycles stealing");
        case Measure::searching:
            return time_share(report, "cycles searching");
        case Measure::idle:
            return time_share(report, "cycles idle");
    }
    return 0;
}

}  // namespace tandem::reproduce
