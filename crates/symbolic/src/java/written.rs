//! Methods that are written in register form: what the JDK computes with large tables, arrays of several dimensions.
//! `convert.rs` writes call sites.

use std::sync::OnceLock;

use heddle_jdk::summaries::Written;
use heddle_program::ir::{CallSite, Callee, Code, Instr, InvokeKind, NO_REG, Reg, Target};
use heddle_program::{
    ClassId, FieldId, MethodId, Program, SyntheticClass, SyntheticIds, SyntheticMethod, Type, access,
};

use super::Given;

/// Instructions, being written.
pub(super) struct Text {
    pub instrs: Vec<Instr>,
    calls: Vec<CallSite>,
    registers: Reg,
}

impl Text {
    /// After arguments that take so many registers.
    pub fn after(arguments: usize) -> Self {
        Self { instrs: Vec::new(), calls: Vec::new(), registers: arguments as Reg }
    }

    pub fn register(&mut self) -> Reg {
        self.registers += 1;
        self.registers - 1
    }

    /// The place of the next instruction.
    pub fn here(&self) -> Target {
        self.instrs.len() as Target
    }

    pub fn add(&mut self, instr: Instr) -> usize {
        self.instrs.push(instr);
        self.instrs.len() - 1
    }

    pub fn invoke(&mut self, program: &Program, kind: InvokeKind, method: MethodId, args: &[Reg], dest: Reg) {
        let returns_ref = program.method(method).result.is_ref();
        let site = CallSite { kind, callee: Callee::Method(method), args: args.into(), dest, returns_ref };
        self.calls.push(site);
        self.add(Instr::Invoke { k: self.calls.len() as u32 - 1 });
    }

    fn into_code(self, method: MethodId, pool_class: ClassId) -> Code {
        Code {
            method,
            pool_class,
            registers: self.registers.max(1),
            max_locals: self.registers,
            bci: vec![0; self.instrs.len()].into(),
            instrs: self.instrs.into(),
            wide: Box::default(),
            calls: self.calls.into(),
            multi: Box::default(),
            switches: Box::default(),
            handlers: Box::default(),
            lines: Box::default(),
            locals: Box::default(),
            first_site: 0,
            maps: OnceLock::new(),
        }
    }

