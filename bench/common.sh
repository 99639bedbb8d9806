# What the benchmarks share: the program, and what a run of it cost. Sourced, with `root` set.
# shellcheck shell=bash disable=SC2154

fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# TANDEM names another binary than the one that ./tandem builds.
if [ -z "${TANDEM-}" ]; then
  "$root/tandem" list >/dev/null || fail "./tandem does not build"
  TANDEM=$root/build/bin/tandem
fi
clang++ -O2 -std=c++20 "$root/bench/measure.cpp" -o "$work/measure" || fail "clang++ is needed"

# fact FILE NAME: the number called NAME in a JSON report of the program or in the summary of Rumur's.
fact() { sed -nE "s/.*\"?\b$2\"?[:=] ?\"?([0-9.]+).*/\1/p" "$1" | tail -n 1; }

# run_tandem NAME ARGUMENT...: a check of $system of $protocol, gtsc by default; appends "STATES TRANSITIONS SECONDS BYTES WALL USER SYS PEAK" to the runs of NAME.
run_tandem() {
  local name=$1 report=$work/report
  "$work/measure" "$work/cost" "$TANDEM" check "${protocol:-gtsc}" "${system[@]}" --property no-deadlock --walk-time 0 --json - "${@:2}" >"$report" ||
    fail "the check did not hold: $(head -c 400 "$report")"
  echo "$(fact "$report" states) $(fact "$report" transitions) $(fact "$report" seconds) $(fact "$report" bytes) $(cat "$work/cost")" |
    tee -a "$work/$name.runs" | sed "s/^/  $name: /" >&2
}

# median NAME EXPRESSION: of awk's EXPRESSION over the runs of NAME, whose columns have names.
median() {
  awk "{ states = \$1; transitions = \$2; seconds = \$3; bytes = \$4; wall = \$5; cpu = \$6 + \$7; peak = \$8; print $2 }" "$work/$1.runs" |
    sort -g | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'
}

divide() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
millions() { awk -v n="$1" 'BEGIN { printf "%.2f million", n / 1e6 }'; }

machine() { printf '%s, %s processors, load %s\n' "$(sed -n 's/^model name\s*: //p' /proc/cpuinfo | head -n 1)" "$(nproc)" "$(cut -d' ' -f1 /proc/loadavg)"; }
