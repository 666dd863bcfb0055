//! Methods that the machine executes itself: what they touch, call and return.
//!
//! A native that is not named here touches nothing that two threads share and returns something
//! fresh of its declared type, which is what the table of the platform promises for its local rows.
//! Those that touch memory are described one by one. What the analysis cannot follow when the
//! *user's* code asks for it (reflection, method handles, serialisation) is listed in
//! [`Solver::escapes_analysis`].

use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId, Origin, Program};

use crate::graph::{NOWHERE, Node, Use};
use crate::objects::Made;
use crate::solve::{Act, Call, Caller, Solver, class_of_reference};

impl Solver<'_, '_> {
    /// Adds what a method does that has no code here.
    pub(crate) fn describe_native(&mut self, method: MethodId) {
        let program = self.program;
        let info = program.method(method);
        let class = program.class_name(info.class);
        let name = program.text(info.name);
        let slot = |slot: u32| self.bodies[&method].parameter(slot);
        let (this, first, second) = (slot(0), slot(1), slot(2));
        let result = self.bodies[&method].result();
        let descriptor = program.text(info.descriptor);
        match (class, name) {
            ("jdk/internal/misc/Unsafe", _) if descriptor.starts_with("(Ljava/lang/Object;J") => {
                self.unsafe_access(method, name);
            }
            ("jdk/internal/misc/Unsafe", "allocateUninitializedArray0" | "allocateInstance") => {
                self.reflective_array(result);
            }
            ("java/lang/Object", "clone") => {
                self.act(method, 0, Act::Any { base: this, writes: false });
                self.copy(this, result);
            }
            ("java/lang/Object", "wait" | "wait0" | "notify" | "notifyAll") => {
                self.act(method, 0, Act::Lock { base: this });
                self.writes_thread_field(method, "interrupted");
            }
            ("java/lang/Thread", "sleep" | "sleep0" | "sleepNanos0") | ("jdk/internal/misc/Unsafe", "park") => {
                self.writes_thread_field(method, "interrupted");
            }
            ("sun/security/provider/NativePRNG$RandomIO", "implNextBytes") => {
                self.act(method, 0, Act::Element { base: first, writes: true });
            }
            ("java/lang/System", "arraycopy") => {
                let (from, to) = (this, second);
                let between = self.graph.add_nodes(1);
                self.on(from, Use::LoadElement { to: between });
                self.on(to, Use::StoreElement { from: between });
                self.act(method, 0, Act::Element { base: from, writes: false });
                self.act(method, 0, Act::Element { base: to, writes: true });
            }
            ("java/lang/System", "setOut0" | "setErr0" | "setIn0") => {
                let field = match name {
                    "setOut0" => "out",
                    "setErr0" => "err",
                    _ => "in",
                };
                if let Some(field) = program.find_field(info.class, field) {
                    self.act(method, 0, Act::Static { field, writes: true });
                    let to = self.static_node(field);
                    self.copy(this, to);
                }
            }
            ("java/lang/Thread", "start0") => {
                self.act(method, 0, Act::Any { base: this, writes: true });
                let caller = Caller::Code(method, 0);
                let call =
                    Call { caller, callee: method, args: vec![this], result: NOWHERE, exact: false, label: None };
                self.calls.push(call);
                self.on(this, Use::Start(self.calls.len() as u32 - 1));
            }
            ("java/lang/Thread", "currentThread" | "currentCarrierThread") => {
                let threads = self.all_of(program.well_known().thread);
                self.copy(threads, result);
            }
            ("java/lang/Thread", "interrupt0") => self.act(method, 0, Act::Any { base: this, writes: true }),
            ("java/lang/Thread", "findScopedValueBindings") => {
                if let Ok(bindings) = program.load("java/lang/ScopedValue$Snapshot") {
                    let all = self.all_of(bindings);
                    self.copy(all, result);
                }
            }
            ("java/lang/Throwable", "fillInStackTrace") => self.copy(this, result),
            ("java/lang/Class", "getEnumConstantsShared") => {
                self.reflective_array(result);
                if let Ok(class) = program.load("java/lang/Enum") {
                    let all = self.all_of(class);
                    self.on(result, Use::StoreElement { from: all });
                }
            }
            // What a collection clears depends on every reference that there is.
            ("java/lang/Runtime", "gc") => {
                self.act(method, 0, Act::Unknown);
                let class = program.load("java/lang/ref/Reference").ok();
                if let Some(target) =
                    class.and_then(|class| program.find_method(class, "processPendingReferences", "()V"))
                {
                    self.call_exactly(Caller::Code(method, 0), target, &[], NOWHERE);
                }
            }
            ("java/lang/ref/Reference", "getAndClearReferencePendingList") => {
                let all = self.all_of(info.class);
                self.copy(all, result);
            }
            ("java/lang/reflect/Array", "newArray" | "multiNewArray") => self.reflective_array(result),
            ("java/lang/reflect/Array", "get") => {
                self.act(method, 0, Act::Element { base: this, writes: false });
                self.on(this, Use::LoadElement { to: result });
            }
            ("java/lang/reflect/Array", "set") => {
                self.act(method, 0, Act::Element { base: this, writes: true });
                self.on(this, Use::StoreElement { from: second });
            }
            ("java/lang/reflect/Array", _) => self.act(method, 0, Act::Element { base: this, writes: true }),
            ("java/io/PrintStream", "format") => {
                let arguments =
                    if descriptor.starts_with("(Ljava/util/Locale;") { slot_of(self, method, 3) } else { second };
                self.act(method, 0, Act::Lock { base: this });
                self.format(method, arguments);
                self.copy(this, result);
                self.on(this, Use::Replaced(method));
            }
            ("java/lang/ref/Reference" | "java/lang/ref/PhantomReference", "clear0" | "refersTo0") => {
                if let Some(field) = program.find_field(info.class, "referent") {
                    self.act(method, 0, Act::Field { field, base: this, writes: name == "clear0" });
                }
            }
            ("java/io/PrintStream", _) => {
                self.copy_and_print(method, descriptor, first);
                self.act(method, 0, Act::Lock { base: this });
                self.act(method, 0, Act::Element { base: first, writes: false });
                self.on(this, Use::Replaced(method));
                self.fresh_result(method);
            }
            ("java/util/Formatter", "<init>") | ("java/lang/ThreadGroup", "uncaughtException") => {
                self.read_also(method)
            }
            ("jdk/internal/access/SharedSecrets", _) => {
                for class in ["java/lang/reflect/AccessibleObject", "java/lang/ref/Reference"] {
                    if let Ok(class) = program.load(class) {
                        self.initialize(Caller::Code(method, 0), class);
                    }
                }
                self.read_also(method);
            }
            (
                "java/lang/reflect/Method"
                | "java/lang/reflect/Constructor"
                | "java/lang/reflect/Field"
                | "java/lang/reflect/Proxy",
                _,
            ) => {
                self.act(method, 0, Act::Unknown);
                self.fresh_result(method);
            }
            _ if gives_null(program, method) => {}
            _ => self.fresh_result(method),
        }
    }

