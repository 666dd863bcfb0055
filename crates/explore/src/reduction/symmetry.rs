//! `symmetry`: states that differ only in which of several threads is which count as the same. Which these are is said by the
//! machine (`canonical/symmetry.rs` there); no step ends elsewhere, so the layer has nothing to say of actions.

use heddle_machine::{Machine, Pending};

use super::layer::{Answer, Layer};
use super::table::Setting;

struct Symmetry;

pub fn layer<'p>(_: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    Some(Box::new(Symmetry))
}

impl Layer for Symmetry {
    fn ask(&mut self, _: &mut Machine<'_>, _: Pending) -> Answer {
        Answer::Unknown
    }
}
