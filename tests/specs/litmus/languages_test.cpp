// Litmus tests of real machines' languages: what their instructions mean, by what small models allow, and what is refused.
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>

#include "smt/axiomatic/outcomes.hpp"
#include "specs/axiomatic/outcomes.hpp"
#include "specs/litmus/cursor.hpp"

namespace tandem::tests {

namespace {

// What the architectures have in common, as far as these tests go: program order counts where a fence, an order or a dependency
// says so.
constexpr const char* weak =
    "\"Weak\"\n"
    "acyclic po-loc | rf | co | fr as coherence\n"
    "empty rmw & (fre ; coe) as atomic\n"
    "let fences = fencerel(DMB.SY | Fence.rw.rw | sync | mfence)\n"
    "let orders = [A | Q | Acq | AcqRel] ; po | po ; [L | Rel | AcqRel]\n"
    "let dependencies = addr | data | ctrl ; [W] | (ctrl ; [ISB | isync | Fence.i]) ; po\n"
    "acyclic fences | orders | dependencies | rmw | rfe | co | fr as order\n";

specs::Model model_of(const char* text) {
    return specs::Model("m.cat", text, [](const std::string&) -> std::string { throw std::runtime_error("no file"); });
}

/// Whether the condition of an exists is met, by both engines.
bool allowed(const std::string& text, const char* model_text = weak) {
    const specs::Test test = specs::parse_test("t.litmus", text);
    const specs::Model model = model_of(model_text);
    const bool searched = specs::outcomes(test, model).positive > 0;
    CHECK(smt::outcomes(test, model).positive == searched);
    return searched;
}

std::string refused(const std::string& text) {
    try {
        specs::parse_test("t.litmus", text);
    } catch (const specs::SyntaxError& e) {
        return e.what();
    }
    return "";
}

/// One thread, whose register has this value in the end.
std::string one(const std::string& language, const std::string& instructions, const std::string& condition) {
    return language + " T\n{}\n P0 ;\n" + instructions + "exists (" + condition + ")\n";
}

std::string message_passing(const std::string& language, const std::string& initial, const std::string& table,
                            const std::string& condition) {
    return language + " MP\n{" + initial + "}\n P0 | P1 ;\n" + table + "exists (" + condition + ")\n";
}

}  // namespace

TEST_SUITE("specs/litmus languages") {
    TEST_CASE("AArch64: barriers, orders and dependencies order what they should") {
        const auto passes = [](const std::string& between, const std::string& store, const std::string& after) {
            return allowed(message_passing("AArch64", "0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y;",
                                           " MOV W0,#1 | LDR W0,[X3] ;\n STR W0,[X1] | " + after + " ;\n " + between +
                                               " | LDR W2,[X1,W4,SXTW] ;\n " + store + " W0,[X3] | ;\n",
                                           "1:X0=1 /\\ 1:X2=0"));
        };
        CHECK(passes("NOP", "STR", "NOP"));
        CHECK(passes("DMB SY", "STR", "NOP"));
        CHECK(passes("NOP", "STR", "EOR W4,W0,W0"));
        CHECK(!passes("DMB SY", "STR", "EOR W4,W0,W0"));
        CHECK(!passes("NOP", "STLR", "DMB SY"));
        CHECK(passes("DMB ST", "STR", "DMB SY"));  // this model does not know it
    }

    TEST_CASE("AArch64: a control dependency orders later loads only with an ISB") {
        const auto passes = [](const std::string& isb) {
            return allowed(
                message_passing("AArch64", "0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y;",
                                " MOV W0,#1 | LDR W0,[X3] ;\n STR W0,[X1] | CBNZ W0,LC00 ;\n DMB SY | LC00: ;\n STR W0,[X3] | " +
                                    isb + " ;\n | LDR W2,[X1] ;\n",
                                "1:X0=1 /\\ 1:X2=0"));
        };
        CHECK(passes("NOP"));
        CHECK(!passes("ISB"));
    }

    TEST_CASE("AArch64: exclusives succeed only after their load, and never around another thread's store") {
        const std::string table = " LDXR W0,[X1] | MOV W0,#2 ;\n ADD W2,W0,#1 | STR W0,[X1] ;\n STXR W3,W2,[X1] | ;\n";
        const auto ends = [&](const std::string& condition) {
            return allowed("AArch64 T\n{0:X1=x; 1:X1=x;}\n P0 | P1 ;\n" + table + "exists (" + condition + ")");
        };
        CHECK(ends("0:X3=0 /\\ x=2"));
        CHECK(ends("0:X3=0 /\\ x=3"));
        CHECK(!ends("0:X3=0 /\\ x=1"));  // the store would be between
        CHECK(ends("0:X3=1 /\\ x=2"));   // it may fail
        const std::string twice =
            " LDXR W0,[X1] | LDXR W0,[X1] ;\n ADD W2,W0,#1 | ADD W2,W0,#1 ;\n STXR W3,W2,[X1] | STXR W3,W2,[X1] ;\n";
        CHECK(!allowed("AArch64 T\n{0:X1=x; 1:X1=x;}\n P0 | P1 ;\n" + twice + "exists (0:X3=0 /\\ 1:X3=0 /\\ x=1)"));
        CHECK(!allowed("AArch64 T\n{0:X1=x;}\n P0 ;\n STXR W3,W2,[X1] ;\nexists (0:X3=0)"));
        CHECK(!allowed("AArch64 T\n{0:X1=x; 0:X4=y;}\n P0 ;\n LDXR W0,[X4] ;\n STXR W3,W2,[X1] ;\nexists (0:X3=0)"));
    }

    TEST_CASE("AArch64: atomics of one instruction read and write at once") {
        const auto ends = [](const std::string& instruction, const std::string& condition) {
            return allowed("AArch64 T\n{x=5; 0:X1=x; 0:X2=5; 0:X3=6;}\n P0 ;\n " + instruction + " ;\nexists (" + condition +
                           ")");
        };
        CHECK(ends("SWPAL W3,W4,[X1]", "0:X4=5 /\\ x=6"));
        CHECK(ends("LDADDA W3,W4,[X1]", "0:X4=5 /\\ x=11"));
        CHECK(ends("STADDL W3,[X1]", "x=11"));
        CHECK(ends("LDCLR W3,W4,[X1]", "x=1"));
        CHECK(ends("CAS W2,W3,[X1]", "0:X2=5 /\\ x=6"));
        CHECK(ends("CASAL W3,W2,[X1]", "0:X3=5 /\\ x=5"));  // what is there is not 6
    }

    TEST_CASE("AArch64: an atomic acquires only if its result goes to a register") {
        const auto passes = [](const std::string& result) {
            return allowed(message_passing("AArch64", "0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y;",
                                           " MOV W0,#1 | MOV W2,#1 ;\n STR W0,[X1] | LDADDA W2," + result +
                                               ",[X3] ;\n DMB SY | LDR W4,[X1] ;\n MOV W5,#10 | ;\n STR W5,[X3] | ;\n",
                                           "y=11 /\\ 1:X4=0"));
        };
        CHECK(passes("WZR"));
        CHECK(!passes("W5"));
        CHECK(refused("AArch64 T\n{}\n P0 ;\n STADDA W2,[X1] ;\nexists (0:X2=0)").ends_with("STADDA is not known"));
    }

    TEST_CASE("AArch64: the bytes of an access are those of its register, but LDRSW has a word's") {
        const auto both = [](const std::string& instruction) {
            return refused("AArch64 T\n{}\n P0 ;\n STR X0,[X1] ;\n " + instruction + " ;\nexists (0:X0=0)");
        };
        CHECK(both("LDADD X2,X3,[X1]").empty());
        CHECK(both("LDADD W2,W3,[X1]").starts_with("t.litmus:5:8: accesses of several sizes"));
        CHECK(both("LDRSW X2,[X1]").starts_with("t.litmus:5:2: accesses of several sizes"));
    }

    TEST_CASE("AArch64: arithmetic and conditions") {
        const auto ends = [](const std::string& instructions, const std::string& condition) {
            return allowed(one("AArch64", instructions, condition));
        };
        CHECK(ends(" MOV W0,#3 ;\n ADD X1,X0,X0,LSL #2 ;\n", "0:X1=15"));
        CHECK(ends(" MOV W0,#3 ;\n CMP W0,#2 ;\n CSET W1,GT ;\n CSEL W2,W0,WZR,LE ;\n", "0:X1=1 /\\ 0:X2=0"));
        CHECK(ends(" MOV W0,#3 ;\n SUBS W0,W0,#3 ;\n B.NE L ;\n MOV W1,#7 ;\n L: ;\n", "0:X1=7"));
        CHECK(ends(" MOV W0,#1 ;\n LSL X1,X0,#70 ;\n", "0:X1=64"));  // a count is modulo 64
        CHECK(ends(" MOV WZR,#1 ;\n MOV W0,WZR ;\n", "0:X0=0"));
    }

    TEST_CASE("RISC-V: fences, orders and dependencies") {
        const auto passes = [](const std::string& between, const std::string& store, const std::string& after) {
            return allowed(message_passing("RISCV", "0:x6=x; 0:x8=y; 1:x6=y; 1:x8=x;",
                                           " ori x5,x0,1 | lw x5,0(x6) ;\n sw x5,0(x6) | " + after + " ;\n " + between +
                                               " | lw x7,0(x8) ;\n " + store + " x5,0(x8) | ;\n",
                                           "1:x5=1 /\\ 1:x7=0"));
        };
        CHECK(passes("nop", "sw", "nop"));
        CHECK(!passes("fence rw,rw", "sw", "fence rw,rw"));
        CHECK(!passes("nop", "sw.rl", "fence rw,rw"));
        CHECK(passes("fence w,w", "sw", "fence rw,rw"));  // this model does not know it
    }

    TEST_CASE("RISC-V: atomics, exclusives and branches") {
        const auto ends = [](const std::string& instructions, const std::string& condition) {
            return allowed("RISCV T\n{x=5; 0:x6=x; 0:x7=6;}\n P0 ;\n" + instructions + "exists (" + condition + ")");
        };
        CHECK(ends(" amoadd.w.aq.rl x5,x7,(x6) ;\n", "0:x5=5 /\\ x=11"));
        CHECK(ends(" amoswap.d a0,x7,0(x6) ;\n", "0:x10=5 /\\ x=6"));
        CHECK(ends(" lr.w x5,0(x6) ;\n sc.w.rl x9,x7,0(x6) ;\n bnez x9,L ;\n li x10,1 ;\n L: ;\n", "0:x9=0 /\\ 0:x10=1 /\\ x=6"));
        CHECK(ends(" lr.w x5,0(x6) ;\n sc.w x9,x7,0(x6) ;\n", "0:x9=1 /\\ x=5"));
        CHECK(
            ends(" li x5,-1 ;\n bltu x0,x5,L ;\n li x10,1 ;\n L: ;\n sltiu x11,x5,1 ;\n mv x12,x10 ;\n", "0:x12=0 /\\ 0:x11=0"));
    }

    TEST_CASE("Power: dependencies, sync and the reservation") {
        const auto passes = [](const std::string& fence) {
            return allowed(message_passing("PPC", "0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x;",
                                           " li r1,1 | lwz r1,0(r2) ;\n stw r1,0(r2) | xor r3,r1,r1 ;\n " + fence +
                                               " | lwzx r5,r3,r4 ;\n li r3,1 | ;\n stw r3,0(r4) | ;\n",
                                           "1:r1=1 /\\ 1:r5=0"));
        };
        CHECK(passes("lwsync"));  // this model does not know it
        CHECK(!passes("sync"));
        const std::string increment =
            "PPC T\n{x=5; 0:r2=x;}\n P0 ;\n Loop: ;\n lwarx r1,r0,r2 ;\n addi r3,r1,1 ;\n stwcx. r3,r0,r2 ;\n bne Loop ;\n";
        CHECK(allowed(increment + "exists (x=6)"));
        CHECK(!allowed(increment + "exists (x=5)"));
        CHECK(allowed("PPC T\n{0:r0=7;}\n P0 ;\n addi r1,r0,1 ;\n add r2,r0,r0 ;\nexists (0:r1=1 /\\ 0:r2=14)"));
    }

    TEST_CASE("C: C11's atomics, ifs and loops") {
        const char* rc11 =
            "let sw = [REL | ACQ_REL | SC] ; rf ; [ACQ | ACQ_REL | SC]\n"
            "let hb = (po | sw)+\n"
            "irreflexive hb ; (rf | co | fr)+? as coherence\n"
            "flag ~empty ext & loc & (NA * W | W * NA) \\ (IW * _ | _ * IW) \\ (hb | hb^-1) as race\n";
        const auto test = [](const std::string& order) {
            return "C MP\n{ [x] = 0; [y] = 0; }\nP0 (int* x, atomic_int* y) {\n  *x = 1;\n  atomic_store_explicit(y, 1, "
                   "memory_order_" +
                   order +
                   ");\n}\nP1 (int* x, atomic_int* y) {\n  int r1 = 7;\n  int r0 = atomic_load_explicit(y, "
                   "memory_order_acquire); /* here */\n"
                   "  if (r0 == 1) { r1 = *x; } else { r1 = 5; }\n}\nexists (1:r0=1 /\\ 1:r1=0)\n";
        };
        CHECK(allowed(test("relaxed"), rc11));
        CHECK(!allowed(test("release"), rc11));
        CHECK(specs::outcomes(specs::parse_test("t", test("relaxed")), model_of(rc11)).flags.contains("race"));
        CHECK(specs::outcomes(specs::parse_test("t", test("release")), model_of(rc11)).flags.empty());
        const auto ends = [&](const std::string& body, const std::string& condition) {
            return allowed(
                "C T\n{ int x = 5; y = 5; }\nP0 (atomic_int* x, int* y) {\n" + body + "\n}\nexists (" + condition + ")\n", rc11);
        };
        CHECK(ends("int r = atomic_fetch_add(x, 2);", "0:r=5 /\\ x=7"));
        CHECK(ends("int r = atomic_compare_exchange_strong_explicit(x, y, 9, memory_order_seq_cst, memory_order_relaxed);",
                   "0:r=1 /\\ x=9"));
        CHECK(ends("*y = 4; int r = atomic_compare_exchange_strong(x, y, 9);", "0:r=0 /\\ x=5 /\\ y=5"));
        CHECK(ends("int i = 0; while (i < 2) { i = i + 1; } do i = i + 5; while (0);", "0:i=7"));
        CHECK(ends("int a = 3, b; b = (a + 2 * 4 == 11 && !0) - (1 << 2);", "0:b=-3"));
    }

    TEST_CASE("C: what two threads store may bring about itself, unless the model says otherwise") {
        const std::string test =
            "C cyc\n{}\nP0 (atomic_int* x, atomic_int* y) {\n  int r0 = atomic_load_explicit(x, memory_order_relaxed);\n  if "
            "(r0) "
            "atomic_store_explicit(y, 1, memory_order_relaxed);\n}\nP1 (atomic_int* x, atomic_int* y) {\n  int r0 = "
            "atomic_load_explicit(y, memory_order_relaxed);\n  if (r0) atomic_store_explicit(x, 1, memory_order_relaxed);\n}\n"
            "exists (0:r0=1 /\\ 1:r0=1)\n";
        CHECK(allowed(test, "acyclic po-loc | rf | co | fr\n"));
        CHECK(!allowed(test, "acyclic po | rf\n"));
    }

    TEST_CASE("C: a location is not atomic if some thread says so") {
        const auto not_atomic = [](const std::string& of_first, const std::string& of_second) {
            return allowed("C T\n{}\nP0 (" + of_first + "* x) {\n  int r0 = *x;\n}\nP1 (" + of_second +
                               "* x) {\n  *x = 1;\n}\nexists (0:r0=1)\n",
                           "empty rf & NAL * NAL\nempty [NAL & IW] ; co ; [~NAL]\n");
        };
        CHECK(not_atomic("atomic_int", "_Atomic int"));
        CHECK(!not_atomic("atomic_int", "volatile int"));
        CHECK(!not_atomic("int", "atomic_int"));
    }

    TEST_CASE("OpenCL: threads have places, operations scopes, and locations a memory") {
        const char* scoped =
            "let inclusive = swg & (WG * WG) | sdv & (DV * DV) | ALL * ALL\n"
            "let sw = [(REL | SC) & GLOBAL] ; rf ; [(ACQ | SC) & GLOBAL]\n"
            "let hb = (po | sw & inclusive | syncbar & ([GLOBAL & F] ; (swg \\ int) ; [GLOBAL & F]))+\n"
            "irreflexive hb ; (rf | co | fr)+? as coherence\n";
        const auto passes = [&](const std::string& places, const std::string& store, const std::string& load,
                                const std::string& memory = "global") {
            const std::string parameters = " (global int* x, " + memory + " atomic_int* y) {\n";
            const auto second = places.find('|');
            return allowed("OPENCL MP\n{ [x] = 0; [y] = 0; }\nP0@" + places.substr(0, second) + parameters + "  *x = 1;\n  " +
                               store + "\n}\nP1@" + places.substr(second + 1) + parameters + "  int r0 = " + load +
                               ";\n  int r1 = *x;\n}\nexists (1:r0=1 /\\ 1:r1=0)\n",
                           scoped);
        };
        const auto release = [](const std::string& scope) {
            return "atomic_store_explicit(y, 1, memory_order_release, memory_scope_" + scope + ");";
        };
        const auto acquire = [](const std::string& scope) {
            return "atomic_load_explicit(y, memory_order_acquire, memory_scope_" + scope + ")";
        };
        const std::string near = "wg 0, dev 0|wg 0, dev 0", far = "wg 0, dev 0|wg 1, dev 0", apart = "wg 0, dev 0|wg 0, dev 1";
        CHECK(!passes(near, release("work_group"), acquire("work_group")));
        CHECK(passes(far, release("work_group"), acquire("work_group")));
        CHECK(!passes(far, release("device"), acquire("device")));
        CHECK(passes(apart, release("device"), acquire("device")));
        CHECK(!passes(apart, release("all_svm_devices"), acquire("all_svm_devices")));
        CHECK(!passes(far, "atomic_store(y, 1);", "atomic_load(y)"));  // SC, for the device
        CHECK(passes(apart, "atomic_store(y, 1);", "atomic_load(y)"));
        CHECK(passes(near, release("work_group"), acquire("work_group"), "local"));  // which orders local memory
        // Both wait at one barrier, and not at two.
        const auto met = [&](const std::string& first, const std::string& second) {
            return allowed("OPENCL T\n{}\nP0@wg 0, dev 0 (global int* x) {\n  *x = 1;\n  " + first +
                               ": barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);\n}\nP1@wg 0, dev 0 (global int* x) {\n  " +
                               second + ": barrier(CLK_GLOBAL_MEM_FENCE);\n  int r1 = *x;\n}\nexists (1:r1=0)\n",
                           scoped);
        };
        CHECK(!met("B1", "B1"));
        CHECK(met("B1", "B2"));
    }

    TEST_CASE("OpenCL: what has no place, no scope or two memories is refused") {
        const auto of = [](const std::string& first, const std::string& body) {
            return refused("OPENCL T\n{}\n" + first + " {\n  " + body + "\n}\nexists (x=0)\n");
        };
        const std::string good = "P0@wg 0, dev 0 (global atomic_int* x)";
        CHECK(of(good, "atomic_store(x, 1);").empty());
        CHECK(of("P0 (global atomic_int* x)", "").find("a place, as @wg 0, dev 0") != std::string::npos);
        CHECK(of("P0@cta 0 (global atomic_int* x)", "").find("'wg'") != std::string::npos);
        CHECK(of("P0@wg 0, dev 0 (global int* x, local int* x)", "").find("local and in global memory") != std::string::npos);
        CHECK(of(good, "atomic_store_explicit(x, 1, memory_order_relaxed, memory_scope_world);").find("memory_scope_device") !=
              std::string::npos);
        CHECK(of(good, "atomic_work_item_fence(CLK_FENCE, memory_order_release, memory_scope_device);")
                  .find("CLK_LOCAL_MEM_FENCE, found CLK_FENCE") != std::string::npos);
        CHECK(of(good, "B1: fence(CLK_GLOBAL_MEM_FENCE);").find("a label is a barrier's here") != std::string::npos);
        CHECK(of(good, "B1: barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);").find("a barrier is of a work-group") !=
              std::string::npos);
        CHECK(refused("OPENCL T\n{}\nP0@wg 0, dev 0 (local int* x) { *x = 1; }\nP1@wg 1, dev 0 (local int* x) { *x = 2; "
                      "}\nexists (x=0)\n")
                  .find("x lies in the local memory of one work-group, and P0 and P1 of two access it") != std::string::npos);
    }

    TEST_CASE("C: an if decides by control about its own block only") {
        const char* controlled = "acyclic po-loc | rf | co | fr\nacyclic ctrl ; [W] | rf | co | fr\n";
        const auto test = [](const std::string& inside, const std::string& after) {
            return "C LB\n{}\nP0 (int* x, int* y) {\n  int r0 = READ_ONCE(*x);\n  if (r0) {" + inside + "}\n" + after +
                   "}\nP1 (int* x, int* y) {\n  int r0 = READ_ONCE(*y);\n  if (r0) WRITE_ONCE(*x, 1);\n}\nexists (0:r0=1 /\\ "
                   "1:r0=1)\n";
        };
        CHECK(!allowed(test("WRITE_ONCE(*y, 1);", ""), controlled));
        CHECK(allowed(test("", "WRITE_ONCE(*y, 1);"), controlled));
    }

    TEST_CASE("C: the kernel's macros, locks and read-side critical sections") {
        const auto passes = [](const std::string& store, const std::string& load) {
            return allowed("C MP\n{}\nP0 (int* x, int* y) {\n  WRITE_ONCE(*x, 1);\n  " + store +
                               "(y, 1);\n}\nP1 (int* x, int* y) {\n  int r0 = " + load +
                               "(y);\n  int r1 = READ_ONCE(*x);\n}\nexists (1:r0=1 /\\ 1:r1=0)\n",
                           "acyclic po-loc | rf | co | fr\nacyclic [ACQUIRE] ; po | po ; [RELEASE] | rfe | co | fr\n");
        };
        CHECK(!passes("smp_store_release", "smp_load_acquire"));
        CHECK(passes("atomic_set", "smp_load_acquire"));
        const std::string locked = "spin_lock(l);\n  int r0 = READ_ONCE(*x);\n  WRITE_ONCE(*x, r0 + 1);\n  spin_unlock(l);\n}\n";
        const std::string test =
            "C T\n{}\nP0 (int* x, spinlock_t* l) {\n  " + locked + "P1 (int* x, spinlock_t* l) {\n  " + locked + "exists (x=";
        CHECK(allowed(test + "2)\n", "acyclic po | rf | co | fr\nempty rmw & (fre ; coe)\n"));
        CHECK(!allowed(test + "1)\n", "acyclic po | rf | co | fr\nempty rmw & (fre ; coe)\n"));
        const auto body = [](const std::string& accesses) {
            return "(int* x, int* y, spinlock_t* l) {\n  spin_lock(l);\n" + accesses + "  spin_unlock(l);\n}\n";
        };
        CHECK(!allowed("C MP\n{}\nP0 " + body("  WRITE_ONCE(*x, 1);\n  WRITE_ONCE(*y, 1);\n") + "P1 " +
                           body("  int r0 = READ_ONCE(*y);\n  int r1 = READ_ONCE(*x);\n") + "exists (1:r0=1 /\\ 1:r1=0)\n",
                       "acyclic po-loc | rf | co | fr\nempty rmw & (fre ; coe)\n"
                       "acyclic [ACQUIRE] ; po | po ; [RELEASE] | rfe | co | fr\n"));
        const specs::Test nested = specs::parse_test("t",
                                                     "C T\n{}\nP0 (int* x) {\n  rcu_read_lock();\n  rcu_read_lock();\n  "
                                                     "rcu_read_unlock();\n  rcu_read_unlock();\n}\nexists (x=0)\n");
        CHECK(specs::outcomes(nested, model_of("empty rcu-rscs & po \\ (po ; po) as outermost\nempty rcu-rscs \\ po ; po"))
                  .positive == 1);
        CHECK(specs::outcomes(nested, model_of("~empty rcu-rscs")).positive == 1);
    }

    TEST_CASE("X86: lower case, numbers without a sign, and threads by name") {
        CHECK(
            allowed("X86 SB\n{x = 0; P0:EAX = 7};\n P0 | P1 ;\n mov [x],1 | MOV [y],$1 ;\n mov EAX,[y] | MOV EAX,[x] ;\n"
                    "exists (P0:EAX = 0 /\\ 1:EAX=0);\n<<\nshow\n>>\n"));
        CHECK(
            !allowed("X86 SB\n{}\n P0 | P1 ;\n mov [x],1 | MOV [y],$1 ;\n mfence | mfence ;\n mov EAX,[y] | MOV EAX,[x] ;\n"
                     "exists (P0:EAX = 0 /\\ 1:EAX=0)"));
        CHECK(
            allowed("X86_64 T\n{x=5;}\n P0 ;\n MOV RAX,5 ;\n LOCK CMPXCHG [x],RBX ;\n CMP [x],0 ;\n JE L ;\n MOV RCX,1 ;\n L: ;\n"
                    "exists (0:RCX=0 /\\ x=0 /\\ 0:EAX=5)"));
    }

    TEST_CASE("X86: a jump asks what the last arithmetic has left, on registers and on memory") {
        const auto jumps = [](const std::string& instructions, const std::string& jump) {
            return allowed("X86 T\n{x=2;}\n P0 ;\n" + instructions + " " + jump + " L ;\n MOV ESI,1 ;\n L: ;\nexists (0:ESI=0)");
        };
        for (const std::string before : {" MOV EAX,2 ;\n DEC EAX ;\n", " LOCK DEC [x] ;\n", " LOCK ADD [x],1 ;\n",
                                         " MOV EAX,1 ;\n LOCK CMPXCHG [x],EBX ;\n", " MOV EAX,1 ;\n LOCK XADD [x],EAX ;\n"}) {
            CAPTURE(before);
            CHECK(jumps(before, "JNE"));
            CHECK(!jumps(before, "JE"));
        }
        for (const std::string before : {" MOV EAX,2 ;\n XOR EAX,EAX ;\n", " LOCK SUB [x],2 ;\n",
                                         " MOV EAX,2 ;\n LOCK CMPXCHG [x],EBX ;\n", " MOV EAX,-2 ;\n LOCK XADD [x],EAX ;\n"}) {
            CAPTURE(before);
            CHECK(jumps(before, "JE"));
            CHECK(!jumps(before, "JNE"));
        }
        CHECK(jumps(" MOV EAX,2 ;\n SUB EAX,3 ;\n", "JL"));
        CHECK(refused("X86 T\n{}\n P0 ;\n XADD EAX,EBX ;\nexists (0:EAX=0)").ends_with("XADD is known on memory only"));
        CHECK(refused("X86 T\n{}\n P0 ;\n LOCK INC EAX ;\nexists (0:EAX=0)").ends_with("INC is known on memory only"));
    }

    TEST_CASE("C: a function that both libraries have is told by its arguments, and its accesses happen once") {
        const auto ends = [](const std::string& call, const std::string& condition) {
            return allowed(
                "C T\n{ x = 5; p = x; }\nP0 (int* x, int** p) {\n  int r = " + call + ";\n}\nexists (" + condition + ")\n",
                "acyclic po | rf | co | fr\n");
        };
        CHECK(ends("atomic_fetch_add(1, x)", "0:r=5 /\\ x=6"));
        CHECK(ends("atomic_fetch_add(x, 1)", "0:r=5 /\\ x=6"));
        CHECK(ends("atomic_exchange(*p, 1)", "0:r=5 /\\ x=1"));
        const specs::Test test =
            specs::parse_test("t", "C T\n{}\nP0 (int** p) {\n  int r = atomic_exchange(*p, 1);\n}\nexists (0:r=0)\n");
        CHECK(test.threads[0].instructions.size() == 3);  // a load, the exchange, and what becomes of its result
    }

    TEST_CASE("a condition may compare registers and locations with each other") {
        const std::string test =
            "RISCV T\n{0:x6=x; 1:x6=x;}\n P0 | P1 ;\n li x5,1 | lw x5,0(x6) ;\n sw x5,0(x6) | lw x7,0(x6) ;\nexists (";
        CHECK(allowed(test + "1:x5=1:x7)"));
        CHECK(allowed(test + "1:x5=[x])"));
        CHECK(allowed(test + "[x]=1:x7)"));
        CHECK(!allowed(test + "1:x5=1 /\\ 1:x7 != 1:x5)"));
        CHECK(!allowed(test + "not ([x]=[x]))"));
    }

    TEST_CASE("an access to what is no location refuses a test only if the model lets it come to that") {
        const char* sc = "acyclic po | rf | co | fr\n";
        // The second thread takes what it reads for an address; that there is one, it has seen before.
        const std::string test =
            "RISCV T\n{0:x6=x; 0:x8=y; 1:x6=x; 1:x8=y;}\n P0 | P1 ;\n sw x6,0(x6) | lw x5,0(x8) ;\n li x5,1 | beq x5,x0,L ;\n "
            "sw x5,0(x8) | lw x7,0(x6) ;\n | lw x9,0(x7) ;\n | L: ;\nexists (1:x7=x)";
        CHECK(allowed(test, sc));
        CHECK_THROWS_AS(allowed(test, "acyclic po-loc | rf | co | fr\n"), std::domain_error);
    }

    TEST_CASE("a refusal names the place and the word") {
        CHECK(refused("AArch64 T\n{}\n P0 ;\n FMOV W0,#1 ;\nexists (0:X0=0)") ==
              "t.litmus:4:2: the AArch64 instruction FMOV is not known");
        CHECK(refused("AArch64 T\n{}\n P0 ;\n LDR W99,[X1] ;\nexists (0:X0=0)") ==
              "t.litmus:4:6: expected a register, found W99");
        CHECK(refused("AArch64 T\n{}\n P0 ;\n DMB SYS ;\nexists (0:X0=0)").starts_with("t.litmus:4:6: a barrier's option is SY"));
        CHECK(refused("AArch64 T\n{}\n P0 ;\n STRB W0,[X1] ;\n LDR W0,[X1] ;\nexists (0:X0=0)")
                  .starts_with("t.litmus:5:2: accesses of several sizes are not supported"));
        CHECK(refused("AArch64 T\n{}\n P0 ;\n STR X0,[X1] ;\n LDR W0,[X1] ;\nexists (0:X0=0)")
                  .starts_with("t.litmus:5:2: accesses of several sizes are not supported"));
        CHECK(refused("RISCV T\n{}\n P0 ;\n vadd x1,x2,x3 ;\nexists (0:x1=0)") ==
              "t.litmus:4:2: the RISC-V instruction vadd is not known");
        CHECK(refused("RISCV T\n{}\n P0 ;\n fence q,w ;\nexists (0:x1=0)") ==
              "t.litmus:4:8: a fence orders r, w, i and o, not q");
        CHECK(refused("PPC T\n{}\n P0 ;\n lvx r1,r2,r3 ;\nexists (0:r1=0)") ==
              "t.litmus:4:2: the Power instruction lvx is not known");
        CHECK(refused("RISCV T\n{0:q1=x;}\n P0 ;\n nop ;\nexists (x=0)") == "t.litmus:2:4: q1 is no register");
        CHECK(refused("C T\n{}\nP0 (int* x) { mutex_lock(x); }\nexists (x=0)") ==
              "t.litmus:3:15: the function mutex_lock is not known");
        CHECK(refused("C T\n{}\nP0 (int* x) { int r = x[0]; }\nexists (x=0)") ==
              "t.litmus:3:23: arrays and structures are not supported");
        CHECK(refused("RISCV T\n{}\n P0 ;\n li x1,99999999999999999999 ;\nexists (x=0)")
                  .starts_with("t.litmus:4:8: expected a number of 64"));
        CHECK(refused("RISCV T\n{}\n P0 ;\n li x1,-0x-8000000000000000 ;\nexists (x=0)")
                  .starts_with("t.litmus:4:8: expected a number of 64"));
        CHECK(refused("C T\n{}\nP0 (int* x) { while (1) { break; } }\nexists (x=0)") == "t.litmus:3:27: break is not supported");
        CHECK(refused("C T\n{}\nP0 (int* x) { int r = 0 && *x; }\nexists (x=0)")
                  .starts_with("t.litmus:3:28: an access to the right of &&"));
    }

    TEST_CASE("hostile tests end in one line, or at once") {
        std::string nested, threads = " P", stores;
        for (int i = 0; i < 5000; ++i) nested += "ATOMIC_INIT(", threads += " | P", stores += " STXR W3,W2,[X1] ;\n";
        CHECK(refused("C T\n{ x = " + nested).ends_with("more than 400 parts are within each other"));
        CHECK(refused("X86 T\n{}\n" + threads + " ;\nexists (x=0)").find("expected no more than 64 threads") !=
              std::string::npos);
        CHECK(allowed("AArch64 T\n{0:X1=x;}\n P0 ;\n" + stores + "exists (0:X3=1)"));  // each fails
    }
}

}  // namespace tandem::tests
