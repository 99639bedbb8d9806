// What C's functions do in litmus tests. C11 (ISO/IEC 9899:2011, 7.17): the sets of a model are A and NA for atomic and plain
// accesses, and RLX, ACQ, REL, ACQ_REL, CON and SC. OpenCL adds the scopes WI, WG, DV and ALL. The Linux kernel's macros (Alglave
// et al., ASPLOS 2018): ONCE, ACQUIRE, RELEASE, MB, NORETURN, the fences Rmb, Wmb and so on, the markers of RCU, and LKR, LKW and
// UL for a lock. LKR acquires and UL releases: some versions of the model add them to these sets themselves, others take them for
// granted.
#include <array>

#include "specs/litmus/c_reader.hpp"

namespace tandem::specs {

namespace {

using Kind = Instruction::Kind;

/// Takes an ending off a name.
bool take_ending(std::string& name, std::string_view ending) {
    if (!name.ends_with(ending)) return false;
    name.resize(name.size() - ending.size());
    return true;
}

}  // namespace

std::string CReader::memory_order() {
    static const std::map<std::string, const char*> orders{{"relaxed", "RLX"},     {"acquire", "ACQ"}, {"release", "REL"},
                                                           {"acq_rel", "ACQ_REL"}, {"consume", "CON"}, {"seq_cst", "SC"}};
    constexpr std::string_view prefix = "memory_order_";
    const std::size_t start = c_.position();
    const std::string word = c_.expect_name("a memory order, as memory_order_relaxed");
    const auto at = word.starts_with(prefix) ? orders.find(word.substr(prefix.size())) : orders.end();
    if (at == orders.end()) c_.wrong("expected a memory order, as memory_order_relaxed, found " + word, start);
    return at->second;
}

std::string CReader::memory_scope() {
    static const std::map<std::string, const char*> scopes{{"memory_scope_work_item", "WI"},
                                                           {"memory_scope_work_group", "WG"},
                                                           {"memory_scope_device", "DV"},
                                                           {"memory_scope_all_svm_devices", "ALL"}};
    const std::size_t start = c_.position();
    const std::string word = c_.expect_name("a scope, as memory_scope_device");
    const auto at = scopes.find(word);
    if (at == scopes.end()) c_.wrong("expected a scope, as memory_scope_device, found " + word, start);
    return at->second;
}

std::vector<std::string> CReader::fence_flags() {
    std::vector<std::string> tags;
    do {
        const std::size_t start = c_.position();
        const std::string word = c_.expect_name("a kind of memory, as CLK_GLOBAL_MEM_FENCE");
        if (word != "CLK_GLOBAL_MEM_FENCE" && word != "CLK_LOCAL_MEM_FENCE")
            c_.wrong("expected CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE, found " + word, start);
        tags.emplace_back(word == "CLK_GLOBAL_MEM_FENCE" ? "GLOBAL" : "LOCAL");
    } while (c_.take("|"));
    return tags;
}

std::vector<std::string> CReader::order_and_scope(bool is_explicit) {
    std::vector<std::string> tags{is_explicit ? (comma(), memory_order()) : std::string("SC")};
    if (opencl_) tags.push_back(is_explicit && c_.take(",") ? memory_scope() : "DV");
    return tags;
}

Expression CReader::place() { return c_.take("*") ? unary() : expression(); }

Expression CReader::call(const std::string& name, std::size_t start) {
    c_.expect("(");
    Expression result = constant(0);
    if (!c11(name, result) && !kernel(name, result)) c_.wrong("the function " + name + " is not known", start);
    c_.expect(")");
    return result;
}

bool CReader::c11(const std::string& name, Expression& result) {
    std::string stem = name;
    const bool is_explicit = take_ending(stem, "_explicit");
    Instruction i;
    const auto order = [&] {
        for (std::string& tag : order_and_scope(is_explicit)) i.tags.push_back(std::move(tag));
    };
    if (opencl_ && stem == "atomic_work_item_fence") {
        i.kind = Kind::fence;
        i.tags = fence_flags();
        i.tags.emplace_back("A");
        comma();
        i.tags.push_back(memory_order());
        comma();
        i.tags.push_back(memory_scope());
        return add(std::move(i)), true;
    }
    if (stem == "atomic_thread_fence" && !is_explicit) {
        i.kind = Kind::fence;
        i.tags = {"A", memory_order()};
        return add(std::move(i)), true;
    }
    static const std::map<std::string, Op> operations{
        {"add", Op::add}, {"sub", Op::sub}, {"or", Op::bit_or}, {"xor", Op::bit_xor}, {"and", Op::bit_and}};
    if (stem == "atomic_load") {
        i.kind = Kind::load;
        i.address = expression();
        i.tags = {"A"};
        order();
        result = performed(std::move(i));
    } else if (stem == "atomic_store" || stem == "atomic_init") {
        i.kind = Kind::store;
        i.address = expression();
        comma();
        i.value = expression();
        i.tags = {stem == "atomic_store" ? "A" : "NA"};
        if (stem == "atomic_store") order();
        add(std::move(i));
    } else if (stem == "atomic_exchange" || (stem.starts_with("atomic_fetch_") && operations.contains(stem.substr(13)))) {
        if (!is_explicit && !c_.sees(")")) {
            // The kernel has functions of these names too; they take the value first.
            const std::size_t start = c_.position(), before = r_.test.threads[thread_].instructions.size();
            const Expression first = expression();
            const bool is_number = first.op == Op::constant && first.constant.location < 0,
                       pointer_first = !is_number && (!c_.take(",") || !c_.sees("*"));
            r_.test.threads[thread_].instructions.resize(before);
            c_.back_to(start);
            if (!pointer_first) return false;
        }
        i.kind = Kind::read_modify_write;
        i.address = expression();
        comma();
        Expression operand = expression();
        i.value = stem == "atomic_exchange"
                      ? std::move(operand)
                      : Expression::of(operations.at(stem.substr(13)), Expression::of_old(), std::move(operand));
        i.tags = {"A", "RMW"};
        order();
        result = performed(std::move(i));
    } else if (stem == "atomic_compare_exchange_strong" || stem == "atomic_compare_exchange_weak") {
        i.kind = Kind::read_modify_write;
        i.address = expression();
        comma();
        const Expression expected = expression();
        comma();
        i.value = expression();
        i.tags = {"A", "RMW"};
        std::vector<std::string> success;
        if (is_explicit) comma(), success.push_back(memory_order()), comma(), memory_order();
        else success.emplace_back("SC");
        if (opencl_) success.push_back(is_explicit && c_.take(",") ? memory_scope() : "DV");
        i.tags.insert(i.tags.end(), success.begin(), success.end());
        i.compares = true;
        const Expression wanted = plain_load(expected);
        i.comparison = wanted;
        const Expression old = performed(std::move(i));
        const int equal = temporary();
        assign(equal, Expression::of(Op::equal, old, wanted));
        Instruction back;  // what was there instead is stored where the expected value was
        back.kind = Kind::store;
        back.tags = {"NA"};
        if (opencl_) back.tags.emplace_back("WI");
        back.guard = equal;
        back.guard_negated = true;
        back.address = expected;
        back.value = old;
        add(std::move(back));
        result = Expression::of_register(equal);
    } else {
        return false;
    }
    return true;
}

bool CReader::kernel(const std::string& name, Expression& result) {
    static const std::map<std::string, const char*> fences{{"smp_mb", "MB"},
                                                           {"smp_rmb", "Rmb"},
                                                           {"smp_wmb", "Wmb"},
                                                           {"barrier", "Barrier"},
                                                           {"rcu_read_lock", "Rcu-lock"},
                                                           {"rcu_read_unlock", "Rcu-unlock"},
                                                           {"synchronize_rcu", "Sync-rcu"},
                                                           {"synchronize_rcu_expedited", "Sync-rcu"},
                                                           {"smp_mb__before_atomic", "Before-atomic"},
                                                           {"smp_mb__after_atomic", "After-atomic"},
                                                           {"smp_mb__after_spinlock", "After-spinlock"},
                                                           {"smp_mb__after_unlock_lock", "After-unlock-lock"}};
    if (const auto at = fences.find(name); at != fences.end()) return marker(at->second), true;
    Instruction i;
    if (name == "READ_ONCE" || name == "rcu_dereference" || name == "smp_load_acquire" || name == "atomic_read" ||
        name == "atomic_read_acquire") {
        i.kind = Kind::load;
        i.tags = {name.ends_with("acquire") ? "ACQUIRE" : "ONCE"};
        i.address = place();
        result = performed(std::move(i));
    } else if (name == "WRITE_ONCE" || name == "smp_store_release" || name == "rcu_assign_pointer" || name == "smp_store_mb" ||
               name == "atomic_set" || name == "atomic_set_release") {
        i.kind = Kind::store;
        i.tags = {name.ends_with("release") || name == "rcu_assign_pointer" ? "RELEASE" : "ONCE"};
        i.address = place();
        comma();
        i.value = expression();
        add(std::move(i));
        if (name == "smp_store_mb") marker("MB");
    } else if (name == "spin_lock") {
        i.kind = Kind::read_modify_write;
        i.compares = i.waits = true;
        i.comparison = constant(0);
        i.value = constant(1);
        i.read_tags = {"LKR", "ACQUIRE"};
        i.write_tags = {"LKW"};
        i.address = place();
        performed(std::move(i));
    } else if (name == "spin_unlock") {
        i.kind = Kind::store;
        i.tags = {"UL", "RELEASE"};
        i.address = place();
        i.value = constant(0);
        add(std::move(i));
    } else {
        return kernel_atomic(name, result);
    }
    return true;
}

/// xchg, cmpxchg, atomic_add, atomic_inc_return, atomic_fetch_sub_relaxed and so on.
bool CReader::kernel_atomic(const std::string& name, Expression& result) {
    std::string stem = name;
    Instruction i;
    i.kind = Kind::read_modify_write;
    i.tags = {"RMW"};
    const auto reads = [&](const char* tag) { i.read_tags.emplace_back(tag); };
    const auto writes = [&](const char* tag) { i.write_tags.emplace_back(tag); };
    if (take_ending(stem, "_acquire")) reads("ACQUIRE"), writes("ONCE");
    else if (take_ending(stem, "_release")) reads("ONCE"), writes("RELEASE");
    else if (take_ending(stem, "_relaxed")) reads("ONCE"), writes("ONCE");
    else reads("MB"), writes("MB");
    if (stem.starts_with("atomic_") && (stem.ends_with("xchg"))) stem.erase(0, 7);
    if (stem == "xchg") {
        i.address = place();
        comma();
        i.value = expression();
        result = performed(std::move(i));
        return true;
    }
    if (stem == "cmpxchg") {
        i.address = place();
        comma();
        i.compares = true;
        i.comparison = expression();
        comma();
        i.value = expression();
        result = performed(std::move(i));
        return true;
    }
    const bool fetches = stem.starts_with("atomic_fetch_"), returns = take_ending(stem, "_return"),
               tests = take_ending(stem, "_and_test");
    if (!stem.starts_with("atomic_")) return false;
    const std::string operation = stem.substr(fetches ? 13 : 7);
    static const std::map<std::string, Op> operations{{"add", Op::add},    {"sub", Op::sub},   {"inc", Op::add},
                                                      {"dec", Op::sub},    {"or", Op::bit_or}, {"and", Op::bit_and},
                                                      {"xor", Op::bit_xor}};
    const auto at = operations.find(operation);
    if (at == operations.end()) return false;
    Expression operand = constant(1);
    if (operation != "inc" && operation != "dec") operand = expression(), comma();
    i.address = place();
    i.value = Expression::of(at->second, Expression::of_old(), operand);
    if (!fetches && !returns && !tests) {  // without a result it orders nothing
        i.read_tags = {"NORETURN"};
        i.write_tags = {"ONCE"};
    }
    const Expression old = performed(std::move(i));
    result = fetches ? old : Expression::of(at->second, old, operand);
    if (tests) result = Expression::of(Op::equal, std::move(result), constant(0));
    return true;
}

}  // namespace tandem::specs
