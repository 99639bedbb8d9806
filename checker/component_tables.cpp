// The tables of components in a checkpoint: the packed values in the order of their numbers. Read in that order they get these
// numbers again.
#include <algorithm>
#include <stdexcept>

#include "checker/checkpoint.hpp"
#include "checker/core_order.hpp"
#include "checker/refused_checkpoint.hpp"

namespace tandem::checker {

namespace {

template <class Entry>
void save_table(CheckpointWriter& out, const Interner<Entry>& table) {
    out.put(std::uint64_t{table.size()});
    for (std::uint32_t n = 0; n < table.size(); ++n) out.put(table[n].packed);
}

/// number(value) must give what is read the numbers from 0 on.
template <class NumberOf>
void restore_table(CheckpointReader& in, NumberOf&& number) {
    const auto size = in.get<std::uint64_t>();
    for (std::uint64_t n = 0; n < size; ++n) require_of_checkpoint(number(in.get_vector<std::uint32_t>()) == n);
}

/// Whether a value is one of this system: packed again after it was unpacked, it is the same. So each field is in its range, and
/// what the text leaves unused is at its default. `again` unpacks, renames and packs.
template <class Again>
void require_packed(const Packed& packed, Again&& again) {
    model::Permutation same{};
    // The text's own code sees nothing that is beyond a range: it has no part in the first round.
    for (const bool clears_unused : {false, true}) {
        same.clears_unused = clears_unused;
        try {
            require_of_checkpoint(again(same) == packed);
        } catch (const std::logic_error&) {
            refuse_checkpoint();
        }
    }
}

}  // namespace

void Components::save(CheckpointWriter& out) const {
    save_table(out, messages_);
    for (const auto& table : nodes_) save_table(out, table);
    for (const auto& table : contents_) save_table(out, table);
    for (const auto& table : sites_) save_table(out, table);
    save_table(out, monitors_);
}

void Components::restore(CheckpointReader& in) {
    using model::Permutation;
    restore_table(in, [&](const Packed& packed) {
        require_packed(packed, [&](const Permutation& same) { return network_.permuted_message(packed, same, -1); });
        return number_message(packed);
    });
    for (std::size_t kind = 0; kind < nodes_.size(); ++kind) {
        const auto& all = network_.nodes();
        const auto one =
            std::find_if(all.begin(), all.end(), [&](const auto& node) { return static_cast<std::size_t>(node.kind) == kind; });
        const std::size_t words = one == all.end() ? 0 : network_.initial(0, static_cast<int>(one - all.begin())).size();
        restore_table(in, [&](const Packed& packed) {
            require_of_checkpoint(one != all.end() && packed.size() == words);
            require_packed(packed, [&](const Permutation& same) {
                return network_.permuted_node(static_cast<int>(kind), packed, same, one->owner);
            });
            return number_node(static_cast<int>(kind), packed);
        });
    }
    for (std::size_t kind = 0; kind < contents_.size(); ++kind) {
        const auto one = std::find_if(links_.begin(), links_.end(),
                                      [&](const LinkInfo& link) { return static_cast<std::size_t>(link.kind) == kind; });
        auto& table = contents_[kind];
        restore_table(in, [&](const Packed& packed) {
            std::size_t lanes = 0;
            for (std::size_t at = 0; at < packed.size(); at += packed[at] + std::size_t{1}, ++lanes) {
                require_of_checkpoint(packed[at] < packed.size() - at);
                for (std::size_t m = 1; m <= packed[at]; ++m) require_of_checkpoint(packed[at + m] < messages_.size());
            }
            require_of_checkpoint(one != links_.end() && lanes == one->channels.size());
            return table.number(packed, [&] {
                LinkEntry entry;
                for (std::size_t at = 0; at < packed.size(); at += packed[at] + 1)
                    entry.lanes.emplace_back(packed.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                                             packed.begin() + static_cast<std::ptrdiff_t>(at + packed[at]) + 1);
                return entry;
            });
        });
    }
    for (std::size_t kind = 0; kind < sites_.size(); ++kind) {
        const auto one = std::find_if(slots_.begin(), slots_.end(), [&](const Slot& slot) {
            return slot.site >= 0 && static_cast<std::size_t>(slot.site) == kind;
        });
        restore_table(in, [&](const Packed& packed) {
            require_of_checkpoint(one != slots_.end() && packed.size() == (one->kind >= 0 ? 1 : 0) + one->links.size());
            auto number = packed.begin();
            if (one->kind >= 0) require_of_checkpoint(*number++ < nodes_[static_cast<std::size_t>(one->kind)].size());
            for (const int l : one->links)
                require_of_checkpoint(*number++ < contents_[static_cast<std::size_t>(link(l).kind)].size());
            return sites_[kind].number(packed, [] { return SiteEntry{}; });
        });
    }
    const std::size_t words_of_monitor = network_.monitored() ? network_.initial_monitor(0).size() : 0;
    restore_table(in, [&](const Packed& packed) {
        require_of_checkpoint(network_.monitored() && packed.size() == words_of_monitor);
        require_packed(packed, [&](const Permutation& same) { return network_.permuted_monitor(packed, same); });
        return number_monitor(packed);
    });
}

void CoreOrder::save(CheckpointWriter& out) const {
    for (const auto& table : numbers_) save_table(out, table);
}

void CoreOrder::restore(CheckpointReader& in) {
    for (auto& table : numbers_)
        restore_table(in, [&](const Packed& packed) { return table.number(packed, [] { return SiteEntry{}; }); });
}

}  // namespace tandem::checker
