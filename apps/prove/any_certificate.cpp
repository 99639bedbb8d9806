#include "apps/prove/any_certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "apps/common/output.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

constexpr const char* check_script = R"script(#!/bin/sh
# Asks a solver every question of this certificate, size by size. It needs nothing of Tandem.
#   ./check [COMMAND...]      such as: ./check z3 -in; cvc5 or z3 by default
# Each question is put behind the definitions that it speaks of, and must be the one that this script would write.
# Status 0: confirmed. 1: flawed, with a line for each flaw. 2: there is no solver.
cd "$(dirname "$0")" || exit 2
if [ $# -eq 0 ]; then
  if command -v cvc5 >/dev/null; then set -- cvc5 --lang smt2 --tlimit 60000 -
  elif command -v z3 >/dev/null; then set -- z3 -in
  else echo "no solver: ./check COMMAND is accepted, where COMMAND reads SMT-LIB 2 from standard input" >&2; exit 2; fi
fi
command -v "$1" >/dev/null || { echo "there is no solver '$1'" >&2; exit 2; }
nl='
'
flaws=0 questions=0 sizes=0
flaw() { echo "flaw: $1"; flaws=$((flaws + 1)); }
# ask EXPECTED FILE...: the solver's answer to the files together, the last of which is the question.
ask() {
  expected=$1 files=; shift
  while [ "$1" != -- ]; do
    [ -f "$size/$1.smt2" ] || { flaw "$size: $1.smt2 is missing"; return; }
    files="$files $size/$1.smt2" last=$1; shift
  done
  shift
  questions=$((questions + 1))
  answer=$(cat $files | "$@" 2>&1 | head -n 3)
  [ "$answer" = "$expected" ] || flaw "$size: $last: $(sed -n '1s/^; //p' "$size/$last.smt2"): $answer, and $expected was to be shown"
}
asks() {
  [ "$(sed '/^;/d' "$size/$1.smt2" 2>/dev/null)" = "$2$nl(check-sat)" ] || flaw "$size: $1: it does not ask what it should"
}
commands='assert|check|set-|push|pop|reset|echo|exit|get-|declare|define-(sort|const|funs|fun-)|include|simplify|eval'
[ "$(ls -d size-*/ | grep -c '')" = "$(grep -c '^size ' contents)" ] || flaw "the folders are not those of the contents"
while read -r what size events claims text; do
  [ "$what" = size ] || continue
  sizes=$((sizes + 1)) known=0
  for file in "$size"/invariant.smt2 "$size"/initial.smt2 "$size"/claims.smt2 "$size"/event-*.smt2; do
    sed 's/|[^|]*|//g; s/;.*//' "$file" | grep -qE "\\(($commands)" && flaw "$file: it does more than define"
  done
  names=$(sed -n "s/^(declare-const |\(.*[^']\)| .*/\1/p" "$size/state.smt2" | grep -v '^chosen ')
  holds="(invariant$(echo "$names" | sed 's/.*/ |&|/' | tr -d '\n'))"
  still_holds="(invariant$(echo "$names" | sed "s/.*/ |&'|/" | tr -d '\n'))"
  asks begins "(assert initial)"
  asks initiation "(assert initial)$nl(assert (not $holds))"
  asks safety "$(echo "(assert $holds)"; echo "(assert (or false"; sed -n 's/^claim [0-9]* [0-9]* \(.*\)/  (not |claim \1|)/p' "$size/contents"; echo "))")"
  ask sat state initial begins -- "$@"
  ask unsat state invariant initial initiation -- "$@"
  ask unsat state invariant claims safety -- "$@"
  [ "$(grep -c '^claim' "$size/contents")" = "$claims" ] || flaw "$size: these are not $claims claims"
  for file in "$size"/safety-*.smt2; do
    [ -f "$file" ] || continue
    name=${file##*/}; ask unsat state invariant "${name%.smt2}" -- "$@"
  done
  while read -r kind number paths name; do
    case $kind in event | impossible | without-paths) ;; *) continue ;; esac
    known=$((known + 1))
    [ "$(grep -c '^  (and' "$size/event-$number.smt2")" = "$paths" ] || flaw "$size: event-$number: $name has not the $paths paths that it should have"
    asks "consecution-$number" "(assert $holds)$nl(assert event)$nl(assert (not $still_holds))"
    asks "happens-$number" "(assert $holds)$nl(assert event)"
    ask unsat state invariant "event-$number" "consecution-$number" -- "$@"
    happens=sat; [ "$kind" = event ] || happens=unsat
    ask $happens state invariant "event-$number" "happens-$number" -- "$@"
  done <"$size/contents"
  [ "$known" = "$events" ] || flaw "$size: these are not $events events"
