//! Guided replay of contexts: a run whose contexts belong to given threads, in a given order. So the explicit
//! engine confirms what another engine claims about contexts.
//!
//! Comes in: a path, the threads of the contexts, and what to look for. Goes out: the first
//! violation wanted, with a run in which no other thread moves in a context. Where a context ends,
//! and which alternative is taken where there are several, is searched for; a context may be empty.

use heddle_machine::{Fingerprint, StepEnd};
use heddle_verdict::{Choice, Violation};
use rustc_hash::FxHashSet;

use crate::findings::Findings;
use crate::path::Path;
use crate::property::Properties;
use crate::settings::{Bound, Settings};
use crate::store::Seen;
use crate::watch::Watch;

/// How a replay of contexts ended.
pub enum ContextReplay {
    Found(Box<Violation>),
    /// No run along these contexts shows it.
    Nowhere,
    /// There are more states than allowed.
    TooMany,
}

/// Looks for a violation that is `wanted` in runs whose `i`-th context is of thread `contexts[i]`.
pub fn replay_contexts(
    path: &mut Path<'_>,
    contexts: &[usize],
    wanted: &dyn Fn(&Violation) -> bool,
    settings: &Settings,
    most: usize,
) -> ContextReplay {
    let settings = Settings { all: true, ..settings.clone() };
    let mut seen: FxHashSet<(Fingerprint, usize)> = FxHashSet::default();
    let mut todo: Vec<(usize, usize, Choice)> = Vec::new();
    let mut choices = Vec::new();
    path.restart(Bound::None);
    let mut context = 0;
    loop {
        if seen.insert((path.machine.fingerprint(), context)) {
            path.enabled(&mut choices);
            if let Some(found) = shown(path, wanted, &settings, |path, properties, findings| {
                properties.at_state(path, &choices, Seen::New, findings);
            }) {
                return ContextReplay::Found(Box::new(found));
            }
            // Going on with the same thread comes first, so it is pushed last.
            for later in (context..contexts.len()).rev() {
                let of_thread = choices.iter().rev().filter(|choice| choice.thread.index() == contexts[later]);
                todo.extend(of_thread.map(|&choice| (path.depth(), later, choice)));
            }
        }
        if seen.len() > most {
            return ContextReplay::TooMany;
        }
        loop {
            let Some((depth, of, choice)) = todo.pop() else { return ContextReplay::Nowhere };
            path.back_to(depth);
            context = of;
            let end = path.step(choice);
            if let Some(found) = shown(path, wanted, &settings, |path, properties, findings| {
                properties.after_step(path, findings);
            }) {
                return ContextReplay::Found(Box::new(found));
            }
            if !matches!(end, StepEnd::Stop(_)) {
                break;
            }
        }
    }
}

/// The first violation wanted among those that a look at the path finds.
fn shown(
    path: &mut Path<'_>,
    wanted: &dyn Fn(&Violation) -> bool,
    settings: &Settings,
    look: impl FnOnce(&mut Path<'_>, &mut Properties, &Findings<'_>),
) -> Option<Violation> {
    let watch = Watch::default();
    let findings = Findings::new(settings, &watch);
    look(path, &mut Properties::new(settings), &findings);
    findings.collect().violations.into_iter().find(wanted)
}
