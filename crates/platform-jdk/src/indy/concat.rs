//! `StringConcatFactory`: string concatenation with `+`.
//!
//! A site becomes a method that turns objects, `float`s and `double`s into strings, left to right,
//! and then makes one native call that measures and copies all pieces. `toString` is the only user
//! code involved, so nobody can tell this from the JDK's order of conversion.
//!
//! The native gets a *plan* as its first argument, a string constant: a piece of text is `TEXT`,
//! its length and its characters; a value is the tag of its type.

use heddle_machine::{CallSiteTarget, Machine, Native, NativeResult, Ref, Trap};
use heddle_program::access;
use heddle_program::ir::ElementKind;

use super::Site;
use super::constant::constant_text;
use crate::emit::{self, ClassBuilder, CodeBuilder, Signature, is_ref, jump, mangle, slots};
use crate::handles;
use crate::rows::{nothing, object, pure};

const FACTORY: &str = "java/lang/invoke/StringConcatFactory";
const METHOD: &str = "concat";
const JOIN: &str = "join";

pub(super) const ROWS: &[Native] = &[
    // What a program reaches that calls the factory itself. In JDK 17 the pieces are a list, later
    // the texts around the arguments.
    pure(FACTORY, "generateMHInlineCopy", "", generate),
    pure(FACTORY, "makeSimpleConcat", "", nothing),
    pure("java/lang/invoke/StringConcatFactory$InlineHiddenClassStrategy", "generate", "", generate),
    pure("$$Concat", JOIN, "", join),
    pure("$$Record", JOIN, "", join),
];

/// Tags of a plan.
const TEXT: u16 = 0;
const STRING: u16 = 1;
const INT: u16 = 2;
const LONG: u16 = 3;
const CHAR: u16 = 4;
const BOOLEAN: u16 = 5;

/// A part of the result.
pub(super) enum Piece {
    Text(Vec<u16>),
    Value { descriptor: String, local: u16 },
}

pub(super) fn link(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<CallSiteTarget, Trap> {
    let pieces = read_pieces(machine, site)?;
    let name = site.class_name(machine, "Concat");
    let class = emit::define_beside(machine, site.host, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &site.descriptor, |code| {
            stringify_and_join(code, &pieces);
            code.ret("Ljava/lang/String;");
        });
        declare_join(&mut class, &pieces);
        class
    })?;
    Ok(CallSiteTarget::Method(emit::method_of(machine, class, METHOD)))
}

