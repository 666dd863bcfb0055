//! Writing classes: what call sites, handles, reflective calls and proxies are made of.
//!
//! The machine could be given register code directly, but real class files (version 49, so that no
//! stack maps are needed) are the simpler and sturdier choice: they have a constant pool, so that
//! casts, field accesses and calls resolve like everybody else's; liveness and reference maps come
//! from the one translator; and a class written here can be looked at with `javap`.
//!
//! Classes made here may use private members of others, see [`define`].

mod code;
mod convert;
mod pool;
mod signature;

use heddle_machine::{Machine, Trap};
use heddle_program::{ClassId, MethodId, Origin, access};

pub use code::{CodeBuilder, Label, jump};
pub use convert::{box_of, cast, convert_argument, explicit_cast, lambda_convert, unbox_of, widens};
pub use pool::Pool;
pub use signature::{Signature, class_name, descriptor_of_name, is_ref, slots};

/// Class files of this version need no `StackMapTable`.
pub(crate) const VERSION: u16 = 49;

/// A class being written.
pub struct ClassBuilder {
    pool: Pool,
    name: String,
    superclass: String,
    access: u16,
    interfaces: Vec<u16>,
    fields: Vec<[u16; 3]>,
    methods: Vec<Method>,
}

struct Method {
    header: [u16; 3],
    /// The body of the `Code` attribute; absent for native and abstract methods.
    code: Option<Vec<u8>>,
    /// Pool indices of declared exceptions.
    exceptions: Vec<u16>,
}

