// A simulated run told in the words of the searched system: which node does what, and which message it receives.
//
// The names of blocks are given in the order in which the run touches them. All data are one value: texts never look at data, so
// a run with any data is a run with one, and `sim --audit` judges what is loaded. A prefix of a run is a run. So where it leaves
// what the searched system has room for, as a fifth block, telling ends there.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engines/configuration.hpp"
#include "engines/needs.hpp"
#include "engines/observed_machine.hpp"
#include "engines/registry.hpp"
#include "engines/simulated.hpp"
#include "model/item_text.hpp"
#include "model/range.hpp"
#include "model/words.hpp"
#include "perfsim/machine.hpp"
#include "perfsim/to_concrete.hpp"

namespace tandem::engines {

/// The names of a run's blocks. Blocks of one bank stay in one bank, which `home` tells of a block.
class NamesOfRun {
public:
    perfsim::Cycle now = 0;

    explicit NamesOfRun(int blocks) : taken_(static_cast<std::size_t>(blocks), false) {}

    /// Throws TooLong if no name is left.
    template <class Home>
    void give(std::uint32_t block, Home&& home) {
        if (named_.contains(block)) return;
        for (std::size_t name = 0; name < taken_.size(); ++name) {
            if (taken_[name] || !home(static_cast<int>(name))) continue;
            taken_[name] = true;
            named_[block] = static_cast<int>(name);
            return;
        }
        throw perfsim::TooLong("it touches more blocks than the searched system has names for, " + std::to_string(taken_.size()));
    }

    int block(std::uint32_t number) const {
        const auto named = named_.find(number);
        if (named == named_.end()) throw perfsim::TooLong("it names a block in a place where none is looked for");
        return named->second;
    }
    template <class F>
    void each_block(F&& f) const {
        for (const auto& [number, name] : named_) f(static_cast<int>(number), name);
    }
    int word(std::uint32_t) const { return 0; }

private:
    std::unordered_map<std::uint32_t, int> named_;
    std::vector<bool> taken_;
};

/// Names every block in a value of the machine.
template <class From, class Name>
void each_block_in(const From& from, Name&& name) {
    if constexpr (std::is_same_v<From, perfsim::Block>) name(from.number);
    else if constexpr (std::is_same_v<From, perfsim::Value>) return;
    else if constexpr (model::is_table<From>)  // first: it has an `each`, too
        from.each([&](auto key, const auto& item) { each_block_in(key, name), each_block_in(item, name); });
    else if constexpr (model::is_array<From>) {
        if constexpr (requires { from.items; })
            for (const auto& item : from.items) each_block_in(item, name);
    } else if constexpr (requires { from.each([](auto) {}); }) from.each([&](auto item) { each_block_in(item, name); });
    else if constexpr (requires { from.present; from.item; }) {
        if (from.present) each_block_in(from.item, name);
    } else if constexpr (model::DescribedStruct<From>) {
        bool first = true;
        model::for_each_member(from, [&](const char* member, const auto& part) {
            if constexpr (requires { From::carries(from, ""); })
                if (!first && !From::carries(from, member)) return;
            first = false;
            each_block_in(part, name);
        });
    }
}

/// Whether a queue in a node of the machine, about one of these blocks or none, is longer than the searched system's: there a
/// request that finds the queue full has to wait, and here none does.
template <class From>
bool has_long_queue(const From& from, const NamesOfRun& names) {
    bool is_long = false;
    [[maybe_unused]] const auto ask = [&](const auto& part) { is_long = is_long || has_long_queue(part, names); };
    if constexpr (model::is_fifo<From>) {
        is_long = from.size.number > From::capacity;
    } else if constexpr (requires { from.find(perfsim::Block(0)); }) {
        names.each_block([&](int number, int) {
            if (const auto* item = from.find(perfsim::Block(number))) ask(*item);
        });
    } else if constexpr (model::is_array<From>) {
        if constexpr (requires { from.of; })
            names.each_block([&](int number, int) {
                if (const auto place = static_cast<std::size_t>(number); place < from.items.size()) ask(from.items[place]);
            });
        else if constexpr (requires { from.items; })
            for (const auto& item : from.items) ask(item);
    } else if constexpr (model::DescribedStruct<From>) {
        model::for_each_member(from, [&](const char*, const auto& part) { ask(part); });
    }
    return is_long;
}

/// `Timed` is the text that the machine runs, and `Searched` the same of the search.
template <class Timed, class Searched>
class Recorder final : public perfsim::ObservesAlike<Timed, Recorder<Timed, Searched>> {
public:
    using Base = perfsim::Observer<Timed>;
    template <int kind> using Node = std::tuple_element_t<kind, typename Searched::Nodes>;

    Recorder(const perfsim::Machine<Timed>& machine, const typename Searched::Config& searched, EventsTold& told)
        : machine_(machine), searched_(searched), told_(told), names_(searched.shape[model::Sort::address]) {}

