//! Arguments that the program itself could make: constants of enums, elements of arrays, objects by the constructors
//! of their classes, those of subclasses and implementations included.
//!
//! The engine takes an object of a parameter's class whose numbers are anything, which is more than what constructors
//! make and less, since its references are null. So a method with such parameters is asked about twice: what is
//! found with arguments that are made counts; what is found only with others is left open.

use heddle_platform_jdk::{Made, Recipe, Way, calling};
use heddle_program::ir::{Callee, Instr};
use heddle_program::{ClassId, ClassKind, FieldId, MethodId, Origin, Program, Type, access};
use heddle_symbolic::Question;
use heddle_symbolic::java::{Input, Shape, Written};

use super::witness::words;

/// At most so many ways to make one value.
const WAYS: usize = 8;

/// A method that makes the arguments of another and calls it.
pub(super) struct Plan {
    method: MethodId,
    inputs: Vec<Input>,
    /// What arguments could be besides.
    pub left_out: Vec<String>,
    names: Vec<String>,
    recipes: Vec<Recipe>,
}

/// Whether the engine takes an object of the class as an argument whose numbers are anything, though perhaps no
/// constructor makes it.
pub(super) fn is_arbitrary(program: &Program, shape: &Shape) -> bool {
    let Shape::Object { class, fields, .. } = shape else { return false };
    let declared = program.class(*class);
    !is_box(program, *class) && (declared.origin == Origin::User || fields.len() == declared.layout.fields.len())
}

/// Whether an argument is such an object.
pub(super) fn is_unmade(program: &Program, written: &Written) -> bool {
    matches!(written, Written::Object(class, _) if !is_box(program, *class))
}

fn is_box(program: &Program, class: ClassId) -> bool {
    let name = program.class_name(class).strip_prefix("java/lang/");
    name.is_some_and(|name| {
        matches!(name, "Integer" | "Long" | "Short" | "Byte" | "Character" | "Boolean" | "Float" | "Double")
    })
}

impl Plan {
    /// How to make the arguments that are asked about, if any of them has to be made. `own` are the classes of the
    /// program.
    pub fn of(program: &Program, asked: &Question, own: &[ClassId], longest: u32) -> Option<Self> {
        let (method, inputs) = (asked.entry, &asked.inputs);
        if inputs.iter().any(|input| matches!(input.shape, Shape::Program { .. })) {
            return None;
        }
        let declared = program.method(method);
        let mut types: Vec<Type> = declared.params.to_vec();
        if !declared.is_static() {
            types.insert(0, Type::Ref(program.class(declared.class).name));
        }
        // Shallower objects have fewer parameters.
        (0..=2).rev().find_map(|deepest| {
            let most = 1_usize << (asked.sizes.bits - 1).min(16);
            let mut planner = Planner { program, own, longest, deepest, most, left_out: Vec::new() };
            let mut recipes = Vec::new();
            for (at, (&ty, input)) in types.iter().zip(inputs).enumerate() {
                let mut recipe = planner.recipe(ty, 0, &input.name);
                if let (true, Recipe::Choice(ways)) = (at == 0 && !declared.is_static(), &mut recipe) {
                    ways.retain(|way| *way != Way::Null);
                    // Nobody can make the receiver.
                    if ways.is_empty() {
                        return None;
                    }
                }
                if let Recipe::Choice(ways) = &mut recipe {
                    let same = (0..at).filter(|&other| is_below(program, types[other], ty)).map(Way::Argument);
                    ways.extend(same.take(planner.most - ways.len().min(planner.most)));
                }
                recipes.push(recipe);
            }
            if recipes.iter().all(|recipe| matches!(recipe, Recipe::Given(_))) {
                return None;
            }
            let calling = calling(program, method, &recipes)?;
            let mut made = Input::of_method(program, calling, longest);
            let mut next = made.iter_mut();
            for (recipe, input) in recipes.iter().zip(inputs) {
                recipe.parameters(program, &mut |_, values| {
                    let parameter = next.next().expect("they are counted in the same order");
                    parameter.name.clone_from(&input.name);
                    parameter.bits =
                        values.map_or(input.bits, |values| Some(usize::BITS - (values - 1).leading_zeros() + 1));
                });
            }
            let names = inputs.iter().map(|input| input.name.clone()).collect();
            Some(Self { method: calling, inputs: made, left_out: planner.left_out, names, recipes })
        })
    }

