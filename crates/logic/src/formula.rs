//! Formulas of the modal μ-calculus. CTL operators are abbreviations: functions that build the
//! fixpoint that they stand for.

/// A set of actions, by their labels.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Actions {
    Any,
    /// The label, where `*` stands for any text.
    Named(String),
    Not(Box<Actions>),
    And(Box<Actions>, Box<Actions>),
    Or(Box<Actions>, Box<Actions>),
}

impl Actions {
    pub fn contains(&self, label: &str) -> bool {
        match self {
            Actions::Any => true,
            Actions::Named(pattern) => matches(pattern, label),
            Actions::Not(actions) => !actions.contains(label),
            Actions::And(a, b) => a.contains(label) && b.contains(label),
            Actions::Or(a, b) => a.contains(label) || b.contains(label),
        }
    }
}

fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|tail| {
            tail.char_indices().map(|(at, _)| at).chain([tail.len()]).any(|at| matches(rest, &tail[at..]))
        }),
    }
}

/// A formula. Variables are bound by the fixpoints around them and occur under an even number of
/// negations; [`crate::parse`] checks both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    True,
    False,
    Variable(String),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    /// Some transition by one of the actions leads to a state that satisfies the formula.
    Diamond(Actions, Box<Formula>),
    /// Every transition by one of the actions does.
    Box(Actions, Box<Formula>),
    Least(String, Box<Formula>),
    Greatest(String, Box<Formula>),
}

impl Formula {
    pub fn and(self, other: Formula) -> Formula {
        Formula::And(Box::new(self), Box::new(other))
    }

    pub fn or(self, other: Formula) -> Formula {
        Formula::Or(Box::new(self), Box::new(other))
    }

    pub fn negated(self) -> Formula {
        Formula::Not(Box::new(self))
    }

    pub fn some_next(self) -> Formula {
        Formula::Diamond(Actions::Any, Box::new(self))
    }

    /// True also where nothing follows.
    pub fn all_next(self) -> Formula {
        Formula::Box(Actions::Any, Box::new(self))
    }

    /// CTL `E[self U goal]`.
    pub fn exists_until(self, goal: Formula, fresh: &str) -> Formula {
        let again = Formula::Variable(fresh.into()).some_next();
        Formula::Least(fresh.into(), Box::new(goal.or(self.and(again))))
    }

    /// CTL `A[self U goal]`; a path that ends before the goal does not satisfy it.
    pub fn always_until(self, goal: Formula, fresh: &str) -> Formula {
        let variable = || Formula::Variable(fresh.into());
        let again = variable().all_next().and(Formula::True.some_next());
        Formula::Least(fresh.into(), Box::new(goal.or(self.and(again))))
    }

    /// CTL `EG self`, over paths that end or go on forever.
    pub fn exists_globally(self, fresh: &str) -> Formula {
        let end = Formula::False.all_next();
        let again = Formula::Variable(fresh.into()).some_next();
        Formula::Greatest(fresh.into(), Box::new(self.and(end.or(again))))
    }

    /// CTL `AG self`.
    pub fn always_globally(self, fresh: &str) -> Formula {
        let again = Formula::Variable(fresh.into()).all_next();
        Formula::Greatest(fresh.into(), Box::new(self.and(again)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_text() {
        let named = |pattern: &str| Actions::Named(pattern.into());
        assert!(named("lock*").contains("lock(1,this)"));
        assert!(named("*x,5)").contains("read(1,x,5)"));
        assert!(!named("lock*").contains("unlock(1,this)"));
        assert!(named("a*b*c").contains("abbc"));
    }
}
