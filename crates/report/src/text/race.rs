//! Why the two accesses of a race are not ordered by happens-before: the last synchronisation of each thread, how
//! much of it happens before the access of the other, and what synchronisation is missing.

use heddle_verdict::{Accessed, Action, Deed, Held, Idiom, Trace};

pub fn write(out: &mut String, accesses: &[Accessed; 2], location: &str, trace: Option<&Trace>) {
    let [a, b] = accesses;
    let is_known = trace.is_some_and(|trace| trace.expanded);
    for (side, other) in [(a, b), (b, a)] {
        let name = &side.thread_name;
        let step = |deed: &Option<Box<Deed>>| deed.as_ref().zip(trace).map(|(deed, trace)| told(deed, trace));
        // A run that was too long to be looked at again says nothing about order.
        match step(&side.order.last) {
            _ if !is_known => {}
            Some(last) => out.push_str(&format!("  {name} last synchronised when it {last}\n")),
            None => out.push_str(&format!("  {name} has not synchronised since it was started\n")),
        }
        match step(&side.order.seen) {
            _ if !is_known => {}
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

/// A synchronisation and where it was, in the past tense.
fn told(deed: &Deed, trace: &Trace) -> String {
    let place = deed.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
    if let Action::Start { thread } = &deed.action {
        return format!("started {}", thread.trim_start_matches("thread "));
    }
    if let Action::Call { what, method, .. } = &deed.action
        && let Some(thread) = what.strip_prefix("thread ")
    {
        return match method.as_str() {
            "join" => format!("joined {thread}{place}"),
            "start" => format!("started {thread}"),
            _ => format!("called {method} of {thread}{place}"),
        };
    }
    if let Action::Call { what, method, .. } = &deed.action
        && method == "<init>"
    {
        return format!("made {what}{place}");
    }
    let what = deed.action.words(&trace.threads).unwrap_or_else(|| "continues".into());
    let (verb, rest) = what.split_once(' ').unwrap_or((&what, ""));
    format!("{} {rest}{place}", past(verb))
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
        "gives" => "gave".into(),
        _ => {
            let stem = verb.strip_suffix('s').unwrap_or(verb);
            if stem.ends_with('e') { format!("{stem}d") } else { format!("{stem}ed") }
        }
    }
}

fn remedy(a: &Accessed, b: &Accessed, location: &str) -> String {
    let names = |holds: &[Held]| holds.iter().map(|held| held.what.as_str()).collect::<Vec<_>>().join(" or ");
    if let Some(shared) = a.holds.iter().find(|held| b.holds.iter().any(|other| other.what == held.what)) {
        return format!("both hold {}, which readers share; who writes has to hold it for writing", shared.what);
    }
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
