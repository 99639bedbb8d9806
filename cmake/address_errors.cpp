// Stops the handler in which AddressSanitizer has found something, so that the program says which it was
// (apps/common/crash_report.cpp). What was found, and where, AddressSanitizer has written before. Part of a text that
// `tandem check FOLDER --sanitize` has compiled.

extern "C" void __asan_set_error_report_callback(void (*)(const char*));

namespace {

void stop(const char*) { asm volatile("ud2"); }

struct Asked {
    Asked() { __asan_set_error_report_callback(stop); }
} asked;

}  // namespace
