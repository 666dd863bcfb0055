//! "Check from here": the search of a check, from the state where the explorer stands and on its own machine. All runs begin
//! with the choices that led there, so that a violation that is found is a branch of the tree; the rest of it is as short as a
//! search with few switches makes it.

use heddle_explore::{Watch, explain, explore_on, shorten, watch_of_shortening};
use heddle_verdict::{Report, Seconds, Verdict, Violation};

use super::{Explorer, Marked, NodeId};
use crate::check::{conclude, intrinsics, is_shortable, left_out, outside};
use crate::supervise::watched;
use crate::{Error, Limits, Supervision};

/// Shorter runs are searched for so many seconds at most.
const SHORTENING: Seconds = Seconds::whole(5);

/// What a search from a state came to.
#[derive(Clone, Debug)]
pub struct FromHere {
    /// About the runs that go on from there, not about the program.
    pub report: Report,
    /// The end of the run to the violation that was found.
    pub end: Option<NodeId>,
}

impl Explorer<'_> {
    /// Searches all runs that go on from here. A violation that is found is a branch of the tree afterwards, and the explorer
    /// stands where it stood.
    pub fn check(&mut self, limits: &Limits, supervision: &Supervision<'_>) -> Result<FromHere, Error> {
        let root = self.paths[0].choices().to_vec();
        if self.has_ended() {
            return Err(Error::Usage("the program has ended here: nothing follows".into()));
        }
        // Names of objects stay what they are on the page.
        let namer = std::mem::take(&mut self.paths[0].namer);
        let mut settings = self.settings.clone();
        (settings.jobs, settings.all) = (1, false);
        let watch = Watch::new(None, settings.max_depth);
        let begins = self.paths[0].begin_with(&root);
        let explored = begins.then(|| {
            watched(&watch, limits, None, supervision, || explore_on(&mut self.paths, &settings, &watch, &mut |_| None))
        });
        let stays = begins && self.paths[0].begins_with(&root);
        let Some(mut explored) = explored.filter(|_| stays) else {
            self.paths[0].begin_with(&[]);
            self.paths[0].namer = namer;
            self.begin_again(&root);
            return Err(Error::Usage(
                "this state is none of the program any more, by what the search has learned of it; look where the \
                 explorer stands now, and check again"
                    .into(),
            ));
        };
        if explored.refuted != self.settings.semantics.refuted {
            let known = &self.settings.semantics.refuted;
            self.learned.extend(explored.refuted.iter().filter(|one| !known.contains(one)).cloned());
            self.settings.semantics.refuted.clone_from(&explored.refuted);
        }
        settings.semantics.refuted.clone_from(&explored.refuted);
        let (intrinsics, outside) = (intrinsics(&self.paths), outside(&self.paths, &settings.semantics));
        explored.collected.limits.extend(left_out(&self.paths, &settings.semantics));
        explored.collected.limits.extend(limits.reached(&watch));
        let mut found: Vec<Violation> = explored.collected.violations.drain(..).take(1).collect();
        if let Some(first) = found.first().filter(|violation| is_shortable(violation)) {
            let length = first.schedule.len();
            let watch = watch_of_shortening(length, settings.max_depth);
            let limits = Limits { seconds: Some(SHORTENING), ..*limits };
            let quiet = Supervision { observer: &(), cancel: supervision.cancel.clone() };
            let short = watched(&watch, &limits, None, &quiet, || shorten(&mut self.paths[0], &[], &settings, &watch));
            found = short.into_iter().take(1).chain(found).take(1).collect();
        }
        self.paths[0].begin_with(&[]);
        let mut described = Vec::new();
        for violation in &found {
            described.push(explain(&mut self.paths[0], violation, &settings).map_err(|diverged| {
                Error::Internal(format!("step {} of the run to {} does not replay", diverged.step, violation.key))
            })?);
        }
        explored.collected.violations.clone_from(&described);
        self.paths[0].restart(heddle_explore::Bound::None);
        self.paths[0].namer = namer;
        // What the tree knows was found with other assumptions if there are new ones.
        if self.is_outdated() {
            self.begin_again(&root);
        } else {
            let at = self.at;
            self.at = NodeId::ROOT;
            self.go_to(at);
        }
        let (here, mut found_at) = (self.at, None);
        for violation in described {
            if self.follow(&violation.schedule) {
                found_at = Some(self.at);
                let end = self.tree.node_mut(self.at);
                if end.violations.iter().all(|known| known.key != violation.key) {
                    end.violations.push(Violation { trace: None, ..violation });
                }
            }
        }
        self.go_to(here);
        let jdk = self.project.program().jdk_feature();
        let report = conclude(&self.project.target().program, &settings, explored, jdk, intrinsics, outside);
        self.tree.node_mut(here).marked = Some(match report.verdict {
            Verdict::Proved => Marked::Proved,
            Verdict::Violated { .. } => Marked::Violated,
            Verdict::Bounded { .. } | Verdict::Unknown { .. } => Marked::Open,
        });
        Ok(FromHere { report, end: found_at })
    }
}
