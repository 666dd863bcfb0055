//! Arguments that are made as a program would make them: by constructors, from constants, element by element.
//!
//! A [`Recipe`] says in which ways a value may be made. All that it leaves open (numbers, texts, arrays of numbers,
//! which way is taken) are parameters of one method, which makes the arguments and calls another one. If a
//! constructor throws, there is no such object, and the method returns at once.

use heddle_program::{ClassId, FieldId, MethodId, Origin, Program, access};

use crate::driver::{call, name_beside};
use crate::emit::{ClassBuilder, CodeBuilder, Label, Signature, jump};

/// How a value is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipe {
    /// A parameter of this type.
    Given(String),
    /// In one of these ways: a parameter says which.
    Choice(Vec<Way>),
    /// An array of this class with the first of these elements: a parameter says how many, one more means null.
    Array(ClassId, Vec<Recipe>),
}

/// One way to make a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    Null,
    /// The same as an argument before.
    Argument(usize),
    /// The same as an element before of the array that it becomes part of.
    Element(usize),
    /// The value of a static field.
    Constant(FieldId),
    Made(Made),
}

/// A call of a constructor, or of a static method, and what is done with the object then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    pub maker: MethodId,
    pub arguments: Vec<Recipe>,
    /// Fields that are set to parameters.
    pub fields: Vec<FieldId>,
    /// Methods of which one may be called: a parameter says which, 0 means none.
    pub setters: Vec<(MethodId, Vec<Recipe>)>,
}

impl Recipe {
    /// Calls `see` with the type of each parameter, in order, and the number of values that it has if it is a choice.
    pub fn parameters(&self, program: &Program, see: &mut impl FnMut(&str, Option<usize>)) {
        match self {
            Self::Given(ty) => see(ty, None),
            Self::Choice(ways) => {
                see("I", Some(ways.len()));
                for way in ways {
                    if let Way::Made(made) = way {
                        made.parameters(program, see);
                    }
                }
            }
            Self::Array(_, elements) => {
                see("I", Some(elements.len() + 2));
                elements.iter().for_each(|element| element.parameters(program, see));
            }
        }
    }
}

impl Made {
    fn parameters(&self, program: &Program, see: &mut impl FnMut(&str, Option<usize>)) {
        self.arguments.iter().for_each(|argument| argument.parameters(program, see));
        self.fields.iter().for_each(|&field| see(program.text(program.field(field).descriptor), None));
        if !self.setters.is_empty() {
            see("I", Some(self.setters.len() + 1));
            self.setters.iter().flat_map(|(_, of)| of).for_each(|argument| argument.parameters(program, see));
        }
    }
}

/// A static method that makes the arguments of another, receiver first, and calls it; nothing if it would have too
/// many parameters.
pub fn calling(program: &Program, method: MethodId, recipes: &[Recipe]) -> Option<MethodId> {
    let mut types = Vec::new();
    recipes.iter().for_each(|recipe| recipe.parameters(program, &mut |ty, _| types.push(ty.to_owned())));
    // The machine allows 255, longs counting twice.
    if types.len() > 120 {
        return None;
    }
    let name = name_beside(program, method, "Recipe", &format!("{recipes:?}"));
    let descriptor = format!("({})V", types.concat());
    let id = match program.loaded(&name) {
        Some(id) => id,
        None => {
            let mut builder = ClassBuilder::new(&name, "java/lang/Object");
            builder.method(access::STATIC, "run", &descriptor, |code| write(program, code, method, recipes, &types));
            program.define(builder.finish().into(), Origin::Jdk).ok()?
        }
    };
    program.find_declared_method(id, "run", &descriptor)
}

fn write(program: &Program, code: &mut CodeBuilder<'_>, method: MethodId, recipes: &[Recipe], types: &[String]) {
    let mut next = 0;
    let parameters = types.iter().map(|ty| {
        let at = next;
        next += if matches!(ty.as_str(), "J" | "D") { 2 } else { 1 };
        at
    });
    let (begin, end, none) = (code.label(), code.label(), code.label());
    let mut writer = Writer { program, parameters: parameters.collect::<Vec<u16>>().into_iter(), made: vec![], none };
    let called = program.method(method);
    let class = program.class_name(called.class);
    let descriptor = program.text(called.descriptor);
    let signature = Signature::parse(descriptor);
    let own = (!called.is_static()).then(|| format!("L{class};"));
    let wanted: Vec<&str> = own.as_deref().into_iter().chain(signature.params.iter().copied()).collect();
    code.bind(begin);
    for (recipe, ty) in recipes.iter().zip(&wanted) {
        let local = writer.value(code, recipe, ty, &[]);
        writer.made.push(local);
    }
    code.bind(end);
    for (&local, ty) in writer.made.iter().zip(&wanted) {
        code.load(ty, local);
    }
    call(program, code, method);
    code.pop(signature.result);
    code.ret("V");
    let caught = code.label();
    code.handler(begin, end, caught, None);
    code.bind(caught);
    code.pop("Ljava/lang/Object;");
    code.bind(none);
    code.ret("V");
}

