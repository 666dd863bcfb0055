//! Labelled transition systems, with two text forms: Aldebaran (`.aut`, read and written) and DOT
//! (written).

use std::fmt::Write as _;

/// A state: its index.
pub type StateId = usize;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Transition {
    pub from: StateId,
    pub label: String,
    pub to: StateId,
}

/// A labelled transition system whose states are `0..states`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lts {
    pub states: usize,
    pub initial: StateId,
    pub transitions: Vec<Transition>,
}

/// Why a text is not an Aldebaran file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct AutError {
    pub line: usize,
    pub what: String,
}

impl Lts {
    /// A fresh state.
    pub fn add_state(&mut self) -> StateId {
        self.states += 1;
        self.states - 1
    }

    pub fn add(&mut self, from: StateId, label: impl Into<String>, to: StateId) {
        self.transitions.push(Transition { from, label: label.into(), to });
    }

    /// The Aldebaran form, transitions in order of their source.
    pub fn to_aut(&self) -> String {
        let mut text = format!("des ({},{},{})\n", self.initial, self.transitions.len(), self.states);
        let mut sorted: Vec<&Transition> = self.transitions.iter().collect();
        sorted.sort();
        for Transition { from, label, to } in sorted {
            let _ = writeln!(text, "({from},\"{}\",{to})", label.replace('"', "'"));
        }
        text
    }

    /// Reads the Aldebaran form.
    pub fn from_aut(text: &str) -> Result<Lts, AutError> {
        let error = |line: usize, what: &str| AutError { line: line + 1, what: what.into() };
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (at, header) = lines.next().ok_or_else(|| error(0, "the file is empty"))?;
        let inside = header.trim().strip_prefix("des").map(str::trim);
        let inside = inside.and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
        let numbers: Option<Vec<usize>> =
            inside.and_then(|inside| inside.split(',').map(|number| number.trim().parse().ok()).collect());
        let Some(&[initial, count, states]) = numbers.as_deref() else {
            return Err(error(at, "expected `des (initial, transitions, states)`"));
        };
        let mut lts = Lts { states, initial, transitions: Vec::new() };
        for (at, line) in lines {
            let transition =
                read_transition(line.trim()).ok_or_else(|| error(at, "expected `(from, \"label\", to)`"))?;
            if transition.from >= states || transition.to >= states {
                return Err(error(at, "a state is beyond the number that the header gives"));
            }
            lts.transitions.push(transition);
        }
        if initial >= states || lts.transitions.len() != count {
            return Err(error(at, "the header does not fit the transitions"));
        }
        Ok(lts)
    }

    /// A graph for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph lts {\n  node [shape=circle];\n");
        let _ = writeln!(text, "  {} [shape=doublecircle];", self.initial);
        for Transition { from, label, to } in &self.transitions {
            let _ = writeln!(text, "  {from} -> {to} [label=\"{}\"];", label.replace('"', "\\\""));
        }
        text + "}\n"
    }
}

fn read_transition(line: &str) -> Option<Transition> {
    let inside = line.strip_prefix('(')?.strip_suffix(')')?;
    let (from, rest) = inside.split_once(',')?;
    let (label, to) = rest.rsplit_once(',')?;
    let label = label.trim();
    let label = label.strip_prefix('"').and_then(|l| l.strip_suffix('"')).unwrap_or(label);
    Some(Transition { from: from.trim().parse().ok()?, label: label.into(), to: to.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aldebaran_reads_what_it_writes() {
        let mut lts = Lts { states: 2, ..Lts::default() };
        lts.add(0, "read(1,x,5)", 1);
        lts.add(1, "i", 0);
        let text = lts.to_aut();
        assert_eq!(text, "des (0,2,2)\n(0,\"read(1,x,5)\",1)\n(1,\"i\",0)\n");
        assert_eq!(Lts::from_aut(&text), Ok(lts));
    }

    #[test]
    fn wrong_text_is_refused_with_its_line() {
        assert_eq!(Lts::from_aut("des (0,1,2)\n(0,\"a\",7)").map_err(|error| error.line), Err(2));
        assert_eq!(Lts::from_aut("nonsense").map_err(|error| error.line), Err(1));
        assert_eq!(Lts::from_aut("des (0,2,2)\n(0,a,1)").map_err(|error| error.line), Err(1));
    }
}
