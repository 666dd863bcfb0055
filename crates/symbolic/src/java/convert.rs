//! Call sites as methods that are written for them: concatenations, and method references whose arguments or results
//! have to be converted (JLS 15.13.2, `LambdaMetafactory`).

use heddle_classfile::{Constant, HandleKind};
use heddle_program::descriptor::Signature;
use heddle_program::ir::{CallSite, Callee, Instr, InvokeKind, NO_REG, Reg};
use heddle_program::{ClassId, MethodId, Program, Type};

use super::Given;
use super::rules::{Here, Make};
use super::written::{Text, named_field};

/// A method that is called with other types than its own.
pub(super) struct Conversion {
    /// What it is given: captured values, then arguments.
    pub given: Vec<Type>,
    pub gives: Type,
    pub method: MethodId,
    pub kind: HandleKind,
}

impl Conversion {
    fn is_constructor(&self) -> bool {
        self.kind == HandleKind::NewInvokeSpecial
    }

    /// What the method takes, its receiver included.
    fn taken(&self, program: &Program) -> Vec<Type> {
        let declared = program.method(self.method);
        let receiver = Type::Ref(program.class(declared.class).name);
        let has_receiver = !declared.is_static() && !self.is_constructor();
        has_receiver.then_some(receiver).into_iter().chain(declared.params.iter().copied()).collect()
    }

    /// Whether it takes something else for references, or numbers of other types.
    pub fn is_needed(&self, program: &Program) -> bool {
        let differs = |(given, taken): (&Type, &Type)| given != taken && !(given.is_ref() && taken.is_ref());
        let result = program.method(self.method).result;
        self.is_constructor()
            || self.given.iter().zip(&self.taken(program)).any(differs)
            || self.gives != Type::Void && differs((&result, &self.gives))
    }
}

/// The box of a type of numbers, and the method that gives the number.
fn box_of(ty: Type) -> Option<(&'static str, &'static str, &'static str)> {
    Some(match ty {
        Type::Boolean => ("java/lang/Boolean", "booleanValue", "Z"),
        Type::Byte => ("java/lang/Byte", "byteValue", "B"),
        Type::Short => ("java/lang/Short", "shortValue", "S"),
        Type::Char => ("java/lang/Character", "charValue", "C"),
        Type::Int => ("java/lang/Integer", "intValue", "I"),
        Type::Long => ("java/lang/Long", "longValue", "J"),
        _ => return None,
    })
}

/// The type of numbers that a class boxes.
fn unboxed(class: &str) -> Option<Type> {
    let all = [Type::Boolean, Type::Byte, Type::Short, Type::Char, Type::Int, Type::Long];
    all.into_iter().find(|&ty| box_of(ty).is_some_and(|(name, ..)| name == class))
}

fn rank(ty: Type) -> u32 {
    if ty == Type::Long { 2 } else { 1 }
}

/// Converts what is in a register; answers where it is then.
fn convert(program: &Program, text: &mut Text, reg: Reg, from: Type, to: Type) -> Option<Reg> {
    match (from, to) {
        (Type::Ref(_), Type::Ref(_)) => Some(reg),
        (Type::Ref(class), to) => {
            let number = unboxed(program.text(class)).unwrap_or(to);
            let (class, name, result) = box_of(number)?;
            let value = program.find_method(program.load(class).ok()?, name, &format!("(){result}"))?;
            let unboxed = text.register();
            text.invoke(program, InvokeKind::Virtual, value, &[reg], unboxed);
            convert(program, text, unboxed, number, to)
        }
        (from, Type::Ref(_)) => {
            let (class, _, descriptor) = box_of(from)?;
            let of = format!("({descriptor})L{class};");
            let value_of = program.find_method(program.load(class).ok()?, "valueOf", &of)?;
            let boxed = text.register();
            let args = vec![reg; from.slots().into()];
            text.invoke(program, InvokeKind::Static, value_of, &args, boxed);
            Some(boxed)
        }
        (from, to) if from == to => Some(reg),
        (Type::Float | Type::Double, _) | (_, Type::Float | Type::Double) => None,
        (from, to) if rank(from) <= rank(to) => Some(reg),
        _ => None,
    }
}