struct Writer<'p> {
    program: &'p Program,
    /// Where the parameters lie.
    parameters: std::vec::IntoIter<u16>,
    /// Where arguments lie that have been made.
    made: Vec<u16>,
    /// Where it ends if nothing can be made.
    none: Label,
}

impl Writer<'_> {
    fn parameter(&mut self) -> u16 {
        self.parameters.next().expect("they were counted in the same order")
    }

    /// Makes a value; where it lies.
    fn value(&mut self, code: &mut CodeBuilder<'_>, recipe: &Recipe, ty: &str, elements: &[u16]) -> u16 {
        match recipe {
            Recipe::Given(_) => self.parameter(),
            Recipe::Choice(ways) => {
                let (local, which, done) = (code.new_local(ty), self.parameter(), code.label());
                code.load("I", which);
                let labels: Vec<Label> = ways.iter().map(|_| code.label()).collect();
                code.table_switch(0, &labels, self.none);
                for (way, label) in ways.iter().zip(labels) {
                    code.bind(label);
                    match way {
                        Way::Null => code.null(),
                        Way::Argument(at) => code.load(ty, self.made[*at]),
                        Way::Element(at) => code.load(ty, elements[*at]),
                        Way::Constant(field) => {
                            let field = self.program.field(*field);
                            let (name, descriptor) =
                                (self.program.text(field.name), self.program.text(field.descriptor));
                            code.get_static(self.program.class_name(field.class), name, descriptor);
                        }
                        Way::Made(made) => self.make(code, made),
                    }
                    code.store(ty, local);
                    code.jump(jump::GOTO, done);
                }
                code.bind(done);
                local
            }
            Recipe::Array(class, elements) => self.array(code, *class, elements),
        }
    }

    /// Leaves the object on the stack.
    fn make(&mut self, code: &mut CodeBuilder<'_>, made: &Made) {
        let program = self.program;
        let maker = program.method(made.maker);
        let object = "Ljava/lang/Object;";
        let arguments = self.all(code, made.maker, &made.arguments);
        let local = code.new_local(object);
        if !maker.is_static() {
            code.new_object(program.class_name(maker.class));
            code.dup();
        }
        load(program, code, made.maker, &arguments);
        call(program, code, made.maker);
        code.store(object, local);
        for &field in &made.fields {
            let field = program.field(field);
            let (name, descriptor) = (program.text(field.name), program.text(field.descriptor));
            code.load(object, local);
            code.load(descriptor, self.parameter());
            code.put_field(program.class_name(field.class), name, descriptor);
        }
        if !made.setters.is_empty() {
            let (which, done) = (self.parameter(), code.label());
            let labels: Vec<Label> = made.setters.iter().map(|_| code.label()).collect();
            code.load("I", which);
            code.table_switch(0, &[&[done][..], &labels].concat(), self.none);
            for ((setter, arguments), label) in made.setters.iter().zip(labels) {
                code.bind(label);
                let arguments = self.all(code, *setter, arguments);
                code.load(object, local);
                load(program, code, *setter, &arguments);
                call(program, code, *setter);
                code.pop(Signature::parse(program.text(program.method(*setter).descriptor)).result);
                code.jump(jump::GOTO, done);
            }
            code.bind(done);
        }
        code.load(object, local);
    }

    /// Makes the arguments of a call; where they lie.
    fn all(&mut self, code: &mut CodeBuilder<'_>, method: MethodId, arguments: &[Recipe]) -> Vec<u16> {
        let signature = Signature::parse(self.program.text(self.program.method(method).descriptor));
        arguments.iter().zip(signature.params).map(|(recipe, ty)| self.value(code, recipe, ty, &[])).collect()
    }

    fn array(&mut self, code: &mut CodeBuilder<'_>, class: ClassId, elements: &[Recipe]) -> u16 {
        let array = self.program.class_name(class).to_owned();
        let element = &array[1..];
        let (local, length) = (code.new_local(&array), self.parameter());
        let (there, filled, done) = (code.label(), code.label(), code.label());
        let labels: Vec<Label> = (0..=elements.len()).map(|_| there).collect();
        let null = code.label();
        code.load("I", length);
        code.table_switch(0, &[&labels[..], &[null]].concat(), self.none);
        code.bind(null);
        code.null();
        code.store(&array, local);
        code.jump(jump::GOTO, done);
        code.bind(there);
        code.load("I", length);
        code.new_array(element);
        code.store(&array, local);
        let mut before = Vec::new();
        for (at, recipe) in elements.iter().enumerate() {
            code.load("I", length);
            code.int(at as i32);
            code.jump(jump::IF_ICMP_LE, filled);
            let value = self.value(code, recipe, element, &before);
            code.load(&array, local);
            code.int(at as i32);
            code.load(element, value);
            code.array_store(element);
            before.push(value);
        }
        code.bind(filled);
        code.bind(done);
        local
    }
}

fn load(program: &Program, code: &mut CodeBuilder<'_>, method: MethodId, locals: &[u16]) {
    let signature = Signature::parse(program.text(program.method(method).descriptor));
    for (&local, ty) in locals.iter().zip(signature.params) {
        code.load(ty, local);
    }
}
