//! What the modules of the JDK say of themselves in their `module-info.class` (JVMS 4.7.25): the
//! services that they provide, and the packages that they export or open.

use heddle_classfile::{ClassFile, Constant};

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

/// Whether a module exports (or opens) a package to a module; `to` is `None` for unnamed ones.
pub(crate) fn exports(image: &Image, module: &str, package: &str, to: Option<&str>, open: bool) -> bool {
    let info = image.resource(module, "module-info.class").ok().flatten();
    let file = info.and_then(|bytes| ClassFile::parse_module(bytes).ok());
    file.and_then(|file| find_export(&file, package, to, open)).unwrap_or(false)
}

fn find_export(file: &ClassFile, package: &str, to: Option<&str>, open: bool) -> Option<bool> {
    let mut words = Words { bytes: file.raw_attribute(file.attributes(), "Module")?, at: 0 };
    words.skip_head()?;
    let named = |cp: u16| match file.constant(cp).ok()? {
        Constant::Package { name } | Constant::Module { name } => file.utf8(name).ok(),
        _ => None,
    };
    for kind in [false, true] {
        for _ in 0..words.next()? {
            let found = named(words.next()?)? == package;
            words.next()?;
            let targets = words.next()?;
            let mut listed = targets == 0;
            for _ in 0..targets {
                let target = named(words.next()?)?;
                listed |= to.is_some_and(|to| target == to);
            }
            // What is open is exported too, but only at run time.
            if found && listed && (kind || !open) {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// The two-byte numbers of an attribute.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    fn next(&mut self) -> Option<u16> {
        let pair = self.bytes.get(self.at..self.at + 2)?;
        self.at += 2;
        Some(u16::from_be_bytes([pair[0], pair[1]]))
    }

    /// Name, flags, version and the modules that this one requires.
    fn skip_head(&mut self) -> Option<()> {
        self.at += 6;
        let required = self.next()?;
        self.at += 6 * usize::from(required);
        Some(())
    }
}

fn read_clauses(file: &ClassFile, module: &str, providers: &mut Vec<Provider>) -> Option<()> {
    let mut words = Words { bytes: file.raw_attribute(file.attributes(), "Module")?, at: 0 };
    words.skip_head()?;
    let mut word = || words.next();
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
