// What a checkpoint has of the states on disk: which files hold them, the sums of these, and where their blocks begin.
#include <atomic>

#include "checker/disk/disk_set.hpp"
#include "checker/in_parallel.hpp"
#include "checker/refused_checkpoint.hpp"

namespace tandem::checker {
namespace {

/// What is said of a file.
struct FileFacts {
    std::uint64_t number, size, sum;
};
struct RunFacts {
    FileFacts file;
    std::uint64_t states;
    std::int32_t first_level, last_level;
    BlockShape shape;
};

FileFacts facts_of(std::uint64_t number, StoreFile& file) {
    file.sync();
    return {number, file.size(), file.sum()};
}

std::shared_ptr<StoreFile> opened(const StoreFolder& folder, const FileFacts& facts) {
    const std::string path = folder.file(facts.number);
    const auto damaged = [&](const std::string& how) {
        throw model::UsageError("'" + path + "' " + how + ": with another folder the search begins anew");
    };
    try {
        auto file = std::make_shared<StoreFile>(path, StoreFile::Open::to_read);
        if (file->size() != facts.size || file->sum_of_contents() != facts.sum) damaged("is damaged");
        file->believe(facts.sum);
        return file;
    } catch (const CheckpointFailed& failed) {
        throw model::UsageError(std::string(failed.what()) + ": with another folder the search begins anew");
    }
}

}  // namespace

void DiskSet::save(CheckpointWriter& out) const {
    out.put(std::uint64_t{form_.history().size()});
    for (const StateForm::Widths& widths : form_.history()) out.put(widths);
    out.put(level_.levels);
    out.put(std::uint64_t{level_.runs.size()});
    for (const RunPointer& run : level_.runs) {
        out.put(RunFacts{facts_of(run->number, *run->file), run->states, run->first_level, run->last_level, run->shape});
        out.put(run->blocks);
    }
    out.put(level_.notes ? facts_of(level_.notes_number, *level_.notes) : FileFacts{});
}

void DiskSet::keep() { folder_.keep(files()); }

std::vector<std::uint64_t> DiskSet::restore(CheckpointReader& in, const std::vector<std::uint32_t>& counts) {
    const auto forms = in.get<std::uint64_t>();
    require_of_checkpoint(forms >= 1 && forms <= 64 * (StateString::quads + 1));
    for (std::uint64_t f = 0; f < forms; ++f) {
        const auto widths = in.get_vector<std::uint8_t>();
        require_of_checkpoint(widths.size() == counts.size());
        int sum = 0;
        for (const std::uint8_t width : widths) {
            require_of_checkpoint(width >= 1 && width < 32);
            sum += width;
        }
        require_of_checkpoint(sum <= static_cast<int>(64 * StateString::quads));
        if (f == 0) form_ = StateForm(widths);
        else require_of_checkpoint(form_.add(widths));
    }
    candidates_.clear(form_.more_quads());
    level_ = {};
    level_.levels = in.get<int>();
    require_of_checkpoint(level_.levels >= 1 && level_.levels < 1 << 30);
    const auto runs = in.get<std::uint64_t>();
    for (std::uint64_t r = 0; r < runs; ++r) {
        const auto facts = in.get<RunFacts>();
        auto run = std::make_shared<Run>();
        run->number = facts.file.number;
        run->first_level = facts.first_level, run->last_level = facts.last_level;
        run->states = facts.states;
        run->shape = facts.shape;
        run->blocks = in.get_vector<Run::Block>();
        const int before = level_.runs.empty() ? 0 : level_.runs.back()->last_level;
        require_of_checkpoint(before <= run->first_level && run->first_level < run->last_level &&
                              run->last_level <= level_.levels);
        require_of_checkpoint(run->shape.mixed_bits == form_.mixed_bits() && run->shape.more_bits >= 0 &&
                              run->shape.more_bits <= form_.more_bits() && run->shape.tag_bits >= 0 && run->shape.tag_bits <= 32);
        require_of_checkpoint(!run->blocks.empty() && run->blocks[0].offset == 0);
        std::uint64_t states = 0;
        for (std::size_t b = 0; b < run->blocks.size(); ++b) {
            require_of_checkpoint(run->blocks[b].states <= block_states && run->blocks[b].offset < facts.file.size);
            require_of_checkpoint(b == 0 || (run->blocks[b - 1].offset < run->blocks[b].offset &&
                                             run->blocks[b].offset - run->blocks[b - 1].offset < 1 << 20));
            states += run->blocks[b].states;
        }
        require_of_checkpoint(states == run->states && facts.file.size - run->blocks.back().offset < 1 << 20);
        run->file = opened(folder_, facts.file);
        level_.states += states;
        level_.runs.push_back(std::move(run));
    }
    const auto notes = in.get<FileFacts>();
    if (const Run* frontier = frontier_of(level_)) {
        require_of_checkpoint(frontier->first_level + 1 == frontier->last_level &&
                              notes.size == frontier->states * sizeof(std::uint32_t));
        level_.notes = opened(folder_, notes);
        level_.notes_number = notes.number;
    }
    return level_sizes(counts);
}

/// How many states each level has, which all must be sorted, and of components that are known.
std::vector<std::uint64_t> DiskSet::level_sizes(const std::vector<std::uint32_t>& counts) {
    std::vector<std::uint64_t> sizes(static_cast<std::size_t>(level_.levels));
    std::mutex adding;
    for (const RunPointer& run : level_.runs)
        in_parallel(threads_, [&](int t) {
            const std::size_t levels = static_cast<std::size_t>(run->last_level - run->first_level);
            std::vector<std::uint64_t> mine(levels);
            std::optional<StateString> last;
            const auto visit = [&](std::size_t, const StateList& list) {
                for (std::size_t i = 0; i < list.size(); ++i) {
                    const StateString string = list[i];
                    require_of_checkpoint(!last || *last < string);
                    require_of_checkpoint(list.tags[i] < levels);
                    last = string;
                    const Parts parts = form_.parts_of(string);
                    for (std::size_t s = 0; s < counts.size(); ++s) require_of_checkpoint(parts[s] < counts[s]);
                    ++mine[list.tags[i]];
                }
            };
            const std::size_t blocks = run->blocks.size();
            try {
                tools_[static_cast<std::size_t>(t)].reader.read_blocks(*run, share<std::size_t>(0, blocks, t, threads_),
                                                                       share<std::size_t>(0, blocks, t + 1, threads_),
                                                                       {true, true}, visit);
            } catch (const CheckpointFailed&) {
                refuse_checkpoint();
            }
            std::lock_guard lock(adding);
            for (std::size_t l = 0; l < levels; ++l) sizes[static_cast<std::size_t>(run->first_level) + l] += mine[l];
        });
    return sizes;
}

}  // namespace tandem::checker
