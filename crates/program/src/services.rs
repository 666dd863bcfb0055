//! What the modules of the JDK provide as services: the `provides` clauses of their
//! `module-info.class` (JVMS 4.7.25).

use heddle_classfile::ClassFile;

use crate::jimage::Image;

/// One implementation of a service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provider {
    pub module: Box<str>,
    /// Internal names.
    pub service: Box<str>,
    pub class: Box<str>,
}

/// The providers of all modules of an image, by module.
pub(crate) fn read(image: &Image) -> Vec<Provider> {
    let mut modules: Vec<String> = image
        .names()
        .filter_map(|name| Some(name.strip_prefix('/')?.strip_suffix("/module-info.class")?.to_owned()))
        .collect();
    modules.sort_unstable();
    let mut providers = Vec::new();
    for module in modules {
        let info = image.resource(&module, "module-info.class").ok().flatten();
        let file = info.and_then(|bytes| ClassFile::parse_module(bytes).ok());
        if let Some(file) = file {
            // A clause that cannot be read ends the list of its module.
            let _ = read_clauses(&file, &module, &mut providers);
        }
    }
    providers
}

fn read_clauses(file: &ClassFile, module: &str, providers: &mut Vec<Provider>) -> Option<()> {
    let bytes = file.raw_attribute(file.attributes(), "Module")?;
    let mut at = 0;
    let mut word = || {
        let pair = bytes.get(at..at + 2)?;
        at += 2;
        Some(u16::from_be_bytes([pair[0], pair[1]]))
    };
    // Name, flags, version.
    word()?;
    word()?;
    word()?;
    for _ in 0..word()? {
        word()?;
        word()?;
        word()?;
    }
    // Exported and opened packages, each with the modules they are restricted to.
    for _ in 0..2 {
        for _ in 0..word()? {
            word()?;
            word()?;
            for _ in 0..word()? {
                word()?;
            }
        }
    }
    for _ in 0..word()? {
        word()?;
    }
    for _ in 0..word()? {
        let service = file.class_name(word()?).ok()?;
        for _ in 0..word()? {
            let class = file.class_name(word()?).ok()?;
            providers.push(Provider { module: module.into(), service: (&*service).into(), class: (&*class).into() });
        }
    }
    Some(())
}