    void accessed(int core, const typename Base::Core::Operation& operation, const typename Base::Core& after) override {
        tell({0, core}, after, [&] { return named<0, typename Node<0>::Operation>(operation); });
    }
    void accessed_by_cpu(int cpu, const perfsim::OperationOfCpu<Timed>& operation,
                         const perfsim::CpuNode<Timed>& after) override {
        if constexpr (perfsim::has_cpus<Timed>) {
            constexpr int kind = perfsim::cpu_kind<Timed>;
            tell({kind, cpu}, after, [&] { return named<kind, typename Node<kind>::Operation>(operation); });
        }
    }
    template <int kind>
    void acted_by(int i, const auto& action, [[maybe_unused]] const auto& after) {
        if constexpr (model::TakesActions<Node<kind>>)
            tell({kind, i}, after, [&] { return named<kind, typename Node<kind>::Action>(action); });
    }
    template <int kind>
    void received_by(const perfsim::Way& way, const typename Base::Message& message, const auto& after) {
        tell({kind, way.to, true, way.from_kind, way.from}, after, [&] {
            const auto received = model::normalised(translated<typename Searched::Message>(message));
            return model::one_line(received, searched_.shape);
        });
    }

private:
    /// `From` as the search has it. Throws TooLong if it cannot be there.
    template <class To, class From>
    To translated(const From& from) {
        each_block_in(from, [&](std::uint32_t block) {
            names_.give(block, [&](int name) {
                if constexpr (requires { searched_.home(perfsim::Block(0)); })
                    return searched_.home(model::Id<model::Sort::address>(name)) == machine_.config().home(perfsim::Block(block));
                else return true;
            });
        });
        To to = perfsim::to_concrete<To>(from, names_);
        if (const auto beyond = model::out_of_range(to, searched_.shape)) throw perfsim::TooLong("it has " + *beyond);
        return to;
    }
    template <int kind, class To>
    std::string named(const auto& item) {
        return model::item_text<Searched, Node<kind>>(model::normalised(translated<To>(item)), searched_.shape);
    }
    template <class After, class Text>
    void tell(EventTold event, const After& after, Text&& text) {
        if (ended_) return;
        names_.now = event.cycle = machine_.now();
        try {
            event.text = text();
            if (has_long_queue(after, names_))
                throw perfsim::TooLong("more requests wait for a block than the searched system has places for");
        } catch (const perfsim::TooLong& beyond) {
            ended_ = true;
            return told_.ends(beyond.what());
        }
        told_.event(event);
    }

    const perfsim::Machine<Timed>& machine_;
    const typename Searched::Config searched_;
    EventsTold& told_;
    NamesOfRun names_;
    bool ended_ = false;
};

/// The selection of the search that has a machine's configuration. It has one data value, as many blocks as there are names, and
/// as much room in channels as it takes: a machine limits neither. Throws UsageError if there is none.
template <class P>
Selection searched_selection(const typename P::Config& config, const perfsim::MachineDescription& machine) {
    const auto& settings = settings_of<P>();
    const auto key_of = [&](model::Sort sort) { return settings.extents()[static_cast<std::size_t>(sort)]; };
    const auto keys = settings.keys();
    Selection selection = selection_of<P>(config);
    selection.free = true;
    const auto set = [&](const std::string& name, int value) {  // where it is shown
        if (("," + selection.shape).find("," + name + "=") != std::string::npos)
            selection.shape = model::with(selection.shape, name, std::to_string(value));
    };
    set(key_of(model::Sort::address), model::room<Domain<P>>(model::Sort::address));
    set("lanes", std::min(machine.sms.lanes, model::room<Domain<P>>(model::Sort::address)));
    if (std::any_of(keys.begin(), keys.end(), [](const model::Entry& key) { return key.name == "words"; }))
        selection.shape = model::with(selection.shape, "words", "2");  // a kernel's store may name a part of its block
    std::string why;
    for (const int values : {1, 2})
        for (int room = model::max_channel; room > 0; --room) {
            set(key_of(model::Sort::value), values);
            set("capacity", room);
            try {
                configuration<P>(selection);
                return selection;
            } catch (const model::UsageError& error) {
                why = error.what();
            }
        }
    throw model::UsageError("a log of messages is of a machine that " + std::string(P::name) + " can be searched for, and '" +
                            machine.name + "' is none: " + why);
}

/// Whether a machine sets nothing more than the shape of the search has said, but for sizes that it does not limit. Settings that
/// are no plain bytes are not compared: then it is not known, and false.
template <class P>
bool says_all(const typename P::Config& searched, const perfsim::MachineDescription& machine) {
    using Config = typename P::Config;
    if constexpr (std::is_trivially_copyable_v<Config>) {
        Config said = searched, set = searched;
        if constexpr (requires { said.leases, said.lease_choices; })
            std::fill(said.leases.begin() + said.lease_choices, said.leases.end(), 0);  // which nobody grants
        std::memcpy(static_cast<void*>(&set), &said, sizeof set);                       // what lies between members, too
        P::on_machine(set, machine);
        set.shape = said.shape;
        if constexpr (requires { set.lanes; }) set.lanes = said.lanes;
        return std::memcmp(&set, &said, sizeof set) == 0;
    } else {
        return static_cast<void>(searched), static_cast<void>(machine), false;
    }
}

/// Calls use(std::type_identity<Text>()) for the text of the search that a configuration means.
template <class P, class Use>
void with_searched_text(const typename P::Config& config, Use&& use) {
    with_text<P>(config, model::Limits::all, [&]<class W>(W) -> std::unique_ptr<model::Network> {
        use(std::type_identity<typename W::template Text<Domain<P>>>());
        return nullptr;
    });
}

/// A machine whose run is told.
template <class Timed, class Searched>
class RecordedMachine final : public ObservedMachine<Timed> {
public:
    RecordedMachine(const typename Timed::Config& config, const perfsim::MachineDescription& description,
                    const typename Searched::Config& searched, EventsTold& told)
        : ObservedMachine<Timed>(config, description), recorder_(this->machine(), searched, told) {
        this->machine().observe(&recorder_);
    }

private:
    Recorder<Timed, Searched> recorder_;
};

}  // namespace tandem::engines
