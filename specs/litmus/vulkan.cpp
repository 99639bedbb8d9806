// Instructions of Vulkan litmus tests: accesses whose modifiers are the words of Vulkan's memory model, membar, cbar, avdevice.
//
// As Dat3M's tests write them: st.av.dv.sc0 x, 1; ld.atom.acq.wg.sc1.semsc0 r0, y; rmw.atom.acq_rel.dv.sc0.semsc0.add r0, x, 1.
// The tags are those of its model: ATOM, ACQ, REL, the scopes SG to DV, the storage classes SC0 to SC3, what a synchronization is
// about (SEMSC0 to SEMSC3), availability and visibility.
#include <algorithm>
#include <array>

#include "specs/litmus/gpu_reader.hpp"

namespace tandem::specs {

namespace {

struct Modifier {
    const char *written, *tag;
};
constexpr std::array modifiers{Modifier{"sg", "SG"},           Modifier{"wg", "WG"},         Modifier{"qf", "QF"},
                               Modifier{"dv", "DV"},           Modifier{"sc0", "SC0"},       Modifier{"sc1", "SC1"},
                               Modifier{"sc2", "SC2"},         Modifier{"sc3", "SC3"},       Modifier{"semsc0", "SEMSC0"},
                               Modifier{"semsc1", "SEMSC1"},   Modifier{"semsc2", "SEMSC2"}, Modifier{"semsc3", "SEMSC3"},
                               Modifier{"nonpriv", "NONPRIV"}, Modifier{"av", "AV"},         Modifier{"vis", "VIS"},
                               Modifier{"semav", "SEMAV"},     Modifier{"semvis", "SEMVIS"}, Modifier{"atom", "ATOM"},
                               Modifier{"acq", "ACQ"},         Modifier{"rel", "REL"},       Modifier{"acq_rel", "ACQ_REL"}};

class VulkanReader : GpuReader {
public:
    VulkanReader(TestReader& reader, std::size_t thread) : GpuReader(reader, thread) {}

    void read() {
        start_ = c_.position();
        word_ = c_.expect_name("an instruction");
        if (word_ == "ld") return load();
        if (word_ == "st") return store();
        if (word_ == "rmw") return exchange();
        if (word_ == "membar" || word_ == "cbar") return barrier();
        if (word_ == "avdevice") return fence({"AVDEVICE"});
        if (word_ == "visdevice") return fence({"VISDEVICE"});
        if (read_common(word_)) return;
        c_.wrong(
            "the Vulkan instruction " + word_ +
                " is not known: ld, st, rmw, membar, cbar, avdevice, visdevice, add, sub, mul, and, or, xor, goto, beq, bne, "
                "blt, bgt, ble and bge are",
            start_);
    }

private:
    using Tags = std::vector<std::string>;

    static bool has(const Tags& tags, std::string_view tag) { return std::find(tags.begin(), tags.end(), tag) != tags.end(); }
    bool has(std::string_view tag) const { return has(tags_, tag); }
    int how_many(std::initializer_list<std::string_view> of) const {
        return static_cast<int>(std::count_if(of.begin(), of.end(), [&](std::string_view tag) { return has(tag); }));
    }
    void require(bool fits, const std::string& what) const {
        if (!fits) c_.wrong(word_ + " here " + what, start_);
    }

