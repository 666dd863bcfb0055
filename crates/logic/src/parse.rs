//! Reads formulas.
//!
//! ```text
//! formula := 'mu' X '.' formula | 'nu' X '.' formula | implied
//! implied := disj ('=>' implied)?         disj := conj ('or' conj)*       conj := unary ('and' unary)*
//! unary   := 'not' unary | '<' actions '>' unary | '[' actions ']' unary | ctl | atom
//! ctl     := ('EX'|'AX'|'EF'|'AF'|'EG'|'AG') unary | ('E'|'A') '[' formula 'U' formula ']'
//! atom    := 'true' | 'false' | 'deadlock' | X | '(' formula ')'
//! actions := conjunctions and disjunctions of 'true', 'not' actions, "label", label; `*` is any text
//! ```
//!
//! `AF` and `AU` hold only where the goal is reached; `AX` and `[a]` also hold where nothing follows.

use crate::formula::{Actions, Formula};

/// Why a text is not a formula.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("at character {at}: {what}")]
pub struct ParseError {
    pub at: usize,
    pub what: String,
}

/// Reads a closed formula in which every variable occurs under an even number of negations.
pub fn parse(text: &str) -> Result<Formula, ParseError> {
    let mut reader = Reader { text, at: 0, fresh: 0, bound: Vec::new(), positive: true };
    let formula = reader.formula()?;
    reader.blanks();
    if reader.at < text.len() {
        return reader.refuse("the formula should have ended here");
    }
    Ok(formula)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Variables made for CTL operators so far.
    fresh: usize,
    /// Bound variables, and whether they were bound under an even number of negations.
    bound: Vec<(String, bool)>,
    positive: bool,
}

type Read<T> = Result<T, ParseError>;