/// The recipe: `\u{1}` stands for the next argument, `\u{2}` for the next constant.
fn read_pieces(machine: &mut Machine<'_>, site: &Site<'_>) -> Result<Vec<Piece>, Trap> {
    let signature = Signature::parse(&site.descriptor);
    let recipe = if site.bootstrap.name == "makeConcat" {
        vec![1; signature.params.len()]
    } else {
        let recipe = site.argument(machine, 0)?;
        site.read(machine, || site.file.string_utf16(recipe))?
    };
    let mut params = signature.params.iter();
    let mut constants = site.arguments.iter().skip(1);
    let mut local = 0;
    let mut pieces = Vec::new();
    let mut text = Vec::new();
    for unit in recipe {
        match unit {
            1 => {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                let descriptor = params.next().copied().unwrap_or("I").to_owned();
                let width = slots(&descriptor);
                pieces.push(Piece::Value { descriptor, local });
                local += width;
            }
            2 => {
                if let Some(&constant) = constants.next() {
                    text.extend(constant_text(machine, site, constant)?);
                }
            }
            unit => text.push(unit),
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

/// `generate*([lookup,] type, pieces)`: a handle that concatenates. The plan is bound to a method
/// that depends on the types only.
fn generate(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let [.., ty, given] = *args else { unreachable!("two arguments at least") };
    let descriptor = handles::type_descriptor(machine, ty as Ref);
    let pieces = given_pieces(machine, &Signature::parse(&descriptor), given as Ref)?;
    let own = format!("(Ljava/lang/String;{}", &descriptor[1..]);
    let name = format!("java/lang/invoke/Handle$$Concat/{}", mangle(&descriptor));
    let class = emit::define(machine, &name, || {
        let mut class = ClassBuilder::new(&name, "java/lang/Object");
        class.method(access::STATIC, METHOD, &own, |code| {
            code.load_this();
            join_by_plan(code, &pieces);
            code.ret("Ljava/lang/String;");
        });
        declare_join(&mut class, &pieces);
        class
    })?;
    let method = emit::method_of(machine, class, METHOD);
    let plan = machine.new_string_utf16(&plan(&pieces))?;
    handles::bound_to(machine, method, &own, plan).and_then(object)
}

/// The pieces that the factory has read: a list in which null stands for an argument, or an array
/// of the texts before, between and behind the arguments, null if empty.
fn given_pieces(machine: &mut Machine<'_>, signature: &Signature<'_>, given: Ref) -> Result<Vec<Piece>, Trap> {
    let class = machine.class_of(given);
    let texts_only = machine.program.class_name(class).starts_with('[');
    let array = if texts_only {
        given
    } else {
        let collection = machine.load("java/util/AbstractCollection")?;
        let to_array = machine.method(collection, "toArray", "()[Ljava/lang/Object;")?;
        let to_array = machine.program.select(class, to_array).map_err(|error| machine.link_error(error))?;
        machine.call_now(to_array, &[u64::from(given)])? as Ref
    };
    let mut params = signature.params.iter();
    let mut local = 1;
    let mut pieces = Vec::new();
    for index in 0..machine.state.heap.len(array) {
        let text = machine.state.heap.load_u32(array, index);
        if text != 0 {
            let units = machine.string_utf16(text);
            pieces.push(Piece::Text(units));
        }
        if (text == 0 || texts_only)
            && let Some(&descriptor) = params.next()
        {
            pieces.push(Piece::Value { descriptor: descriptor.to_owned(), local });
            local += slots(descriptor);
        }
    }
    Ok(pieces)
}

/// The type that a value has when it goes into the native.
fn joined(descriptor: &str) -> &str {
    match descriptor {
        "B" | "S" | "I" => "I",
        "F" | "D" => "Ljava/lang/String;",
        d if is_ref(d) => "Ljava/lang/String;",
        other => other,
    }
}

fn join_descriptor(pieces: &[Piece]) -> String {
    let mut descriptor = "(Ljava/lang/String;".to_owned();
    for piece in pieces {
        if let Piece::Value { descriptor: value, .. } = piece {
            descriptor.push_str(joined(value));
        }
    }
    descriptor + ")Ljava/lang/String;"
}

/// Declares the native that [`stringify_and_join`] calls.
pub(super) fn declare_join(class: &mut ClassBuilder, pieces: &[Piece]) {
    class.native(access::PRIVATE | access::STATIC, JOIN, &join_descriptor(pieces));
}

/// Leaves the concatenation of all pieces on the stack.
pub(super) fn stringify_and_join(code: &mut CodeBuilder<'_>, pieces: &[Piece]) {
    code.string_units(&plan(pieces));
    join_by_plan(code, pieces);
}

/// The same with the plan already on the stack.
fn join_by_plan(code: &mut CodeBuilder<'_>, pieces: &[Piece]) {
    for piece in pieces {
        let Piece::Value { descriptor, local } = piece else { continue };
        code.load(descriptor, *local);
        match &**descriptor {
            "F" => code.invoke_static("java/lang/String", "valueOf", "(F)Ljava/lang/String;"),
            "D" => code.invoke_static("java/lang/String", "valueOf", "(D)Ljava/lang/String;"),
            "Ljava/lang/String;" => {}
            d if is_ref(d) => {
                // The native writes null as text, whether it was null or its text is.
                let null = code.label();
                code.dup();
                code.jump(jump::IF_NULL, null);
                code.invoke_virtual("java/lang/Object", "toString", "()Ljava/lang/String;");
                code.bind(null);
            }
            _ => {}
        }
    }
    let class = code.class();
    code.invoke_static(class, JOIN, &join_descriptor(pieces));
}

fn plan(pieces: &[Piece]) -> Vec<u16> {
    let mut plan = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                for part in text.chunks(usize::from(u16::MAX)) {
                    plan.extend([TEXT, part.len() as u16]);
                    plan.extend_from_slice(part);
                }
            }
            Piece::Value { descriptor, .. } => plan.push(match joined(descriptor) {
                "I" => INT,
                "J" => LONG,
                "C" => CHAR,
                "Z" => BOOLEAN,
                _ => STRING,
            }),
        }
    }
    plan
}

/// The text so far: Latin-1 as long as possible.
enum Text {
    Narrow(Vec<u8>),
    Wide(Vec<u16>),
}

impl Text {
    fn widen(&mut self) -> &mut Vec<u16> {
        if let Self::Narrow(bytes) = self {
            *self = Self::Wide(bytes.iter().map(|&b| u16::from(b)).collect());
        }
        match self {
            Self::Wide(units) => units,
            Self::Narrow(_) => unreachable!("it was just widened"),
        }
    }

