#include "checker/disk/disk_set.hpp"

#include <atomic>

#include "checker/in_parallel.hpp"

namespace tandem::checker {
namespace {

/// How many first bits of strings tell ranges apart, each with some thousand states or more.
int range_bits(std::size_t states) {
    constexpr std::size_t some = 2048;
    return std::min(Candidates::part_bits, static_cast<int>(std::bit_width(states / some)));
}

/// Of a run, no fewer than it has in a range.
std::size_t most_states(const Run& run, const StringRange& range) {
    std::size_t sum = 0;
    auto block = std::partition_point(run.blocks.begin(), run.blocks.end(),
                                      [&](const Run::Block& one) { return one.first < range.first; });
    if (block != run.blocks.begin()) --block;
    for (; block != run.blocks.end() && block->first <= range.last; ++block) sum += static_cast<std::size_t>(block->states);
    return sum;
}

}  // namespace

DiskSet::DiskSet(StoreFolder& folder, std::size_t bytes, int threads, const StateForm::Widths& widths)
    : folder_(folder), threads_(threads), form_(widths), candidates_(bytes, threads), tools_(static_cast<std::size_t>(threads)) {
    candidates_.clear(form_.more_quads());
}

bool DiskSet::widen(const StateForm::Widths& widths) {
    const std::size_t quads = form_.more_quads();
    if (!form_.add(widths)) return false;
    if (form_.more_quads() != quads) flush();
    return true;
}

/// Makes a run in ranges, which the threads take one after the other.
auto DiskSet::build(const Plan& plan, int first_level, int last_level) -> Built {
    const int bits = range_bits(plan.expected);
    const BlockShape form = shape(plan.tag_bits);
    RunWriter writer(folder_, form, plan.notes);
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> failed = false;
    in_parallel(threads_, [&](int t) {
        Tools& tools = tools_[static_cast<std::size_t>(t)];
        try {
            for (std::size_t number; !failed && (number = next.fetch_add(1)) >> bits == 0;) {
                const StringRange range(bits, number);
                plan.fill(range, tools);
                Sieve& sieve = tools.sieve;
                sieve.sort();
                if (plan.known && sieve.count() > 0)
                    for (const RunPointer& run : *plan.known) {
                        sieve.rewind();
                        tools.reader.read(*run, range, also(false), &sieve,
                                          [&](const StateList& list, std::size_t first, std::size_t last) {
                                              sieve.strike(list, first, last);
                                          });
                    }
                sieve.drop_struck();
                if (plan.found) (*plan.found)(t, sieve.sorted());
                writer.put(number, RunPart(form, sieve.sorted(), plan.notes));
            }
        } catch (...) {
            failed = true;
            throw;
        }
    });
    RunPointer run = writer.finish(first_level, last_level);
    return {run, writer.notes_number(), writer.notes()};
}

/// Begins a range's sieve with all that was put down there, and what `runs` have.
void DiskSet::fill(const StringRange& range, Tools& tools, const std::vector<RunPointer>& runs) {
    constexpr int shift = 64 - Candidates::part_bits;
    const auto first = static_cast<std::size_t>(range.first >> shift), last = static_cast<std::size_t>(range.last >> shift);
    std::size_t most = 0;
    for (std::size_t part = first; part <= last; ++part) most += candidates_.count(part);
    for (const RunPointer& run : runs) most += most_states(*run, range);
    Sieve& sieve = tools.sieve;
    sieve.start(range.bits, most, form_.more_bits() > 0);
    const auto add = [&](const StateString& string, std::uint32_t tag) { sieve.add(string, tag); };
    for (std::size_t part = first; part <= last; ++part) candidates_.for_each(part, add);
    for (const RunPointer& run : runs)
        tools.reader.read(*run, range, also(true), nullptr, [&](const StateList& list, std::size_t from, std::size_t to) {
            for (; from < to; ++from) sieve.add(list[from], list.tags[from]);
        });
}

auto DiskSet::plan_of_candidates() -> Plan {
    Plan plan;
    plan.expected = candidates_.count();
    for (const RunPointer& run : candidate_runs_) plan.expected += run->states;
    plan.fill = [this](const StringRange& range, Tools& tools) { fill(range, tools, candidate_runs_); };
    return plan;
}

void DiskSet::forget_candidates() {
    for (const RunPointer& run : candidate_runs_) folder_.drop(run->number);
    candidate_runs_.clear();
    candidates_.clear(form_.more_quads());
}

/// Writes what is in memory as a run of its own, which ends with the level.
void DiskSet::flush() {
    Plan plan;
    plan.expected = candidates_.count();
    plan.fill = [this](const StringRange& range, Tools& tools) { fill(range, tools, {}); };
    plan.tag_bits = 32;
    if (plan.expected > 0) candidate_runs_.push_back(build(plan, level_.levels, level_.levels + 1).run);
    candidates_.clear(form_.more_quads());
}

void DiskSet::finish_level(const Found& found) {
    const StateForm before = form_;
    try {
        Level next = level_;
        if (next.notes) next.replaced.push_back(next.notes_number);
        next.notes.reset();
        ++next.levels;
        Plan plan = plan_of_candidates();
        const std::size_t put_down = plan.expected;
        if (put_down > 0) {
            plan.known = &level_.runs;
            plan.notes = true;
            plan.found = &found;
            const Built built = build(plan, level_.levels, next.levels);
            share_of_new_ = static_cast<double>(built.run->states) / static_cast<double>(put_down);
            next.states += built.run->states;
            if (built.run->states == 0) {
                next.replaced.insert(next.replaced.end(), {built.run->number, built.notes_number});
            } else {
                next.runs.push_back(built.run);
                next.notes_number = built.notes_number;
                next.notes = built.notes;
            }
        }
        forget_candidates();
        const bool may_change = next.states < few_states || form_.first_bits() < enough_first_bits;
        if (may_change && StateForm(form_.widths()).more_bits() < form_.more_bits()) change_form(next);
        merge(next);
        commit(std::move(next));
    } catch (...) {
        form_ = before;
        forget_candidates();
        folder_.clean(files());
        throw;
    }
}

/// Two small runs that follow each other become one, if there are many.
void DiskSet::merge(Level& next) {
    const std::size_t done = next.runs.size() - (frontier_of(next) ? 1 : 0);
    if (done <= most_runs) return;
    std::size_t least = 0;
    const auto together = [&](std::size_t at) { return next.runs[at]->states + next.runs[at + 1]->states; };
    for (std::size_t at = 1; at + 1 < done; ++at)
        if (together(at) < together(least)) least = at;
    const std::vector<RunPointer> two{next.runs[least], next.runs[least + 1]};
    const int first_level = two[0]->first_level, last_level = two[1]->last_level;
    Plan plan;
    plan.expected = static_cast<std::size_t>(together(least));
    plan.tag_bits = static_cast<int>(std::bit_width(static_cast<unsigned>(last_level - first_level - 1)));
    plan.fill = [&](const StringRange& range, Tools& tools) {
        tools.sieve.start(range.bits, most_states(*two[0], range) + most_states(*two[1], range), form_.more_bits() > 0);
        for (const RunPointer& run : two)
            tools.reader.read(*run, range, also(true), nullptr, [&](const StateList& list, std::size_t first, std::size_t last) {
                for (; first < last; ++first)
                    tools.sieve.add(list[first], list.tags[first] + static_cast<std::uint32_t>(run->first_level - first_level));
            });
    };
    const Built built = build(plan, first_level, last_level);
    for (const RunPointer& run : two) next.replaced.push_back(run->number);
    next.runs[least] = built.run;
    next.runs.erase(next.runs.begin() + static_cast<std::ptrdiff_t>(least) + 1);
}

/// All bits that numbers have are mixed from now on, so all runs are sorted anew. While numbers have few bits this saves more
/// than it costs: a bit behind the mixed ones is stored as it is.
void DiskSet::change_form(Level& next) {
    const StateForm old = form_;
    form_ = StateForm(old.widths());
    for (RunPointer& run : next.runs) {
        const bool frontier = is_frontier(next, *run);
        forget_candidates();
        put_all(next, *run, old);
        Plan plan = plan_of_candidates();
        plan.tag_bits = run->shape.tag_bits;
        plan.notes = frontier;
        const Built built = build(plan, run->first_level, run->last_level);
        next.replaced.push_back(run->number);
        run = built.run;
        if (!frontier) continue;
        next.replaced.push_back(next.notes_number);
        next.notes_number = built.notes_number;
        next.notes = built.notes;
    }
    forget_candidates();
}

/// Puts down the states of a run in the present form.
void DiskSet::put_all(const Level& level, const Run& run, const StateForm& old) {
    const bool frontier = is_frontier(level, run);
    std::vector<std::uint32_t> asleep;
    std::uint64_t at = 0;
    RunReader reader;
    reader.read_blocks(run, 0, run.blocks.size(), {true, !frontier}, [&](std::size_t, const StateList& list) {
        if (frontier) {
            asleep.resize(list.size());
            level.notes->read(at * sizeof(std::uint32_t), std::as_writable_bytes(std::span(asleep)));
            at += list.size();
        }
        for (std::size_t i = 0; i < list.size(); ++i) {
            const StateString string = form_.string_of(old.parts_of(list[i]));
            const std::uint32_t tag = frontier ? asleep[i] : list.tags[i];
            if (put(0, string, tag)) continue;
            flush();
            put(0, string, tag);
        }
    });
}

void DiskSet::commit(Level&& next) {
    const std::vector<std::uint64_t> replaced = std::exchange(next.replaced, {});
    level_ = std::move(next);
    for (const std::uint64_t number : replaced) folder_.drop(number);
}

std::set<std::uint64_t> DiskSet::files() const {
    std::set<std::uint64_t> all;
    for (const RunPointer& run : level_.runs) all.insert(run->number);
    if (level_.notes) all.insert(level_.notes_number);
    return all;
}

std::uint64_t DiskSet::expected() const {
    constexpr std::uint64_t few = 12;  // bytes, without those beside the mixed ones
    return static_cast<std::uint64_t>(share_of_new_ * static_cast<double>(candidates_.bytes_in_use() / few));
}

const Run* DiskSet::frontier() const { return frontier_of(level_); }

void DiskSet::read_asleep(std::uint64_t first, std::span<std::uint32_t> asleep) const {
    level_.notes->read(first * sizeof(std::uint32_t), std::as_writable_bytes(asleep));
}

bool DiskSet::any(int first, int last, std::uint64_t stride, const std::function<bool(const StateString&)>& visit) const {
    RunReader reader;
    std::uint64_t until_next = 1;
    bool found = false;
    for (const RunPointer& run : level_.runs) {
        if (found || run->last_level <= first || run->first_level >= last) continue;
        reader.read_blocks(*run, 0, run->blocks.size(), {true, true}, [&](std::size_t, const StateList& list) {
            for (std::size_t i = 0; i < list.size() && !found; ++i) {
                const int level = run->first_level + static_cast<int>(list.tags[i]);
                if (level < first || level >= last || --until_next != 0) continue;
                until_next = stride;
                found = visit(list[i]);
            }
            return found;
        });
    }
    return found;
}

bool DiskSet::has_all(const std::vector<StateString>& strings) const {
    Sieve sieve;
    RunReader reader;
    sieve.start(0, strings.size(), true);
    for (const StateString& string : strings) sieve.add(string, 0);
    sieve.sort();
    for (const RunPointer& run : level_.runs) {
        sieve.rewind();
        reader.read(*run, StringRange(0, 0), {true, false}, &sieve,
                    [&](const StateList& list, std::size_t first, std::size_t last) { sieve.strike(list, first, last); });
    }
    sieve.drop_struck();
    return sieve.count() == 0;
}

std::size_t DiskSet::bytes() const {
    std::size_t sum = candidates_.bytes();
    for (const Tools& tools : tools_) sum += tools.sieve.bytes() + tools.reader.bytes();
    for (const RunPointer& run : level_.runs) sum += run->blocks.capacity() * sizeof(Run::Block);
    return sum;
}

std::uint64_t DiskSet::disk_bytes() const {
    std::uint64_t sum = level_.notes ? level_.notes->size() : 0;
    for (const RunPointer& run : level_.runs) sum += run->file->size();
    return sum;
}

}  // namespace tandem::checker