impl<'p> Make<'_, 'p> {
    /// A static method that takes what was captured and the erased arguments, casts and converts them, and calls.
    pub fn converting(
        &mut self,
        host: ClassId,
        name: &str,
        conversion: &Conversion,
        erased: &Signature,
    ) -> Option<MethodId> {
        let program = self.java.program;
        let captured = conversion.given.len() - erased.params.len();
        let mut text = Text::after(0);
        let mut constants = Vec::new();
        let mut descriptor = String::from("(");
        let mut given = Vec::new();
        for (at, &exact) in conversion.given.iter().enumerate() {
            let declared = if at < captured { exact } else { erased.params[at - captured] };
            descriptor += &program.descriptor_of(program.class_of_type(declared).ok()?);
            let reg = text.register();
            (1..declared.slots()).for_each(|_| _ = text.register());
            given.push((reg, declared, exact));
        }
        descriptor.push(')');
        descriptor += &match erased.result {
            Type::Void => "V".into(),
            result => program.descriptor_of(program.class_of_type(result).ok()?),
        };
        let mut args = Vec::new();
        let mut object = None;
        if conversion.is_constructor() {
            let class = program.method(conversion.method).class;
            let new = text.register();
            text.add(Instr::New { d: new, cp: constants.len() as u16 });
            constants.push(Given::Class(class));
            args.push(new);
            object = Some((new, Type::Ref(program.class(class).name)));
        }
        let taken = conversion.taken(program);
        if taken.len() != given.len() {
            return None;
        }
        for (&(reg, declared, exact), &taken) in given.iter().zip(&taken) {
            if declared != exact && exact.is_ref() {
                text.add(Instr::CheckCast { a: reg, cp: constants.len() as u16 });
                constants.push(Given::Class(program.class_of_type(exact).ok()?));
            }
            let reg = convert(program, &mut text, reg, exact, taken)?;
            (0..taken.slots()).for_each(|_| args.push(reg));
        }
        let kind = match conversion.kind {
            HandleKind::InvokeStatic => InvokeKind::Static,
            HandleKind::InvokeVirtual => InvokeKind::Virtual,
            HandleKind::InvokeInterface => InvokeKind::Interface,
            HandleKind::InvokeSpecial | HandleKind::NewInvokeSpecial => InvokeKind::Special,
            _ => return None,
        };
        let result = program.method(conversion.method).result;
        let dest = if result == Type::Void { NO_REG } else { text.register() };
        text.invoke(program, kind, conversion.method, &args, dest);
        let (reg, ty) = object.unwrap_or((dest, result));
        if conversion.gives == Type::Void {
            text.add(Instr::Return);
        } else {
            let reg = convert(program, &mut text, reg, ty, conversion.gives)?;
            text.add(Instr::ReturnValue { a: reg });
        }
        self.write(text, host, &format!("{name}To"), &descriptor, constants)
    }

    /// A method that is written here.
    pub fn write(
        &mut self,
        text: Text,
        host: ClassId,
        name: &str,
        descriptor: &str,
        constants: Vec<Given>,
    ) -> Option<MethodId> {
        let method = text.into_method(self.java.program, host, name, descriptor, host)?;
        self.java.written.insert(method, constants);
        Some(method)
    }

    /// The method that makes the text of a concatenation: what `StringBuilder` does, piece by piece.
    pub fn concatenation(&mut self, here: &Here<'p>, site: &CallSite) -> Option<MethodId> {
        let program = self.java.program;
        let host = here.code.pool_class;
        let file = program.class(host).file.as_deref()?;
        let Callee::Pool(cp) = site.callee else { return None };
        let (bootstrap, name_and_type) = file.dynamic(cp).ok()?;
        let bootstrap = file.bootstrap_method(bootstrap).ok()?;
        let factory = file.member_ref(file.method_handle(bootstrap.handle).ok()?.1).ok()?;
        if &*file.class_name(factory.class).ok()? != "java/lang/invoke/StringConcatFactory" {
            return None;
        }
        let descriptor = name_and_type.descriptor.to_string();
        let signature = program.signature(&descriptor)?;
        let recipe = match bootstrap.arguments.first() {
            Some(&recipe) => file.string_utf16(recipe).ok()?,
            None => vec![1; signature.params.len()],
        };
        let mut joined = Joined::after(program, signature.slots().into())?;
        let mut params = signature.params.iter();
        let mut slot: Reg = 0;
        let mut further = bootstrap.arguments.iter().skip(1);
        let mut piece: Vec<u16> = Vec::new();
        for unit in recipe.into_iter().map(Some).chain([None]) {
            match unit {
                Some(2) => match file.constant(*further.next()?).ok()? {
                    Constant::String { .. } => {
                        let at = bootstrap.arguments.len() - further.len() - 1;
                        piece.extend(file.string_utf16(bootstrap.arguments[at]).ok()?);
                    }
                    Constant::Integer(value) => piece.extend(value.to_string().encode_utf16()),
                    Constant::Long(value) => piece.extend(value.to_string().encode_utf16()),
                    _ => return None,
                },
                Some(unit) if unit != 1 => piece.push(unit),
                ends => {
                    if !piece.is_empty() {
                        joined.constant(&String::from_utf16(&std::mem::take(&mut piece)).ok()?)?;
                    }
                    if ends.is_some() {
                        let ty = *params.next()?;
                        joined.value(ty, slot)?;
                        slot += ty.slots();
                    }
                }
            }
        }
        let (text, constants) = joined.finish()?;
        let name = format!("{}$$Concat{cp}", program.class_name(host));
        self.write(text, host, &name, &descriptor, constants)
    }

    /// The method that makes the text of a record: its name, and its components in order.
    pub fn record_text(&mut self, record: ClassId) -> Option<MethodId> {
        let program = self.java.program;
        let name = self.simple_name(record)?;
        let mut joined = Joined::after(program, 1)?;
        let mut before = format!("{name}[");
        for &field in &program.class(record).layout.fields {
            before += &format!("{}=", program.text(program.field(field).name));
            joined.constant(&before)?;
            let value = joined.text.register();
            joined.text.add(Instr::GetField { d: value, a: 0, cp: named_field(program, record, field)? });
            joined.value(program.field(field).ty, value)?;
            before = ", ".into();
        }
        let is_empty = program.class(record).layout.fields.is_empty();
        joined.constant(&if is_empty { before + "]" } else { "]".into() })?;
        let (text, constants) = joined.finish()?;
        let name = format!("{}$$SymbolicText", program.class_name(record));
        self.write(text, record, &name, "(Ljava/lang/Object;)Ljava/lang/String;", constants)
    }
}