    /// The same question, about arguments that are made.
    pub fn question(&self, asked: &Question) -> Question {
        Question { entry: self.method, inputs: self.inputs.clone(), ..asked.clone() }
    }

    /// The arguments that come of these parameters, as a program would write them.
    pub fn words(&self, program: &Program, values: &[Written]) -> String {
        let mut reader = Reader { program, names: &self.names, values: values.iter(), places: Vec::new() };
        let parts = self.names.iter().zip(&self.recipes);
        let parts = parts.map(|(name, recipe)| format!("{name} = {}", reader.recipe(recipe, name)));
        parts.collect::<Vec<_>>().join(", ")
    }
}

fn is_below(program: &Program, ty: Type, of: Type) -> bool {
    let class = |ty: Type| ty.is_ref().then(|| program.class_of_type(ty).ok()).flatten();
    class(ty).zip(class(of)).is_some_and(|(ty, of)| program.is_subtype(ty, of))
}

/// Writes recipes.
struct Planner<'p> {
    program: &'p Program,
    own: &'p [ClassId],
    longest: u32,
    deepest: u32,
    /// Values of a number that says which way is taken.
    most: usize,
    left_out: Vec<String>,
}

impl Planner<'_> {
    fn leave_out(&mut self, what: String) {
        if !self.left_out.contains(&what) {
            self.left_out.push(what);
        }
    }

    fn given(&self, ty: Type) -> Recipe {
        let class = self.program.class_of_type(ty).expect("its class was loaded before");
        Recipe::Given(self.program.descriptor_of(class))
    }

    fn recipe(&mut self, ty: Type, depth: u32, name: &str) -> Recipe {
        let program = self.program;
        let Ok(class) = program.class_of_type(ty) else {
            self.leave_out(format!("{name} being null"));
            return Recipe::Choice(vec![Way::Null]);
        };
        match program.class(class).kind {
            ClassKind::Primitive(_) => self.given(ty),
            ClassKind::Array { component, .. } => match program.class(component).kind {
                ClassKind::Primitive(_) => self.given(ty),
                _ if depth > self.deepest => self.null(name, class),
                _ => {
                    let longest = (self.longest as usize).min(self.most.saturating_sub(2));
                    if longest < self.longest as usize {
                        self.leave_out(format!("{name} having {longest} elements"));
                    }
                    let element = Type::Ref(program.class(component).name);
                    Recipe::Array(class, (0..longest).map(|at| self.element(element, depth, name, at)).collect())
                }
            },
            ClassKind::Instance if class == program.well_known().string || is_box(program, class) => self.given(ty),
            ClassKind::Instance | ClassKind::Interface => {
                let mut ways = vec![Way::Null];
                self.ways(class, depth, name, &mut ways);
                Recipe::Choice(ways)
            }
        }
    }

    /// An element of an array, which may be the same object as one before.
    fn element(&mut self, ty: Type, depth: u32, name: &str, at: usize) -> Recipe {
        let mut recipe = self.recipe(ty, depth + 1, name);
        if let Recipe::Choice(ways) = &mut recipe {
            ways.extend((0..at).map(Way::Element).take(self.most - ways.len().min(self.most)));
        }
        recipe
    }

    fn null(&mut self, name: &str, class: ClassId) -> Recipe {
        self.leave_out(format!("{name} being null, not any {}", self.program.source_class(class)));
        Recipe::Choice(vec![Way::Null])
    }

    /// The ways to make an object of a class, a subclass or an implementation.
    fn ways(&mut self, class: ClassId, depth: u32, name: &str, ways: &mut Vec<Way>) {
        let program = self.program;
        let before = ways.len();
        let constants = constants_of_enum(program, class);
        if !constants.is_empty() {
            ways.extend(constants.into_iter().map(Way::Constant));
        } else if depth <= self.deepest {
            let is_any = class == program.well_known().object;
            let below = self.own.iter().copied().filter(|&id| !is_any && id != class && program.is_subtype(id, class));
            for candidate in std::iter::once(class).chain(below.collect::<Vec<_>>()) {
                ways.extend(constants_of_enum(program, candidate).into_iter().map(Way::Constant));
                if is_made(program, candidate) {
                    self.makers(candidate, depth, name, ways);
                }
            }
        }
        let most = self.most.min(WAYS.max(before));
        let is_cut = ways.len() > most && !(is_enum(program, class) && ways.len() <= self.most);
        if is_cut {
            ways.truncate(most);
        }
        let class_name = program.source_class(class);
        if ways.len() == before {
            self.leave_out(format!("{name} being null, not any {class_name}"));
        } else if is_cut || !is_enum(program, class) {
            self.leave_out(format!("{name} being as a constructor of {class_name} makes it"));
        }
    }

    /// The ways to make an object of exactly a class.
    fn makers(&mut self, class: ClassId, depth: u32, name: &str, ways: &mut Vec<Way>) {
        let program = self.program;
        let declared = program.class(class);
        let is_open = |method: &MethodId| {
            let method = program.method(*method);
            let hidden = access::PRIVATE | access::SYNTHETIC;
            method.access & if declared.origin == Origin::Jdk { hidden | access::PROTECTED } else { hidden } == 0
                && (declared.origin == Origin::User || method.access & access::PUBLIC != 0)
        };
        let is_constructor = |method: &&MethodId| program.text(program.method(**method).name) == "<init>";
        let mut constructors: Vec<MethodId> =
            declared.methods.iter().filter(is_constructor).copied().filter(is_open).collect();
        if declared.origin == Origin::Jdk {
            constructors = simplest(program, constructors);
        }
        let (fields, setters) = match declared.origin {
            Origin::User => (self.free_fields(class), self.setters(class)),
            Origin::Jdk => (vec![], vec![]),
        };
        let is_plain = |ty: &Type| !ty.is_ref() || self.given_types(*ty);
        let factories: Vec<MethodId> = if constructors.is_empty() && declared.origin == Origin::User {
            let is_factory = |method: &MethodId| {
                let method = program.method(*method);
                method.is_static() && method.result == Type::Ref(declared.name) && method.params.iter().all(is_plain)
            };
            let constants = declared.fields.iter().copied().filter(|&field| {
                let field = program.field(field);
                field.is_static() && field.access & access::PRIVATE == 0 && field.ty == Type::Ref(declared.name)
            });
            ways.extend(constants.map(Way::Constant));
            declared.methods.iter().copied().filter(is_open).filter(is_factory).collect()
        } else {
            vec![]
        };
        for maker in constructors.into_iter().chain(factories) {
            let arguments = self.arguments(maker, depth, name);
            ways.push(Way::Made(Made { maker, arguments, fields: fields.clone(), setters: setters.clone() }));
        }
    }

    fn arguments(&mut self, method: MethodId, depth: u32, name: &str) -> Vec<Recipe> {
        let program = self.program;
        let declared = program.method(method);
        // An inner object always has its outer one.
        let outer = program.class_name(declared.class).rsplit_once('$').map(|(outer, _)| outer);
        let mut recipes = Vec::new();
        for &ty in &declared.params {
            let mut recipe = self.recipe(ty, depth + 1, name);
            if let (Recipe::Choice(ways), Type::Ref(class)) = (&mut recipe, ty)
                && recipes.is_empty()
                && Some(program.text(class)) == outer
                && ways.len() > 1
            {
                ways.retain(|way| *way != Way::Null);
            }
            recipes.push(recipe);
        }
        recipes
    }

    /// Whether values of a type are parameters as they are.
    fn given_types(&self, ty: Type) -> bool {
        let Ok(class) = self.program.class_of_type(ty) else { return false };
        match self.program.class(class).kind {
            ClassKind::Primitive(_) => true,
            ClassKind::Array { component, .. } => {
                matches!(self.program.class(component).kind, ClassKind::Primitive(_))
            }
            ClassKind::Instance | ClassKind::Interface => {
                class == self.program.well_known().string || is_box(self.program, class)
            }
        }
    }

    /// Numbers that everybody may write, and that no constructor takes or checks.
    fn free_fields(&self, class: ClassId) -> Vec<FieldId> {
        let program = self.program;
        let fields = program.class(class).layout.fields.iter().copied();
        fields
            .filter(|&id| {
                let field = program.field(id);
                let is_open = field.access & (access::PRIVATE | access::FINAL | access::SYNTHETIC) == 0;
                is_open
                    && !field.ty.is_ref()
                    && program.class(field.class).origin == Origin::User
                    && !is_checked(program, id)
            })
            .collect()
    }

    /// Methods that write a field and call nothing, but to throw.
    fn setters(&self, class: ClassId) -> Vec<(MethodId, Vec<Recipe>)> {
        let program = self.program;
        let not = access::PRIVATE
            | access::STATIC
            | access::SYNCHRONIZED
            | access::NATIVE
            | access::ABSTRACT
            | access::BRIDGE;
        let mut found = Vec::new();
        for &id in &program.class(class).methods {
            let method = program.method(id);
            let name = program.text(method.name);
            if method.access & not != 0
                || name.starts_with('<')
                || !method.params.iter().all(|&ty| self.given_types(ty))
            {
                continue;
            }
            let Ok(code) = program.code(id) else { continue };
            let writes = code.instrs.iter().any(|instr| matches!(instr, Instr::PutField { .. }));
            let calls = code
                .calls
                .iter()
                .any(|site| !matches!(site.callee, Callee::Pool(cp) if is_constructor(program, class, cp)));
            let is_short = code.instrs.len() <= 40;
            if writes && !calls && is_short && found.len() < 3 {
                found.push((id, method.params.iter().map(|&ty| self.given(ty)).collect()));
            }
        }
        found
    }
}

