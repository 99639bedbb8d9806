// A machine on two threads: the SMs with the network to the banks, and the L2 banks with DRAM and the network to the SMs.
//
// An SM's message reaches a bank only after the network's latency and the bank's pipeline. So the banks run ahead by as many
// cycles as that allows, and the threads meet once in that many. The banks' crossbar already knows what an SM would tell it at
// once: the SM takes each answer in the cycle of its arrival, since no core stalls one. A bank tells the SMs' crossbar at once
// that it has taken a request; that is past when the SMs get there. So each part does in each cycle what it does on one thread
// (Chandy and Misra, "Distributed simulation", IEEE Transactions on Software Engineering 1979: conservative, with look-ahead).
#pragma once

#include "perfsim/bank.hpp"
#include "perfsim/round_worker.hpp"
#include "perfsim/side_mail.hpp"
#include "perfsim/sm.hpp"

namespace tandem::perfsim {

template <class P>
class TwoSides {
public:
    using Sms = std::vector<std::unique_ptr<Sm<P>>>;
    using Banks = std::vector<std::unique_ptr<Bank<P>>>;

    /// The number of cycles that a side simulates at a time. Two of these windows pass before a bank can see a packet that has
    /// not yet left an SM's crossbar. Less than 1 if the banks' pipeline is too short.
    static int window(const MachineDescription& machine) { return (machine.l2.latency - 1) / 2; }

    /// The SMs have `cores`, and the banks `memory`.
    TwoSides(Shared<P>& cores, Shared<P>& memory, Sms& sms, Banks& banks)
        : window_(window(cores.machine)),
          cores_(cores),
          memory_(memory),
          sms_(sms),
          banks_(banks),
          told_to_memory_(banks.size()),
          received_(banks.size()),
          last_received_(banks.size(), -1),
          told_to_cores_(sms.size()) {}
    ~TwoSides() { pool_.give_up(); }
    TwoSides(const TwoSides&) = delete;
    TwoSides& operator=(const TwoSides&) = delete;

    /// Runs until nothing can happen any more. If something would happen only after cycle `limit`, stops in that cycle.
    /// `between()` is called after each window.
    template <class Between>
    void run(Cycle limit, Between&& between) {
        // the SMs have finished the cycles before, and the banks those before `from + window_`
        Cycle from = cores_.clock.now() + 1;
        const Cycle end = limit == never ? never : limit + 1;
        RoundWorker worker(pool_, [this](Cycle until) { run_memory(until); });
        Cycle next = from;
        for (;; from += window_) {
            next = untold() ? from : next_event();
            if (next >= end) break;
            from = std::max(from, next - window_);
            tell_memory(from - 1);
            to_memory_.exchange();
            to_cores_.exchange();
            worker.begin(std::min(from + 2 * window_, end));
            run_cores(std::min(from + window_, end));
            worker.wait();
            if (worker.error) std::rethrow_exception(worker.error);
            between();
        }
        meet();
        if (next == never) skip_to(std::max(cores_.clock.now(), memory_.clock.now()));
        else advance();
    }

    // ---- the same on one thread, for observers of both sides in each cycle
    /// Moves on to the next cycle in which something happens on either side; false if nothing will.
    bool advance() {
        for (;; skip_to(cores_.clock.now() + 1)) {
            tell_memory(cores_.clock.now());
            tell_cores();
            meet();
            const Cycle next = next_event();
            if (untold() && next > cores_.clock.now() + 1) continue;
            if (next == never) return false;
            for (Clock* clock : {&cores_.clock, &memory_.clock})
                if (clock->next() == next) clock->advance();
                else clock->skip_to(next);
            return true;
        }
    }
    void step() {
        Clock::Awake awake = cores_.clock.awake();
        const int after_sms = step_sms(awake);
        step_memory();
        to_cores_.exchange();
        take_in_answers();  // and what banks have taken in this cycle
        step_crossbars(awake, after_sms);
    }
    /// Whether nothing is under way between the sides, or on the banks' side.
    bool empty() const { return memory_.network.empty() && !untold() && to_memory_.empty() && to_cores_.empty(); }

private:
    using Packet = typename SideMail<P>::Packet;
    using Reception = typename SideMail<P>::Reception;

    Cycle next_event() const {
        return std::min({cores_.clock.next(), memory_.clock.next(), to_memory_.first(), to_cores_.first()});
    }
    /// Whether a request has left its input, and the banks have not been told.
    bool untold() const {
        for (std::size_t b = 0; b < banks_.size(); ++b)
            if (cores_.network.requests.waiting(static_cast<int>(b)) > told_to_memory_[b]) return true;
        return false;
    }
    void skip_to(Cycle when) {
        cores_.clock.skip_to(when);
        memory_.clock.skip_to(when);
    }
    /// Both sides take in all their mail.
    void meet() {
        for (int i = 0; i < 2; ++i) {
            to_memory_.exchange();
            to_cores_.exchange();
            take_in_requests();
            take_in_answers();
        }
    }

