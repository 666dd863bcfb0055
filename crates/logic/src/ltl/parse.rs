//! Reads LTL formulas over the fields and locations of a Java program.
//!
//! ```text
//! formula  := implied ('<->' implied)*
//! implied  := disj ('->' implied)?       disj := conj ('||' conj)*       conj := binary ('&&' binary)*
//! binary   := unary (('U' | 'R' | 'V' | 'W') binary)?
//! unary    := ('!' | '[]' | 'G' | '<>' | 'F') unary | '(' formula ')' | 'true' | 'false' | atom
//! atom     := ('any' | 'all')? operand (('==' | '!=' | '<' | '<=' | '>' | '>=') operand)?
//!           | 'at' '(' Class.method (':' line)? ')'
//! operand  := name ('.' name | '[' number ']')*  |  number  |  'true' | 'false' | 'null'
//! ```
//!
//! `V` is another word for `R`. A single name may be that of a proposition, which stands for its
//! formula. There is no next operator: whether `X a` holds depends on how finely a run is cut into
//! steps.

use super::{Arena, LtlId, MOST_ATOMS, MOST_OPERATORS};
use crate::ParseError;

/// What is true or false of a state.
#[derive(Clone, PartialEq, Debug)]
pub enum Atom {
    Compare {
        left: Operand,
        how: Comparison,
        right: Operand,
    },
    /// A value that is a boolean.
    Holds(Operand),
    /// As one of the above, for any or all instances of the class whose field the left side names.
    Each {
        of: Quantifier,
        left: Operand,
        /// None if it is a boolean.
        right: Option<(Comparison, Operand)>,
    },
    /// Some thread is executing this line of this method, or anything in the method.
    At {
        method: String,
        line: Option<u32>,
    },
}

/// Which instances of a class have to satisfy an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    Any,
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// A static field and where it leads.
    Path(Vec<Segment>),
    Int(i64),
    Float(f64),
    Bool(bool),
    Null,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Segment {
    Name(String),
    Index(u32),
}

/// A name for a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub name: String,
    pub text: String,
}

/// A formula with its atoms, each with its text.
#[derive(Debug)]
pub struct Parsed {
    pub arena: Arena,
    pub formula: LtlId,
    pub atoms: Vec<(Atom, String)>,
}

/// Reads a formula. Propositions may use those that stand before them.
pub fn parse_ltl(text: &str, propositions: &[Property]) -> Result<Parsed, ParseError> {
    let mut read = Common::default();
    for (index, proposition) in propositions.iter().enumerate() {
        let Property { name, text } = proposition;
        if !is_plain_name(name) {
            return Err(ParseError { at: 1, what: format!("{name:?} cannot be the name of a proposition") });
        }
        let within = |error: ParseError| ParseError { what: format!("{} (in {name})", error.what), ..error };
        let formula = whole(text, &mut read).map_err(within)?;
        if propositions[..index].iter().any(|other| other.name == *name) {
            return Err(ParseError { at: 1, what: format!("there are two propositions {name}") });
        }
        read.named.push((name.clone(), formula));
    }
    let formula = whole(text, &mut read)?;
    if read.arena.temporal_operators() > MOST_OPERATORS {
        let what = format!("there are more than {MOST_OPERATORS} different temporal operators");
        return Err(ParseError { at: 1, what });
    }
    Ok(Parsed { arena: read.arena, formula, atoms: read.atoms })
}

fn is_plain_name(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts && name.chars().all(is_part) && !RESERVED.contains(&name)
}

const RESERVED: &[&str] = &["U", "R", "V", "W", "G", "F", "X", "true", "false", "null", "at", "any", "all"];

/// Where a formula may not go on with another operand.
const NEXT: &str = "X (next) is not allowed: whether it holds depends on how finely a run is cut into steps \
                    (it is not stutter-invariant), which is up to the tool and its reductions";

#[derive(Default)]
struct Common {
    arena: Arena,
    atoms: Vec<(Atom, String)>,
    named: Vec<(String, LtlId)>,
}

fn whole(text: &str, common: &mut Common) -> Result<LtlId, ParseError> {
    let mut reader = Reader { text, at: 0, common };
    let formula = reader.formula()?;
    reader.blanks();
    if reader.at < text.len() {
        return reader.refuse("the formula should have ended here");
    }
    Ok(formula)
}

struct Reader<'t, 'c> {
    text: &'t str,
    at: usize,
    common: &'c mut Common,
}

type Read<T> = Result<T, ParseError>;

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

