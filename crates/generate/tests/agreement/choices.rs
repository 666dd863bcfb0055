//! Where the variants of Parízek and Lhoták (ASE 2011) let a thread stop, compared state by state on its running example
//! (Tables II to IV): allocation sites, asked for as in the
//! paper, take no choice away before accesses to the program's own fields, and no variant that knows more
//! stops where one that knows less does not.
//!
//! The states are those of the search without reductions of the real program. The paper asks about all
//! objects that the accessing *variable* may hold; the reduction asks about the one that it does hold, and that
//! saves something: `john` and `mark` come from one site and are written there, `paul` comes from another.

use heddle_analysis::PointsTo;
use heddle_analysis::future::{Context, Futures, Place};
use heddle_explore::reduction::others_may_access;
use heddle_explore::{Bound, Path};
use heddle_machine::{Access, Location, Machine, Pending, Reduction, StepEnd};
use heddle_program::{FieldId, Origin};
use heddle_verdict::{Precision, ReductionKind, Semantics};
use rustc_hash::FxHashSet;

use super::on_large_stacks;
use crate::tool::Batch;

const CLASS: &str = "Main";
const SOURCE: &str = include_str!("../../../../corpus/papers/employee/Main.java");

/// The analysis of a variant, to be asked about states.
fn judge<'b>(batch: &'b Batch, context: Context, points_to: PointsTo) -> Box<dyn Reduction + 'b> {
    let reductions = [ReductionKind::Future].into_iter().collect();
    let semantics = Semantics { reductions, precision: Precision { context, points_to }, ..Semantics::default() };
    let mut machine = batch.machine(CLASS, semantics.clone(), None);
    batch.reduce(std::slice::from_mut(&mut machine), &semantics);
    machine.reduction.take().expect("installed above")
}

/// Calls `visit` in every state for every thread that is about to access memory, that thread running.
fn for_all_accesses(batch: &Batch, mut visit: impl FnMut(&mut Machine<'_>, Pending)) {
    let mut path = Path::new(batch.machine(CLASS, Semantics::default(), None), Bound::None);
    let mut seen = FxHashSet::default();
    let mut todo = Vec::new();
    let mut choices = Vec::new();
    loop {
        if seen.insert(path.machine.fingerprint()) {
            let current = path.machine.stepper.current;
            let live: Vec<usize> = path.machine.live_threads().collect();
            for thread in live {
                let pending = path.machine.pending(thread);
                if matches!(pending, Pending::Memory(_)) {
                    path.machine.stepper.current = thread;
                    visit(&mut path.machine, pending);
                }
            }
            path.machine.stepper.current = current;
            path.enabled(&mut choices);
            todo.extend(choices.iter().map(|&choice| (path.depth(), choice)));
        }
        // Steps that end the run have nothing after them.
        loop {
            let Some((depth, choice)) = todo.pop() else { return };
            path.back_to(depth);
            if !matches!(path.step(choice), StepEnd::Stop(_)) {
                break;
            }
        }
    }
}

/// The access that is pending, if it is to a field of an object of one of the program's classes.
fn own_field(machine: &Machine<'_>, pending: Pending) -> Option<(FieldId, Access)> {
    let Pending::Memory(access) = pending else { return None };
    let Location::Field { field, .. } = access.location else { return None };
    let class = machine.program.field(field).class;
    (machine.program.class(class).origin == Origin::User).then_some((field, access))
}

/// The paper's question: whether another thread may make a conflicting access to an object that the
/// accessing variable may refer to.
fn is_needless_as_in_the_paper(
    futures: &mut Futures<'_>,
    machine: &Machine<'_>,
    (field, access): (FieldId, Access),
) -> bool {
    let frame = machine.state.threads[machine.stepper.current].frames.last().expect("a running thread has a frame");
    let sites = futures.facts().sites_accessed(frame.method, frame.pc);
    assert!(!sites.is_empty(), "the analysis knows what is accessed");
    let mut places = sites.into_iter().map(|site| Place::Field { field, site });
    !places.any(|place| others_may_access(futures, machine, place, !access.writes))
}

#[test]
fn allocation_sites_take_no_choice_away_before_the_programs_own_fields() {
    let batch = Batch::compile(&[(CLASS.to_owned(), SOURCE.to_owned())]);
    on_large_stacks(1, || {
        let machine = batch.machine(CLASS, Semantics::default(), None);
        let mut by_field = judge(&batch, Context::Full, PointsTo::Fields);
        let finer = [PointsTo::Exhaustive, PointsTo::ObjectSensitive, PointsTo::Demand, PointsTo::Refined];
        let mut by_site = finer.map(|points_to| judge(&batch, Context::Full, points_to));
        let mut as_in_the_paper = finer.map(|points_to| {
            let facts = batch.knowledge(&machine, points_to).share();
            Futures::new(batch.program(), facts, Context::Full)
        });
        let (mut needed, mut needless, mut saved) = (0, 0, 0);
        for_all_accesses(&batch, |machine, pending| {
            let by_field = by_field.is_independent(machine, pending);
            for judge in &mut by_site {
                let by_site = judge.is_independent(machine, pending);
                assert!(by_site || !by_field, "{pending:?} needs a choice by site and none by field");
                saved += usize::from(by_site && !by_field);
            }
            let Some(own) = own_field(machine, pending) else { return };
            for futures in &mut as_in_the_paper {
                assert_eq!(is_needless_as_in_the_paper(futures, machine, own), by_field, "{pending:?}");
            }
            needed += usize::from(!by_field);
            needless += usize::from(by_field);
        });
        assert!(needed > 20 && needless > 20 && saved > 0, "{needed} needed, {needless} needless, {saved} saved");
    });
}

#[test]
fn who_knows_more_of_the_call_stack_stops_no_more_often() {
    let batch = Batch::compile(&[(CLASS.to_owned(), SOURCE.to_owned())]);
    on_large_stacks(1, || {
        let mut judges = [Context::Insensitive, Context::Callee, Context::Full]
            .map(|context| judge(&batch, context, PointsTo::Exhaustive));
        let mut stops = [0; 3];
        for_all_accesses(&batch, |machine, pending| {
            let unnoticed = judges.each_mut().map(|judge| judge.is_independent(machine, pending));
            assert!(unnoticed.is_sorted(), "{pending:?}: {unnoticed:?}");
            (0..3).for_each(|at| stops[at] += usize::from(!unnoticed[at]));
        });
        assert!(stops[0] > stops[1] && stops[1] > stops[2] && stops[2] > 0, "{stops:?}");
    });
}
