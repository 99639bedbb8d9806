// C11 as it is compiled: atomics become the compiler's own, and what is no atomic is an ordinary access. So the compiler takes
// part, and may do what C allows it to. The Linux kernel's ONCE, ACQUIRE and RELEASE are volatile accesses and C11's orders.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "apps/run/dialect.hpp"

namespace tandem::apps {

namespace {

class CDialect : public Dialect {
public:
    std::string processor() const override { return "C"; }
    bool reads(const std::string& language) const override { return language == "C"; }

    std::string load(const AccessText& a) const override {
        if (tagged(a.instruction, "NA")) return fmt::format("{} = *{};", a.into, a.place);
        if (tagged(a.instruction, "ONCE")) return fmt::format("{} = *(volatile cell*){};", a.into, a.place);
        return fmt::format("{} = __atomic_load_n({}, {});", a.into, a.place, order(a.instruction));
    }
    std::string store(const AccessText& a) const override {
        if (tagged(a.instruction, "NA")) return fmt::format("*{} = {};", a.place, a.value);
        if (tagged(a.instruction, "ONCE")) return fmt::format("*(volatile cell*){} = {};", a.place, a.value);
        return fmt::format("__atomic_store_n({}, {}, {});", a.place, a.value, order(a.instruction));
    }
    std::string update(const AccessText& a) const override {
        const Update u = update_of(a.instruction);
        const std::string how = order(a.instruction);
        switch (u.kind) {
            case Update::Kind::compare:
                return fmt::format("{} = {}; __atomic_compare_exchange_n({}, &{}, {}, 0, {}, {});", a.into, a.wanted, a.place,
                                   a.into, a.value, how, of_failure(how));
            case Update::Kind::exchange:
                return fmt::format("{} = __atomic_exchange_n({}, {}, {});", a.into, a.place, a.value, how);
            default:
                return fmt::format("{} = __atomic_fetch_{}({}, {}{}, {});", a.into,
                                   u.kind == Update::Kind::add       ? "add"
                                   : u.kind == Update::Kind::bit_and ? "and"
                                   : u.kind == Update::Kind::bit_or  ? "or"
                                                                     : "xor",
                                   a.place, u.negated ? "-" : "", a.value, how);
        }
    }
    std::string fence(const specs::Instruction& i, const std::string&) const override {
        static constexpr std::array<std::pair<const char*, const char*>, 4> kernel{
            {{"MB", "SEQ_CST"}, {"Rmb", "ACQUIRE"}, {"Wmb", "RELEASE"}, {"Barrier", nullptr}}};
        for (const auto& [tag, name] : kernel)
            if (tagged(i, tag))
                return name ? fmt::format("__atomic_thread_fence(__ATOMIC_{});", name) : R"(__asm__ volatile("" ::: "memory");)";
        return fmt::format("__atomic_thread_fence({});", order(i));
    }
    std::string branch(const std::string& condition, const std::string& label) const override {
        return fmt::format("if ({}) goto {};", condition, label);
    }
    std::string mnemonic(const specs::Instruction&) const override { return ""; }

private:
    /// What a model takes the read of a compare-and-exchange that fails for: the order, without what releases.
    static std::string of_failure(const std::string& order) {
        return order == "__ATOMIC_RELEASE" ? "__ATOMIC_RELAXED" : order == "__ATOMIC_ACQ_REL" ? "__ATOMIC_ACQUIRE" : order;
    }
    static std::string order(const specs::Instruction& i) {
        static constexpr std::array<std::pair<const char*, const char*>, 8> orders{{{"RLX", "RELAXED"},
                                                                                    {"ACQ", "ACQUIRE"},
                                                                                    {"REL", "RELEASE"},
                                                                                    {"ACQ_REL", "ACQ_REL"},
                                                                                    {"CON", "CONSUME"},
                                                                                    {"SC", "SEQ_CST"},
                                                                                    {"ACQUIRE", "ACQUIRE"},
                                                                                    {"RELEASE", "RELEASE"}}};
        for (const auto& [tag, name] : orders)
            if (tagged(i, tag)) return std::string("__ATOMIC_") + name;
        throw Unrunnable(
            "this function of the Linux kernel has no counterpart in C11: READ_ONCE, WRITE_ONCE, smp_load_acquire, "
            "smp_store_release, smp_mb, smp_rmb and smp_wmb are accepted");
    }
};

}  // namespace

std::unique_ptr<Dialect> c_dialect() { return std::make_unique<CDialect>(); }

}  // namespace tandem::apps
