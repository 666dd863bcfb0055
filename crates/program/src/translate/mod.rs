//! JVM bytecode → register form (see [`crate::ir`]).
//!
//! Comes in: a method of a linked class. Goes out: its [`Code`], or the `LinkError` that a JVM
//! would raise. The operand stack is interpreted symbolically in one pass over the bytecode, block
//! by block; the shapes of the stack where blocks begin come from the `StackMapTable`
//! ([`shapes`]) or, where there is none, from type inference. Code that does not come from the JDK
//! is verified first ([`verify`]). Locals are written exactly where the bytecode writes them,
//! because exception handlers look at them. Every bytecode that can throw or that other threads
//! can notice becomes one instruction.

mod amend;
mod branch;
mod bytecode;
mod lower;
mod members;
mod shapes;
mod stack;
mod subroutines;
mod values;
mod verify;

use std::sync::OnceLock;

use heddle_classfile::{ClassFile, Code as Body, FormatError};

use crate::ir::{Code, LocalName};
use crate::{ClassId, LinkError, Method, MethodId, Origin, Program};
use bytecode::Fault;
use lower::Lowering;
use shapes::Blocks;
use subroutines::Expanded;
use verify::{Declared, Refusal, Trust};

/// `instructions × registers`, or handlers, of the largest method that is accepted: the analyses
/// keep a bit or a number per register and instruction, and ask each handler about each block. The
/// largest methods of the JDK stay far below.
const MOST_CELLS: usize = 1 << 26;

/// The register form of a declared method that has bytecode, verified unless it is the JDK's.
pub fn translate(program: &Program, method: MethodId) -> Result<Code, LinkError> {
    let (declared, mut body) = find(program, method)?;
    let amended = match declared.class.origin {
        Origin::Jdk => amend::amended(declared.file, &body),
        Origin::User => None,
    };
    if let Some(bytecode) = &amended {
        body.bytecode = bytecode;
    }
    let mut code = match without_subroutines(declared, &body)? {
        Some(expanded) => lower_expanded(declared, &body, &expanded)?,
        None => lower(declared, &body)?,
    };
    code.method = method;
    code.pool_class = declared.class.id;
    code.lines = lines(&body).map_err(|error| ill_formed(declared.file, &error))?;
    // Nobody shows the locals of the JDK's methods, and there are many.
    if declared.class.origin == Origin::User {
        code.locals = local_names(&body).map_err(|error| ill_formed(declared.file, &error))?;
    }
    code.first_site = program.new_sites(method, code.instrs.len() as u32);
    Ok(code)
}

/// Verifies all methods of a class, as a JVM does when it links one that does not come from the
/// JDK (JVMS 5.4.1). [`translate`] verifies too, so this matters only for when an error shows.
pub fn verify_class(program: &Program, class: ClassId) -> Result<(), LinkError> {
    let methods = program.class(class).methods.iter().map(|&id| program.method(id));
    let has_bytecode = |method: &&Method| method.file_index.is_some() && !method.is_abstract() && !method.is_native();
    for method in methods.filter(has_bytecode) {
        with_body(program, method.id, |declared, body| verified_blocks(declared, body).map(drop))?;
    }
    Ok(())
}

/// How a method is verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verification {
    /// Against its `StackMapTable` (JVMS 4.10.1).
    TypeChecking,
    /// By inference, as for old class files (JVMS 4.10.2).
    TypeInference,
}

/// Verifies a method that has bytecode in a given way, wherever its class comes from.
pub fn verify(program: &Program, method: MethodId, how: Verification) -> Result<(), LinkError> {
    with_body(program, method, |declared, body| match how {
        Verification::TypeChecking => verify::check(declared, body).map_err(|(why, bci)| refusal(declared, why, bci)),
        Verification::TypeInference => inferred_blocks(declared, body, Trust::Verify).map(drop),
    })
}

/// Calls a function with the body of a method, which is free of subroutines.
fn with_body(
    program: &Program,
    method: MethodId,
    visit: impl FnOnce(Declared<'_>, &Body<'_>) -> Result<(), LinkError>,
) -> Result<(), LinkError> {
    let (declared, mut body) = find(program, method)?;
    let expanded = without_subroutines(declared, &body)?;
    if let Some(expanded) = &expanded {
        body.bytecode = &expanded.bytecode;
        body.exceptions.clone_from(&expanded.exceptions);
    }
    visit(declared, &body)
}

fn find(program: &Program, method: MethodId) -> Result<(Declared<'_>, Body<'_>), LinkError> {
    let declared = program.method(method);
    let class = program.class(declared.class);
    let member = class.file.as_ref().zip(declared.file_index).and_then(|(file, index)| {
        let member = file.methods().get(usize::from(index))?;
        Some((file, member))
    });
    let Some((file, member)) = member else {
        let message = format!("method {} has no bytecode", program.text(declared.name));
        return Err(LinkError::new("java/lang/InternalError", message));
    };
    let declared = Declared { program, class, file, member };
    match file.code(member).map_err(|error| ill_formed(file, &error))? {
        Some(body) => Ok((declared, body)),
        None => {
            let message = format!("{} has no code", describe(declared));
            Err(LinkError::new("java/lang/AbstractMethodError", message))
        }
    }
}