    /// The machine itself changes a field of threads: interrupts are taken by whoever waits, the
    /// status changes at the end.
    pub(crate) fn writes_thread_field(&mut self, method: MethodId, name: &str) {
        let program = self.program;
        let thread = program.well_known().thread;
        let holder = program.load("java/lang/Thread$FieldHolder").ok();
        for class in [Some(thread), holder].into_iter().flatten() {
            if let Some(field) = program.find_field(class, name) {
                let base = self.all_of(class);
                self.act(method, 0, Act::Field { field, base, writes: true });
            }
        }
    }

    /// An access by offset: some field of the object, some element of the array.
    fn unsafe_access(&mut self, method: MethodId, name: &str) {
        let base = slot_of(self, method, 1);
        let writes = !name.starts_with("get") || name.contains("And");
        self.act(method, 0, Act::Any { base, writes });
        if name.contains("Reference") || name.contains("Object") {
            let result = self.bodies[&method].result();
            for slot in [4, 5] {
                let from = slot_of(self, method, slot);
                if from != NOWHERE {
                    self.on(base, Use::StoreAny { from });
                }
            }
            self.on(base, Use::LoadAny { to: result });
        }
        if name.starts_with("copyMemory") || name.starts_with("copySwapMemory") {
            let to = slot_of(self, method, 4);
            self.act(method, 0, Act::Any { base: to, writes: true });
        }
    }