fn is_enum(program: &Program, class: ClassId) -> bool {
    program.load("java/lang/Enum").is_ok_and(|of| class != of && program.is_subtype(class, of))
}

fn constants_of_enum(program: &Program, class: ClassId) -> Vec<FieldId> {
    let fields = program.class(class).fields.iter().copied();
    let is_constant = |&field: &FieldId| program.field(field).access & access::ENUM != 0;
    if is_enum(program, class) { fields.filter(is_constant).collect() } else { vec![] }
}

/// Whether there are objects of exactly the class that anybody could make: no anonymous or local class.
fn is_made(program: &Program, class: ClassId) -> bool {
    let declared = program.class(class);
    let simple = program.class_name(class).rsplit('$').next().unwrap_or_default();
    !declared.is_abstract()
        && !declared.is_interface()
        && !is_enum(program, class)
        && !simple.starts_with(|first: char| first.is_ascii_digit())
}

/// Of the constructors of a class of the JDK, those with the fewest parameters; of atomics also what sets the value.
fn simplest(program: &Program, mut constructors: Vec<MethodId>) -> Vec<MethodId> {
    let count = |&id: &MethodId| program.method(id).params.len();
    let fewest = constructors.iter().map(count).min().unwrap_or(0);
    constructors.retain(|id| {
        let method = program.method(*id);
        let is_value = heddle_jdk::access::is_atomic(program.class_name(method.class));
        count(id) == fewest || is_value && method.params.iter().all(|ty| !ty.is_ref())
    });
    constructors
}

