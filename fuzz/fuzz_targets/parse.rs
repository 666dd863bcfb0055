//! Any bytes: parsing and the format checks return, with a class or with the reason.

#![no_main]

use bytes::Bytes;
use heddle_classfile::ClassFile;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(file) = ClassFile::parse(Bytes::copy_from_slice(data)) {
        let _ = file.check();
        for method in file.methods() {
            if let Ok(Some(code)) = file.code(method) {
                let _ = (code.line_numbers(), code.local_variables(), code.stack_map());
            }
        }
    }
});
