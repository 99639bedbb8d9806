// Instructions of PTX 6 and 7.5 litmus tests: accesses with an order and a scope, proxies, fences, barriers, branches.
//
// As Dat3M's tests write them, a subset of PTX with names for addresses: ld.acquire.gpu r0, x. The tags are those of its models:
// WEAK, RLX, ACQ, REL, ACQ_REL and SC; CTA, GPU and SYS; the proxies GEN, TEX, SUR, CON and ALIAS.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

#include "specs/litmus/gpu_reader.hpp"

namespace tandem::specs {

namespace {

struct Word {
    const char *written, *tag;
};
constexpr std::array orders{Word{"weak", "WEAK"},   Word{"relaxed", "RLX"},     Word{"acquire", "ACQ"},
                            Word{"release", "REL"}, Word{"acq_rel", "ACQ_REL"}, Word{"sc", "SC"}};
constexpr std::array scopes{Word{"cta", "CTA"}, Word{"gpu", "GPU"}, Word{"sys", "SYS"}};
constexpr std::array proxies{Word{"generic", "GEN"}, Word{"texture", "TEX"}, Word{"surface", "SUR"}, Word{"constant", "CON"},
                             Word{"alias", "ALIAS"}};
class Ptx6Reader : GpuReader {
public:
    Ptx6Reader(TestReader& reader, std::size_t thread) : GpuReader(reader, thread) {}

    void read() {
        start_ = c_.position();
        const std::string word = c_.expect_name("an instruction");
        if (word == "ld" || word == "suld" || word == "tld" || word == "cold") return load(word);
        if (word == "st" || word == "sust") return store(word);
        if (word == "atom" || word == "suatom" || word == "red" || word == "sured") return atomic(word);
        if (word == "fence") return fence();
        if (word == "bar") return barrier();
        if (read_common(word)) return;
        c_.wrong("the PTX instruction " + word +
                     " is not known: ld, st, atom, red, fence, bar, add, sub, mul, and, or, xor, goto, beq, bne, blt, bgt, ble, "
                     "bge, tld, suld, "
                     "cold, sust, suatom and sured are",
                 start_);
    }

private:
    template <std::size_t N>
    std::string dotted(const std::array<Word, N>& words, const char* what) {
        c_.expect(".");
        const std::size_t start = c_.position();
        const std::string found = c_.expect_name(what);
        std::string known;
        for (const Word& word : words) {
            if (found == word.written) return word.tag;
            known += (known.empty() ? "" : ", ") + std::string(word.written);
        }
        c_.wrong("'" + found + "' is not " + what + ": " + known + " are", start);
    }
    /// An order that the instruction may have.
    std::string order(std::initializer_list<std::string_view> may) {
        const std::size_t start = c_.position();
        std::string tag = dotted(orders, "an order");
        if (std::find(may.begin(), may.end(), tag) == may.end()) c_.wrong("this instruction has no such order", start);
        return tag;
    }
    std::string scope() { return dotted(scopes, "a scope"); }
    void load(const std::string& word) {
        Instruction i;
        if (word == "ld" && !c_.sees(".")) {  // of a value: nothing is accessed
            i.destination = reg();
            comma();
            i.value = operand();
            return add(std::move(i));
        }
        i.kind = Instruction::Kind::load;
        i.tags = {order({"WEAK", "RLX", "ACQ"})};
        if (i.tags[0] != "WEAK") i.tags.push_back(scope());
        i.tags.emplace_back(word == "ld" ? "GEN" : word == "tld" ? "TEX" : word == "suld" ? "SUR" : "CON");
        i.destination = reg();
        comma();
        address(i);
        add(std::move(i));
    }
    void store(const std::string& word) {
        Instruction i;
        i.kind = Instruction::Kind::store;
        i.tags = {order({"WEAK", "RLX", "REL"})};
        if (i.tags[0] != "WEAK") i.tags.push_back(scope());
        i.tags.emplace_back(word == "st" ? "GEN" : "SUR");
        address(i);
        comma();
        i.value = operand();
        add(std::move(i));
    }

    /// atom.ORDER.SCOPE.OP r, x, v; atom....cas r, x, compared, new; red has no register.
    void atomic(const std::string& word) {
        const bool reduces = word == "red" || word == "sured";
        Instruction i;
        i.kind = Instruction::Kind::read_modify_write;
        const std::string how = order({"RLX", "ACQ", "REL", "ACQ_REL"});
        i.read_tags = {how == "ACQ" || how == "ACQ_REL" ? "ACQ" : "RLX"};
        i.write_tags = {how == "REL" || how == "ACQ_REL" ? "REL" : "RLX"};
        i.tags = {scope(), word.starts_with("su") ? "SUR" : "GEN"};
        c_.expect(".");
        const std::size_t start = c_.position();
        const std::string what = c_.expect_name("an operation, as add");
        if (!is_operation(what) && (reduces || (what != "exch" && what != "cas")))
            c_.wrong("'" + what + "' is no operation of " + word + ": add, sub, mul, and, or, xor" +
                         (reduces ? "" : ", exch, cas") + " are",
                     start);
        if (!reduces) {
            i.destination = reg();
            comma();
        }
        address(i);
        comma();
        Expression first = operand();
        if (what == "cas") {  // stores in any case: what it has read, where it compares otherwise
            comma();
            Expression more = Expression::of(Op::sub, operand(), Expression::of_old());
            Expression same = Expression::of(Op::equal, Expression::of_old(), std::move(first));
            i.value =
                Expression::of(Op::add, Expression::of_old(), Expression::of(Op::multiply, std::move(same), std::move(more)));
        } else {
            i.value = what == "exch" ? std::move(first) : Expression::of(operation(what), Expression::of_old(), std::move(first));
        }
        add(std::move(i));
    }

    void fence() {
        c_.expect(".");
        if (c_.take("proxy")) return AssemblyReader::fence({dotted(proxies, "a proxy")});
        const std::size_t start = c_.position();
        const std::string word = c_.expect_name("sc, acq_rel or proxy");
        if (word != "sc" && word != "acq_rel") c_.wrong("a fence is sc, acq_rel or proxy, and not " + word, start);
        const std::string tag = word == "sc" ? "SC" : "ACQ_REL";
        AssemblyReader::fence({tag, scope(), "GEN"});
    }

    /// bar.cta.sync N or bar.cta.sync N, RESOURCE: threads of a CTA wait at barrier N for those with the same resource.
    void barrier() {
        c_.expect(".");
        c_.expect("cta");
        c_.expect(".");
        const std::size_t mode = c_.position();
        const std::string word = c_.expect_name("sync or arrive");
        if (word != "sync" && word != "arrive") c_.wrong("a barrier is sync or arrive, and not " + word, mode);
        Instruction i;
        i.kind = Instruction::Kind::fence;
        i.tags = {"CTA"};
        if (word == "arrive") i.tags.emplace_back("ARRIVE");
        barrier_number(i);
        add(std::move(i));
    }

    std::size_t start_ = 0;
};

}  // namespace

void read_ptx6(TestReader& reader, std::size_t thread) { Ptx6Reader(reader, thread).read(); }

}  // namespace tandem::specs
