#include "specs/litmus/generate/relaxation.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::specs {

namespace {

using RelaxationKind = Relaxation::Kind;

class Table {
public:
    explicit Table(TestLanguage language) {
        for (const bool external : {true, false}) {
            communication(RelaxationKind::rf, "Rf", Access::write, Access::read, external);
            communication(RelaxationKind::fr, "Fr", Access::read, Access::write, external);
            communication(RelaxationKind::co, "Co", Access::write, Access::write, external);
        }
        all.push_back({RelaxationKind::atomic, false, true, Access::read, Access::write, "", "Rmw", "rmw"});
        between({RelaxationKind::program_order, false, true, Access::read, Access::read, "", "Po", "po"});
        if (language == TestLanguage::x86) {
            fence("mfence", "MFence", "mfence");
            return;
        }
        if (language == TestLanguage::ptx6) {
            for (const auto& [order, name] : {std::pair("sc", "Sc"), {"acq_rel", "AcqRel"}})
                for (const auto& [scope, word] : {std::pair("cta", "Cta"), {"gpu", "Gpu"}, {"sys", "Sys"}})
                    fence(std::string(order) + "." + scope, std::string("Fence") + name + word,
                          std::string("fence.") + order + "." + scope);
        } else {
            for (const auto& [scope, name] : {std::pair("cta", "Cta"), {"gl", "Gl"}, {"sys", "Sys"}})
                fence(scope, std::string("Membar") + name, std::string("membar.") + scope);
            dependency(RelaxationKind::address, "DpAddr", "addr", {Access::read, Access::write});
        }
        dependency(RelaxationKind::data, "DpData", "data", {Access::write});
        dependency(RelaxationKind::control, "DpCtrl", "ctrl", {Access::read, Access::write});
        dependency(RelaxationKind::guard, "If", "if", {Access::read, Access::write});
    }

    std::vector<Relaxation> all;

private:
    void communication(RelaxationKind kind, const std::string& name, Access from, Access to, bool external) {
        const std::string whole = name + (external ? "e" : "i");
        std::string label = whole;
        label[0] = static_cast<char>(label[0] - 'A' + 'a');
        all.push_back({kind, external, true, from, to, "", whole, label});
    }
    /// To a different and to the same location.
    void both_places(Relaxation r, const std::string& ends) {
        const std::string name = r.name, label = r.label;
        for (const bool same : {false, true}) {
            r.same_location = same;
            r.name = name + (same ? "s" : "d") + ends;
            r.label = label + (same ? "-loc" : "");
            all.push_back(r);
        }
    }
    void between(Relaxation r) {
        for (const Access from : {Access::read, Access::write})
            for (const Access to : {Access::read, Access::write}) {
                r.from = from, r.to = to;
                both_places(r, {static_cast<char>(from), static_cast<char>(to)});
            }
    }
    void fence(const std::string& words, const std::string& name, const std::string& label) {
        between({RelaxationKind::fence, false, true, Access::read, Access::read, words, name, label});
    }
    void dependency(RelaxationKind kind, const std::string& name, const std::string& label, const std::vector<Access>& targets) {
        for (const Access to : targets)
            both_places({kind, false, true, Access::read, to, "", name, label}, {static_cast<char>(to)});
    }
};

}  // namespace

// Of several stars only the last that was met is tried again: the ones before it need take no
/// more.
bool matches(std::string_view pattern, std::string_view name) {
    std::size_t p = 0, n = 0, star = pattern.npos, taken = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') star = p++, taken = n;
        else if (p < pattern.size() && pattern[p] == name[n]) ++p, ++n;
        else if (star != pattern.npos) p = star + 1, n = ++taken;
        else return false;
    }
    return pattern.find_first_not_of('*', p) == pattern.npos;
}

std::vector<Relaxation> relaxations(TestLanguage language) { return Table(language).all; }

std::vector<Relaxation> select_relaxations(TestLanguage language, const std::vector<std::string>& names) {
    const std::vector<Relaxation> all = relaxations(language);
    std::vector<bool> wanted(all.size());
    for (const std::string& name : names) {
        const std::string pattern = name.starts_with("Ws") ? "Co" + name.substr(2) : name;
        bool any = false;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (matches(pattern, all[i].name)) any = wanted[i] = true;
        if (any) continue;
        // By families: Pod** for PodRR, PodRW, ...
        std::vector<std::string> families;
        for (const Relaxation& r : all) {
            const std::size_t end = r.name.find_last_not_of("RW") + 1;
            const std::string family = r.name.substr(0, end) + std::string(r.name.size() - end, '*');
            if (std::find(families.begin(), families.end(), family) == families.end()) families.push_back(family);
        }
        std::string known;
        for (const std::string& family : families) known += (known.empty() ? "" : ", ") + family;
        throw std::invalid_argument("there is no relaxation '" + name + "' in this language: " + known + " are accepted");
    }
    std::vector<Relaxation> list;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (wanted[i]) list.push_back(all[i]);
    return list;
}

}  // namespace tandem::specs
