//! Automata against the meaning of formulas: random formulas, written as text and read back, on random
//! lassos (a stem and a loop of valuations).

use heddle_logic::ltl::{Automaton, automaton, parse_ltl};

/// xorshift64*: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % limit
    }
}

const ATOMS: usize = 3;

/// A formula as a user writes it, with all operators.
enum Formula {
    Atom(usize),
    Truth(bool),
    Unary(&'static str, Box<Formula>),
    Binary(&'static str, Box<Formula>, Box<Formula>),
}

fn formula(random: &mut Random, size: u64) -> Formula {
    if size <= 1 {
        return match random.below(9) {
            0 => Formula::Truth(random.below(2) == 0),
            _ => Formula::Atom(random.below(ATOMS as u64) as usize),
        };
    }
    if size == 2 || random.below(3) == 0 {
        let operator = ["!", "[]", "<>", "G ", "F "][random.below(5) as usize];
        return Formula::Unary(operator, Box::new(formula(random, size - 1)));
    }
    let operator = ["&&", "||", "->", "<->", "U", "R", "V", "W"][random.below(8) as usize];
    let left = 1 + random.below(size - 2);
    Formula::Binary(operator, Box::new(formula(random, left)), Box::new(formula(random, size - 1 - left)))
}

fn text(formula: &Formula) -> String {
    match formula {
        Formula::Atom(number) => format!("Main.a{number} > 0"),
        Formula::Truth(value) => value.to_string(),
        Formula::Unary(operator, inner) => format!("{operator}({})", text(inner)),
        Formula::Binary(operator, a, b) => format!("({}) {operator} ({})", text(a), text(b)),
    }
}

/// Valuations; after the last comes number `back` again.
struct Lasso {
    valuations: Vec<u64>,
    back: usize,
}

impl Lasso {
    fn next(&self, at: usize) -> usize {
        if at + 1 < self.valuations.len() { at + 1 } else { self.back }
    }
}

/// By position: whether the formula holds there, by the definition of each operator.
fn meaning(formula: &Formula, lasso: &Lasso) -> Vec<bool> {
    let count = lasso.valuations.len();
    let pointwise = |f: &dyn Fn(usize) -> bool| (0..count).map(f).collect::<Vec<bool>>();
    // Whether b comes after positions that all satisfy a; looking round twice sees every position.
    let until = |a: &[bool], b: &[bool]| {
        pointwise(&|start| {
            let mut at = start;
            for _ in 0..2 * count {
                if b[at] {
                    return true;
                }
                if !a[at] {
                    return false;
                }
                at = lasso.next(at);
            }
            false
        })
    };
    let not = |a: &[bool]| a.iter().map(|value| !value).collect::<Vec<bool>>();
    match formula {
        Formula::Atom(number) => pointwise(&|at| lasso.valuations[at] & 1 << number != 0),
        Formula::Truth(value) => vec![*value; count],
        Formula::Unary(operator, inner) => {
            let inner = meaning(inner, lasso);
            match *operator {
                "!" => not(&inner),
                "[]" | "G " => not(&until(&vec![true; count], &not(&inner))),
                _ => until(&vec![true; count], &inner),
            }
        }
        Formula::Binary(operator, a, b) => {
            let (a, b) = (meaning(a, lasso), meaning(b, lasso));
            match *operator {
                "&&" => pointwise(&|at| a[at] && b[at]),
                "||" => pointwise(&|at| a[at] || b[at]),
                "->" => pointwise(&|at| !a[at] || b[at]),
                "<->" => pointwise(&|at| a[at] == b[at]),
                "U" => until(&a, &b),
                "W" => {
                    let always = not(&until(&vec![true; count], &not(&a)));
                    let until = until(&a, &b);
                    pointwise(&|at| until[at] || always[at])
                }
                _ => not(&until(&not(&a), &not(&b))),
            }
        }
    }
}

/// Whether an automaton accepts a lasso: a node of the product from which a walk over edges of all
/// sets leads back to it.
fn accepts(automaton: &Automaton, lasso: &Lasso) -> bool {
    let (count, states) = (lasso.valuations.len(), automaton.states.len());
    let successors = |node: usize| {
        let (at, state) = (node / states, node % states);
        let edges = automaton.states[state].iter().filter(move |edge| edge.reads(lasso.valuations[at]));
        edges.map(move |edge| (lasso.next(at) * states + edge.to as usize, edge.accepts))
    };
    let reach = |from: Vec<usize>| {
        let mut reached = vec![false; count * states];
        let mut stack = from;
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                stack.extend(successors(node).map(|(to, _)| to));
            }
        }
        reached
    };
    let all = (1u64 << automaton.sets) - 1;
    let reachable = reach(vec![0]);
    (0..count * states).filter(|&node| reachable[node]).any(|node| {
        let after = reach(successors(node).map(|(to, _)| to).collect());
        if !after[node] {
            return false;
        }
        // The component of the node: what it reaches and what reaches it.
        let mut union = 0;
        for member in (0..count * states).filter(|&member| after[member]) {
            for (to, accepts) in successors(member) {
                if reach(vec![to])[node] {
                    union |= accepts;
                }
            }
        }
        union == all
    })
}