    /// A call of a signature-polymorphic method. What a `VarHandle` accesses is some field or
    /// element of its first coordinate; what a `MethodHandle` does is unknown.
    pub(crate) fn call_handle(&mut self, caller: MethodId, pc: Pc, target: MethodId, args: &[Node], result: Node) {
        let program = self.program;
        let info = program.method(target);
        let coordinate = args.get(1).copied().unwrap_or(NOWHERE);
        if program.class_name(info.class) != "java/lang/invoke/VarHandle" || coordinate == NOWHERE {
            return self.act(caller, pc, Act::Unknown);
        }
        let name = program.text(info.name);
        let writes = !name.starts_with("get") || name.contains("And");
        self.act(caller, pc, Act::Any { base: coordinate, writes });
        for &from in args.iter().skip(2).filter(|&&arg| arg != NOWHERE) {
            self.on(coordinate, Use::StoreAny { from });
        }
        if result != NOWHERE {
            self.on(coordinate, Use::LoadAny { to: result });
        }
    }

    /// Formatting to a standard stream: a formatter of the JDK does it.
    fn format(&mut self, method: MethodId, arguments: Node) {
        let program = self.program;
        let Ok(class) = program.load("java/util/Formatter") else { return };
        let formatter = self.graph.add_nodes(2);
        let object = self.object(class, Made::Merged);
        self.give(formatter, object);
        self.made_by_machine(program.well_known().string, formatter + 1);
        let format = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/util/Formatter;";
        let steps = [
            ("<init>", "(Ljava/lang/Appendable;)V", vec![formatter, NOWHERE]),
            ("format", format, vec![formatter, formatter + 1, arguments]),
            ("toString", "()Ljava/lang/String;", vec![formatter]),
        ];
        for (name, descriptor, args) in steps {
            if let Some(target) = program.find_method(class, name, descriptor) {
                self.call_exactly(Caller::Code(method, 0), target, &args, NOWHERE);
            }
        }
    }

    /// Printing an array that others can reach: it is copied first.
    fn copy_and_print(&mut self, method: MethodId, descriptor: &str, array: Node) {
        let program = self.program;
        let string = program.well_known().string;
        let caller = Caller::Code(method, 0);
        if descriptor == "([C)V" {
            let text = self.graph.add_nodes(1);
            self.made_by_machine(string, text);
            if let Some(target) = program.find_method(string, "<init>", descriptor) {
                self.call_exactly(caller, target, &[text, array], NOWHERE);
            }
        } else if descriptor == "([BII)V"
            && let Ok(arrays) = program.load("java/util/Arrays")
            && let Some(target) = program.find_method(arrays, "copyOfRange", "([BII)[B")
        {
            self.call_exactly(caller, target, &[array, NOWHERE, NOWHERE], NOWHERE);
        }
    }

    pub(crate) fn fresh_result(&mut self, method: MethodId) {
        let result = self.bodies[&method].result();
        if let Some(class) = class_of_reference(self.program, self.program.method(method).result) {
            self.made_by_machine(class, result);
        }
    }

    fn reflective_array(&mut self, to: Node) {
        let class = self.program.array_of(self.program.well_known().object);
        let array = self.object(class, Made::Reflective);
        self.give(to, array);
    }

    /// Why the analysis cannot follow a call of the user's code, if it cannot.
    pub(crate) fn escapes_analysis(&self, target: MethodId) -> Option<String> {
        let program = self.program;
        let info = program.method(target);
        let class = program.class_name(info.class);
        let name = program.text(info.name);
        let escapes = match class {
            "java/lang/reflect/Method" => name == "invoke",
            "java/lang/reflect/Constructor" => name.starts_with("newInstance"),
            "java/lang/reflect/Field" => name.starts_with("get") && name != "getName" || name.starts_with("set"),
            "java/lang/reflect/Proxy" | "java/util/ServiceLoader" | "java/lang/StackWalker" => true,
            "java/lang/Class" => matches!(name, "newInstance" | "forName"),
            "java/lang/ClassLoader" => true,
            "java/lang/invoke/MethodHandle" | "java/lang/invoke/MethodHandleProxies" => true,
            "java/lang/invoke/MethodHandles" => !matches!(name, "lookup" | "privateLookupIn" | "arrayElementVarHandle"),
            "java/lang/invoke/MethodHandles$Lookup" => name != "findVarHandle",
            "java/io/ObjectInputStream" | "java/io/ObjectOutputStream" | "sun/misc/Unsafe" => true,
            "java/lang/Runtime" => name == "addShutdownHook",
            "java/math/BigInteger" => name == "parallelMultiply",
            _ => is_opaque(program, target),
        };
        escapes.then(|| format!("the program calls {}.{name}", class.replace('/', ".")))
    }
}

fn slot_of(solver: &Solver<'_, '_>, method: MethodId, slot: u32) -> Node {
    solver.bodies[&method].parameter(slot)
}

