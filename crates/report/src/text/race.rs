//! Why the two accesses of a race are not ordered by happens-before: the last synchronisation of each thread, how
//! much of it happens before the access of the other, and what synchronisation is missing.

use heddle_verdict::{Accessed, Held, Idiom, Trace};

use super::columns;

pub fn write(out: &mut String, accesses: &[Accessed; 2], location: &str, trace: Option<&Trace>) {
    let [a, b] = accesses;
    for (side, other) in [(a, b), (b, a)] {
        let name = &side.thread_name;
        let started = side.order.starts.and_then(|thread| trace?.threads.get(thread.index()));
        let step = |at: Option<usize>| match started {
            Some(thread) if at == side.order.seen_by_other => Some(format!("started {thread}")),
            _ => at.and_then(|at| told(trace?, at)),
        };
        match step(side.order.last_sync) {
            Some(last) => out.push_str(&format!("  {name} last synchronised when it {last}\n")),
            None => out.push_str(&format!("  {name} has not synchronised since it was started\n")),
        }
        match step(side.order.seen_by_other) {
            Some(seen) => out.push_str(&format!(
                "    what {name} did until it {seen} happens before the access of {}; what it did since is unordered\n",
                other.thread_name
            )),
            None => out
                .push_str(&format!("    nothing that {name} did happens before the access of {}\n", other.thread_name)),
        }
        for held in &side.holds {
            let place = held.taken_at.as_ref().map_or_else(String::new, |place| format!(", taken at {place}"));
            out.push_str(&format!("    {name} holds {}{place}\n", held.what));
        }
    }
    out.push_str(&format!("  Missing: {}\n", remedy(a, b, location)));
    let hint = match (a.idiom, b.idiom) {
        (Some(Idiom::OptimisticRead), _) | (_, Some(Idiom::OptimisticRead)) => {
            "an optimistic read of a StampedLock may see anything until validate() has succeeded. If nothing is done with \
             the value before, the race does no harm, but it is one (JLS 17.4.5): make the field volatile"
        }
        (Some(Idiom::Fence), _) | (_, Some(Idiom::Fence)) => {
            "fences order accesses, but no access happens before another by a fence (JLS 17.4.5): use volatile, or acquire \
             and release accesses; heddle litmus tells what the memory model allows"
        }
        _ => return,
    };
    out.push_str(&format!("  Hint: {hint}; --accept-race takes it for granted.\n"));
}

/// What a step did and where.
fn told(trace: &Trace, at: usize) -> Option<String> {
    let step = trace.steps.get(at)?;
    let what = columns::notes(step, trace).into_iter().next().unwrap_or_else(|| "continues".into());
    // "starts" and "locks" become "did start" and so on: the step lies in the past.
    let (verb, rest) = what.split_once(' ').unwrap_or((&what, ""));
    let place = step.place().map_or_else(String::new, |place| format!(" at {place}"));
    Some(format!("{} {rest}{place}", past(verb)).replace("  ", " "))
}

fn past(verb: &str) -> String {
    match verb {
        "writes" => "wrote".into(),
        "reads" => "read".into(),
        "leaves" => "left".into(),
        "notifies" => "notified".into(),
        "copies" => "copied".into(),
        "takes" => "took".into(),
        "goes" => "went".into(),
        _ => {
            let stem = verb.strip_suffix('s').unwrap_or(verb);
            if stem.ends_with('e') { format!("{stem}d") } else { format!("{stem}ed") }
        }
    }
}

fn remedy(a: &Accessed, b: &Accessed, location: &str) -> String {
    let names = |holds: &[Held]| holds.iter().map(|held| held.what.as_str()).collect::<Vec<_>>().join(" or ");
    let instead = "or a volatile write that the other one reads first, or start and join";
    match (a.holds.is_empty(), b.holds.is_empty()) {
        (false, true) => format!("{} would have to hold {} too, {instead}", b.thread_name, names(&a.holds)),
        (true, false) => format!("{} would have to hold {} too, {instead}", a.thread_name, names(&b.holds)),
        (false, false) => format!("a lock that both hold; they hold different ones, {instead}"),
        (true, true) if a.synchronized || b.synchronized => {
            format!("every access to {location} has to be volatile or atomic, not just one side")
        }
        (true, true) => format!("a lock that both hold at {location}, {instead}"),
    }
}
