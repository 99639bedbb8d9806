#include "smt/prove/certificate_check.hpp"

namespace tandem::smt {

std::string certificate_check() {
    return R"script(#!/bin/sh
# Checks this certificate. It needs a solver that reads SMT-LIB 2 from standard input, push and pop included, and nothing of Tandem.
#   ./check [COMMAND...]      such as: ./check z3 -in; cvc5 or z3 by default
# A question is unsatisfiable for the right reason only if its parts are satisfiable: the invariant, each event and each path by itself, and both together.
# No file but state.smt2 may assert anything, and each question must be the one that this script would write.
# Status 0: confirmed. 1: flawed, with a line for each flaw. 2: there is no solver.
cd "$(dirname "$0")" || exit 2
if [ $# -eq 0 ]; then
  if command -v cvc5 >/dev/null; then set -- cvc5 --lang smt2 --incremental --tlimit 60000 -
  elif command -v z3 >/dev/null; then set -- z3 -in
  else echo "no solver: ./check COMMAND is accepted, where COMMAND reads SMT-LIB 2 from standard input" >&2; exit 2; fi
fi
flaws=0 questions=0
flaw() { echo "flaw: $1"; flaws=$((flaws + 1)); }
count() { grep -c "$@" 2>/dev/null || true; }

nl='
'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# What is declared, but for the environment's choices; and the invariant of the state, and of the next one.
sed -n "s/^(declare-const |\(.*[^']\)| .*/\1/p" state.smt2 | grep -v '^chosen ' >"$scratch/variables"
holds="(invariant$(sed 's/.*/ |&|/' "$scratch/variables" | tr -d '\n'))"
still_holds="(invariant$(sed "s/.*/ |&'|/" "$scratch/variables" | tr -d '\n'))"

# Whether a question's file asks this and nothing else, comments apart.
asks() {
  [ ! -f "$1.smt2" ] || [ "$(sed '/^;/d; s/  ; .*//' "$1.smt2")" = "$2$nl(check-sat)" ] || flaw "$1: it does not ask what it should"
}
# Whether the files together have a model with this asserted, which no file asks.
possible() {
  questions=$((questions + 1))
  subject=$1 asserted=$2; shift 2
  answer=$({ cat $files; echo "(assert $asserted)$nl(check-sat)"; } 2>/dev/null | "$@" 2>&1 | head -n 3)
  [ "$answer" = sat ] || flaw "$subject: $answer, and sat was to be shown"
}

# The solver's answer to the files together, the last of which is the question.
ask() {
  expected=$1; shift 1
  questions=$((questions + 1))
  for file in $files; do [ -f "$file" ] || { flaw "$file is missing"; return; }; done
  answer=$(cat $files | "$@" 2>&1 | head -n 3)
  [ "$answer" = "$expected" ] || flaw "${file%.smt2}: $(sed -n '1s/^; //p' "$file"): $answer, and $expected was to be shown"
}

# ---- what defines may not assert, and what declares may not do anything else ----
commands='assert|check|set-|push|pop|reset|echo|exit|get-|declare|define-(sort|const|funs|fun-)|include|simplify|eval'
for file in invariant.smt2 initial.smt2 claims.smt2 reached.smt2 event-*.smt2; do
  [ "$(sed 's/|[^|]*|//g; s/;.*//' "$file" | count -E "\\(($commands)")" = 0 ] || flaw "$file: it does more than define"
done
for file in event-*.smt2 invariant.smt2 initial.smt2; do
  [ "$(grep -o '(define-fun' "$file" | count '')" = 1 ] || flaw "$file: it does not define one thing"
done
number='-?[0-9]+' choice='\|chosen -?[0-9]+\|'
declares="\\(declare-const \\|[^|]*\\| (Int|Bool)\\)" bounds="\\(assert \\(<= ($number $choice|$choice $number)\\)\\)"
grep -vE "^(;.*|\\(set-logic QF_LIA\\)|$declares|$bounds)\$" state.smt2 >"$scratch/odd" &&
  flaw "state.smt2: it does more than declare"

# ---- the proof, and that it is of something ----
files="state.smt2 invariant.smt2"; possible "invariant: no state satisfies it" "$holds" "$@"
asks begins "(assert initial)"
asks initiation "(assert initial)$nl(assert (not $holds))"
asks safety "$(echo "(assert $holds)"; echo "(assert (or false"; sed -n 's/^claim [0-9]* [0-9]* \(.*\)/  (not |claim \1|)/p' contents; echo "))")"
files="state.smt2 initial.smt2 begins.smt2"; ask sat "$@"
files="state.smt2 invariant.smt2 initial.smt2 initiation.smt2"; ask unsat "$@"
files="state.smt2 invariant.smt2 claims.smt2 safety.smt2"; ask unsat "$@"
files="state.smt2 invariant.smt2 reached.smt2 allowed.smt2"; ask unsat "$@"
while read -r what number clauses name; do
  { [ "$what" = claim ] && [ "$clauses" != 0 ]; } || continue
  asks "fails-$number" "(assert (not |claim $name|))"
  files="state.smt2 claims.smt2 fails-$number.smt2"; ask sat "$@"
done <contents
for file in safety-*.smt2; do [ -f "$file" ] && { files="state.smt2 invariant.smt2 $file"; ask unsat "$@"; }; done
while read -r what number rest; do
  paths=${rest%% *} name=${rest#* }
  case $what in event | impossible | without-paths) ;; *) continue ;; esac
  [ "$(count '^  (and' "event-$number.smt2")" = "$paths" ] || flaw "event-$number: $name has not the $paths paths that it should have"
  if [ "$what" != without-paths ] && [ "$paths" = 0 ]; then flaw "event-$number: $name has no path"; fi
  if [ "$paths" != 0 ]; then
    files="state.smt2 event-$number.smt2"; possible "event-$number: $name cannot happen in any state" event "$@"
    questions=$((questions + paths))
    said=$({ cat state.smt2; sed -n 's/^  (and.*/(push 1)(assert &)(check-sat)(pop 1)/p' "event-$number.smt2"; } | "$@" 2>&1 | count -x sat)
    [ "$said" = "$paths" ] || flaw "event-$number: of $paths paths of $name $said are possible by themselves"
  fi
  asks "consecution-$number" "(assert $holds)$nl(assert event)$nl(assert (not $still_holds))"
  asks "happens-$number" "(assert $holds)$nl(assert event)"
  files="state.smt2 invariant.smt2 event-$number.smt2 consecution-$number.smt2"; ask unsat "$@"
  happens=sat; [ "$what" = event ] || happens=unsat
  files="state.smt2 invariant.smt2 event-$number.smt2 happens-$number.smt2"; ask $happens "$@"
  files="state.smt2 reached.smt2 event-$number.smt2 only-$number.smt2"; ask unsat "$@"
done <contents
for file in event-*.smt2; do
  number=${file#event-}; number=${number%.smt2}
  grep -q "^[a-z-]* $number [0-9]* [^0-9]" contents || flaw "$file is not among the contents"
done

# ---- what the explicit search did ----
while read -r what number steps; do
  [ "$what" = steps ] || continue
  [ "$(count '^  (and reached-' "steps-$number.smt2")" = "$steps" ] || flaw "steps-$number: these are not $steps steps"
  files="state.smt2 reached.smt2 event-$number.smt2 steps-$number.smt2"; ask unsat "$@"
done <contents
reached=$(sed -n 's/^reached //p' contents)
[ "${reached:-0}" -gt 0 ] || flaw "no state is said to be reached"
[ "$(count '^(define-fun reached-' reached.smt2)" = "$reached" ] || flaw "reached: these are not $reached states"
[ "$(count '^  reached-' allowed.smt2)" = "$reached" ] || flaw "allowed: it does not ask of all $reached states"

# ---- the claims ----
claims=0
while read -r what number clauses name; do
  case $what in
    claim)
      claims=$((claims + 1))
      [ "$(count -Fx "  (not |claim $name|)" safety.smt2)" = 1 ] || flaw "safety: it does not ask for $name"
      [ "$(sed -n "/^(define-fun |claim $name| /,/^))/p" claims.smt2 | count '^  ')" = "$clauses" ] || flaw "claims: $name has not its $clauses clauses" ;;
    claim-of-steps)
      claims=$((claims + 1))
      [ "$(cat safety-*.smt2 2>/dev/null | count "  ; $name\$")" = "$clauses" ] || flaw "safety: of steps it does not ask for $name in $clauses places" ;;
  esac
done <contents
[ "$claims" -gt 0 ] || flaw "nothing is claimed"
[ "$(count '^(define-fun |claim ' claims.smt2)" = "$(count '^claim ' contents)" ] || flaw "claims: others than the contents say"

# ---- the variables: each begins somewhere, is what a step makes of it, and changes some time ----
awk -v names="$scratch/variables" '
  BEGIN { while ((getline line < names) > 0) { variable[line] = 1; ++all } }
  FILENAME == "contents" { if ($1 == "constant") constant[substr($0, 10)] = 1; next }
  FILENAME == "initial.smt2" {
    if ($0 !~ /^  \(and/) next
    for (v in variable) if (!index($0, " |" v "| ") && !index($0, " |" v "|)")) flaw("initial: " v " may begin as anything")
    next
  }
  FILENAME == "reached.smt2" {
    said = 0
    for (v in variable) said += index($0, "(= |" v "| ") > 0
    if (said != all || gsub(/\(= \|/, "") != all) flaw("reached: a state says of " said " of " all " variables what they are")
    next
  }
  /^  \(and/ && !/^  \(and reached-[0-9]* \(not/ {
    said = 0; rest = $0
    while (match(rest, /\(= \|[^|]*\047\| /)) {
      name = substr(rest, RSTART + 4, RLENGTH - 7); rest = substr(rest, RSTART + RLENGTH)
      if (!(name in variable)) continue
      ++said
      if (FILENAME ~ /^event/ && index(rest, "|" name "|)") != 1) changed[name] = 1
    }
    if (said != all) flaw(FILENAME ": a step says of " said " of " all " variables what becomes of them")
  }
  function flaw(text) { if (!(text in told)) print "flaw: " text; told[text] = 1 }
  END {
    for (v in variable) if (!(v in changed) && !(v in constant)) flaw("no path changes " v)
    for (v in constant) if (v in changed || !(v in variable)) flaw(v " is no constant")
  }
' contents initial.smt2 reached.smt2 event-*.smt2 $(ls steps-*.smt2 2>/dev/null) >"$scratch/flaws"
cat "$scratch/flaws"; flaws=$((flaws + $(count '' "$scratch/flaws")))
variables=$(count '' "$scratch/variables")
[ "$(sed -n '/^(define-fun invariant (/,/) Bool/p' invariant.smt2 | count '^  (|')" = "$variables" ] || flaw "invariant: it is not of the $variables variables"

sed -n 's/^without-paths [0-9]* [0-9]* /never: /p; s/^impossible [0-9]* [0-9]* /never, by the invariant: /p; s/^constant /constant: /p' contents
[ $flaws = 0 ] || { echo "$flaws flaws"; exit 1; }
echo "confirmed: $questions questions, $claims claims, $(count '^event ' contents) events that happen, $reached states that are reached"
)script";
}

}  // namespace tandem::smt
