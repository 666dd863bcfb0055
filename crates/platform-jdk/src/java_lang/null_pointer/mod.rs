//! Helpful messages of `NullPointerException` (JEP 358), in HotSpot's words.
//!
//! What failed is the instruction at which the exception was made; what was null is found by
//! looking where that instruction's operand came from.

mod simulate;

use heddle_classfile::{ClassFile, Code, Member};
use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::{Method, Program};

use self::simulate::{Stack, parameter_slots, parameters, slots, stacks};
use crate::rows::{Slots, object, pure};

pub const ROWS: &[Native] =
    &[pure("java/lang/NullPointerException", "getExtendedNPEMessage", "()Ljava/lang/String;", extended_message)];

fn extended_message(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let top = machine.stored_backtrace(args.object(0)).first().copied();
    let message = top.and_then(|frame| {
        let code = machine.program.code(frame.method).ok()?;
        let bci = *code.bci.get(frame.pc as usize)?;
        message_at(machine.program, machine.program.method(frame.method), usize::from(bci))
    });
    match message {
        Some(message) => object(machine.new_string(&message)?),
        None => object(0),
    }
}

fn message_at(program: &Program, method: &Method, bci: usize) -> Option<String> {
    let file = program.class(method.class).file.as_deref()?;
    let member = file.methods().get(usize::from(method.file_index?))?;
    let code = file.code(member).ok()??;
    let describer = Describer { file, member, code: &code, stacks: stacks(file, &code) };
    let (mut text, slot) = describer.failed_action(bci)?;
    if let Some(cause) = describer.cause(bci, slot) {
        text.push_str(&cause);
    }
    Some(text)
}

struct Describer<'a> {
    file: &'a ClassFile,
    member: &'a Member,
    code: &'a Code<'a>,
    stacks: Vec<Option<Stack>>,
}

/// Steps from a null value back to where it came from.
const MAX_DETAIL: u32 = 5;

