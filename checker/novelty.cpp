#include "checker/novelty.hpp"

#include <algorithm>
#include <functional>

#include "model/hash.hpp"

namespace tandem::checker {

namespace {

constexpr int bits_of_a_place = 26;  // 8 MB of bits
constexpr std::size_t words = std::size_t{1} << (bits_of_a_place - 6);

std::uint64_t hash_of(const std::string& text) {
    std::uint64_t hash = 0;
    for (const char c : text) hash = model::hash_with(hash, static_cast<unsigned char>(c));
    return hash;
}
std::uint64_t hash_of(const Packed& packed) {
    std::uint64_t hash = 1;
    for (const auto word : packed) hash = model::hash_with(hash, word);
    return hash;
}

}  // namespace

NoveltyTable::NoveltyTable(const Components& components)
    : components_(components),
      slots_(static_cast<std::size_t>(components.slots())),
      things_(slots_),
      seen_(words),
      together_(words),
      bytes_(2 * words * sizeof(std::uint64_t)) {}

Novelty NoveltyTable::see(const Parts& parts) {
    Novelty novelty = Novelty::none;
    const auto met = [&](Novelty one) { novelty = std::min(novelty, one); };
    for (std::size_t a = 0; a < slots_; ++a) {
        const std::uint64_t one = model::hash_with(a + 1, parts[a]);
        if (is_new(together_, one)) {
            const Things& mine = things(a, parts);
            for (std::size_t i = 0; i < mine.size(); ++i) {
                if (is_new(seen_, mine[i])) met(Novelty::thing);
                for (std::size_t j = 0; j < i; ++j)
                    if (is_new(seen_, model::hash_with(mine[i], mine[j]))) met(Novelty::pair);
            }
        }
        for (std::size_t b = 0; b < a; ++b) {
            if (!is_new(together_, model::hash_with(model::hash_with(one, b), parts[b]))) continue;
            const Things &mine = things(a, parts), &others = things(b, parts);
            for (const std::uint64_t thing : mine)
                for (const std::uint64_t other : others)
                    if (is_new(seen_, model::hash_with(thing, other))) met(Novelty::pair);
        }
    }
    return novelty;
}

bool NoveltyTable::is_new(std::vector<std::uint64_t>& seen, std::uint64_t hash) {
    const std::uint64_t place = model::mixed(hash) >> (64 - bits_of_a_place), bit = std::uint64_t{1} << (place & 63);
    std::uint64_t& word = seen[place >> 6];
    const bool is = (word & bit) == 0;
    word |= bit;
    return is;
}

const NoveltyTable::Things& NoveltyTable::things(std::size_t slot, const Parts& parts) {
    auto& known = things_[slot];
    if (known.size() <= parts[slot]) known.resize(2 * std::size_t{parts[slot]} + 16);
    Things& of_this = known[parts[slot]];
    if (of_this.empty()) {
        of_this = find_things(slot, parts);
        bytes_ += of_this.size() * sizeof of_this[0] + sizeof of_this + heap_overhead;
    }
    return of_this;
}

NoveltyTable::Things NoveltyTable::find_things(std::size_t slot, const Parts& parts) const {
    Things found;
    const auto add_fields = [&](const std::vector<model::Field>& fields) {
        for (const model::Field& field : fields)
            found.push_back(model::hash_with(model::hash_with(slot, hash_of(field.name)), hash_of(field.value)));
    };
    const model::Network& network = components_.network();
    const int number = static_cast<int>(slot);
    if (number == components_.monitor_slot()) add_fields(network.describe_monitor(components_.monitor(parts[slot]).packed));
    else if (number < components_.nodes())
        add_fields(network.describe_node(network.nodes()[slot].kind, components_.node(number, parts[slot]).packed));
    for (int l = 0; l < components_.links(); ++l) {
        const Components::LinkInfo& link = components_.link(l);
        if (link.slot != number) continue;
        const LinkEntry& contents = components_.contents(l, parts);
        for (std::size_t lane = 0; lane < contents.lanes.size(); ++lane)
            for (const Number message : contents.lanes[lane])
                found.push_back(model::hash_with(model::hash_with(~0ULL, static_cast<std::uint64_t>(link.channels[lane])),
                                                 hash_of(components_.message(message).packed)));
    }
    if (found.empty()) found.push_back(model::hash_with(~1ULL, slot));
    return found;
}

}  // namespace tandem::checker
