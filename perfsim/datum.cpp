#include "perfsim/datum.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "model/text_error.hpp"
#include "perfsim/atomic_result.hpp"

namespace tandem::perfsim {

namespace {

// One free list for each thread, so no other thread counts references to its data; `compared` links free data.
constinit thread_local Datum* free_data = nullptr;
thread_local std::vector<std::unique_ptr<DatumSlab>> slabs;
constinit thread_local std::vector<Replaced>* replaced = nullptr;

void note(std::uint32_t older, std::uint32_t newer) {
    if (older == newer || older == 0 || newer == 0) return;
    const bool again = !replaced->empty() && replaced->back().older == older && replaced->back().newer == newer;
    if (!again) replaced->push_back({older, newer});
}

Datum* refill() {
    slabs.push_back(std::make_unique<DatumSlab>());
    // The first is taken first: arrays made one after the other have adjacent heads.
    for (std::size_t i = DatumSlab::count; i-- > 0;) {
        Datum& datum = slabs.back()->data[i];
        datum.compared = free_data;
        free_data = &datum;
    }
    return free_data;
}

/// With one reference.
Datum* referred(Datum* datum) {
    datum->head().references = 1;
    return datum;
}

/// Two data with the same writers, until one of them writes.
void share_writers(const Datum* from, Datum& to) {
    if (!from || !from->writers) return;
    to.writers = from->writers;
    ++to.writers->head().references;
}

}  // namespace

std::uint32_t atomic_result(AtomicOperation operation, std::uint32_t old, std::uint32_t operand, std::uint32_t expected) {
    switch (operation) {
        case AtomicOperation::add:
            return old + operand;
        case AtomicOperation::minimum:
            return std::min(old, operand);
        case AtomicOperation::maximum:
            return std::max(old, operand);
        case AtomicOperation::bitwise_or:
            return old | operand;
        case AtomicOperation::exchange:
            return operand;
        case AtomicOperation::compare_and_swap:
            return old == expected ? operand : old;
    }
    return old;
}

void note_replaced(std::vector<Replaced>* to) { replaced = to; }

Datum* new_datum() {
    Datum* datum = free_data ? free_data : refill();
    free_data = datum->compared;
    datum->head() = {};
    datum->compared = nullptr;
    datum->writers = nullptr;
    datum->parts = nullptr;
    return datum;
}

void recycle(Datum* datum) {
    for (Datum* const with : {datum->compared, datum->writers})
        if (with && --with->head().references == 0) recycle(with);
    datum->compared = free_data;
    free_data = datum;
}

void DataPool::exchange() {
    std::swap(free_, free_data);
    slabs_.swap(slabs);
}

void DataPool::give_up() {
    while (free_) {
        Datum* const datum = std::exchange(free_, free_->compared);
        datum->compared = free_data;
        free_data = datum;
    }
    for (auto& slab : slabs_) slabs.push_back(std::move(slab));
    slabs_.clear();
}

Value::Value(int word) {
    if (word == 0) return;
    datum_ = new_datum();
    datum_->head().references = 1;
    datum_->head().mask = all_words;
    datum_->words.fill(static_cast<std::uint32_t>(word));
}

void Value::no_part(std::uint32_t block) {
    throw model::TextError("takes what an instruction stores to block " + std::to_string(block) +
                           ", which it does not touch or which is over");
}

const Datum& Value::operation() const {
    if (!datum_ || !datum_->head().is_operation) [[unlikely]]
        throw model::TextError("performs an atomic with data that are no atomic's");
    return *datum_;
}

Value Value::parts(const DataParts& parts) {
    if (parts.count == 1) return parts.values[0];
    Datum* datum = new_datum();
    datum->parts = &parts;
    return Value(datum);
}

int Value::bytes(int block) const {
    if (!datum_) return block;
    const DatumHead& head = datum_->head();
    if (!head.is_operation) return 4 * std::popcount(head.mask & ~beyond_block(block));
    return 4 * std::popcount(head.mask) * (datum_->compared ? 2 : 1);
}

namespace {

/// The parts that follow a datum that changes threads.
enum Part : std::uint32_t {
    no_part_follows = 0,
    words_follow = 1,
    lanes_follow = 2,
    compared_follow = 4,
    writers_follow = 8,
    operations = 16
};

}  // namespace

void Value::write(std::vector<std::uint32_t>& to) const {
    if (!datum_) return to.push_back(no_part_follows);
    const DatumHead& head = datum_->head();
    const std::uint32_t parts = words_follow | (head.is_operation ? lanes_follow : no_part_follows) |
                                (datum_->compared ? compared_follow : no_part_follows) |
                                (datum_->writers ? writers_follow : no_part_follows) |
                                static_cast<std::uint32_t>(head.operation) * operations;
    const std::size_t at = to.size();
    to.resize(at + 2 + words_per_block);
    to[at] = parts;
    to[at + 1] = head.mask;
    std::copy(datum_->words.begin(), datum_->words.end(), to.begin() + static_cast<std::ptrdiff_t>(at + 2));
    if (datum_->writers) to.insert(to.end(), datum_->writers->words.begin(), datum_->writers->words.end());
    if (!head.is_operation) return;
    to.push_back(datum_->beyond);
    to.insert(to.end(), datum_->word_of.begin(), datum_->word_of.end());
    if (datum_->compared) to.insert(to.end(), datum_->compared->words.begin(), datum_->compared->words.end());
}

Value Value::read(const std::uint32_t*& from) {
    const std::uint32_t parts = *from++;
    if (parts == no_part_follows) return {};
    Datum* const datum = new_datum();
    datum->head().mask = *from++;
    const auto take = [&](auto& to) {
        std::copy_n(from, to.size(), to.begin());
        from += to.size();
    };
    take(datum->words);
    const auto take_words = [&] {
        Datum* const taken = referred(new_datum());
        take(taken->words);
        return taken;
    };
    if (parts & writers_follow) datum->writers = take_words();
    if (parts & lanes_follow) {
        datum->head().is_operation = true;
        datum->head().operation = static_cast<AtomicOperation>(parts / operations);
        datum->beyond = *from++;
        take(datum->word_of);
        if (parts & compared_follow) datum->compared = take_words();
    }
    return Value(datum);
}

Datum& Value::own() {
    if (datum_ && datum_->head().references == 1) return *datum_;
    Datum* copy = new_datum();
    copy->head().mask = all_words;
    if (datum_) copy->words = datum_->words;
    else copy->words.fill(0);
    share_writers(datum_, *copy);
    *this = Value(copy);
    return *datum_;
}

Datum& Value::writers_of(Datum& datum) {
    Datum*& writers = datum.writers;
    if (writers && writers->head().references == 1) return *writers;
    Datum* const copy = referred(new_datum());
    if (writers) {
        copy->words = writers->words;
        --writers->head().references;
    } else {
        copy->words.fill(0);
    }
    return *(writers = copy);
}

bool operator==(const Value& a, const Value& b) {
    if (a.datum_ == b.datum_) return true;
    const std::uint32_t mask = a.datum_ ? a.datum_->head().mask : all_words;
    if (mask != (b.datum_ ? b.datum_->head().mask : all_words)) return false;
    if (mask == all_words && a.datum_ && b.datum_) return a.datum_->words == b.datum_->words;
    for (int i = 0; i < words_per_block; ++i)
        if ((mask >> i & 1) && a.word(i) != b.word(i)) return false;
    return true;
}

void Value::overwrite(Value& block, const Value& stored) {
    if (replaced) [[unlikely]]
        for (int i = 0; i < words_per_block; ++i)
            if (!stored.datum_ || stored.datum_->head().mask >> i & 1) note(block.writer(i), stored.writer(i));
    if (covers_block(stored)) {
        block = stored;
        return;
    }
    Datum& target = block.own();
    for (std::uint32_t left = stored.datum_->head().mask; left != 0; left &= left - 1) {
        const auto i = static_cast<std::size_t>(std::countr_zero(left));
        target.words[i] = stored.datum_->words[i];
    }
    if (!stored.datum_->writers && !target.writers) return;
    Datum& writers = writers_of(target);
    for (std::uint32_t left = stored.datum_->head().mask; left != 0; left &= left - 1) {
        const int i = std::countr_zero(left);
        writers.words[static_cast<std::size_t>(i)] = stored.writer(i);
    }
}

void Value::combine(Value& earlier, const Value& later) {
    if (covers_block(later)) return overwrite(earlier, later);
    const std::uint32_t named = (earlier.datum_ ? earlier.datum_->head().mask : all_words) | later.datum_->head().mask;
    overwrite(earlier, later);
    earlier.datum_->head().mask = named;
}

Value Value::named_by(const Value& request, const Value& block) {
    if (!request.datum_) return block;
    const DatumHead& asked = request.datum_->head();
    if (!asked.is_operation && asked.mask == all_words) return block;
    Datum* datum = new_datum();
    share_writers(block.datum_, *datum);
    DatumHead& head = datum->head();
    if (!asked.is_operation) {
        head.mask = asked.mask;
        block.copy_words(datum->words.data());
        return Value(datum);
    }
    const Datum& todo = request.operation();
    head.mask = todo.beyond;
    datum->words.fill(0);
    for (std::uint32_t left = todo.head().mask; left != 0; left &= left - 1) {
        const auto word = todo.word_of[static_cast<std::size_t>(std::countr_zero(left))];
        head.mask |= std::uint32_t(1) << word;
        datum->words[word] = block.word(word);
    }
    return Value(datum);
}

Value Value::perform(Value& block, const Value& operation) {
    const Datum& todo = operation.operation();
    Datum* found = new_datum();
    const DatumHead& head = todo.head();
    found->head().mask = head.mask;
    found->head().is_operation = true;
    Datum& target = block.own();
    for (std::uint32_t left = head.mask; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        std::uint32_t& word = target.words[todo.word_of[lane]];
        const std::uint32_t old = found->words[lane] = word;
        word = atomic_result(head.operation, word, todo.words[lane], todo.compared ? todo.compared->words[lane] : 0);
        if (!target.writers && !todo.writers) continue;
        std::uint32_t& writer = writers_of(target).words[todo.word_of[lane]];
        writers_of(*found).words[lane] = writer;
        if (word == old) continue;
        const std::uint32_t newer = operation.writer(static_cast<int>(lane));
        if (replaced) note(writer, newer);
        writer = newer;
    }
    return Value(found);
}

}  // namespace tandem::perfsim
