//! Every way in which the program can end.

use heddle_verdict::{Ending, Outcome};

use super::{STRONG, grouped, paint};

pub fn write(out: &mut String, outcomes: &[Outcome]) {
    out.push_str(&paint(
        STRONG,
        &format!("{} {}", outcomes.len(), if outcomes.len() == 1 { "outcome" } else { "outcomes" }),
    ));
    out.push('\n');
    for outcome in outcomes {
        let ending = match outcome.ending {
            Ending::Exit { code: 0 } => String::new(),
            Ending::Exit { code } => format!(", exit code {code}"),
            Ending::Deadlock => ", then deadlock".into(),
        };
        let stderr =
            if outcome.stderr.is_empty() { String::new() } else { format!(", on stderr {:?}", outcome.stderr) };
        let switches = outcome.schedule.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count();
        out.push_str(&format!(
            "  {:?}{ending}{stderr}: {} final {}, for example after {} steps with {switches} context switches\n",
            outcome.stdout,
            grouped(outcome.states),
            if outcome.states == 1 { "state" } else { "states" },
            outcome.schedule.len(),
        ));
    }
}
