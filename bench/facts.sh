#!/usr/bin/env bash
# What checking the static facts costs, in instructions: bench/facts.sh [path of heddle]. Needs valgrind and javac.
# Prints, per program of bench/explore, the share of the search and that of the whole run. Instructions, because other work on the
# machine does not change their number.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
heddle=${1:-$here/../target/release/heddle}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac -nowarn -d "$work" "$here"/explore/*.java
printf '%-18s %3s %14s %14s %12s %7s %7s\n' program n run search checking search run
while read -r program n; do
  valgrind --tool=callgrind --callgrind-out-file="$work/out" "$heddle" check --jobs 1 --search dfs --quiet -c "$work" "$program" -- "$n" >"$work/log" 2>&1 || true
  # Inclusive figures: the rounds of the search, and the layer that compares with the facts; it is shown actions by `observe`, and `ask`
  # adds a jump there.
  callgrind_annotate --inclusive=yes --threshold=100 "$work/out" | tr -d , | awk -v program="$program" -v n="$n" '
    /PROGRAM TOTALS/ { run = $1 }
    /Refinement::until_confirmed/ { search += $1 }
    /Confirmation as .*Layer>::observe/ { checking += $1 }
    END {
      if (!search || !checking) { print program ": no such functions in this build"; exit 1 }
      printf "%-18s %3s %14d %14d %12d %6.2f%% %6.2f%%\n", program, n, run, search, checking, 100 * checking / search, 100 * checking / run
    }'
done <<'PROGRAMS'
Philosophers 4
ProducerConsumer 6
BlockingQueue 4
Elevator 4
Observer 4
Treiber 1
PROGRAMS
