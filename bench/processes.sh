#!/bin/sh
# What more processes gain: one program, cut at a number of states (the argument, or 2,000,000), with 1, 2 and 4 processes, and by one worker without any.
# Prints states, steps, wall time, states a second and the gain over one process; how many states travelled, and their bytes.
# Build first: cargo build --release.
set -eu
cd "$(dirname "$0")/.."
states=${1:-2000000}
program=${2:-bench/scale/Counters.java}
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
first=
run() {
    name=$1
    shift
    begin=$(date +%s.%N)
    target/release/heddle check "$program" --reduce local --races off --max-states "$states" --json "$@" \
        > "$folder/report.json" 2> "$folder/notes" || true
    end=$(date +%s.%N)
    counts=$(tr -d ' \n' < "$folder/report.json" | sed 's/.*"states":\([0-9]*\),"transitions":\([0-9]*\).*/\1 \2/')
    rate=$(echo "$begin $end $counts" | awk '{ printf "%.0f", $3 / ($2 - $1) }')
    first=${first:-$rate}
    echo "$begin $end $counts $rate $first" |
        awk -v name="$name" '{ printf "%s: %d states, %d steps, %.1f s, %d states/s, %.2f\n", name, $3, $4, $2 - $1, $5, $5 / $6 }'
    grep travelled "$folder/notes" || true
}
run "one process" --processes 1
run "two processes" --processes 2
run "four processes" --processes 4
run "no processes, one worker" --jobs 1