/// Whether a constructor that writes a field takes its value, decides something, calls something or throws.
fn is_checked(program: &Program, field: FieldId) -> bool {
    let class = program.field(field).class;
    program.class(class).methods.iter().any(|&id| {
        let is_constructor = program.text(program.method(id).name) == "<init>";
        let Some(code) = program.code(id).ok().filter(|_| is_constructor) else { return false };
        let writes = code.instrs.iter().any(|instr| {
            matches!(instr, Instr::PutField { cp, .. } if program.resolve_field(class, *cp).ok() == Some(field))
        });
        let decides = code.instrs.iter().enumerate().any(|(pc, instr)| {
            let mut next = 0;
            instr.successors(pc as u32, code, |_| next += 1);
            next > 1 || matches!(instr, Instr::Throw { .. })
        });
        writes && (decides || code.calls.len() > 1 || !program.method(id).params.is_empty())
    })
}

/// Whether a method reference of a class is to a constructor.
fn is_constructor(program: &Program, class: ClassId, cp: u16) -> bool {
    let file = program.class(class).file.as_ref();
    file.and_then(|file| file.member_ref(cp).ok()).is_some_and(|member| member.name == "<init>")
}

/// Reads what parameters mean, in the order of the recipes.
struct Reader<'r> {
    program: &'r Program,
    names: &'r [String],
    values: std::slice::Iter<'r, Written>,
    /// Which part of the arguments each parameter became, so far.
    places: Vec<String>,
}

