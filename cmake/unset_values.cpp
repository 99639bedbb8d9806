// Finds out that a protocol's text decides by a value that nothing has set. `tandem check FOLDER --sanitize` compiles the text
// with clang's -fsanitize=kernel-memory: each load, store and local calls a function below, so no library of the compiler is
// needed, and the program itself stays as it is. (-fsanitize=memory has to watch a whole program from its start, and all its
// libraries.)
//
// Only what lies on a thread's stack is watched: locals, and what is copied between them. All other memory counts as set.
// Functions of the library's headers set what they write, and are not judged (the list of them: sanitized.cmake). A branch or a
// place in an array that depends on an unset bit ends in __msan_warning, which names the local and stops the handler.
#include <cxxabi.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

using Origin = std::uint32_t;

/// What calls hand over: the unset bits of arguments and results, in the form that the compiler expects.
struct Context {
    static constexpr std::size_t bytes = 800;
    std::uint64_t arguments[bytes / 8], result[bytes / 8], variable[bytes / 8], variable_origins[bytes / 8], overflow;
    Origin argument_origins[bytes / 4], result_origin;
};

/// Where the unset bits of some bytes stand, one for one, and from which local each four of them have come.
struct Metadata {
    void* bits;
    Origin* origins;
};

void* reserved(std::size_t size) {
    void* const place = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) std::fputs("tandem: no memory to watch the stack of a thread\n", stderr), std::abort();
    return place;
}

/// The stack of a thread, or what is nearest to its beginning if it is huge.
class Stack {
public:
    Stack() {
        constexpr std::size_t most = std::size_t{256} << 20;
        pthread_attr_t attributes;
        void* at = nullptr;
        std::size_t size = 0;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstack(&attributes, &at, &size);
        pthread_attr_destroy(&attributes);
        high_ = reinterpret_cast<std::uintptr_t>(at) + size;
        low_ = high_ - std::min(size, most);
        bits_ = static_cast<char*>(reserved(high_ - low_));
        origins_ = static_cast<char*>(reserved(high_ - low_));
    }
    ~Stack() {
        munmap(bits_, high_ - low_);
        munmap(origins_, high_ - low_);
        low_ = high_ = 0;  // what the thread runs after this is not watched
    }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;

    bool has(const void* p, std::size_t size) const {
        const auto at = reinterpret_cast<std::uintptr_t>(p);
        return at >= low_ && at < high_ && size <= high_ - at;
    }
    char* bits(const void* p) const { return bits_ + (reinterpret_cast<std::uintptr_t>(p) - low_); }
    Origin* origins(const void* p) const {
        return reinterpret_cast<Origin*>(origins_ + ((reinterpret_cast<std::uintptr_t>(p) - low_) & ~std::uintptr_t{3}));
    }

private:
    std::uintptr_t low_ = 0, high_ = 0;
    char *bits_ = nullptr, *origins_ = nullptr;
};

thread_local Stack stack;
thread_local Context context;
const char here = 0;  // from which the compiler's descriptions of locals are counted

/// Memory that reads as set, or that takes what nobody asks for. Nothing in a text is larger than this.
constexpr std::size_t largest = std::size_t{4} << 20;
alignas(8) char all_set[largest], forgotten[largest];

Metadata metadata(const void* p, std::size_t size, char* of_others) {
    if (stack.has(p, size)) return {stack.bits(p), stack.origins(p)};
    if (size > largest) std::fputs("tandem: a variable is too large to be watched\n", stderr), std::abort();
    return {of_others, reinterpret_cast<Origin*>(of_others)};
}

void copied(void* to, const void* from, std::size_t size) {
    if (!stack.has(to, size)) return;
    if (!stack.has(from, size)) {
        std::memset(stack.bits(to), 0, size);
        return;
    }
    std::memmove(stack.bits(to), stack.bits(from), size);
    std::memmove(stack.origins(to), stack.origins(from), (size + 3) / 4 * 4);
}

/// "Cache::receive" of "void toy::Cache<...>::receive<...>(...)".
std::string function_name(const char* mangled) {
    int status = 0;
    char* const whole = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    const std::string text = status == 0 && whole ? whole : mangled;
    std::free(whole);
    std::string plain;
    int depth = 0;
    for (const char c : text) {
        depth += c == '<';
        if (depth == 0 && c == '(') break;
        if (depth == 0) plain += c;
        depth -= c == '>';
    }
    plain = plain.substr(plain.rfind(' ') + 1);  // without the type of its result
    const std::size_t last = plain.rfind("::"),
                      first = last == std::string::npos || last == 0 ? last : plain.rfind("::", last - 1);
    return first == std::string::npos ? plain : plain.substr(first + 2);
}

}  // namespace

extern "C" {

Context* __msan_get_context_state() { return &context; }

#define TANDEM_OF_SIZE(N)                                                                  \
    Metadata __msan_metadata_ptr_for_load_##N(void* p) { return metadata(p, N, all_set); } \
    Metadata __msan_metadata_ptr_for_store_##N(void* p) { return metadata(p, N, forgotten); }
TANDEM_OF_SIZE(1)
TANDEM_OF_SIZE(2)
TANDEM_OF_SIZE(4)
TANDEM_OF_SIZE(8)
#undef TANDEM_OF_SIZE
Metadata __msan_metadata_ptr_for_load_n(void* p, std::uintptr_t size) { return metadata(p, size, all_set); }
Metadata __msan_metadata_ptr_for_store_n(void* p, std::uintptr_t size) { return metadata(p, size, forgotten); }

void* __msan_memcpy(void* to, const void* from, std::size_t size) {
    copied(to, from, size);
    return std::memcpy(to, from, size);
}
void* __msan_memmove(void* to, const void* from, std::size_t size) {
    copied(to, from, size);
    return std::memmove(to, from, size);
}
void* __msan_memset(void* to, int value, std::size_t size) {
    if (stack.has(to, size)) std::memset(stack.bits(to), 0, size);
    return std::memset(to, value, size);
}

Origin __msan_chain_origin(Origin origin) { return origin; }

/// A local begins to live. The description is "----name@function".
void __msan_poison_alloca(void* p, std::uintptr_t size, const char* description) {
    if (!stack.has(p, size)) return;
    std::memset(stack.bits(p), 0xff, size);
    std::fill_n(stack.origins(p), (size + 3) / 4, static_cast<Origin>(description - &here));
}
void __msan_unpoison_alloca(void* p, std::uintptr_t size) {
    if (stack.has(p, size)) std::memset(stack.bits(p), 0, size);
}
void __msan_instrument_asm_store(void*, std::uintptr_t) {}

/// Something is decided by an unset bit. apps/folder/sanitized.cpp reads the line. The program then meets the instruction by
/// which clang says "a value that is none", and names the handler (apps/common/crash_report.cpp).
void __msan_warning(Origin origin) {
    if (const char* const description = &here + static_cast<std::int32_t>(origin); origin != 0) {
        const std::string text = description;
        const std::size_t at = text.find('@'), begin = text.find_first_not_of('-');
        if (at != std::string::npos && begin < at) {
            // A parameter is what the compiler calls name.addr.
            const std::string name = text.substr(begin, text.find_first_of(".@", begin) - begin);
            std::fprintf(stderr, "unset: `%s` of %s\n", name.c_str(), function_name(text.c_str() + at + 1).c_str());
        }
    }
    asm volatile(".byte 0x67, 0x0f, 0xb9, 0x40, 10");
}

}  // extern "C"
