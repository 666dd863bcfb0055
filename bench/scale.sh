#!/bin/sh
# What it costs to keep visited states on disk, and what a second worker gains: one program, cut at a number of states
# (the argument, or 4,000,000), with all in memory, with 40 and 30 MiB for the whole process, and with two workers.
# Prints states, steps, wall and CPU time. Build first: cargo build --release. BENCH_SPILL names the folder for states.
set -eu
cd "$(dirname "$0")/.."
states=${1:-4000000}
folder=${BENCH_SPILL:-$(mktemp -d)}
run() {
    name=$1
    shift
    times=$( { /usr/bin/env time -f "%e s, %U s user, %S s system" \
        target/release/heddle check bench/scale/Counters.java --reduce local --max-states "$states" \
        --spill "$folder" --quiet --json "$@" > "$folder/report.json" || true; } 2>&1 | tail -1)
    counts=$(tr -d ' \n' < "$folder/report.json" | sed 's/.*"states":\([0-9]*\),"transitions":\([0-9]*\).*/\1 states, \2 steps/')
    rm "$folder/report.json"
    echo "$name: $counts, $times"
}
run "in memory" --jobs 1
run "within 40 MiB" --jobs 1 --memory 40
run "within 30 MiB" --jobs 1 --memory 30
run "two workers" --jobs 2
run "two workers within 40 MiB" --jobs 2 --memory 40
