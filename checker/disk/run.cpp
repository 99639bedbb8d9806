#include "checker/disk/run.hpp"

namespace tandem::checker {

RunPart::RunPart(const BlockShape& shape, const StateList& list, bool with_notes) : states(list.size()) {
    for (std::size_t first = 0; first < list.size(); first += block_states) {
        const std::size_t last = std::min(first + block_states, list.size());
        blocks.push_back({list.mixed[first], bytes.size(), last - first});
        encode_block(shape, list, first, last, bytes);
    }
    if (with_notes) notes = list.tags;
}

RunWriter::RunWriter(StoreFolder& folder, const BlockShape& shape, bool notes) : folder_(folder) {
    run_->shape = shape;
    run_->number = folder.next_number();
    run_->file = std::make_shared<StoreFile>(folder.file(run_->number), StoreFile::Open::anew);
    if (!notes) return;
    notes_number_ = folder.next_number();
    notes_ = std::make_shared<StoreFile>(folder.file(notes_number_), StoreFile::Open::anew);
}

RunWriter::~RunWriter() {
    if (finished_) return;
    folder_.drop(run_->number);
    if (notes_) folder_.drop(notes_number_);
}

void RunWriter::put(std::size_t turn, RunPart&& part) {
    std::lock_guard lock(mutex_);
    waiting_.emplace(turn, std::move(part));
    for (auto next = waiting_.begin(); next != waiting_.end() && next->first == turn_; next = waiting_.begin()) {
        append(next->second);
        waiting_.erase(next);
        ++turn_;
    }
}

void RunWriter::append(const RunPart& part) {
    for (Run::Block block : part.blocks) {
        block.offset += run_->file->size();
        run_->blocks.push_back(block);
    }
    run_->file->append(part.bytes);
    if (notes_) notes_->append(std::as_bytes(std::span(part.notes)));
    run_->states += part.states;
}

RunPointer RunWriter::finish(int first_level, int last_level) {
    run_->first_level = first_level, run_->last_level = last_level;
    run_->blocks.shrink_to_fit();
    run_->file->finish();
    if (notes_) notes_->finish();
    finished_ = true;
    return run_;
}

}  // namespace tandem::checker
