//! `java.util.prefs.FileSystemPreferences`: locks and modes of the files that preferences are kept in. Nobody but the program
//! has access to its files, and it asks for these locks inside a monitor, so that they are always free.

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::ir::ElementKind;

use crate::rows::{nothing, object, pure};

const PREFERENCES: &str = "java/util/prefs/FileSystemPreferences";

pub const ROWS: &[Native] = &[
    pure(PREFERENCES, "chmod", "(Ljava/lang/String;I)I", nothing),
    pure(PREFERENCES, "lockFile0", "(Ljava/lang/String;IZ)[I", lock),
    pure(PREFERENCES, "unlockFile0", "(I)I", nothing),
];

/// A number for the lock, which is not zero, and no error.
fn lock(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.load("[I")?;
    let array = machine.new_array(class, 2)?;
    machine.set_element(array, ElementKind::Int, 0, 1);
    object(array)
}