impl Reader<'_> {
    fn refuse<T>(&self, what: &str) -> Read<T> {
        Err(ParseError { at: self.at + 1, what: what.into() })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    /// Takes a symbol or a whole word if it comes next.
    fn take(&mut self, word: &str) -> bool {
        self.blanks();
        let Some(after) = self.rest().strip_prefix(word) else { return false };
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if word.ends_with(is_word) && after.starts_with(is_word) {
            return false;
        }
        self.at += word.len();
        true
    }

    fn expect(&mut self, word: &str) -> Read<()> {
        if self.take(word) { Ok(()) } else { self.refuse(&format!("expected `{word}`")) }
    }

    fn formula(&mut self) -> Read<Formula> {
        for least in [true, false] {
            if !self.take(if least { "mu" } else { "nu" }) {
                continue;
            }
            let name = self.name()?;
            self.expect(".")?;
            self.bound.push((name.clone(), self.positive));
            let inner = Box::new(self.formula()?);
            self.bound.pop();
            return Ok(if least { Formula::Least(name, inner) } else { Formula::Greatest(name, inner) });
        }
        self.implied()
    }

    fn implied(&mut self) -> Read<Formula> {
        let start = self.at;
        let left = self.disjunction()?;
        if !self.take("=>") {
            return Ok(left);
        }
        // What implies stands under a negation: read it again as such.
        let after = self.at;
        self.at = start;
        let left = self.negated(Self::disjunction)?;
        self.at = after;
        Ok(left.negated().or(self.formula()?))
    }

    fn negated(&mut self, read: fn(&mut Self) -> Read<Formula>) -> Read<Formula> {
        self.positive = !self.positive;
        let inner = read(self);
        self.positive = !self.positive;
        inner
    }

    fn disjunction(&mut self) -> Read<Formula> {
        let mut formula = self.conjunction()?;
        while self.take("or") {
            formula = formula.or(self.conjunction()?);
        }
        Ok(formula)
    }

    fn conjunction(&mut self) -> Read<Formula> {
        let mut formula = self.unary()?;
        while self.take("and") {
            formula = formula.and(self.unary()?);
        }
        Ok(formula)
    }

    fn unary(&mut self) -> Read<Formula> {
        if self.take("not") {
            return Ok(self.negated(Self::unary)?.negated());
        }
        if self.take("<") {
            let actions = self.actions()?;
            self.expect(">")?;
            return Ok(Formula::Diamond(actions, Box::new(self.unary()?)));
        }
        if self.take("[") {
            let actions = self.actions()?;
            self.expect("]")?;
            return Ok(Formula::Box(actions, Box::new(self.unary()?)));
        }
        self.blanks();
        if self.rest().starts_with("mu ") || self.rest().starts_with("nu ") {
            return self.formula();
        }
        self.ctl()
    }

    fn ctl(&mut self) -> Read<Formula> {
        self.fresh += 1;
        // The blank keeps these apart from what a user can write.
        let fresh = format!("ctl {}", self.fresh);
        if self.take("EX") {
            return Ok(self.unary()?.some_next());
        }
        if self.take("AX") {
            return Ok(self.unary()?.all_next());
        }
        if self.take("EF") {
            return Ok(Formula::True.exists_until(self.unary()?, &fresh));
        }
        if self.take("AF") {
            return Ok(Formula::True.always_until(self.unary()?, &fresh));
        }
        if self.take("EG") {
            return Ok(self.unary()?.exists_globally(&fresh));
        }
        if self.take("AG") {
            return Ok(self.unary()?.always_globally(&fresh));
        }
        let before = self.at;
        for exists in [true, false] {
            if self.take(if exists { "E" } else { "A" }) && self.take("[") {
                let hold = self.formula()?;
                self.expect("U")?;
                let goal = self.formula()?;
                self.expect("]")?;
                return Ok(if exists { hold.exists_until(goal, &fresh) } else { hold.always_until(goal, &fresh) });
            }
            self.at = before;
        }
        self.atom()
    }

    fn atom(&mut self) -> Read<Formula> {
        if self.take("(") {
            let formula = self.formula()?;
            self.expect(")")?;
            return Ok(formula);
        }
        if self.take("true") {
            return Ok(Formula::True);
        }
        if self.take("false") {
            return Ok(Formula::False);
        }
        if self.take("deadlock") {
            return Ok(Formula::False.all_next());
        }
        let at = self.at;
        let name = self.name()?;
        match self.bound.iter().rev().find(|(bound, _)| *bound == name) {
            Some(&(_, positive)) if positive == self.positive => Ok(Formula::Variable(name)),
            Some(_) => Err(ParseError { at: at + 1, what: format!("{name} stands under an odd number of negations") }),
            None => Err(ParseError { at: at + 1, what: format!("{name} is not bound by mu or nu") }),
        }
    }

    fn name(&mut self) -> Read<String> {
        self.blanks();
        let name: String = self.rest().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if name.is_empty() {
            return self.refuse("expected a formula");
        }
        self.at += name.len();
        Ok(name)
    }

    fn actions(&mut self) -> Read<Actions> {
        let mut actions = self.actions_conjunction()?;
        while self.take("or") {
            actions = Actions::Or(Box::new(actions), Box::new(self.actions_conjunction()?));
        }
        Ok(actions)
    }

    fn actions_conjunction(&mut self) -> Read<Actions> {
        let mut actions = self.action()?;
        while self.take("and") {
            actions = Actions::And(Box::new(actions), Box::new(self.action()?));
        }
        Ok(actions)
    }

    fn action(&mut self) -> Read<Actions> {
        if self.take("not") {
            return Ok(Actions::Not(Box::new(self.action()?)));
        }
        if self.take("true") {
            return Ok(Actions::Any);
        }
        if self.take("(") {
            let actions = self.actions()?;
            self.expect(")")?;
            return Ok(actions);
        }
        if self.take("\"") {
            let Some(end) = self.rest().find('"') else { return self.refuse("the quotation mark is never closed") };
            let label = self.rest()[..end].to_string();
            self.at += end + 1;
            return Ok(Actions::Named(label));
        }
        let label: String = self.rest().chars().take_while(|c| c.is_alphanumeric() || "_.*".contains(*c)).collect();
        if label.is_empty() {
            return self.refuse("expected an action");
        }
        self.at += label.len();
        Ok(Actions::Named(label))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_named_with_their_place() {
        let refused = |text: &str| parse(text).expect_err("no formula").to_string();
        assert_eq!(refused("mu X. not X"), "at character 11: X stands under an odd number of negations");
        assert_eq!(refused("<a>Y"), "at character 4: Y is not bound by mu or nu");
        assert_eq!(refused("<a true"), "at character 4: expected `>`");
        assert_eq!(refused("true true"), "at character 6: the formula should have ended here");
        assert_eq!(refused("nu X. X => X"), "at character 7: X stands under an odd number of negations");
    }

    #[test]
    fn a_double_negation_keeps_a_variable_positive() {
        assert!(parse("nu X. not <a> not X").is_ok());
    }
}