impl Describer<'_> {
    /// What could not be done, and the operand (counted from the top) that was null.
    fn failed_action(&self, bci: usize) -> Option<(String, usize)> {
        let elements = |opcode: u8, first: u8| {
            let names = ["int", "long", "float", "double", "object", "byte/boolean", "char", "short"];
            names[usize::from(opcode - first)]
        };
        Some(match *self.code.bytecode.get(bci)? {
            load @ 0x2e..=0x35 => (format!("Cannot load from {} array", elements(load, 0x2e)), 1),
            store @ 0x4f..=0x56 => {
                let value = if matches!(store, 0x50 | 0x52) { 2 } else { 1 };
                (format!("Cannot store to {} array", elements(store, 0x4f)), 1 + value)
            }
            0xbe => ("Cannot read the array length".into(), 0),
            0xbf => ("Cannot throw exception".into(), 0),
            0xc2 => ("Cannot enter synchronized block".into(), 0),
            0xc3 => ("Cannot exit synchronized block".into(), 0),
            0xb4 => (format!("Cannot read field \"{}\"", self.member_name(bci)?), 0),
            0xb5 => {
                let member = self.file.member_ref(self.operand(bci)).ok()?;
                (format!("Cannot assign field \"{}\"", member.name), slots(&member.descriptor))
            }
            0xb6 | 0xb7 | 0xb9 => {
                let member = self.file.member_ref(self.operand(bci)).ok()?;
                // An exception that the program makes itself has no message.
                if member.name == "<init>" {
                    return None;
                }
                (format!("Cannot invoke \"{}\"", self.method_name(bci)?), parameter_slots(&member.descriptor))
            }
            _ => return None,
        })
    }

    /// ` because "..." is null`, if it is simple enough to say.
    fn cause(&self, bci: usize, slot: usize) -> Option<String> {
        let source = self.stacks.get(bci)?.as_ref()?.source(slot)?;
        let value = self.value(bci, slot, MAX_DETAIL)?;
        let is_call = matches!(self.code.bytecode[source], 0xb6..=0xb9);
        let lead = if is_call { " because the return value of \"" } else { " because \"" };
        Some(format!("{lead}{value}\" is null"))
    }

    /// The expression behind an operand.
    fn value(&self, bci: usize, slot: usize, detail: u32) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let stack = self.stacks.get(bci)?.as_ref()?;
        let source = stack.source(slot)?;
        let opcode = self.code.bytecode[source];
        let byte = |at: usize| usize::from(self.code.bytecode.get(source + at).copied().unwrap_or(0));
        let local = |index| Some(self.local_name(source, index, !stack.was_written(index)));
        match opcode {
            0x1a..=0x1d => local(usize::from(opcode - 0x1a)),
            0x2a..=0x2d => local(usize::from(opcode - 0x2a)),
            0x15 | 0x19 => local(byte(1)),
            0xc4 if matches!(byte(1), 0x15 | 0x19) => local(byte(2) << 8 | byte(3)),
            0x01 => Some("null".into()),
            0x02..=0x08 => Some((i32::from(opcode) - 3).to_string()),
            0x10 => Some((byte(1) as i8).to_string()),
            0x11 => Some(((byte(1) << 8 | byte(2)) as i16).to_string()),
            0xb2 => {
                let member = self.file.member_ref(self.operand(source)).ok()?;
                let class = self.file.class_name(member.class).ok()?;
                Some(format!("{}.{}", short_class(&class), member.name))
            }
            0xb4 => {
                let name = self.member_name(source)?;
                match self.value(source, 0, detail - 1) {
                    Some(holder) => Some(format!("{holder}.{name}")),
                    None => Some(name),
                }
            }
            0xb6..=0xb9 => self.method_name(source),
            0x2e..=0x35 => {
                let array = self.value(source, 1, detail - 1).unwrap_or_else(|| "<array>".into());
                let index = self.value(source, 0, detail).unwrap_or_else(|| "...".into());
                Some(format!("{array}[{index}]"))
            }
            _ => None,
        }
    }

    /// The constant-pool operand of an instruction.
    fn operand(&self, bci: usize) -> u16 {
        let byte = |at: usize| self.code.bytecode.get(bci + at).copied().unwrap_or(0);
        u16::from_be_bytes([byte(1), byte(2)])
    }

    fn member_name(&self, bci: usize) -> Option<String> {
        Some(self.file.member_ref(self.operand(bci)).ok()?.name.into_owned())
    }

    /// `String.charAt(int)`: class, name and parameter types.
    fn method_name(&self, bci: usize) -> Option<String> {
        let member = self.file.member_ref(self.operand(bci)).ok()?;
        let class = self.file.class_name(member.class).ok()?;
        let types: Vec<String> = parameters(&member.descriptor)
            .into_iter()
            .map(|param| short_type(&heddle_program::descriptor::external_type(param)))
            .collect();
        Some(format!("{}.{}({})", short_class(&class), member.name, types.join(", ")))
    }

    /// The source name of a local, or what can be said without one.
    fn local_name(&self, bci: usize, index: usize, is_parameter: bool) -> String {
        let named = self.code.local_variables().unwrap_or_default().into_iter().find(|row| {
            let start = usize::from(row.start);
            usize::from(row.index) == index && (start..start + usize::from(row.len)).contains(&bci)
        });
        if let Some(row) = named {
            return row.name.into_owned();
        }
        let receiver = usize::from(self.member.access & heddle_program::access::STATIC == 0);
        if is_parameter && index == 0 && receiver == 1 {
            return "this".into();
        }
        let descriptor = self.file.descriptor_of(self.member);
        let mut first = receiver;
        for (number, param) in parameters(&descriptor).into_iter().enumerate() {
            let next = first + slots(param);
            if is_parameter && (first..next).contains(&index) {
                return format!("<parameter{}>", number + 1);
            }
            first = next;
        }
        format!("<local{index}>")
    }
}

/// A class as these messages name it: `Object` and `String` without their package.
fn short_class(internal: &str) -> String {
    match internal {
        "java/lang/Object" => "Object".into(),
        "java/lang/String" => "String".into(),
        _ => internal.replace('/', "."),
    }
}

fn short_type(external: &str) -> String {
    let element = external.trim_end_matches("[]");
    let short = match element {
        "java.lang.Object" => "Object",
        "java.lang.String" => "String",
        other => other,
    };
    format!("{short}{}", &external[element.len()..])
}