/// A text that a `StringBuilder` puts together, piece by piece.
struct Joined<'p> {
    program: &'p Program,
    builder: ClassId,
    text: Text,
    made: Reg,
    ignored: Reg,
    constants: Vec<Given>,
}

impl<'p> Joined<'p> {
    /// After arguments that take so many registers.
    fn after(program: &'p Program, arguments: usize) -> Option<Self> {
        let builder = program.load("java/lang/StringBuilder").ok()?;
        let mut text = Text::after(arguments);
        let (made, ignored) = (text.register(), text.register());
        text.add(Instr::New { d: made, cp: 0 });
        text.invoke(program, InvokeKind::Special, program.find_method(builder, "<init>", "()V")?, &[made], NO_REG);
        Some(Self { program, builder, text, made, ignored, constants: vec![Given::Class(builder)] })
    }

    fn append(&mut self, ty: &str, args: &[Reg]) -> Option<()> {
        let descriptor = format!("({ty})Ljava/lang/StringBuilder;");
        let method = self.program.find_method(self.builder, "append", &descriptor)?;
        self.text.invoke(self.program, InvokeKind::Virtual, method, args, NO_REG);
        Some(())
    }

    fn constant(&mut self, constant: &str) -> Option<()> {
        self.text.add(Instr::ConstPool { d: self.ignored, cp: self.constants.len() as u16 });
        self.constants.push(Given::Text(constant.into()));
        self.append("Ljava/lang/String;", &[self.made, self.ignored])
    }

    /// What is in a register.
    fn value(&mut self, ty: Type, reg: Reg) -> Option<()> {
        let program = self.program;
        let mut args = vec![self.made];
        args.resize(1 + usize::from(ty.slots()), reg);
        match ty {
            Type::Byte | Type::Short | Type::Int => self.append("I", &args),
            Type::Ref(class) if program.text(class) == "java/lang/String" => self.append("Ljava/lang/String;", &args),
            Type::Ref(_) => self.append("Ljava/lang/Object;", &args),
            ty => self.append(&program.descriptor_of(program.class_of_type(ty).ok()?), &args),
        }
    }

    fn finish(mut self) -> Option<(Text, Vec<Given>)> {
        let to_string = self.program.find_method(self.builder, "toString", "()Ljava/lang/String;")?;
        self.text.invoke(self.program, InvokeKind::Virtual, to_string, &[self.made], self.ignored);
        self.text.add(Instr::ReturnValue { a: self.ignored });
        Some((self.text, self.constants))
    }
}