/// Static methods that always give null here: there is no security manager, no console.
pub fn gives_null(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    matches!(
        (program.class_name(info.class), program.text(info.name)),
        ("java/lang/System", "getSecurityManager" | "console")
            | (
                "java/security/AccessController",
                "getStackAccessControlContext" | "getInheritedAccessControlContext" | "getContext",
            )
            | ("java/lang/Thread", "scopedValueCache")
    )
}

/// Parts of the JDK that other parts use for their own ends, such as the names of months, random
/// seeds or log messages, and whose shared caches come out alike in whatever order they are filled.
/// Their code is not read; a program that calls them itself is not analysed.
const OPAQUE: &[&str] = &[
    "com/sun/",
    "java/lang/Module",
    // Walks over the stack; only the program's own would call back what is not the JDK's.
    "java/lang/StackStreamFactory",
    "java/lang/System$Logger",
    "java/lang/module/",
    "java/net/",
    "java/nio/channels/",
    "java/nio/file/",
    "java/security/",
    "java/text/",
    "java/util/ResourceBundle",
    "java/util/ServiceLoader",
    "java/util/jar/",
    "java/util/logging/",
    "java/util/zip/",
    "javax/",
    "jdk/internal/icu/",
    "jdk/internal/jimage/",
    "jdk/internal/loader/",
    "jdk/internal/logger/",
    "jdk/internal/module/",
    "jdk/internal/reflect/",
    "jdk/internal/util/xml/",
    "sun/invoke/",
    "sun/launcher/",
    "sun/net/",
    "sun/nio/ch/",
    "sun/nio/fs/",
    "sun/reflect/",
    "sun/security/",
    "sun/text/",
    "sun/util/",
];

/// What of those prefixes is read all the same.
const READ: &[&str] = &["java/security/AccessController", "java/security/PrivilegedAction"];

/// Tasks that sort arrays of numbers in parallel, which `Arrays.sort` shares code with.
const PARALLEL_SORTS: &[&str] = &[
    "java/util/DualPivotQuicksort$Merger",
    "java/util/DualPivotQuicksort$RunMerger",
    "java/util/DualPivotQuicksort$Sorter",
];

/// Whether objects of a class are made only if something calls `Arrays.parallelSort`: else the
/// parallelism that `DualPivotQuicksort` is asked for is 0.
pub fn sorts_in_parallel(program: &Program, class: ClassId) -> bool {
    program.class(class).origin == Origin::Jdk && PARALLEL_SORTS.contains(&program.class_name(class))
}

pub fn is_parallel_sort(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    (program.class_name(info.class), program.text(info.name)) == ("java/util/Arrays", "parallelSort")
}

/// Methods that count as such parts.
const OPAQUE_METHODS: &[(&str, &str)] = &[
    ("java/lang/Class", "forName"),
    ("java/lang/Class", "newInstance"),
    ("java/lang/Class", "getConstructor0"),
    ("java/lang/Class", "getGenericInfo"),
    ("java/lang/Class", "getGenericInterfaces"),
    ("java/lang/Class", "methodToString"),
    ("java/lang/System", "getLogger"),
    // Products of numbers of thousands of digits; the program's own `parallelMultiply` would need threads.
    ("java/math/BigInteger", "multiplyToomCook3"),
    ("java/math/BigInteger", "squareToomCook3"),
    // Texts, put together by streams; reading these would bring in pools and their threads.
    ("java/lang/reflect/Executable", "sharedToString"),
    ("java/lang/reflect/Executable", "sharedToGenericString"),
    ("java/lang/invoke/MethodHandles$Lookup", "ensureInitialized"),
    // What an index that is out of bounds is told to be, by way of formats and regular expressions.
    ("jdk/internal/util/Preconditions", "outOfBoundsMessage"),
    ("java/security/AccessController", "checkContext"),
    ("java/security/AccessController", "createWrapper"),
    ("java/security/AccessController", "checkPermission"),
];

pub fn is_opaque(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let name = (program.class_name(info.class), program.text(info.name));
    is_opaque_class(program, info.class) || OPAQUE_METHODS.contains(&name)
}

pub fn is_opaque_class(program: &Program, class: ClassId) -> bool {
    let name = program.class_name(class);
    program.class(class).origin == Origin::Jdk
        && OPAQUE.iter().any(|prefix| name.starts_with(prefix))
        && !READ.iter().any(|prefix| name.starts_with(prefix))
}