impl Reader<'_, '_> {
    fn refuse<T>(&self, what: &str) -> Read<T> {
        let characters = self.text[..self.at].chars().count();
        Err(ParseError { at: characters + 1, what: what.into() })
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn take(&mut self, symbol: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(symbol);
        self.at += if found { symbol.len() } else { 0 };
        found
    }

    /// Takes a whole word that is not the beginning of a path.
    fn take_word(&mut self, word: &str) -> bool {
        self.blanks();
        let Some(after) = self.rest().strip_prefix(word) else { return false };
        if after.starts_with(|c: char| is_part(c) || c == '.') {
            return false;
        }
        self.at += word.len();
        true
    }

    fn expect(&mut self, symbol: &str) -> Read<()> {
        if self.take(symbol) { Ok(()) } else { self.refuse(&format!("expected `{symbol}`")) }
    }

    fn formula(&mut self) -> Read<LtlId> {
        let mut left = self.implied()?;
        while self.take("<->") {
            let right = self.implied()?;
            let arena = &mut self.common.arena;
            let (no_left, no_right) = (arena.not(left), arena.not(right));
            let (both, none) = (arena.and(left, right), arena.and(no_left, no_right));
            left = arena.or(both, none);
        }
        Ok(left)
    }

    fn implied(&mut self) -> Read<LtlId> {
        let left = self.disjunction()?;
        if !self.take("->") {
            return Ok(left);
        }
        let right = self.implied()?;
        let left = self.common.arena.not(left);
        Ok(self.common.arena.or(left, right))
    }

    fn disjunction(&mut self) -> Read<LtlId> {
        let mut left = self.conjunction()?;
        while self.take("||") {
            let right = self.conjunction()?;
            left = self.common.arena.or(left, right);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Read<LtlId> {
        let mut left = self.binary()?;
        while self.take("&&") {
            let right = self.binary()?;
            left = self.common.arena.and(left, right);
        }
        Ok(left)
    }

    fn binary(&mut self) -> Read<LtlId> {
        let left = self.unary()?;
        if self.take_word("U") {
            let right = self.binary()?;
            return Ok(self.common.arena.until(left, right));
        }
        if self.take_word("R") || self.take_word("V") {
            let right = self.binary()?;
            return Ok(self.common.arena.release(left, right));
        }
        if self.take_word("W") {
            // a W b = b R (a || b)
            let right = self.binary()?;
            let either = self.common.arena.or(left, right);
            return Ok(self.common.arena.release(right, either));
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<LtlId> {
        self.blanks();
        if self.rest().starts_with('!') && !self.rest().starts_with("!=") {
            self.at += 1;
            let inner = self.unary()?;
            return Ok(self.common.arena.not(inner));
        }
        if self.take("[]") || self.take_word("G") {
            let inner = self.unary()?;
            return Ok(self.common.arena.always(inner));
        }
        if self.take("<>") || self.take_word("F") {
            let inner = self.unary()?;
            return Ok(self.common.arena.eventually(inner));
        }
        if self.take_word("X") {
            return self.refuse(NEXT);
        }
        if self.take("(") {
            let inner = self.formula()?;
            self.expect(")")?;
            return Ok(inner);
        }
        self.atom()
    }

    fn atom(&mut self) -> Read<LtlId> {
        self.blanks();
        let start = self.at;
        if self.take_word("at") {
            return self.location(start);
        }
        for (word, of) in [("any", Quantifier::Any), ("all", Quantifier::All)] {
            if self.take_word(word) {
                let left = self.operand()?;
                let right = match self.comparison()? {
                    Some(how) => Some((how, self.operand()?)),
                    None => None,
                };
                return self.number(start, Atom::Each { of, left, right });
            }
        }
        let left = self.operand()?;
        if let Some(how) = self.comparison()? {
            let right = self.operand()?;
            return self.number(start, Atom::Compare { left, how, right });
        }
        match left {
            Operand::Bool(value) => Ok(self.common.arena.truth(value)),
            Operand::Path(ref segments) => {
                let named = match &segments[..] {
                    [Segment::Name(name)] => self.common.named.iter().find(|(named, _)| named == name),
                    _ => None,
                };
                match named {
                    Some(&(_, formula)) => Ok(formula),
                    None => self.number(start, Atom::Holds(left)),
                }
            }
            Operand::Int(_) | Operand::Float(_) | Operand::Null => self.refuse("expected a comparison"),
        }
    }

    fn comparison(&mut self) -> Read<Option<Comparison>> {
        self.blanks();
        if self.rest().starts_with("<->") {
            return Ok(None);
        }
        const SYMBOLS: &[(&str, Comparison)] = &[
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        if self.rest().starts_with('=') && !self.rest().starts_with("==") {
            return self.refuse("expected `==`");
        }
        Ok(SYMBOLS.iter().find(|(symbol, _)| self.take(symbol)).map(|&(_, how)| how))
    }

    fn operand(&mut self) -> Read<Operand> {
        self.blanks();
        if self.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            return self.literal();
        }
        for (word, operand) in [("true", Operand::Bool(true)), ("false", Operand::Bool(false)), ("null", Operand::Null)]
        {
            if self.take_word(word) {
                return Ok(operand);
            }
        }
        let mut segments = vec![Segment::Name(self.name()?)];
        loop {
            if self.rest().starts_with('.') {
                self.at += 1;
                segments.push(Segment::Name(self.name()?));
            } else if self.rest().starts_with('[') && !self.rest().starts_with("[]") {
                self.at += 1;
                segments.push(Segment::Index(self.index()?));
                self.expect("]")?;
            } else {
                return Ok(Operand::Path(segments));
            }
        }
    }

    fn index(&mut self) -> Read<u32> {
        self.blanks();
        let digits = self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(index) = self.rest()[..digits].parse() else { return self.refuse("expected the number of an element") };
        self.at += digits;
        Ok(index)
    }

    fn literal(&mut self) -> Read<Operand> {
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let sign = usize::from(self.rest().starts_with('-'));
        let digits = self.rest()[sign..].len() - self.rest()[sign..].trim_start_matches(is_part).len();
        let text = &self.rest()[..sign + digits];
        let operand = match (text.parse(), text.parse()) {
            (Ok(int), _) => Operand::Int(int),
            (_, Ok(float)) => Operand::Float(float),
            _ => return self.refuse("this is not a number"),
        };
        self.at += sign + digits;
        Ok(operand)
    }

    fn name(&mut self) -> Read<String> {
        self.blanks();
        let name: String = self.rest().chars().take_while(|&c| is_part(c)).collect();
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return self.refuse("expected a formula, or the name of a field");
        }
        self.at += name.len();
        Ok(name)
    }

    fn location(&mut self, start: usize) -> Read<LtlId> {
        self.expect("(")?;
        let Some(end) = self.rest().find(')') else { return self.refuse("expected `)`") };
        let place = self.rest()[..end].trim().to_owned();
        let (method, line) = match place.rsplit_once(':') {
            Some((method, line)) => match line.trim().parse() {
                Ok(line) => (method.trim().to_owned(), Some(line)),
                Err(_) => return self.refuse("expected at(Class.method:line)"),
            },
            None => (place, None),
        };
        if !method.contains('.') {
            return self.refuse("expected at(Class.method:line)");
        }
        self.at += end + 1;
        self.number(start, Atom::At { method, line })
    }

    /// The formula of an atom, which gets a number if it is new.
    fn number(&mut self, start: usize, atom: Atom) -> Read<LtlId> {
        let text = self.text[start..self.at].trim().to_owned();
        let atoms = &mut self.common.atoms;
        let known = atoms.iter().position(|(other, _)| *other == atom);
        let number = known.unwrap_or(atoms.len());
        if number == MOST_ATOMS {
            return self.refuse(&format!("there are more than {MOST_ATOMS} different atoms"));
        }
        if known.is_none() {
            atoms.push((atom, text));
        }
        Ok(self.common.arena.atom(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        parse_ltl(text, &[]).expect_err("no formula").to_string()
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        assert!(refused("[] X Main.a").starts_with("at character 5: X (next) is not allowed"));
        assert_eq!(refused("Main.a = 1"), "at character 8: expected `==`");
        assert_eq!(refused("[] (Main.a"), "at character 11: expected `)`");
        assert_eq!(refused("Main.a Main.b"), "at character 8: the formula should have ended here");
        assert_eq!(refused("3"), "at character 2: expected a comparison");
        assert_eq!(refused("at(run:7)"), "at character 4: expected at(Class.method:line)");
        assert_eq!(refused("<>"), "at character 3: expected a formula, or the name of a field");
    }

    #[test]
    fn propositions_stand_for_formulas() {
        let named = |name: &str, text: &str| Property { name: name.into(), text: text.into() };
        let short = parse_ltl(
            "[] (request -> <> reply)",
            &[named("request", "Main.requests > Main.replies"), named("reply", "Main.requests == Main.replies")],
        );
        let long = parse_ltl("G (!(Main.requests > Main.replies) || F Main.requests==Main.replies)", &[]);
        let (short, long) = (short.expect("a formula"), long.expect("a formula"));
        assert_eq!(short.atoms.len(), 2);
        assert_eq!(format!("{:?}", short.arena.node(short.formula)), format!("{:?}", long.arena.node(long.formula)));
        assert!(parse_ltl("a", &[named("a", "b"), named("b", "true")]).expect("a formula").atoms.len() == 1);
        assert!(parse_ltl("a", &[named("U", "true")]).is_err());
    }

    #[test]
    fn signs_that_begin_alike_are_told_apart() {
        let parsed = parse_ltl("Main.a<->Main.b[0]<=-3 && <>Main.c<4 || []Main.x!=null", &[]).expect("a formula");
        let texts: Vec<&str> = parsed.atoms.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(texts, ["Main.a", "Main.b[0]<=-3", "Main.c<4", "Main.x!=null"]);
    }
}
