#include "specs/litmus/generate/style.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace tandem::specs {

namespace {

using Styles = std::vector<AccessStyle>;

struct Order {
    const char* name;
    bool reads, writes;
};

/// Plain accesses with each order that they may have, and read-modify-writes with each of theirs, in every scope.
void add_ordered(Styles& list, const std::vector<Order>& orders, const std::vector<Order>& atomic_orders,
                 const std::string& atomic, const std::vector<const char*>& scopes) {
    for (const bool is_atomic : {false, true})
        for (const Order& order : is_atomic ? atomic_orders : orders)
            for (const char* scope : scopes)
                list.push_back({(is_atomic ? atomic + "." : "") + order.name + "." + scope,
                                order.reads,
                                order.writes,
                                is_atomic,
                                {order.name, scope}});
}

Styles lisa_styles(const std::vector<const char*>& scopes) {
    Styles list{{"plain", true, true, false, {}}, {"rmw", true, true, true, {}}};
    const std::vector<Order> orders{{"relaxed", true, true},
                                    {"acquire", true, false},
                                    {"release", false, true},
                                    {"rm_acq", true, false},
                                    {"rm_rel", false, true}};
    std::vector<Order> both;
    for (Order order : orders) order.reads = order.writes = true, both.push_back(order);
    both.push_back({"acq_rel", true, true});
    both.push_back({"rm_ar", true, true});
    add_ordered(list, orders, both, "rmw", scopes);
    return list;
}

Styles ptx6_styles() {
    Styles list{{"weak", true, true, false, {"weak"}}};
    add_ordered(list, {{"relaxed", true, true}, {"acquire", true, false}, {"release", false, true}},
                {{"relaxed", true, true}, {"acquire", true, true}, {"release", true, true}, {"acq_rel", true, true}}, "atom",
                {"cta", "gpu", "sys"});
    return list;
}

const AccessStyle* first_atomic(TestLanguage language) {
    const Styles& all = styles(language);
    return &*std::find_if(all.begin(), all.end(), [](const AccessStyle& s) { return s.atomic; });
}

}  // namespace

const Styles& styles(TestLanguage language) {
    static const Styles x86{{"mov", true, true, false, {}}, {"lock", true, true, true, {}}};
    static const Styles ptx{{"cg", true, true, false, {"cg"}},
                            {"ca", true, false, false, {"ca"}},  // a store has no such operator
                            {"plain", true, true, false, {}},
                            {"volatile", true, true, false, {"volatile"}},
                            {"atom", true, true, true, {}}};
    static const Styles ptx6 = ptx6_styles();
    static const Styles lisa = lisa_styles({"cta", "gl", "sys"});
    static const Styles hsa = lisa_styles({"wi", "wv", "wg", "cmp", "sys"});
    switch (language) {
        case TestLanguage::x86:
            return x86;
        case TestLanguage::lisa:
            return lisa;
        case TestLanguage::hsa_lisa:
            return hsa;
        case TestLanguage::ptx:
            return ptx;
        case TestLanguage::ptx6:
            break;
    }
    return ptx6;
}

std::vector<const AccessStyle*> select_styles(TestLanguage language, const std::vector<std::string>& names) {
    const Styles& all = styles(language);
    std::vector<bool> wanted(all.size());
    for (const std::string& name : names) {
        bool any = false;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (matches(name, all[i].name)) any = wanted[i] = true;
        if (any) continue;
        std::string known;
        for (const AccessStyle& style : all) known += (known.empty() ? "" : ", ") + style.name;
        throw std::invalid_argument("there is no access '" + name + "' in this language: " + known + " are accepted");
    }
    std::vector<const AccessStyle*> list;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (wanted[i]) list.push_back(&all[i]);
    for (const auto& [what, does] : {std::pair("reads", &AccessStyle::reads), std::pair("writes", &AccessStyle::writes)})
        if (std::none_of(list.begin(), list.end(), [&, of = does](const AccessStyle* s) { return s->*of; }))
            throw std::invalid_argument(std::string("none of the accesses ") + what + ": " + all.front().name + " does");
    return list;
}

bool for_each_styling(TestLanguage language, const std::vector<const AccessStyle*>& styles, Draft draft,
                      const std::function<bool(const Draft&)>& visit) {
    std::vector<const AccessStyle*> whole;  // of a read-modify-write on the cycle
    for (const AccessStyle* style : styles)
        if (style->atomic && style->reads && style->writes) whole.push_back(style);
    if (whole.empty()) whole.push_back(first_atomic(language));
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t t = 0; t < draft.threads.size(); ++t)
        for (std::size_t k = 0; k < draft.threads[t].size(); ++k) places.emplace_back(t, k);
    const auto style_from = [&](auto&& self, std::size_t at) -> bool {
        if (at == places.size()) return visit(draft);
        auto& thread = draft.threads[places[at].first];
        const std::size_t k = places[at].second;
        DraftAccess& access = thread[k];
        if (access.completes()) {
            access.style = thread[k - 1].style;
            return self(self, at + 1);
        }
        const bool begins = k + 1 < thread.size() && thread[k + 1].completes();
        for (const AccessStyle* style : begins ? whole : styles) {
            if (!begins && !(access.access == Access::read ? style->reads : style->writes)) continue;
            access.style = style;
            if (!self(self, at + 1)) return false;
        }
        return true;
    };
    return style_from(style_from, 0);
}

}  // namespace tandem::specs
