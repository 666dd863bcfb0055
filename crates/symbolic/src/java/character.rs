//! Questions about characters.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::{Asked, latin1};
use heddle_program::MethodId;
use heddle_program::ir::CallSite;

use super::rules::{Here, Make};
use super::word;

/// Bits that hold every character of Latin 1, and a sign.
const WIDTH: u32 = 9;
/// ... and every character of Java.
const CHAR: u32 = 17;

impl<'p> Make<'_, 'p> {
    /// Exact for characters of Latin 1; others are outside.
    pub fn ask_character(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, asked: Asked) {
        let b = self.space.bdds.clone();
        let args = &site.args[usize::from(!self.java.program.method(method).is_static())..];
        let width = self.bits().max(WIDTH);
        let char = word::signed(&b, &self.int(args[0]), width);
        let radixes: Vec<(i64, Bdd)> = if asked == Asked::Digit {
            let values = self.values(&[args[1]], usize::MAX).unwrap_or_default();
            let radix = self.int(args[1]);
            values.into_iter().map(|value| (value[0], word::is(&b, &radix, value[0]))).collect()
        } else {
            vec![(0, b.yes())]
        };
        // What holds for the characters that fit need not hold for others: `ß` is two capitals. Where the greatest one that
        // fits is asked about, greater ones would be too.
        if self.bits() < CHAR && self.java.inputs.iter().any(|input| input.shape.has_characters()) {
            let greatest = (1 << (self.bits() - 1)) - 1;
            self.beyond(word::is(&b, &char, greatest), format!("characters up to {greatest}"));
        }
        let mut rest = b.yes();
        for (radix, is_radix) in radixes {
            let mut answers: Vec<(i64, Bdd)> = Vec::new();
            for unit in 0..=u8::MAX {
                let Some(answer) = latin1(asked, unit, radix) else { continue };
                let is = word::is(&b, &char, i64::from(unit));
                match answers.iter_mut().find(|(other, _)| *other == answer) {
                    Some((_, any)) => *any = b.or(any, &is),
                    None => answers.push((answer, is)),
                }
            }
            for (answer, is) in answers {
                let is = b.and(&is, &is_radix);
                rest = b.minus(&rest, &is);
                let value = self.number(answer, self.bits());
                self.next(here, is, site.dest, value);
            }
        }
        self.outside(rest, "questions about characters beyond Latin 1, or whose other case is");
    }
}
