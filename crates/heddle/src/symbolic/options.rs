//! What is asked of the symbolic engine.

use std::str::FromStr;

use heddle_program::MethodId;
use heddle_symbolic::Question;
use heddle_symbolic::contexts::Bounds;
use heddle_symbolic::java::Input;
use heddle_symbolic::java::layout::Sizes;
use heddle_symbolic::split::Splitting;
use heddle_verdict::Seconds;

use crate::{Error, Project};

/// Bytes that a diagram node costs, its share of the tables included.
const NODE_BYTES: usize = 32;

/// What can be decided about a symbolic analysis.
#[derive(Clone, Debug)]
pub struct SymbolicOptions {
    /// The method, as `Class.method`; the main method if none is given.
    pub method: Option<String>,
    /// Bits of numbers.
    pub bits: Bits,
    /// At most so many objects.
    pub heap: usize,
    /// At most so many elements of an array.
    pub array: u32,
    /// Arrays that are parameters have at most so many elements.
    pub input_array: u32,
    /// At most so many threads, the first included.
    pub threads: usize,
    /// At most so many contexts: stretches of steps of one thread.
    pub contexts: u32,
    /// How sets of configurations are split after a context; not at all if nothing is given.
    pub splitting: Option<Splitting>,
    /// Go on after the first violation and collect all that differ.
    pub all: bool,
    /// Stop after so many seconds.
    pub seconds: Option<Seconds>,
    /// Bytes for decision diagrams.
    pub bytes: usize,
}

impl Default for SymbolicOptions {
    fn default() -> Self {
        Self {
            method: None,
            bits: Bits::default(),
            heap: 100,
            array: 40,
            input_array: 3,
            threads: 3,
            contexts: 3,
            splitting: None,
            all: false,
            seconds: None,
            bytes: 2 << 30,
        }
    }
}

/// Bits of numbers, and of single parameters. Written `8`, or `8,x=3,y=1`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bits {
    /// Of all numbers that nothing else is said of.
    pub numbers: u32,
    /// Of parameters, by name.
    pub parameters: Vec<(String, u32)>,
}

impl Default for Bits {
    fn default() -> Self {
        Self { numbers: 8, parameters: vec![] }
    }
}

impl FromStr for Bits {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut bits = Self::default();
        for part in text.split(',') {
            let (name, count) = part.split_once('=').map_or((None, part), |(name, count)| (Some(name), count));
            let count = count.trim().parse().ok().filter(|count| (1..=62).contains(count)).ok_or_else(|| {
                Error::Usage(format!("--bits {text}: expected a number from 1 to 62, or NAME=NUMBER"))
            })?;
            match name {
                None => bits.numbers = count,
                Some(name) => bits.parameters.push((name.trim().to_owned(), count)),
            }
        }
        Ok(bits)
    }
}

impl SymbolicOptions {
    /// The question that is asked of a method.
    pub(super) fn question(&self, project: &Project, entry: MethodId) -> Result<Question, Error> {
        let mut inputs = Input::of_method(project.program(), entry, self.input_array);
        let given = &project.target().arguments;
        match inputs.iter_mut().find_map(|input| input.given_texts()) {
            Some(texts) => texts.clone_from(given),
            None if !given.is_empty() => {
                return Err(Error::Usage("only a main method takes the arguments of a program".into()));
            }
            None => {}
        }
        for (name, count) in &self.bits.parameters {
            match inputs.iter_mut().find(|input| input.name == *name) {
                Some(input) => input.bits = Some(*count),
                None => {
                    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
                    let names = if names.is_empty() { "it has none".into() } else { names.join(", ") };
                    return Err(Error::Usage(format!(
                        "--bits: the method has no parameter {name}; parameters: {names}"
                    )));
                }
            }
        }
        Ok(Question {
            entry,
            inputs,
            sizes: Sizes { bits: self.bits.numbers, heap: self.heap, array: self.array, threads: self.threads },
            bounds: Bounds { contexts: self.contexts, splitting: self.splitting, all: self.all, schedules: true },
            nodes: self.bytes / NODE_BYTES,
        })
    }
}