impl ClassBuilder {
    /// A final synthetic class.
    pub fn new(name: &str, superclass: &str) -> Self {
        Self {
            pool: Pool::default(),
            name: name.to_owned(),
            superclass: superclass.to_owned(),
            access: access::FINAL | access::SUPER | access::SYNTHETIC,
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    pub fn set_access(&mut self, access: u16) {
        self.access = access;
    }

    pub fn implement(&mut self, interface: &str) {
        let cp = self.pool.class(interface);
        if !self.interfaces.contains(&cp) {
            self.interfaces.push(cp);
        }
    }

    pub fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let row = [access, self.pool.utf8(name), self.pool.utf8(descriptor)];
        self.fields.push(row);
    }

    /// A method whose code `body` writes; locals begin with the arguments.
    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, body: impl FnOnce(&mut CodeBuilder<'_>)) {
        let signature = Signature::parse(descriptor);
        let receiver = u16::from(access & access::STATIC == 0);
        let locals = receiver + signature.params.iter().map(|p| slots(p)).sum::<u16>();
        let mut code = CodeBuilder::new(&mut self.pool, &self.name, locals);
        body(&mut code);
        let code = code.finish();
        self.add_method(access, name, descriptor, Some(code), &[]);
    }

    /// A method that the native table executes.
    pub fn native(&mut self, access: u16, name: &str, descriptor: &str) {
        self.add_method(access | access::NATIVE, name, descriptor, None, &[]);
    }

    fn add_method(&mut self, access: u16, name: &str, descriptor: &str, code: Option<Vec<u8>>, exceptions: &[&str]) {
        let header = [access, self.pool.utf8(name), self.pool.utf8(descriptor)];
        let exceptions = exceptions.iter().map(|name| self.pool.class(name)).collect();
        self.methods.push(Method { header, code, exceptions });
    }

    /// The class file.
    pub fn finish(mut self) -> Vec<u8> {
        let this_class = self.pool.class(&self.name);
        let super_class = self.pool.class(&self.superclass);
        let code_attribute = self.pool.utf8("Code");
        let exceptions_attribute = self.pool.utf8("Exceptions");
        let mut file = Vec::with_capacity(1024);
        let word = |file: &mut Vec<u8>, value: u16| file.extend(value.to_be_bytes());
        file.extend(0xCAFE_BABE_u32.to_be_bytes());
        word(&mut file, 0);
        word(&mut file, VERSION);
        self.pool.write(&mut file);
        for value in [self.access, this_class, super_class, self.interfaces.len() as u16] {
            word(&mut file, value);
        }
        for &interface in &self.interfaces {
            word(&mut file, interface);
        }
        word(&mut file, self.fields.len() as u16);
        for field in &self.fields {
            for &value in field {
                word(&mut file, value);
            }
            word(&mut file, 0);
        }
        word(&mut file, self.methods.len() as u16);
        for method in &self.methods {
            for value in method.header {
                word(&mut file, value);
            }
            let attributes = u16::from(method.code.is_some()) + u16::from(!method.exceptions.is_empty());
            word(&mut file, attributes);
            if let Some(code) = &method.code {
                word(&mut file, code_attribute);
                file.extend((code.len() as u32).to_be_bytes());
                file.extend_from_slice(code);
            }
            if !method.exceptions.is_empty() {
                word(&mut file, exceptions_attribute);
                file.extend((2 + 2 * method.exceptions.len() as u32).to_be_bytes());
                word(&mut file, method.exceptions.len() as u16);
                for &exception in &method.exceptions {
                    word(&mut file, exception);
                }
            }
        }
        word(&mut file, 0);
        file
    }
}

/// The class of that name, written by `write` unless somebody has defined it before. Names say all
/// that a class depends on, so that workers which share a program share its classes.
///
/// Such a class counts as one of the JDK's: it is trusted with private members of others, and
/// nothing that initialises it is undone.
pub fn define(machine: &mut Machine<'_>, name: &str, write: impl FnOnce() -> ClassBuilder) -> Result<ClassId, Trap> {
    define_in(machine, 0, name, write)
}

/// The same, for a class whose names mean what they mean to `host`.
pub fn define_beside(
    machine: &mut Machine<'_>,
    host: ClassId,
    name: &str,
    write: impl FnOnce() -> ClassBuilder,
) -> Result<ClassId, Trap> {
    define_in(machine, machine.program.class(host).space, name, write)
}

fn define_in(
    machine: &mut Machine<'_>,
    space: u32,
    name: &str,
    write: impl FnOnce() -> ClassBuilder,
) -> Result<ClassId, Trap> {
    let program = machine.program;
    if let Some(class) = program.loaded_in(space, name) {
        return Ok(class);
    }
    let bytes = bytes::Bytes::from(write().finish());
    machine.linked(|program| match program.define_in(space, bytes.clone(), Origin::Jdk) {
        Ok(class) => Ok(class),
        // Another worker may have been faster.
        Err(error) if error.wanted.is_none() => program.loaded_in(space, name).ok_or(error),
        Err(error) => Err(error),
    })
}

/// Kinds of written methods that are asked for often, see [`written`].
pub mod kind {
    /// Converts the arguments of a call to those of a handle; by the symbols of both types.
    pub const ADAPTER: u8 = 0;
    /// The same, collecting the last ones into an array.
    pub const VARARGS_ADAPTER: u8 = 1;
    /// A reflective call; by method.
    pub const INVOKER: u8 = 2;
    /// A reflective instantiation; by class and constructor.
    pub const FACTORY: u8 = 3;
    /// An ordinary call of a method that is more than its code; by method, and 1 if it is special.
    pub const CALL: u8 = 5;
}

/// The method of a kind that serves two ids, made when first asked for.
pub fn written(
    machine: &mut Machine<'_>,
    key: (u8, u32, u32),
    make: impl FnOnce(&mut Machine<'_>) -> Result<MethodId, Trap>,
) -> Result<MethodId, Trap> {
    if let Some(&method) = machine.linkage.written.get(&key) {
        return Ok(method);
    }
    let method = make(machine)?;
    machine.linkage.written.insert(key, method);
    Ok(method)
}

/// A method that a class written here has.
pub fn method_of(machine: &Machine<'_>, class: ClassId, name: &str) -> MethodId {
    let program = machine.program;
    let methods = &program.class(class).methods;
    let found = methods.iter().copied().find(|&id| program.text(program.method(id).name) == name);
    found.expect("the class was written with this method")
}

/// A descriptor or other text as part of a class name: the characters that names exclude are
/// replaced by look-alikes.
pub fn mangle(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '/' => '\u{2215}',
            ';' => '\u{204F}',
            '[' => '\u{27E6}',
            '.' => '\u{2024}',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_classfile::ClassFile;

    #[test]
    fn a_written_class_parses_back() {
        let mut class = ClassBuilder::new("a/B$$X/0x1", "java/lang/Object");
        class.implement("java/lang/Runnable");
        class.implement("java/lang/Runnable");
        class.field(access::PRIVATE | access::FINAL, "arg0", "J");
        class.method(access::PUBLIC, "run", "()V", |code| {
            let name = code.class().to_owned();
            code.load("Ljava/lang/Object;", 0);
            code.get_field(&name, "arg0", "J");
            code.invoke_static("a/B", "lambda$0", "(J)V");
            code.ret("V");
        });
        class.native(access::STATIC, "n", "()V");
        let file = ClassFile::parse(class.finish().into()).expect("well formed");
        file.check().expect("valid");
        assert_eq!(file.name(), "a/B$$X/0x1");
        assert_eq!(file.interface_names().collect::<Vec<_>>(), ["java/lang/Runnable"]);
        let code = file.code(&file.methods()[0]).expect("readable").expect("has code");
        assert_eq!((code.max_stack, code.max_locals), (2, 1));
        assert!(file.code(&file.methods()[1]).expect("readable").is_none());
    }

    #[test]
    fn mangled_text_is_a_class_name() {
        assert!(heddle_classfile::is_class_name(&mangle("(I[Ljava/lang/String;)V")));
    }
}