    // ---- the SMs' side
    void run_cores(Cycle end) {
        take_in_answers();
        while (cores_.clock.next() < end) {
            cores_.clock.advance();
            Clock::Awake awake = cores_.clock.awake();
            step_crossbars(awake, step_sms(awake));
        }
    }
    /// Returns the next part.
    int step_sms(Clock::Awake& awake) {
        int part = awake.next();
        for (const int sms = static_cast<int>(sms_.size()); part < sms; part = awake.next())
            sms_[static_cast<std::size_t>(part)]->step();
        return part;
    }
    void step_crossbars(Clock::Awake& awake, int part) {
        for (; part < cores_.dram_part(0); part = awake.next()) {
            const int bank = part - cores_.bank_part(0);
            auto& received = received_[static_cast<std::size_t>(bank)];
            for (; !received.empty() && received.front() == cores_.clock.now(); received.pop()) receive_by_bank(bank);
        }
        for (; part < cores_.clock.parts(); part = awake.next()) cores_.network.step(part - cores_.requests_part());
    }
    void receive_by_bank(int bank) {
        cores_.network.requests.receive(bank);
        --told_to_memory_[static_cast<std::size_t>(bank)];
    }
    /// The SMs have finished all cycles up to `now`.
    void tell_memory(Cycle now) {
        for (int b = 0; b < static_cast<int>(banks_.size()); ++b) {
            int& told = told_to_memory_[static_cast<std::size_t>(b)];
            if (cores_.network.requests.waiting(b) == told) continue;
            told = cores_.network.requests.tell(b, told, now, [&](std::uintptr_t payload, Cycle when, Cycle started) {
                to_memory_.written.add(cores_.network, payload, b, when, started);
            });
        }
    }
    void take_in_answers() {
        to_cores_.read.take(
            cores_.network,
            [&](const Packet& packet, std::uintptr_t payload) {
                if (cores_.network.responses.arrive(packet.to, payload, packet.when))
                    cores_.clock.wake(cores_.core_part(packet.to), packet.when);
            },
            [&](const Reception& reception) {
                if (reception.when == cores_.clock.now()) return receive_by_bank(reception.bank);
                received_[static_cast<std::size_t>(reception.bank)].push(reception.when);
                cores_.clock.wake(cores_.bank_part(reception.bank), reception.when);
            });
    }

    // ---- the banks' side
    void run_memory(Cycle end) {
        take_in_requests();
        while (memory_.clock.next() < end) {
            memory_.clock.advance();
            step_memory();
        }
        tell_cores();
    }
    void step_memory() {
        const int sms = static_cast<int>(sms_.size()), banks = static_cast<int>(banks_.size());
        Clock::Awake awake = memory_.clock.awake();
        int part = awake.next();
        for (; part < sms; part = awake.next()) receive_by_core(part);
        for (; part < sms + banks; part = awake.next()) {
            const int bank = part - sms, before = memory_.network.requests.waiting(bank);
            banks_[static_cast<std::size_t>(bank)]->step();
            if (memory_.network.requests.waiting(bank) == before) continue;
            last_received_[static_cast<std::size_t>(bank)] = memory_.clock.now();
            to_cores_.written.add(Reception{bank, memory_.clock.now()});
        }
        for (; part < sms + 2 * banks; part = awake.next()) banks_[static_cast<std::size_t>(part - sms - banks)]->dram.step();
        for (; part < memory_.clock.parts(); part = awake.next()) memory_.network.step(part - memory_.requests_part());
    }
    /// Takes from the crossbar the packets that the SM takes in this cycle.
    void receive_by_core(int core) {
        Direction& responses = memory_.network.responses;
        if (!responses.arrived(core)) return;
        const std::uintptr_t payload = responses.receive(core);
        if (int& told = told_to_cores_[static_cast<std::size_t>(core)]; told > 0) --told;
        else to_cores_.written.add(memory_.network, payload, core, memory_.clock.now(), 0);
        if (const Cycle next = responses.next_arrival(core); next != never) memory_.clock.wake(memory_.core_part(core), next);
    }
    void tell_cores() {
        for (int i = 0; i < static_cast<int>(sms_.size()); ++i) {
            int& told = told_to_cores_[static_cast<std::size_t>(i)];
            if (memory_.network.responses.waiting(i) == told) continue;
            told = memory_.network.responses.tell(i, told, memory_.clock.now(),
                                                  [&](std::uintptr_t payload, Cycle when, Cycle started) {
                                                      to_cores_.written.add(memory_.network, payload, i, when, started);
                                                  });
        }
    }
    void take_in_requests() {
        to_memory_.read.take(
            memory_.network,
            [&](const Packet& packet, std::uintptr_t payload) {
                if (!memory_.network.requests.arrive(packet.to, payload, packet.when)) return;
                // The packet found none before it and wakes the bank. Or the bank knew of it when it went to sleep, and must not
                // be woken if it waits for room.
                const auto bank = static_cast<std::size_t>(packet.to);
                if (packet.started >= last_received_[bank] || !banks_[bank]->waits_for_room())
                    memory_.clock.wake(memory_.bank_part(packet.to), packet.when);
            },
            [](const Reception&) {});
    }

    const Cycle window_;
    Shared<P>& cores_;
    Shared<P>& memory_;
    Sms& sms_;
    Banks& banks_;
    DataPool pool_;  // of the banks' thread
    // The SMs' thread:
    std::vector<int> told_to_memory_;    // by bank: number of packets at its output that it knows of
    std::vector<Ring<Cycle>> received_;  // by bank: when it takes the next ones
    // The banks' thread:
    std::vector<Cycle> last_received_;   // by bank
    std::vector<int> told_to_cores_;     // by SM
    SideMails<P> to_memory_, to_cores_;  // each written by the other side's thread, and read by its own
};

}  // namespace tandem::perfsim