    /// The words after dots. A word that is no modifier is an operation of rmw.
    void read_modifiers() {
        while (c_.take(".")) {
            const std::size_t start = c_.position();
            const std::string found = c_.expect_name("a modifier, as dv");
            const auto known =
                std::find_if(modifiers.begin(), modifiers.end(), [&](const Modifier& m) { return found == m.written; });
            if (known != modifiers.end()) {
                if (has(known->tag)) c_.wrong("the modifier " + found + " stands twice", start);
                tags_.emplace_back(known->tag);
            } else if (word_ == "rmw" && operation_.empty() && is_operation(found)) {
                operation_ = found;
            } else {
                c_.wrong("the modifier " + found +
                             " is not known: sg, wg, qf, dv, sc0 to sc3, semsc0 to semsc3, nonpriv, av, vis, "
                             "semav, semvis, atom, acq, rel and acq_rel are",
                         start);
            }
        }
    }
    /// What each access and each synchronization has to say, and what it must not.
    int orders() const { return how_many({"ACQ", "REL", "ACQ_REL"}); }
    void require_scope(bool scoped) const {
        require(how_many({"SG", "WG", "QF", "DV"}) == (scoped ? 1 : 0),
                scoped ? "has one scope: sg, wg, qf or dv" : "has no scope");
    }
    void require_semantics() const {
        const bool synchronizes = orders() == 1;
        require((how_many({"SEMSC0", "SEMSC1", "SEMSC2", "SEMSC3"}) > 0) == synchronizes,
                synchronizes ? "says for which storage classes it synchronizes: semsc0 to semsc3"
                             : "synchronizes nothing, and has no semsc");
    }
    void check_access(const char* order, const char* available) const {
        require(how_many({"SC0", "SC1", "SC2", "SC3"}) == 1, "has one storage class: sc0, sc1, sc2 or sc3");
        require(orders() <= 1, "has one order");
        require(orders() == 0 || has(order) || word_ == "rmw", "has no such order");
        require(has("ATOM") || orders() == 0, "has an order, and is not atomic: .atom is missing");
        require_scope(has("ATOM") || has(available));
        require_semantics();
    }

    /// An access by atomics is not private, and makes what it does available or visible at its scope.
    Tags complete(const char* available) {
        Tags tags = tags_;
        const auto add = [&](const char* tag) {
            if (!has(tags, tag)) tags.emplace_back(tag);
        };
        if (has("ATOM")) add(available);
        if (has(tags, available)) add("NONPRIV");
        return tags;
    }

    void load() {
        read_modifiers();
        check_access("ACQ", "VIS");
        Instruction i;
        i.kind = Instruction::Kind::load;
        i.tags = complete("VIS");
        i.destination = reg();
        comma();
        address(i);
        add(std::move(i));
    }
    void store() {
        read_modifiers();
        check_access("REL", "AV");
        Instruction i;
        i.kind = Instruction::Kind::store;
        i.tags = complete("AV");
        address(i);
        comma();
        i.value = operand();
        add(std::move(i));
    }
    void exchange() {
        read_modifiers();
        require(has("ATOM"), "is atomic: .atom is missing");
        check_access("ACQ_REL", "AV");
        Instruction i;
        i.kind = Instruction::Kind::read_modify_write;
        // What it reads is acquired and made visible, and what it writes is released and made available.
        const bool acquires = has("ACQ") || has("ACQ_REL"), releases = has("REL") || has("ACQ_REL");
        i.tags = {"RMW", "NONPRIV"};
        i.read_tags = {"VIS"};
        i.write_tags = {"AV"};
        if (acquires) i.read_tags.emplace_back("ACQ");
        if (releases) i.write_tags.emplace_back("REL");
        for (const std::string& tag : tags_) {
            if (tag.starts_with("SEMSC")) {
                if (acquires) i.read_tags.push_back(tag);
                if (releases) i.write_tags.push_back(tag);
            } else if (tag == "SEMVIS") {
                i.read_tags.push_back(tag);
            } else if (tag == "SEMAV") {
                i.write_tags.push_back(tag);
            } else if (tag == "ATOM" || tag.starts_with("SC") || tag == "SG" || tag == "WG" || tag == "QF" || tag == "DV") {
                i.tags.push_back(tag);
            }
        }
        i.destination = reg();
        comma();
        address(i);
        comma();
        i.value = operation_.empty() ? operand() : Expression::of(operation(operation_), Expression::of_old(), operand());
        add(std::move(i));
    }

    /// A fence, or a barrier that threads of a workgroup wait at, with or without a fence.
    void barrier() {
        read_modifiers();
        require_scope(true);
        require(orders() == 1 || (orders() == 0 && word_ == "cbar"), "has one order: acq, rel or acq_rel");
        require_semantics();
        Instruction i;
        i.kind = Instruction::Kind::fence;
        i.tags = tags_;
        if (has("ACQ_REL")) i.tags.insert(i.tags.end(), {"ACQ", "REL"});
        if (word_ == "cbar") {
            i.tags.emplace_back("CBAR");
            barrier_number(i);
        }
        add(std::move(i));
    }

    std::size_t start_ = 0;
    std::string word_, operation_;
    Tags tags_;
};

}  // namespace

void read_vulkan(TestReader& reader, std::size_t thread) { VulkanReader(reader, thread).read(); }

}  // namespace tandem::specs