/// The body with copies in place of subroutines, for files that can have them.
fn without_subroutines(declared: Declared<'_>, body: &Body<'_>) -> Result<Option<Expanded>, LinkError> {
    if declared.file.major() > LAST_WITH_SUBROUTINES {
        return Ok(None);
    }
    let expanded = subroutines::expand(body.bytecode, &body.exceptions);
    expanded.map_err(|fault| refusal(declared, Refusal::Fault(fault), 0))
}

fn lower_expanded(declared: Declared<'_>, body: &Body<'_>, expanded: &Expanded) -> Result<Code, LinkError> {
    let mut copied = body.clone();
    copied.bytecode = &expanded.bytecode;
    copied.exceptions.clone_from(&expanded.exceptions);
    let mut code = lower(declared, &copied)?;
    for bci in &mut code.bci {
        *bci = expanded.origin[usize::from(*bci)];
    }
    Ok(code)
}

fn lower(declared: Declared<'_>, body: &Body<'_>) -> Result<Code, LinkError> {
    let refuse = |fault: Fault, bci: u16| refusal(declared, Refusal::Fault(fault), usize::from(bci));
    let run = |blocks: Blocks| {
        let mut lowering = Lowering::new(declared.file, body, blocks).map_err(|fault| refuse(fault, 0))?;
        lowering.run().map_err(|fault| refuse(fault, lowering.bci()))?;
        assemble(lowering, body).map_err(|fault| refuse(fault, 0))
    };
    match declared.class.origin {
        Origin::User => run(verified_blocks(declared, body)?),
        // The JDK's code has tables; should some lack them, its shapes can still be inferred.
        Origin::Jdk => {
            let translated = table_blocks(declared, body).and_then(run);
            translated.or_else(|_| run(inferred_blocks(declared, body, Trust::Trust)?))
        }
    }
}

/// Verifies a body by the rules for its file's version; the blocks are by-products.
fn verified_blocks(declared: Declared<'_>, body: &Body<'_>) -> Result<Blocks, LinkError> {
    match declared.file.major() {
        ..TYPE_CHECKED => inferred_blocks(declared, body, Trust::Verify),
        major => match verify::check(declared, body) {
            Ok(()) => table_blocks(declared, body),
            // Files of this version may fail over to inference (JVMS 4.10).
            Err(_) if major == TYPE_CHECKED => inferred_blocks(declared, body, Trust::Verify),
            Err((why, bci)) => Err(refusal(declared, why, bci)),
        },
    }
}

fn table_blocks(declared: Declared<'_>, body: &Body<'_>) -> Result<Blocks, LinkError> {
    let table = body.stack_map_raw().map_or(Ok(Blocks::default()), Blocks::from_stack_map);
    table.map_err(|fault| refusal(declared, Refusal::Fault(fault), 0))
}

fn inferred_blocks(declared: Declared<'_>, body: &Body<'_>, trust: Trust) -> Result<Blocks, LinkError> {
    verify::infer(declared, body, trust).map_err(|(why, bci)| refusal(declared, why, bci))
}

/// The first class-file version that is verified by type checking.
const TYPE_CHECKED: u16 = 50;
/// The last version that may contain `jsr` and `ret`.
const LAST_WITH_SUBROUTINES: u16 = 50;

fn refusal(declared: Declared<'_>, why: Refusal, bci: usize) -> LinkError {
    match why {
        Refusal::Link(error) => error,
        Refusal::Fault(fault) => LinkError {
            wanted: None,
            java_class: "java/lang/VerifyError",
            message: format!("{fault} in {} @{bci}", describe(declared)),
        },
    }
}

fn ill_formed(file: &ClassFile, error: &FormatError) -> LinkError {
    LinkError::new(error.java_class, error.message(&file.name()))
}

fn describe(Declared { file, member, .. }: Declared<'_>) -> String {
    format!("{}.{}{}", file.name(), file.name_of(member), file.descriptor_of(member))
}

fn assemble(lowering: Lowering<'_>, body: &Body<'_>) -> Result<Code, Fault> {
    let out = lowering.out;
    // A handler needs a register for its exception even if the stack is said to be empty.
    let stack = body.max_stack.max(u16::from(!lowering.handlers.is_empty()));
    let registers = body.max_locals + stack + u16::from(out.uses_spare);
    let rows = usize::from(registers).max(lowering.handlers.len());
    if out.instrs.len() * rows > MOST_CELLS {
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
