#include "specs/litmus/generate/name.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "specs/litmus/generate/placement.hpp"
#include "specs/litmus/generate/style.hpp"

namespace tandem::specs {

namespace {

/// The known cycles. The part between two edges to other threads is one word: from which access to which, and whether the
/// location changes. Names: Sarkar et al., Understanding POWER Multiprocessors, PLDI 2011, and the diy tradition.
constexpr std::array<std::pair<const char*, const char*>, 31> known{{
    {"MP", "dWW Rfe dRR Fre"},
    {"SB", "dWR Fre dWR Fre"},
    {"LB", "dRW Rfe dRW Rfe"},
    {"S", "dWW Rfe dRW Coe"},
    {"R", "dWW Coe dWR Fre"},
    {"2+2W", "dWW Coe dWW Coe"},
    {"WRC", "Rfe dRW Rfe dRR Fre"},
    {"RWC", "Rfe dRR Fre dWR Fre"},
    {"WWC", "Rfe dRW Rfe dRW Coe"},
    {"WRR+2W", "Rfe dRR Fre dWW Coe"},
    {"WRW+WR", "Rfe dRW Coe dWR Fre"},
    {"WRW+2W", "Rfe dRW Coe dWW Coe"},
    {"ISA2", "dWW Rfe dRW Rfe dRR Fre"},
    {"W+RWC", "dWW Rfe dRR Fre dWR Fre"},
    {"Z6.0", "dWW Rfe dRW Coe dWR Fre"},
    {"Z6.1", "dWW Coe dWW Rfe dRW Coe"},
    {"Z6.2", "dWW Rfe dRW Rfe dRW Coe"},
    {"Z6.3", "dWW Coe dWW Rfe dRR Fre"},
    {"Z6.4", "dWW Coe dWR Fre dWR Fre"},
    {"Z6.5", "dWW Coe dWW Coe dWR Fre"},
    {"3.SB", "dWR Fre dWR Fre dWR Fre"},
    {"3.LB", "dRW Rfe dRW Rfe dRW Rfe"},
    {"3.2W", "dWW Coe dWW Coe dWW Coe"},
    {"4.SB", "dWR Fre dWR Fre dWR Fre dWR Fre"},
    {"4.LB", "dRW Rfe dRW Rfe dRW Rfe dRW Rfe"},
    {"4.2W", "dWW Coe dWW Coe dWW Coe dWW Coe"},
    {"IRIW", "Rfe dRR Fre Rfe dRR Fre"},
    {"IRRWIW", "Rfe dRR Fre Rfe dRW Coe"},
    {"IRWIW", "Rfe dRW Coe Rfe dRW Coe"},
    {"CoRR", "Rfe sRR Fre"},
    {"CoRW2", "Rfe sRW Coe"},
}};

/// The cycle in those words, and the labels of the parts within threads.
struct Shape {
    std::string words, labels;
    bool plain = true;  // nothing but program order within threads
};

Shape shape_of(const Cycle& cycle) {
    Shape shape;
    const auto word = [&](const std::string& w) { shape.words += (shape.words.empty() ? "" : " ") + w; };
    for (std::size_t i = 0; i < cycle.size(); ++i) {
        if (cycle[i]->external) {
            word(cycle[i]->name);
            continue;
        }
        const Relaxation* first = cycle[i];
        bool same = first->same_location;
        std::string label = first->label;
        while (i + 1 < cycle.size() && !cycle[i + 1]->external) {
            ++i;
            same = same && cycle[i]->same_location;
            label += "-" + cycle[i]->label;
        }
        shape.plain = shape.plain && (label == "po" || label == "po-loc");
        shape.labels += "+" + label;
        word(std::string(same ? "s" : "d") + static_cast<char>(first->from) + static_cast<char>(cycle[i]->to));
    }
    return shape;
}

}  // namespace

std::string name_and_turn(Cycle& cycle) {
    static const std::map<std::string, std::string> names = [] {
        std::map<std::string, std::string> map;
        for (const auto& [name, words] : known) map.emplace(words, name);
        return map;
    }();
    Cycle turned = cycle, any;
    for (std::size_t turn = 0; turn < cycle.size(); ++turn) {
        if (turned.back()->external) {
            if (any.empty()) any = turned;
            const Shape shape = shape_of(turned);
            if (const auto at = names.find(shape.words); at != names.end()) {
                cycle = turned;
                return at->second + (shape.plain ? "" : shape.labels);
            }
        }
        std::rotate(turned.begin(), turned.begin() + 1, turned.end());
    }
    cycle = any;
    std::string name = text(cycle);
    std::replace(name.begin(), name.end(), ' ', '+');
    return name;
}

std::string name_of_places(const std::vector<Place>& places, TestLanguage language) {
    if (places.size() < 2) return "";
    bool alike = true;
    for (std::size_t a = 0; a < places.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) alike = alike && nearest(places[a], places[b]) == nearest(places[0], places[1]);
    const auto level = [](Nearest n) { return static_cast<std::size_t>(n); };
    if (alike) return "+" + level_words(language)[level(nearest(places[0], places[1]))];
    std::vector<std::size_t> order(places.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    std::string name = "+" + std::to_string(order[0]);
    for (std::size_t k = 1; k < order.size(); ++k)
        name += std::array<std::string, 4>{"=", "-", "_", "__"}[level(nearest(places[order[k - 1]], places[order[k]]))] +
                std::to_string(order[k]);
    return name;
}

std::string name_of_styles(const Draft& draft, const AccessStyle* first) {
    std::string name;
    bool all_first = true;
    for (const auto& thread : draft.threads) {
        std::string words;
        for (const DraftAccess& a : thread) {
            if (a.completes()) continue;
            all_first = all_first && a.style == first;
            words += (words.empty() ? "" : ",") + a.style->name;
        }
        name += "+" + words;
    }
    return all_first ? "" : name;
}

std::string name_of_regions(const std::vector<bool>& shared) {
    std::string name;
    for (std::size_t l = 0; l < shared.size(); ++l)
        if (shared[l]) name += "+" + location_name(static_cast<int>(l)) + "-shared";
    return name;
}

std::string location_name(int location) {
    return location < 3 ? std::string(1, static_cast<char>('x' + location))
                        : std::string(1, static_cast<char>('a' + location - 3));
}

}  // namespace tandem::specs