impl Reader<'_> {
    fn next(&mut self, place: &str) -> Option<&Written> {
        self.places.push(place.to_owned());
        self.values.next()
    }

    fn number(&mut self, place: &str) -> usize {
        match self.next(place) {
            Some(Written::Number(_, value)) => usize::try_from(*value).unwrap_or(usize::MAX),
            _ => usize::MAX,
        }
    }

    fn given(&mut self, place: &str) -> String {
        let program = self.program;
        match self.next(place).cloned() {
            Some(Written::Same(other)) => self.places.get(other).cloned().unwrap_or_default(),
            Some(value) => words(program, &value),
            None => String::new(),
        }
    }

    /// What comes of a recipe. All its parameters are read, those of ways not taken too.
    fn recipe(&mut self, recipe: &Recipe, place: &str) -> String {
        let program = self.program;
        match recipe {
            Recipe::Given(_) => self.given(place),
            Recipe::Choice(ways) => {
                let which = self.number(place);
                let array = place.rfind('[').map_or(place, |at| &place[..at]);
                let mut taken = String::new();
                for (at, way) in ways.iter().enumerate() {
                    let text = match way {
                        Way::Null => "null".into(),
                        Way::Argument(other) => self.names[*other].clone(),
                        Way::Element(other) => format!("{array}[{other}]"),
                        Way::Constant(field) => source_field(program, *field),
                        Way::Made(made) => self.made(made, place),
                    };
                    if at == which {
                        taken = text;
                    }
                }
                taken
            }
            Recipe::Array(_, elements) => {
                let length = self.number(place);
                let texts = elements.iter().enumerate();
                let texts: Vec<String> = texts.map(|(at, of)| self.recipe(of, &format!("{place}[{at}]"))).collect();
                texts.get(..length).map_or_else(|| "null".into(), |there| format!("{{{}}}", there.join(", ")))
            }
        }
    }

    fn all(&mut self, recipes: &[Recipe], place: &str) -> String {
        recipes.iter().map(|recipe| self.recipe(recipe, place)).collect::<Vec<_>>().join(", ")
    }

    fn made(&mut self, made: &Made, place: &str) -> String {
        let program = self.program;
        let maker = program.method(made.maker);
        let class = program.source_class(maker.class);
        let arguments = self.all(&made.arguments, place);
        let mut text = match maker.is_static() {
            true => format!("{class}.{}({arguments})", program.text(maker.name)),
            false => format!("new {class}({arguments})"),
        };
        let name = |field: FieldId| program.text(program.field(field).name);
        let fields: Vec<String> =
            made.fields.iter().map(|&field| format!("{} = {}", name(field), self.given(place))).collect();
        if !fields.is_empty() {
            text.push_str(&format!(" with {}", fields.join(", ")));
        }
        if !made.setters.is_empty() {
            let which = self.number(place);
            for (at, (setter, arguments)) in made.setters.iter().enumerate() {
                let arguments = self.all(arguments, place);
                if at + 1 == which {
                    text.push_str(&format!(" after {}({arguments})", program.text(program.method(*setter).name)));
                }
            }
        }
        text
    }
}

fn source_field(program: &Program, field: FieldId) -> String {
    let field = program.field(field);
    format!("{}.{}", program.source_class(field.class), program.text(field.name))
}
