// The texts of the machines and of the energy table that come with the program (perfsim/machines and reproduce/machines), and a
// function to change a setting in one.
#pragma once

#include <string>
#include <vector>

#include "perfsim/machine_description.hpp"
#include "perfsim/settings.hpp"

namespace tandem::perfsim {

extern const char* const paper_machine_text;
extern const char* const energy_machine_text;

/// A machine that comes with the program.
struct LibraryMachine {
    std::string name;
    const char* text;
};
const std::vector<LibraryMachine>& library_machines();
/// The text of the machine of that name, or null.
const char* library_machine(const std::string& name);

/// A machine file with all keys: those of its base, or of `base` if it names none, overridden by its own. Throws DescriptionError
/// for a file that `machine_from` refuses.
std::string whole_machine(const std::string& text, const std::string& from, const std::string& base);

/// The full name of a setting: "lease" and "timestamps.lease" give "timestamps.lease". Throws DescriptionError if the machine
/// file `text` has no such number, or several.
std::string setting_in(const std::string& text, const std::string& key);
/// The number of `key`, a full name.
int setting_value(const std::string& text, const std::string& key);

}  // namespace tandem::perfsim
