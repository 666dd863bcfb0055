//! The operations of monitors in Promela, over the places that threads have in queues.

use std::fmt::Write;

use crate::language::{Monitors, Value};
use crate::state::status;

macro_rules! put {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}

/// Macros and inlines; `first` is the first object whose monitor is used.
pub fn operations(monitors: Monitors, first: Value) -> String {
    let fifo = monitors == Monitors::Fifo;
    let mut text = String::new();
    put!(text, "#define OWNER(x) owner[(x) - {first}]\n#define COUNT(x) count[(x) - {first}]");
    put!(text, "#define BLOCKED_AT(t, x) (status[t] == {} && object[t] == (x))", status::BLOCKED);
    put!(
        text,
        "#define WAITS_AT(t, x) ((status[t] == {} || status[t] == {}) && object[t] == (x))",
        status::WAITING,
        status::TIMED
    );
    let loop_over = |body: &str| format!("i = 0; do :: i < THREADS -> {body} i++ :: else -> break od");
    let count = |test: &str| loop_over(&format!("if :: {test}(i, x) -> n++ :: else fi;"));
    put!(text, "inline count_blocked(x) {{ n = 0; {} }}", count("BLOCKED_AT"));
    put!(text, "inline count_waiting(x) {{ n = 0; {} }}", count("WAITS_AT"));
    let place = if fifo { "n + 1" } else { "0" };
    put!(
        text,
        "inline block(t, x) {{ count_blocked(x); status[t] = {}; object[t] = x; place[t] = {place} }}",
        status::BLOCKED
    );
    put!(text, "inline suspend(t, x, s) {{ count_waiting(x); status[t] = s; object[t] = x; place[t] = {place} }}");
    let close =
        |test: &str| loop_over(&format!("if :: {test}(i, m) && place[i] > n -> place[i] = place[i] - 1 :: else fi;"));
    put!(
        text,
        "inline grant(t) {{ m = object[t]; n = place[t]; status[t] = {}; object[t] = 0; place[t] = 0;",
        status::READY
    );
    put!(text, "  OWNER(m) = t + 1; COUNT(m) = saved[t]; saved[t] = 0;");
    put!(text, "  if :: n > 0 -> {} :: else fi }}", close("BLOCKED_AT"));
    let pass = "k = THREADS; i = 0; do :: i < THREADS -> if :: BLOCKED_AT(i, x) && place[i] == 1 -> k = i :: else fi; i++ \
                :: else -> break od; if :: k < THREADS -> grant(k) :: else fi";
    put!(
        text,
        "inline release(x) {{ OWNER(x) = 0; COUNT(x) = 0{} }}",
        if fifo { format!("; {pass}") } else { String::new() }
    );
    put!(text, "inline wake(t) {{ m = object[t]; n = place[t]; status[t] = {};", status::READY);
    put!(text, "  if :: n > 0 -> {} :: else fi; block(t, m)", close("WAITS_AT"));
    put!(text, "{} }}", if fifo { "  ; if :: OWNER(m) == 0 -> grant(t) :: else fi" } else { "" });
    // The waiter to wake: the head of the queue, or the one that was chosen, by number.
    let (choose, pick) = if fifo {
        ("skip", "if :: place[i] == 1 -> k = i :: else fi")
    } else {
        ("count_waiting(x); n = choice % n", "if :: n == 0 -> k = i :: else fi; n--")
    };
    put!(text, "inline notify_one(x) {{ {choose}; k = THREADS; i = 0; do :: i < THREADS ->");
    put!(text, "  if :: WAITS_AT(i, x) -> {pick} :: else fi; i++ :: else -> break od; wake(k) }}");
    put!(text, "inline notify_all(x) {{ do :: k = THREADS; i = 0; do :: i < THREADS ->");
    let next = if fifo { "place[i] == 1" } else { "k == THREADS" };
    put!(text, "  if :: WAITS_AT(i, x) && {next} -> k = i :: else fi; i++ :: else -> break od;");
    put!(text, "  if :: k < THREADS -> wake(k) :: else -> break fi od }}");
    text
}
