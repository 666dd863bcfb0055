//! JVM bytecode → register form (see [`crate::ir`]).
//!
//! Comes in: a method of a linked class. Goes out: its [`Code`], or the `LinkError` that a JVM
//! would raise. The operand stack is interpreted symbolically in one pass over the bytecode, block
//! by block; the shapes of the stack where blocks begin come from the `StackMapTable`
//! ([`shapes`]) or, where there is none, from a pass of their own ([`infer`]). Locals are written
//! exactly where the bytecode writes them, because exception handlers look at them. Every bytecode
//! that can throw or that other threads can notice becomes one instruction.

mod bytecode;
mod lower;
mod shapes;
mod stack;

use std::sync::OnceLock;

use heddle_classfile::{ClassFile, Code as Body, FormatError, Member};

use crate::ir::{Code, LocalName};
use crate::{ClassId, LinkError, MethodId, Origin, Program};
use bytecode::Fault;
use lower::Lowering;
use shapes::Blocks;

/// `instructions × registers` of the largest method that is accepted: the analyses keep a bit or
/// a number per register and instruction. The largest methods of the JDK stay far below.
const MOST_CELLS: usize = 1 << 26;

/// The register form of a declared method that has bytecode.
pub fn translate(program: &Program, method: MethodId) -> Result<Code, LinkError> {
    let declared = program.method(method);
    let class = program.class(declared.class);
    let member = class.file.as_ref().zip(declared.file_index).and_then(|(file, index)| {
        let member = file.methods().get(usize::from(index))?;
        Some((file, member))
    });
    let Some((file, member)) = member else {
        let message = format!("method {} has no bytecode", program.text(declared.name));
        return Err(LinkError { java_class: "java/lang/InternalError", message });
    };
    // Nobody shows the locals of the JDK's methods, and there are many.
    let names = match class.origin {
        Origin::User => Names::Keep,
        Origin::Jdk => Names::Drop,
    };
    let mut code = translate_member(file, member, names)?;
    code.method = method;
    code.pool_class = class.id;
    code.first_site = program.new_sites(method, code.instrs.len() as u32);
    Ok(code)
}

/// Whether the names of locals are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    Keep,
    Drop,
}

/// The register form of a method of a class file that is not part of a program: ids are zero.
pub fn translate_member(file: &ClassFile, member: &Member, names: Names) -> Result<Code, LinkError> {
    let format = |error: FormatError| LinkError { java_class: error.java_class, message: error.message(&file.name()) };
    let Some(body) = file.code(member).map_err(format)? else {
        let message = format!("{} has no code", describe(file, member));
        return Err(LinkError { java_class: "java/lang/AbstractMethodError", message });
    };
    let refuse = |fault: Fault, bci: u16| LinkError {
        java_class: "java/lang/VerifyError",
        message: format!("{fault} in {} @{bci}", describe(file, member)),
    };
    let blocks = match body.stack_map_raw() {
        Some(table) => Blocks::from_stack_map(table).map_err(|fault| refuse(fault, 0))?,
        None => Blocks::default(),
    };
    let mut lowering = Lowering::new(file, &body, blocks).map_err(|fault| refuse(fault, 0))?;
    lowering.run().map_err(|fault| refuse(fault, lowering.bci()))?;
    let mut code = assemble(lowering, &body).map_err(|fault| refuse(fault, 0))?;
    code.lines = lines(&body).map_err(format)?;
    if names == Names::Keep {
        code.locals = local_names(&body).map_err(format)?;
    }
    Ok(code)
}

fn assemble(lowering: Lowering<'_>, body: &Body<'_>) -> Result<Code, Fault> {
    let out = lowering.out;
    // A handler needs a register for its exception even if the stack is said to be empty.
    let stack = body.max_stack.max(u16::from(!lowering.handlers.is_empty()));
    let registers = body.max_locals + stack + u16::from(out.uses_spare);
    if out.instrs.len() * usize::from(registers) > MOST_CELLS {
        return Err("the method is larger than this tool can analyse".into());
    }
    Ok(Code {
        method: MethodId(0),
        pool_class: ClassId(0),
        registers,
        max_locals: body.max_locals,
        instrs: out.instrs.into(),
        bci: out.bcis.into(),
        wide: out.wide.into(),
        calls: out.calls.into(),
        multi: lowering.multi.into(),
        switches: lowering.switches.into(),
        handlers: lowering.handlers.into(),
        lines: Box::default(),
        locals: Box::default(),
        first_site: 0,
        maps: OnceLock::new(),
    })
}

fn lines(body: &Body<'_>) -> Result<Box<[(u16, u16)]>, FormatError> {
    let mut lines: Vec<_> = body.line_numbers()?.into_iter().map(|row| (row.start, row.line)).collect();
    lines.sort_by_key(|&(start, _)| start);
    Ok(lines.into())
}

fn local_names(body: &Body<'_>) -> Result<Box<[LocalName]>, FormatError> {
    let name = |row: heddle_classfile::LocalVariable<'_>| LocalName {
        reg: row.index,
        from: row.start,
        to: row.start.saturating_add(row.len),
        name: row.name.into(),
        descriptor: row.descriptor.into(),
    };
    Ok(body.local_variables()?.into_iter().map(name).collect())
}

fn describe(file: &ClassFile, member: &Member) -> String {
    format!("{}.{}{}", file.name(), file.name_of(member), file.descriptor_of(member))
}