#[test]
fn automata_accept_what_formulas_mean() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut satisfied, mut states, mut largest) = (0, 0, 0);
    let formulas = 3000;
    for _ in 0..formulas {
        let size = 1 + random.below(9);
        let formula = formula(&mut random, size);
        let text = text(&formula);
        let mut parsed = parse_ltl(&text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"));
        let numbers: Vec<usize> =
            parsed.atoms.iter().map(|(_, text)| text["Main.a".len()..][..1].parse().expect("a number")).collect();
        let positive = automaton(&parsed.arena, parsed.formula);
        let negated = parsed.arena.not(parsed.formula);
        let negative = automaton(&parsed.arena, negated);
        states += positive.states.len();
        largest = largest.max(positive.states.len());
        for _ in 0..8 {
            let count = 1 + random.below(5) as usize;
            let valuations: Vec<u64> = (0..count).map(|_| random.below(1 << ATOMS)).collect();
            let back = random.below(count as u64) as usize;
            let lasso = Lasso { valuations, back };
            let expected = meaning(&formula, &lasso)[0];
            satisfied += usize::from(expected);
            // Atoms are numbered as they come in the text.
            let renumber = |valuation: u64| {
                let bits = numbers.iter().enumerate().map(|(new, old)| (valuation >> old & 1) << new);
                bits.sum::<u64>()
            };
            let renumbered = Lasso { valuations: lasso.valuations.iter().map(|&v| renumber(v)).collect(), back };
            assert_eq!(accepts(&positive, &renumbered), expected, "{text} on {:?} back to {back}", lasso.valuations);
            assert_eq!(accepts(&negative, &renumbered), !expected, "not {text} on {:?}", lasso.valuations);
            // Saying everything twice changes nothing: there is no next operator.
            let twice = lasso.valuations.iter().flat_map(|&valuation| [valuation, valuation]).collect();
            let stuttering = Lasso { valuations: twice, back: 2 * back };
            assert_eq!(meaning(&formula, &stuttering)[0], expected, "{text} stutters");
        }
    }
    assert!((formulas..7 * formulas).contains(&satisfied), "both truth values are met often: {satisfied}");
    assert!(states < 4 * formulas && largest < 60, "automata stay small: {states} in all, at most {largest}");
}

#[test]
fn automata_of_common_formulas_are_small() {
    let size = |text: &str| {
        let mut parsed = parse_ltl(text, &[]).expect("a formula");
        let negated = parsed.arena.not(parsed.formula);
        automaton(&parsed.arena, negated).states.len()
    };
    assert_eq!(size("[] Main.p"), 2);
    assert_eq!(size("<> Main.p"), 1);
    assert_eq!(size("[] <> Main.p"), 2);
    assert_eq!(size("<> [] Main.p"), 1);
    assert_eq!(size("[] (Main.p -> <> Main.q)"), 2);
    assert_eq!(size("Main.p U Main.q"), 2);
    assert_eq!(size("true"), 1);
}
