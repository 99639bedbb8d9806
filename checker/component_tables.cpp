// The tables of components in a checkpoint: the packed values in the order of their numbers. Read in that order they get these numbers again.
#include <stdexcept>

#include "checker/checkpoint.hpp"
#include "checker/core_order.hpp"

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
    for (std::uint64_t n = 0; n < size; ++n)
        if (number(in.get_vector<std::uint32_t>()) != n) throw std::logic_error("a component of a checkpoint has got another number");
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
    restore_table(in, [&](const Packed& packed) { return number_message(packed); });
    for (std::size_t kind = 0; kind < nodes_.size(); ++kind)
        restore_table(in, [&](const Packed& packed) { return number_node(static_cast<int>(kind), packed); });
    for (auto& table : contents_)
        restore_table(in, [&](const Packed& packed) {
            return table.number(packed, [&] {
                LinkEntry entry;
                for (std::size_t at = 0; at < packed.size(); at += packed[at] + 1)
                    entry.lanes.emplace_back(packed.begin() + static_cast<std::ptrdiff_t>(at) + 1, packed.begin() + static_cast<std::ptrdiff_t>(at + packed[at]) + 1);
                return entry;
            });
        });
    for (auto& table : sites_)
        restore_table(in, [&](const Packed& packed) { return table.number(packed, [] { return SiteEntry{}; }); });
    restore_table(in, [&](const Packed& packed) { return number_monitor(packed); });
}

void CoreOrder::save(CheckpointWriter& out) const {
    for (const auto& table : numbers_) save_table(out, table);
}

void CoreOrder::restore(CheckpointReader& in) {
    for (auto& table : numbers_)
        restore_table(in, [&](const Packed& packed) { return table.number(packed, [] { return SiteEntry{}; }); });
}

}  // namespace tandem::checker