    fn latin1(&mut self, text: &[u8]) {
        match self {
            Self::Narrow(bytes) => bytes.extend_from_slice(text),
            Self::Wide(units) => units.extend(text.iter().map(|&b| u16::from(b))),
        }
    }

    fn unit(&mut self, unit: u16) {
        match (u8::try_from(unit), &mut *self) {
            (Ok(byte), Self::Narrow(bytes)) => bytes.push(byte),
            _ => self.widen().push(unit),
        }
    }

    fn decimal(&mut self, value: i64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            at -= 1;
            digits[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        if value < 0 {
            at -= 1;
            digits[at] = b'-';
        }
        self.latin1(&digits[at..]);
    }
}

/// `join(plan, values...)`.
fn join(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (plan, wide_plan) = machine.string_bytes(args[0] as Ref);
    let plan_len = machine.state.heap.len(plan) >> u32::from(wide_plan);
    let mut text = Text::Narrow(Vec::with_capacity(64));
    let (mut at, mut slot) = (0, 1);
    while at < plan_len {
        let tag = unit(machine, plan, wide_plan, at);
        at += 1;
        match tag {
            TEXT => {
                let len = u32::from(unit(machine, plan, wide_plan, at));
                at += 1;
                append(machine, &mut text, plan, wide_plan, at, at + len);
                at += len;
            }
            STRING => {
                let string = args[slot] as Ref;
                slot += 1;
                if string == 0 {
                    text.latin1(b"null");
                } else {
                    let (bytes, wide) = machine.string_bytes(string);
                    let len = machine.state.heap.len(bytes) >> u32::from(wide);
                    append(machine, &mut text, bytes, wide, 0, len);
                }
            }
            INT => {
                text.decimal(i64::from(args[slot] as u32 as i32));
                slot += 1;
            }
            LONG => {
                text.decimal(args[slot] as i64);
                slot += 2;
            }
            CHAR => {
                text.unit(args[slot] as u16);
                slot += 1;
            }
            _ => {
                text.latin1(if args[slot] as u32 != 0 { b"true" } else { b"false" });
                slot += 1;
            }
        }
    }
    let string = match text {
        Text::Narrow(bytes) => machine.new_latin1(&bytes)?,
        Text::Wide(units) => machine.new_string_utf16(&units)?,
    };
    Ok(u64::from(string))
}

fn unit(machine: &Machine<'_>, bytes: Ref, wide: bool, at: u32) -> u16 {
    if wide {
        let pair = (2 * at) as usize;
        let bytes = &machine.state.heap.bytes(bytes, ElementKind::Byte)[pair..pair + 2];
        u16::from_le_bytes([bytes[0], bytes[1]])
    } else {
        u16::from(machine.state.heap.load_i8(bytes, at) as u8)
    }
}

/// Appends the characters `from..to` of a string's bytes.
fn append(machine: &Machine<'_>, text: &mut Text, bytes: Ref, wide: bool, from: u32, to: u32) {
    let (from, to) = (from as usize, to as usize);
    let bytes = machine.state.heap.bytes(bytes, ElementKind::Byte);
    if !wide {
        return text.latin1(&bytes[from..to]);
    }
    for pair in bytes[2 * from..2 * to].chunks_exact(2) {
        text.unit(u16::from_le_bytes([pair[0], pair[1]]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_name_text_and_types() {
        let value = |d: &str| Piece::Value { descriptor: d.into(), local: 0 };
        let pieces = [Piece::Text(vec![97, 98]), value("S"), value("D"), value("La;"), value("J"), value("Z")];
        assert_eq!(plan(&pieces), [TEXT, 2, 97, 98, INT, STRING, STRING, LONG, BOOLEAN]);
        assert_eq!(
            join_descriptor(&pieces),
            "(Ljava/lang/String;ILjava/lang/String;Ljava/lang/String;JZ)Ljava/lang/String;"
        );
    }

    #[test]
    fn numbers_read_as_java_prints_them() {
        for value in [0, 7, -1, i64::MAX, i64::MIN, i64::from(i32::MIN)] {
            let mut text = Text::Narrow(Vec::new());
            text.decimal(value);
            let Text::Narrow(bytes) = text else { panic!("digits are Latin-1") };
            assert_eq!(String::from_utf8(bytes).expect("ASCII"), value.to_string());
        }
    }

    #[test]
    fn one_wide_character_widens_the_text() {
        let mut text = Text::Narrow(Vec::new());
        text.latin1(b"a\xe9");
        text.unit(0x20ac);
        text.latin1(b"z");
        let Text::Wide(units) = text else { panic!("the euro sign is not Latin-1") };
        assert_eq!(units, [97, 0xe9, 0x20ac, 122]);
    }
}
