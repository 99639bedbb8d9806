# Which tests are long, and why they have no shorter form. `./tandem test` leaves them out; `./tandem test --long` runs all. CMake reads this for the tests that it
# declares, and ctest for those that it finds in the test programs. Neither complains about a name that no test has; tests/long does.

# CI runs these too.
set(long
    # A user's folder is compiled with all engines, and another against the installed package.
    "a folder outside the tree answers the commands"
    "a kernel in a folder of its own is built, run and judged"
    "a folder from outside moves into the tree as it is"
    "installed, Tandem begins a protocol in an empty folder and answers"
    "odd folders end in one line, or work"
    # The installed program has the texts of all seeded bugs.
    "a Debian package is installed in an empty root and runs"
    # mpirun starts up to seven processes, which take turns on the processors: some 25 commands.
    "several processes report what one reports"
    # These need the texts of seeded bugs, which are a third of all files.
    "each test that is listed as long is a test"
    "the smallest shape that each property of G-TSC allows refutes a seeded bug"
    "the smallest shape that each property of Temporal Coherence allows refutes a seeded bug"
    "the smallest shape that each property of remote-scope promotion allows refutes a seeded bug"
    "an outcome that a named shape exercises and a text has lost counts"
    "a thread that can never issue again is noticed, with the run that leads there"
    "a refutation ends it, with the system and the trace"
    "a seeded bug is looked for where its node is"
    "a seeded bug of remote-scope promotion runs the programs that the shape asks for"
    "what is explored of a seeded bug is of the size that its shape has"
    "a seeded bug of nodes that the shape does not have is refused"
    # Rumur reads the program and compiles it, which takes longer than the search: 10 seconds for the smallest shape that has what the test's name says.
    "Rumur agrees on two SMs"
    "Rumur agrees on protocols with the monitor that judges them"
    "Rumur agrees on G-TSC with the monitor that judges it"
    "Rumur agrees that a seeded bug of Temporal Coherence dies"
    "Rumur agrees on MSI and MOESI of two caches"
    "Rumur agrees on a CPU beside a CU, on two CUs and on two CPUs"
    "Rumur agrees on resets and responses as the paper has them"
    # An evaluator of TLA+ that is written to be plain; two SMs are among the short tests.
    "TLA+ agrees on instructions that touch two blocks"
    "TLA+ agrees on a choice of leases where all read misses are forwarded"
    "TLA+ agrees on channels that keep no order"
    # What others read: packages of npm, for which large modules are much.
    "TLA+ modules: syntax"
    "traces as files: schema"
    "traces as files: explorer"
    "traces as files: pages"
    "TLA+ agrees on the data that Fig. 10 shows too early"
    # Proofs of systems with two of each; smaller ones are proved among the short tests.
    "mutexes of two compute units are proved not to be lost, for any data"
    "single writer is proved where messages overtake each other, two in a channel"
    "all properties of G-TSC are proved for a clock of three bits that is reset: one SM, warp and block"
    "another solver confirms a proof, and refuses it when it was tampered with"
    "all that is claimed of the repaired text is proved for all data, and the invariant holds in the states of the explicit search"
    # Searches of many shapes, of millions of states in all; each protocol's default shape is searched among the short tests.
    "every shape of G-TSC holds, and every key"
    "repaired, all hold, every remote operation completes, and every handler outcome occurs"
    "each repair is needed"
    "two components: repaired, remote operations reach what belongs to the other"
    "TC-Strong keeps all its promises, and every handler outcome occurs"
    # Half a minute of a processor each. What is short has the same of one protocol, of fewer variants or of fewer steps.
    "the relation of each variant of remote-scope promotion has the steps of the explicit search and no others"
    "all properties are proved for any timestamps, and the invariants hold in the states of the explicit search"
    "Z3 allows the same states, with every construct of the language of models"
    "as published, programs without races show more than the model allows"
    "which of the paper's patterns race under which model"
    # The compiler reads more than twenty small texts.
    "a text that does not compile is told in the words of its author, in one line, of the node and the member"
    # Five to twelve seconds each; of what they try the short tests have other shapes, variants or steps.
    "what is suggested and false ends with a sample, or with a step that the report can show"
    "repaired, safety holds for the other ways to share, with two banks, and with a FIFO of one write"
    "several workers prove what one proves, and find what is wrong with a proof"
    "workloads are right on a directory protocol, with each core side before it, and what is counted adds up"
    "two components: repaired, all hold at the system's scope, and every handler outcome that this needs occurs"
    "a clock of three bits is proved to be reset rightly, and the invariant holds in all states of the explicit search"
    "all properties of TC-Strong are proved for any lease, and the invariants hold in the states of the explicit search"
    "what is proved of a larger system proves the smaller one in it, without a candidate"
    "repaired, programs without races show what the model allows and no more"
    "the repaired protocol, with every operation that it has"
    "TLA+ agrees on resets and responses as the paper has them"
    "what a shape gives no room to happen is coverage and not a refutation, unless it is asked for"
    "atomics read the latest version and write the next one"
    "a suggestion ends with the first sample that refutes it of another SM"
    "what is false of a text is not proved of it, whatever is suggested"
    "TLA+ agrees on the program order that a monitor of release consistency follows"
    "a reset that leaves timestamps behind is not proved"
    "atomics are atomic in the other variants, several blocks an instruction included"
    "the relation of each variant of G-TSC has the steps of the explicit search and no others, for clocks with and without end"
    "several components have the system's scope besides, and programs are on one and on two of them"
    "what is free has no monitor: check explores what export writes, and both say so"
    "what the invariant makes impossible is reported by outcome and by event, as text and as JSON"
    "a protocol that hangs conforms to nothing, and what is compared with nothing is undecided"
    "a claim that is lost does not take those with it that rely on what was proved of it"
    "all lemmas of the repaired protocol hold where a work-group's lock is reached by remote operations"
    "workloads that share data compute the right result with G-TSC and without private caches"
    "TLA+ agrees on messages from core to core, with the monitor that judges them"
    "Rumur agrees on loads that join a request, and on two blocks"
    "recursions and loops on symbols name the handler"
    # All workloads, each on one thread and on two; three of them are among the short tests.
    # Threads that meet in every cycle or two, which takes minutes where others compute.
    "two threads count what one counts: on machines with few SMs, short pipelines and little room"
    # Simulations of large inputs.
    "work stealing executes each task once: two work-groups")