done <contents
[ $sizes -gt 0 ] || flaw "there is no size"
[ $flaws = 0 ] || { echo "$flaws flaws"; exit 1; }
echo "confirmed: $questions questions in $sizes sizes"
)script";

std::string introduction(const AnyReport& report) {
    std::string proved, sizes, n0;
    for (const std::string& property : report.read) proved += "- " + property + "\n";
    for (const CertifiedSize& size : report.certified) sizes += fmt::format("| `{}` | {} |\n", size.folder, size.size);
    for (const CutOff& cut : report.cut_off) n0 += fmt::format("{} {}; ", cut.size(), cut.sort);
    return "# A proof for any number of names, size by size\n\nWritten by Tandem. The system: " + report.system +
           "\n\nProved of all its runs, of any length:\n\n" + proved +
           "\nOne invariant is inductive in each of these sizes, and implies the properties there. That these sizes suffice for "
           "all "
           "is a theorem (docs/any-number.md of Tandem), with n0 = " +
           n0 + "and one outside name of each sort.\n\n| folder | size |\n| --- | --- |\n" + sizes +
           "\n`./check` asks cvc5, or else z3, every question; `./check z3 -in` asks another solver. In each folder:\n\n"
           "| file | what it is | answer |\n| --- | --- | --- |\n"
           "| `state`, `invariant`, `initial`, `claims`, `event-N` | definitions | |\n"
           "| `initiation`, `consecution-N`, `safety`, `safety-N` | the proof | unsat |\n"
           "| `begins`, `happens-N` | that it is of something | sat |\n"
           "\nNo solver can say that the relations are those of the text, that those with an outside name are restrictions of "
           "it, or "
           "that the text is the same in each size. `tandem prove --any` checks the last two before it says \"proved\".\n";
}

}  // namespace

CertifiedSize certified(const std::string& size, const smt::Problem& problem, const std::vector<smt::Clause>& invariant,
                        const std::vector<int>& claims, const smt::any::Effort& effort) {
    const auto possible = smt::possible_paths(problem, invariant, {}, effort.work, effort.stop);
    const auto events = smt::by_event(problem, possible);
    CertifiedSize made{size, "", {}, 0, claims.size()};
    for (smt::CertificateFile& file : smt::certificate(problem, invariant, claims, {}, events, "")) {
        const auto begins = [&](const char* name) { return file.name.starts_with(name); };
        if (begins("reached") || begins("allowed") || begins("only-") || begins("steps-") || begins("fails-") ||
            begins("check") || begins("README"))
            continue;  // of what the explicit search has reached there is nothing where names are outside
        if (file.name == "contents") {
            std::istringstream lines(std::exchange(file.text, ""));
            for (std::string line; std::getline(lines, line);) {
                const std::string word = line.substr(0, line.find(' '));
                const bool event = word == "event" || word == "impossible" || word == "without-paths";
                made.events += event;
                if (event || word == "claim" || word == "claim-of-steps") file.text += line + "\n";
            }
        }
        made.files.push_back(std::move(file));
    }
    return made;
}

void write_any_certificate(const std::string& folder, const AnyReport& report) {
    std::string contents = "Tandem certificate for any number of names\nsystem " + report.system + "\n";
    std::error_code failed;
    fs::create_directories(folder, failed);
    for (const CertifiedSize& size : report.certified) {
        contents += fmt::format("size {} {} {} {}\n", size.folder, size.events, size.claims, size.size);
        fs::create_directories(fs::path(folder) / size.folder, failed);
        for (const smt::CertificateFile& file : size.files)
            write_file((fs::path(folder) / size.folder / file.name).string(), file.text, "certificate");
    }
    write_file((fs::path(folder) / "contents").string(), contents, "certificate");
    write_file((fs::path(folder) / "README.md").string(), introduction(report), "certificate");
    const fs::path check = fs::path(folder) / "check";
    write_file(check.string(), check_script, "certificate");
    fs::permissions(check, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec, fs::perm_options::add, failed);
}

}  // namespace tandem::apps