    /// A static method with this code. Its instructions name constants of `pool`.
    pub fn into_method(
        self,
        program: &Program,
        host: ClassId,
        name: &str,
        descriptor: &str,
        pool: ClassId,
    ) -> Option<MethodId> {
        let method = SyntheticMethod {
            name: "run",
            descriptor,
            access: access::STATIC,
            code: Some(Box::new(move |ids: &SyntheticIds<'_>| self.into_code(ids.method, pool))),
        };
        let class = program.synthesize(SyntheticClass {
            name,
            access: access::FINAL,
            host,
            superclass: program.well_known().object,
            interfaces: vec![],
            fields: vec![],
            methods: vec![method],
        });
        program.find_declared_method(class.ok()?, "run", descriptor)
    }
}

/// The method that stands for one of the JDK's.
pub(super) fn replacement(program: &Program, method: MethodId, written: Written) -> Option<MethodId> {
    let declared = program.method(method);
    let slots = usize::from(declared.arg_slots);
    let descriptor = program.text(declared.descriptor);
    let is_long = descriptor.starts_with("(J");
    // What is written is static and takes the receiver first.
    let receiver =
        if declared.is_static() { String::new() } else { format!("L{};", program.class_name(declared.class)) };
    let descriptor = &descriptor.replacen('(', &format!("({receiver}"), 1);
    let text = match written {
        Written::CountDigits => count_digits(slots, is_long),
        Written::WriteDigits => write_digits(slots, is_long),
        Written::CompareNone => compare_none(slots),
        Written::Coder => coder(slots),
        Written::RefersTo => refers_to(program, declared.class, slots)?,
    };
    let name = format!("{}$$Symbolic{written:?}{}", program.class_name(declared.class), u8::from(is_long));
    text.into_method(program, declared.class, &name, descriptor, declared.class)
}

fn divided(is_long: bool, d: Reg, a: Reg, b: Reg) -> [Instr; 2] {
    if is_long {
        [Instr::LDiv { d, a, b }, Instr::LRem { d, a, b }]
    } else {
        [Instr::IDiv { d, a, b }, Instr::IRem { d, a, b }]
    }
}

/// `n = x < 0 ? 2 : 1; while ((x /= 10) != 0) n++; return n`
fn count_digits(slots: usize, is_long: bool) -> Text {
    let mut text = Text::after(slots);
    let (x, n, ten) = (0, text.register(), text.register());
    text.add(Instr::Const32 { d: n, v: 1 });
    text.add(Instr::IfGeK { a: x, k: 0, t: 3 });
    text.add(Instr::Const32 { d: n, v: 2 });
    text.add(Instr::Const32 { d: ten, v: 10 });
    text.add(divided(is_long, x, x, ten)[0]);
    text.add(Instr::IfEqK { a: x, k: 0, t: 8 });
    text.add(Instr::IAddK { d: n, a: n, k: 1 });
    text.add(Instr::Goto { t: 4 });
    text.add(Instr::ReturnValue { a: n });
    text
}

/// From the last digit to the first, then the sign. The number is made negative, since the least one has no opposite.
fn write_digits(slots: usize, is_long: bool) -> Text {
    let mut text = Text::after(slots);
    let (x, index, array) = (0, slots as Reg - 2, slots as Reg - 1);
    let (is_negative, ten, quotient, digit) = (text.register(), text.register(), text.register(), text.register());
    let [divide, rest] = divided(is_long, quotient, x, ten);
    let rest = match rest {
        Instr::LRem { a, b, .. } => Instr::LRem { d: digit, a, b },
        _ => Instr::IRem { d: digit, a: x, b: ten },
    };
    text.add(Instr::Const32 { d: ten, v: 10 });
    text.add(Instr::Const32 { d: is_negative, v: 0 });
    text.add(Instr::IfLtK { a: x, k: 0, t: 5 });
    text.add(if is_long { Instr::LNeg { d: x, a: x } } else { Instr::INeg { d: x, a: x } });
    text.add(Instr::Goto { t: 6 });
    text.add(Instr::Const32 { d: is_negative, v: 1 });
    text.add(divide);
    text.add(rest);
    text.add(Instr::INeg { d: digit, a: digit });
    text.add(Instr::IAddK { d: digit, a: digit, k: i16::from(b'0') });
    text.add(Instr::IAddK { d: index, a: index, k: -1 });
    text.add(Instr::Store8 { a: array, i: index, v: digit });
    text.add(Instr::Move { d: x, a: quotient });
    text.add(Instr::IfNeK { a: x, k: 0, t: 6 });
    text.add(Instr::IfEqK { a: is_negative, k: 0, t: 18 });
    text.add(Instr::IAddK { d: index, a: index, k: -1 });
    text.add(Instr::Const32 { d: digit, v: u32::from(b'-') });
    text.add(Instr::Store8 { a: array, i: index, v: digit });
    text.add(Instr::ReturnValue { a: index });
    text
}

/// `return c >>> 8 == 0 ? 0 : 1`
fn coder(slots: usize) -> Text {
    let mut text = Text::after(slots);
    let coder = text.register();
    text.add(Instr::IUshrK { d: coder, a: 0, k: 8 });
    text.add(Instr::IfEqK { a: coder, k: 0, t: 3 });
    text.add(Instr::Const32 { d: coder, v: 1 });
    text.add(Instr::ReturnValue { a: coder });
    text
}

/// `return referent == object`: nothing is collected.
fn refers_to(program: &Program, class: ClassId, slots: usize) -> Option<Text> {
    let referent = named_field(program, class, program.find_field(class, "referent")?)?;
    let mut text = Text::after(slots);
    let (object, same) = (text.register(), text.register());
    text.add(Instr::Const32 { d: same, v: 1 });
    text.add(Instr::GetField { d: object, a: 0, cp: referent });
    text.add(Instr::IfEq { a: object, b: 1, t: 4 });
    text.add(Instr::Const32 { d: same, v: 0 });
    text.add(Instr::ReturnValue { a: same });
    Some(text)
}

/// The complement of the number of elements that are left to compare: all.
fn compare_none(slots: usize) -> Text {
    let mut text = Text::after(slots);
    let length = slots as Reg - 2;
    text.add(Instr::INeg { d: length, a: length });
    text.add(Instr::IAddK { d: length, a: length, k: -1 });
    text.add(Instr::ReturnValue { a: length });
    text
}

/// An array of several dimensions, whose sizes are given and not negative. Its class is the first constant; the arrays
/// within come from `inner`, which takes one size less.
pub(super) fn nested_array(program: &Program, dimensions: usize, inner: Option<MethodId>) -> Text {
    let mut text = Text::after(dimensions);
    let (array, index, row) = (text.register(), text.register(), text.register());
    text.add(Instr::ANewArray { d: array, len: 0, cp: 0 });
    if let Some(inner) = inner {
        text.add(Instr::Const32 { d: index, v: 0 });
        let head = text.here();
        let exit = text.add(Instr::Nop);
        let sizes: Vec<Reg> = (1..dimensions as Reg).collect();
        text.invoke(program, InvokeKind::Static, inner, &sizes, row);
        text.add(Instr::StoreRef { a: array, i: index, v: row });
        text.add(Instr::IAddK { d: index, a: index, k: 1 });
        text.add(Instr::Goto { t: head });
        text.instrs[exit] = Instr::IfGe { a: index, b: 0, t: text.here() };
    }
    text.add(Instr::ReturnValue { a: array });
    text
}

/// Asks an enum for its constants, which initialises it.
pub(super) fn enum_constants(program: &Program, class: ClassId) -> Option<Text> {
    let all = format!("()[L{};", program.class_name(class));
    let values = program.find_declared_method(class, "values", &all)?;
    let mut text = Text::after(0);
    let array = text.register();
    text.invoke(program, InvokeKind::Static, values, &[], array);
    text.add(Instr::ReturnValue { a: array });
    Some(text)
}

/// What finds a constant by its name.
pub(super) const BY_NAME: &str = "(Ljava/lang/String;)Ljava/lang/Object;";

/// Goes through all constants of an enum; refuses null, and names that none of them has.
pub(super) fn enum_constant(program: &Program, class: ClassId) -> Option<(Text, Vec<Given>)> {
    let all = format!("()[L{};", program.class_name(class));
    let values = program.find_declared_method(class, "values", &all)?;
    let name_of = program.find_method(class, "name", "()Ljava/lang/String;")?;
    let equals = program.find_method(program.well_known().string, "equals", "(Ljava/lang/Object;)Z")?;
    let mut text = Text::after(1);
    let (array, index, length) = (text.register(), text.register(), text.register());
    let (constant, name, exception) = (text.register(), text.register(), text.register());
    let refused = Given::Class(program.load("java/lang/NullPointerException").ok()?);
    let unknown = Given::Class(program.load("java/lang/IllegalArgumentException").ok()?);
    text.add(Instr::IfNeK { a: 0, k: 0, t: 3 });
    text.add(Instr::New { d: exception, cp: 0 });
    text.add(Instr::Throw { a: exception });
    text.invoke(program, InvokeKind::Static, values, &[], array);
    text.add(Instr::ArrayLen { d: length, a: array });
    text.add(Instr::Const32 { d: index, v: 0 });
    let head = text.here();
    let exit = text.add(Instr::Nop);
    text.add(Instr::LoadRef { d: constant, a: array, i: index });
    text.invoke(program, InvokeKind::Virtual, name_of, &[constant], name);
    text.invoke(program, InvokeKind::Virtual, equals, &[0, name], name);
    let next = text.here() + 2;
    text.add(Instr::IfEqK { a: name, k: 0, t: next });
    text.add(Instr::ReturnValue { a: constant });
    text.add(Instr::IAddK { d: index, a: index, k: 1 });
    text.add(Instr::Goto { t: head });
    text.instrs[exit] = Instr::IfGe { a: index, b: length, t: text.here() };
    text.add(Instr::New { d: exception, cp: 1 });
    text.add(Instr::Throw { a: exception });
    Some((text, vec![refused, unknown]))
}

/// `equals` of a record, as the JDK puts it together: whether it is the same object, or one of the same class whose components
/// are equal. The last one is compared first, on JDK 17 and on JDK 25.
pub(super) fn record_equals(program: &Program, record: ClassId) -> Option<MethodId> {
    let equals = program.find_declared_method(
        program.load("java/util/Objects").ok()?,
        "equals",
        "(Ljava/lang/Object;Ljava/lang/Object;)Z",
    )?;
    let mut text = Text::after(2);
    let (x, y, is) = (text.register(), text.register(), text.register());
    let same = text.add(Instr::Nop);
    text.add(Instr::InstanceOf { d: is, a: 1, cp: named_class(program, record, program.class_name(record))? });
    // Where it jumps to if they differ is known at the end.
    let mut differ: Vec<(usize, Instr)> = vec![(text.add(Instr::Nop), Instr::IfEqK { a: is, k: 0, t: 0 })];
    for &field in program.class(record).layout.fields.iter().rev() {
        let cp = named_field(program, record, field)?;
        text.add(Instr::GetField { d: x, a: 0, cp });
        text.add(Instr::GetField { d: y, a: 1, cp });
        let jump = match program.field(field).ty {
            ty if ty.is_ref() => {
                text.invoke(program, InvokeKind::Static, equals, &[x, y], is);
                Instr::IfEqK { a: is, k: 0, t: 0 }
            }
            Type::Long => {
                text.add(Instr::LCmp { d: is, a: x, b: y });
                Instr::IfNeK { a: is, k: 0, t: 0 }
            }
            _ => Instr::IfNe { a: x, b: y, t: 0 },
        };
        differ.push((text.add(Instr::Nop), jump));
    }
    text.instrs[same] = Instr::IfEq { a: 0, b: 1, t: text.here() };
    text.add(Instr::Const32 { d: is, v: 1 });
    text.add(Instr::ReturnValue { a: is });
    let end = text.here();
    text.add(Instr::Const32 { d: is, v: 0 });
    text.add(Instr::ReturnValue { a: is });
    for (at, mut jump) in differ {
        if let Instr::IfEqK { t, .. } | Instr::IfNeK { t, .. } | Instr::IfNe { t, .. } = &mut jump {
            *t = end;
        }
        text.instrs[at] = jump;
    }
    let name = format!("{}$$SymbolicEquals", program.class_name(record));
    text.into_method(program, record, &name, "(Ljava/lang/Object;Ljava/lang/Object;)Z", record)
}

/// `hashCode` of a record: 31 times what there is, plus the hash code of the next component.
pub(super) fn record_hash(program: &Program, record: ClassId) -> Option<MethodId> {
    let mut text = Text::after(1);
    let (hash, value, of) = (text.register(), text.register(), text.register());
    text.add(Instr::Const32 { d: hash, v: 0 });
    for &field in &program.class(record).layout.fields {
        text.add(Instr::IMulK { d: hash, a: hash, k: 31 });
        text.add(Instr::GetField { d: value, a: 0, cp: named_field(program, record, field)? });
        let asked = match program.field(field).ty {
            ty if ty.is_ref() => Some(("java/util/Objects", "(Ljava/lang/Object;)I", 1)),
            Type::Long => Some(("java/lang/Long", "(J)I", 2)),
            Type::Boolean => Some(("java/lang/Boolean", "(Z)I", 1)),
            _ => None,
        };
        let number = match asked {
            Some((class, descriptor, slots)) => {
                let method = program.find_declared_method(program.load(class).ok()?, "hashCode", descriptor)?;
                text.invoke(program, InvokeKind::Static, method, &vec![value; slots], of);
                of
            }
            None => value,
        };
        text.add(Instr::IAdd { d: hash, a: hash, b: number });
    }
    text.add(Instr::ReturnValue { a: hash });
    let name = format!("{}$$SymbolicHash", program.class_name(record));
    text.into_method(program, record, &name, "(Ljava/lang/Object;)I", record)
}

/// Where the constants of a class name a field of its own, and another class.
pub(super) fn named_field(program: &Program, class: ClassId, field: FieldId) -> Option<u16> {
    let count = program.class(class).file.as_ref()?.constants().len() as u16;
    (1..count).find(|&cp| program.resolve_field(class, cp) == Ok(field))
}

fn named_class(program: &Program, class: ClassId, name: &str) -> Option<u16> {
    let file = program.class(class).file.as_ref()?;
    (1..file.constants().len() as u16).find(|&cp| file.class_name(cp).is_ok_and(|named| &*named == name))
}

/// What copies the array in a register, if there is one, to the beginning of another that is made with some room more.
/// Gives the registers of the old array, of its length and of the new one.
fn copied(program: &Program, text: &mut Text, field: FieldId, more: i16) -> Option<[Reg; 3]> {
    let class = program.field(field).class;
    let element = named_class(program, class, program.class_name(class))?;
    let field = named_field(program, class, field)?;
    let system = program.load("java/lang/System").ok()?;
    let copy = program.find_declared_method(system, "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V")?;
    let (old, length, size, new, zero) =
        (text.register(), text.register(), text.register(), text.register(), text.register());
    text.add(Instr::GetField { d: old, a: 0, cp: field });
    text.add(Instr::Const32 { d: length, v: 0 });
    text.add(Instr::IfEqK { a: old, k: 0, t: 4 });
    text.add(Instr::ArrayLen { d: length, a: old });
    text.add(Instr::IAddK { d: size, a: length, k: more });
    text.add(Instr::ANewArray { d: new, len: size, cp: element });
    text.add(Instr::IfEqK { a: old, k: 0, t: 9 });
    text.add(Instr::Const32 { d: zero, v: 0 });
    text.invoke(program, InvokeKind::Static, copy, &[old, zero, new, zero, length], NO_REG);
    Some([old, length, new])
}

/// Adds to the array in a field of an exception. (The JDK keeps a list there.)
pub(super) fn keep_suppressed(program: &Program, field: FieldId) -> Option<MethodId> {
    let class = program.field(field).class;
    let mut text = Text::after(2);
    let [_, length, new] = copied(program, &mut text, field, 1)?;
    text.add(Instr::StoreRef { a: new, i: length, v: 1 });
    text.add(Instr::PutField { a: 0, v: new, cp: named_field(program, class, field)? });
    text.add(Instr::Return);
    let name = format!("{}$$SymbolicKeep", program.class_name(class));
    text.into_method(program, class, &name, "(Ljava/lang/Throwable;Ljava/lang/Throwable;)V", class)
}

/// A copy of that array.
pub(super) fn kept_suppressed(program: &Program, field: FieldId) -> Option<MethodId> {
    let class = program.field(field).class;
    let mut text = Text::after(1);
    let [.., new] = copied(program, &mut text, field, 0)?;
    text.add(Instr::ReturnValue { a: new });
    let name = format!("{}$$SymbolicKept", program.class_name(class));
    text.into_method(program, class, &name, "(Ljava/lang/Throwable;)[Ljava/lang/Throwable;", class)
}
