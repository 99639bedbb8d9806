#include "smt/prove/any/smaller_size.hpp"

#include <algorithm>

namespace tandem::smt::any {

namespace {

/// Calls f(chosen) for all choices of `count` of the names, in their order.
template <class F>
void each_choice_of(const std::vector<int>& names, std::size_t count, F&& f) {
    std::vector<int> chosen;
    const auto choose = [&](auto&& self, std::size_t first) -> void {
        if (chosen.size() == count) return f(chosen);
        for (std::size_t i = first; i < names.size(); ++i) {
            chosen.push_back(names[i]);
            self(self, i + 1);
            chosen.pop_back();
        }
    };
    choose(choose, 0);
}

}  // namespace

SmallerSize::SmallerSize(const Roles& roles, Candidates& candidates, const BySort& most)
    : roles_(roles),
      candidates_(candidates),
      most_(most),
      place_of_(roles.problem().variables.size(), {-1, -1}),
      renamings_(renamings(roles.problem())) {
    std::map<Role, std::size_t> of;  // by the queue's role
    for (int v = 0; v < static_cast<int>(place_of_.size()); ++v) {
        Role role = roles.of(v);
        const auto open = role.pattern.find('[');
        if (open == std::string::npos) continue;
        const auto place = static_cast<std::size_t>(std::stoi(role.pattern.substr(open + 1)));
        role.pattern.resize(open);
        Role size = role;
        size.pattern += ".size";
        const auto size_at = roles.variable(size);
        if (!size_at) continue;
        const auto [found, added] = of.try_emplace(role, queues_.size());
        if (added) queues_.push_back({*size_at, {}});
        QueuePlaces& queue = queues_[found->second];
        if (queue.places.size() <= place) queue.places.resize(place + 1);
        queue.places[place].push_back(v);
        place_of_[static_cast<std::size_t>(v)] = {*size_at, static_cast<int>(place)};
    }
}

const std::vector<SmallerSize::Image>& SmallerSize::images(const Roles& larger, const Names& names) {
    const auto [found, added] = images_.try_emplace(&larger);
    if (!added) return found->second;
    std::vector<Image> all{{}};
    for (std::size_t s = 0; s < sorts; ++s) {
        std::vector<int> kept;
        for (int n = 0; n < names.extents()[s]; ++n)
            if (n != names.outside[s]) kept.push_back(n);
        std::vector<Image> more;
        const int extent = roles_.problem().shape[static_cast<model::Sort>(s)];
        each_choice_of(kept, static_cast<std::size_t>(extent), [&](const std::vector<int>& chosen) {
            for (const Image& image : all) more.push_back(image), more.back().names[s] = chosen;
        });
        all = std::move(more);
    }
    for (Image& image : all)
        for (std::size_t v = 0; v < place_of_.size(); ++v) {
            Role role = roles_.of(static_cast<int>(v));
            each_name(role, [&](std::size_t s, int& n) { n = image.names[s][static_cast<std::size_t>(n)]; });
            image.variable.push_back(larger.variable(role).value_or(-1));
        }
    return found->second = std::move(all);
}

/// The state of the smaller size, and which places of queues are which.
SmallerSize::Seen SmallerSize::seen(const Image& image, const Roles& larger, const StateVector& state) const {
    Seen result;
    result.state.resize(place_of_.size());
    StateVector& small = result.state;
    std::vector<bool> without_image(small.size());
    const auto name = [&](int v, int n) {  // -1: one that is left out
        const int sort = larger.holds_names_of(v);
        if (sort < 0) return n;
        const std::vector<int>& names = image.names[static_cast<std::size_t>(sort)];
        const auto at = std::find(names.begin(), names.end(), n);
        return at == names.end() ? -1 : static_cast<int>(at - names.begin());
    };
    for (std::size_t v = 0; v < small.size(); ++v)
        if (const int l = image.variable[v]; l >= 0) {
            const int value = name(l, state[static_cast<std::size_t>(l)]);
            without_image[v] = value < 0 && larger.holds_names_of(l) >= 0;
            small[v] = without_image[v] ? 0 : value;
        }
    for (const QueuePlaces& queue : queues_) {
        std::vector<int>& from = result.moves[queue.size];
        const int size = small[static_cast<std::size_t>(queue.size)];
        for (int p = 0; p < std::min(size, static_cast<int>(queue.places.size())); ++p) {
            const auto& place = queue.places[static_cast<std::size_t>(p)];
            if (std::none_of(place.begin(), place.end(), [&](int v) { return without_image[static_cast<std::size_t>(v)]; }))
                from.push_back(p);
        }
        for (const auto& place : queue.places)
            for (const int v : place) without_image[static_cast<std::size_t>(v)] = false;
        if (static_cast<int>(from.size()) == size) continue;
        std::vector<int> values;
        for (std::size_t p = 0; p < queue.places.size(); ++p)
            for (std::size_t i = 0; i < queue.places[p].size(); ++i) {
                const bool there = p < from.size();
                values.push_back(there ? small[static_cast<std::size_t>(queue.places[static_cast<std::size_t>(from[p])][i])] : 0);
            }
        auto value = values.begin();
        for (const auto& place : queue.places)
            for (const int v : place) small[static_cast<std::size_t>(v)] = *value++;
        small[static_cast<std::size_t>(queue.size)] = static_cast<int>(from.size());
    }
    result.whole = std::none_of(without_image.begin(), without_image.end(), [](bool without) { return without; });
    return result;
}

/// What the clause says of the larger size's names and places.
std::optional<Clause> SmallerSize::told(const Clause& clause, const Image& image, const Moves& moves) const {
    Clause said;
    for (Literal l : clause.literals) {
        const int one = l.a >= 0 ? l.a : l.b;
        if (l.a < 0 || l.b < 0) {
            if (const int sort = roles_.holds_names_of(one); sort >= 0)
                l.constant = image.names[static_cast<std::size_t>(sort)][static_cast<std::size_t>(l.constant)];
            else if (const auto queue = moves.find(one); queue != moves.end()) {
                // "there is a place number k" is said of the place that it comes from
                if (const auto& from = queue->second; l.constant >= 0 && l.constant < static_cast<int>(from.size()))
                    l.constant = from[static_cast<std::size_t>(l.constant)];
            }
        }
        for (int* v : {&l.a, &l.b}) {
            if (*v < 0) continue;
            int from = *v;
            if (const auto [size, place] = place_of_[static_cast<std::size_t>(*v)]; size >= 0) {
                const auto& order = moves.at(size);
                if (place < static_cast<int>(order.size())) {
                    const auto queue =
                        std::find_if(queues_.begin(), queues_.end(), [&, s = size](const QueuePlaces& q) { return q.size == s; });
                    const auto& here = queue->places[static_cast<std::size_t>(place)];
                    const auto at = std::find(here.begin(), here.end(), *v) - here.begin();
                    from = queue->places[static_cast<std::size_t>(order[static_cast<std::size_t>(place)])]
                                        [static_cast<std::size_t>(at)];
                }
            }
            *v = image.variable[static_cast<std::size_t>(from)];
            if (*v < 0) return std::nullopt;
        }
        said.literals.push_back(l);
    }
    return normalised(std::move(said));
}

std::set<Clause> SmallerSize::excluding(const Roles& larger, const Names& names, const StateVector& state) {
    std::set<Clause> all;
    std::vector<Clause> violated;
    for (const Image& image : images(larger, names)) {
        const Seen small = seen(image, larger, state);
        violated.clear();
        candidates_.violated(small.state, violated);
        for (const Clause& clause : violated)
            for (const Clause& one : said_of_each_name(roles_, clause))
                for (const Clause& reading : readings(roles_, one)) {
                    auto said = told(reading, image, small.moves);
                    if (said && !valid(*said) && !said->holds(state.data())) all.insert(std::move(*said));
                }
    }
    std::erase_if(all, [&](const Clause& clause) {
        const auto q = quantified(larger, clause);
        if (!q) return true;
        for (std::size_t s = 0; s < sorts; ++s)
            if (names_to_break(*q, s) > most_[s]) return true;
        return false;
    });
    return all;
}

void SmallerSize::hold_in(const Roles& larger, const Names& names, const StateVector& state) {
    for (const Image& image : images(larger, names))
        if (const Seen small = seen(image, larger, state); small.whole)
            for (const Renaming& r : renamings_) candidates_.learn(r.of(small.state));
}

}  // namespace tandem::smt::any
