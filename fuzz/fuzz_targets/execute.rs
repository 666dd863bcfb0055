//! Any bytes as a class: defined, verified, translated and executed for a while. The JDK is that of
//! `JAVA_HOME`. Good seeds are compiled classes: `cargo fuzz run execute corpus-of-classes/`.

#![no_main]

use std::cell::RefCell;
use std::path::PathBuf;

use heddle_mutate::{Bed, Library};
use libfuzzer_sys::fuzz_target;

/// Classes before the program is made anew, since it only grows.
const PER_LIBRARY: u32 = 2_000;

thread_local! {
    static BED: RefCell<Option<(Bed<'static>, u32)>> = const { RefCell::new(None) };
}

fn new_bed() -> Bed<'static> {
    let jdk = PathBuf::from(std::env::var_os("JAVA_HOME").expect("JAVA_HOME names the JDK"));
    // Leaked on purpose: the fuzzer bounds its memory itself.
    Box::leak(Box::new(Library::open(&jdk))).bed()
}

fuzz_target!(|data: &[u8]| {
    BED.with_borrow_mut(|slot| {
        let (bed, used) = slot.get_or_insert_with(|| (self::new_bed(), 0));
        bed.try_class(data.to_vec());
        *used += 1;
        if *used == PER_LIBRARY {
            *slot = None;
        }
    });
});