# CI has no time for these.
set(by_hand
    # More than three hundred commands, each within its limits: the kinds of them are tried among the short tests.
    "what strangers and mistakes give the program ends soon, in a line and with its status"
    # Five and two minutes of a processor; CI proves the same for any timestamps of smaller shapes, and asks the explicit search for the invariants.
    "all properties of G-TSC are proved for two SMs, warps and blocks: sc"
    "all properties of G-TSC are proved for two SMs, warps and blocks: rc"
    # CI asks Rumur of two caches, and of a seeded bug of Temporal Coherence.
    "Rumur agrees on MSI, MESI and MOESI of three caches"
    "Rumur agrees that a seeded bug of G-TSC dies"
    # Of these variants and sizes CI asks Rumur, and TLA+ of two SMs and of what its modules write in another way.
    "TLA+ agrees on two warps"
    "TLA+ agrees on two blocks"
    "TLA+ agrees on release consistency whose readers keep the old copy"
    # CI proves that mutexes are not lost.
    "all that is claimed of repaired LSC is proved for any data: two compute units, evictions and any hash functions"
    # CI proves it of one SM, warp and block.
    "all properties of G-TSC are proved for a clock of three bits that is reset"
    # Remote-scope promotion has the most states of all.
    "every shape of remote-scope promotion holds when it is repaired, and every key"
    "Rumur agrees on wavefronts that own what they access, and on the monitor of owners"
    "Rumur agrees on remote-scope promotion, of wavefronts that race"
    "Rumur agrees on remote-scope promotion where L2 has a FIFO and memory behind it, of a wavefront that uses all scopes"
    "Rumur counts the same without symmetry and up to symmetry: two warps, two values"
    "Rumur agrees on channels that keep no order and on the deadlock there"
    "Rumur agrees on mutexes of two CUs, of a CPU beside a CU and of two CPUs"
    "Rumur counts the same up to symmetry: two blocks"
    "Rumur agrees on two warps that store two values"
    "Rumur agrees on a choice of leases where all read misses are forwarded"
    "Rumur agrees on release consistency whose readers keep the old copy"
    # The same of the smallest shapes, of another protocol, or of two instead of three, is among CI's.
    "work stealing executes each task once: three work-groups"
    "MSI is proved for any data with clauses that are learnt, and not without"
    "another solver confirms the proofs of TC and of remote-scope promotion"
    "every outcome that a path of TC has occurs in random runs with any leases"
    # Half a minute to a minute each. CI has two threads beside one for every protocol and every kind of access, MSI's and MESI's simulated runs in their folders, random runs without resets, and Rumur on other systems with two SMs.
    "two threads count what one counts: every workload"
    "MESI: a breadth-first search is right, though blocks leave all caches all the time"
    "the checker follows random runs of the symbolic paths, resets included"
    "Rumur agrees that private caches which nobody invalidates are incoherent"
    "Rumur counts the same up to symmetry: two SMs"
    # Proofs, and runs of all programs and of a whole figure: some minutes. The quick commands are here as well: which of several shortest traces a page shows may depend on the number of processors.
    "pages show what the program prints: quick"
    "pages show what the program prints: long"
    # Most of the time that tla-checker takes for all systems; CI reads the modules and asks an evaluator of our own.
    "TLA+ modules: states"
    "TLA+ modules: states-with-monitor"
    # A third of a minute to two and a half minutes each. CI has the same of a smaller system, another protocol or fewer variants: German's for any number, TC-Strong, the
    # relations of G-TSC and of remote-scope promotion, TLA+ on two blocks, MSI and MESI of two caches of their lemmas alone.
    "more folders outside the tree answer the commands"
    "what TC-Weak promises is proved for any lease, and the invariants hold in the states of the explicit search"
    "MESI is proved for any data with clauses that are learnt, and not without"
    "kernels of flat threads are right on the MTTOP paper's machine, with warps of 8 lanes on a torus"
    "the relation of each variant of Temporal Coherence has the steps of the explicit search and no others, ticks included"
    "steps that do not concern each other commute"
    "another solver confirms a proof for any number of caches, and refuses it when it was tampered with"
    "MSI and MESI are proved for any number of caches"
    "FLASH is proved for any number of processors"
    "MOESI is proved for any number of caches"
    "G-TSC is proved for any number of SMs, and each counter stays in its room"
    "the variant of G-TSC whose pending store is visible is not proved for any number of SMs"
    "what is shown conforms to the model of each side in all programs of two operations a thread with fences and dependencies, and what is weaker does not"
    "Z3 finds a run to Fig. 10's violation, the checker follows it, and follows no other"
    "exchanges and three threads are programs too"
    "compute units are divided evenly among components, whose L2s have one bank and memory behind them"
    "what is claimed fails where the search's property fails, of states and of steps"
    "Rumur agrees on instructions that touch two blocks"
    "one event at a time, a bounded search counts the checker's steps"
    "the checker follows random runs in which time passes, and time passes where it says so"
    "a bounded search finds in rounds what the checker finds in more steps")

# Where a seeded bug is looked for the true text holds: of these protocols CI searches larger shapes.
set(without_bugs_by_hand gtsc tc rsp lsc)

# These take the longest and start first, so that none is left alone at the end.
set(first
    "a Debian package is installed in an empty root and runs"
    "another solver confirms a proof, and refuses it when it was tampered with"
    "installed, Tandem begins a protocol in an empty folder and answers"
    "a folder outside the tree answers the commands"
    "a kernel in a folder of its own is built, run and judged"
    "odd folders end in one line, or work"
    "every shape of G-TSC holds, and every key")

if(NOT DEFINED PROJECT_NAME)  # ctest
  set_tests_properties(${long} PROPERTIES LABELS "long" COST 100)
  set_tests_properties(${first} PROPERTIES COST 1000)
  set_tests_properties(${by_hand} PROPERTIES LABELS "long;by-hand")
endif()
