//! System properties: the same for every run of a program, whatever the machine it is checked on.
//!
//! They live in a Rust table until the program asks for the `Properties` object (or changes one);
//! then the object is made, once and for all, and the JDK's own code goes on with it.

use heddle_machine::{ANY_PROPERTY, Dependence, Machine, Native, NativeFn, NativeResult, Pending, SHARED, Trap};
use heddle_program::effect::{Aspect, Calls, PURE, Place};
use heddle_program::{Origin, Program};

use crate::rows::{Slots, object, row, unsupported};

const SYSTEM: &str = "java/lang/System";
const VM: &str = "jdk/internal/misc/VM";
const OBJECT: &str = "java/util/Properties";

/// Only a program that asks for the properties as an object, or changes one, can notice that there is one.
const CHANGES: &[(&str, &str)] =
    &[(SYSTEM, "getProperties"), (SYSTEM, "setProperty"), (SYSTEM, "clearProperty"), (SYSTEM, "setProperties")];

pub const ROWS: &[Native] = &[
    row(
        SYSTEM,
        "getProperty",
        "(Ljava/lang/String;)Ljava/lang/String;",
        get_property,
        PURE.observing(&[Aspect::Environment]).calling(Calls::OwnCodeIfCalled(CHANGES)),
    ),
    row(
        SYSTEM,
        "getProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        get_property_or,
        PURE.observing(&[Aspect::Environment]).calling(Calls::OwnCodeIfCalled(CHANGES)),
    ),
    row(SYSTEM, "getProperties", "()Ljava/util/Properties;", with_object, PURE.calling(Calls::OwnCode)),
    row(
        SYSTEM,
        "setProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        change,
        PURE.calling(Calls::OwnCode),
    ),
    row(SYSTEM, "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;", change, PURE.calling(Calls::OwnCode)),
    row(SYSTEM, "setProperties", "(Ljava/util/Properties;)V", set_properties, PURE.calling(Calls::OwnCode)),
    row(
        VM,
        "getSavedProperty",
        "(Ljava/lang/String;)Ljava/lang/String;",
        saved_property,
        PURE.observing(&[Aspect::Environment]),
    ),
    row(VM, "getSavedProperties", "()Ljava/util/Map;", saved_properties, PURE.observing(&[Aspect::Environment])),
    of_object("put", change_entry),
    of_object("remove", change_entry),
    of_object("putIfAbsent", change_entry),
    of_object("replace", change_entry),
    of_object("compute", change_entry),
    of_object("computeIfAbsent", change_entry),
    of_object("computeIfPresent", change_entry),
    of_object("merge", change_entry),
    of_object("putAll", change_entries),
    of_object("clear", change_entries),
    of_object("replaceAll", change_entries),
    // Through these, entries can be removed and changed as well.
    row(OBJECT, "keySet", "", change_entries, PURE.calling(Calls::OwnCode)),
    row(OBJECT, "entrySet", "", change_entries, PURE.calling(Calls::OwnCode)),
    row(OBJECT, "values", "", change_entries, PURE.calling(Calls::OwnCode)),
];

/// A synchronized method of `Properties` with which a program may change system properties.
const fn of_object(name: &'static str, noted: NativeFn) -> Native {
    let effect = PURE.touching(&[Place::Monitor(0)]).calling(Calls::OwnCode).blocking();
    row(OBJECT, name, "", noted, effect).refined(|machine, args| {
        let properties = args.object(0);
        let is_shared = properties != 0 && machine.state.heap.tag(properties) == SHARED;
        if is_shared && !machine.holds(properties) { Pending::Lock(properties) } else { Pending::Local }
    })
}

const PROPERTIES: &[(&str, &str)] = &[
    ("file.encoding", "UTF-8"),
    ("file.separator", "/"),
    ("java.class.path", ""),
    ("java.home", "/jdk"),
    ("java.io.tmpdir", "/tmp"),
    ("java.library.path", "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib"),
    ("java.specification.name", "Java Platform API Specification"),
    ("java.specification.vendor", "Oracle Corporation"),
    ("java.vm.compressedOopsMode", "Zero based"),
    ("java.vm.info", "mixed mode, sharing"),
    ("java.vm.name", "OpenJDK 64-Bit Server VM"),
    ("java.vm.specification.name", "Java Virtual Machine Specification"),
    ("java.vm.specification.vendor", "Oracle Corporation"),
    ("jdk.debug", "release"),
    ("line.separator", "\n"),
    ("native.encoding", "UTF-8"),
    ("os.arch", "amd64"),
    ("os.name", "Linux"),
    ("os.version", "1.0"),
    ("path.separator", ":"),
    ("stderr.encoding", "UTF-8"),
    ("stdin.encoding", "UTF-8"),
    ("stdout.encoding", "UTF-8"),
    ("sun.arch.data.model", "64"),
    ("sun.boot.library.path", "/jdk/lib"),
    ("sun.cpu.endian", "little"),
    ("sun.io.unicode.encoding", "UnicodeLittle"),
    ("sun.java.launcher", "SUN_STANDARD"),
    ("sun.jnu.encoding", "UTF-8"),
    ("sun.management.compiler", "HotSpot 64-Bit Tiered Compilers"),
    ("user.dir", "/"),
    ("user.home", "/"),
    ("user.language", "en"),
    ("user.name", "user"),
    ("user.timezone", "Etc/UTC"),
];

/// Properties that earlier JDKs have at a terminal only, or not at all.
const SINCE: &[(&str, u32)] = &[("stderr.encoding", 19), ("stdin.encoding", 25), ("stdout.encoding", 19)];

/// Properties that tell the JDK's feature version, besides `java.class.version`.
const VERSIONS: &[&str] = &["java.specification.version", "java.vm.specification.version"];

/// Properties that a JDK keeps as constants of `java.lang.VersionProps`, by field.
const CONSTANTS: &[(&str, &str)] = &[
    ("java.runtime.name", "java_runtime_name"),
    ("java.runtime.version", "java_runtime_version"),
    ("java.vendor", "VENDOR"),
    ("java.vendor.url", "VENDOR_URL"),
    ("java.version", "java_version"),
    ("java.version.date", "java_version_date"),
    ("java.vm.vendor", "VENDOR"),
    ("java.vm.version", "java_runtime_version"),
];

/// The value of a property as the program starts with it: what the user says, else what is the same for all.
pub fn property(machine: &Machine<'_>, key: &str) -> Option<String> {
    // As for `java`, the last one counts.
    if let Some((_, value)) = machine.linkage.properties.iter().rfind(|(name, _)| name == key) {
        return Some(value.clone());
    }
    let program = machine.program;
    let feature = program.jdk_feature();
    let is_later = SINCE.iter().any(|&(name, since)| name == key && feature < since);
    if is_later {
        return None;
    }
    if let Ok(at) = PROPERTIES.binary_search_by_key(&key, |&(name, _)| name) {
        return Some(PROPERTIES[at].1.to_owned());
    }
    if let Some(&(_, field)) = CONSTANTS.iter().find(|(name, _)| *name == key) {
        return version_constant(program, field);
    }
    match key {
        "java.vendor.version" => vendor_version(program),
        "java.class.version" => Some(format!("{}.0", feature + 44)),
        _ if VERSIONS.contains(&key) => Some(feature.to_string()),
        _ => None,
    }
}

/// What the vendor calls the JDK, if anything: the file `release` says so too.
fn vendor_version(program: &Program) -> Option<String> {
    let release = program.jdk_file("release")?;
    let release = String::from_utf8_lossy(&release);
    let value = release.lines().find_map(|line| line.strip_prefix("IMPLEMENTOR_VERSION="))?;
    Some(value.trim_matches('"').to_owned())
}

/// A string constant of `java.lang.VersionProps`.
fn version_constant(program: &Program, field: &str) -> Option<String> {
    let class = program.load("java/lang/VersionProps").ok()?;
    let field = program.find_declared_field(class, field, "Ljava/lang/String;")?;
    let file = program.class(class).file.as_ref()?;
    let text = file.string_utf16(program.field(field).constant_value?).ok()?;
    Some(String::from_utf16_lossy(&text))
}

fn all(machine: &Machine<'_>) -> Vec<(String, String)> {
    let fixed = PROPERTIES.iter().map(|&(key, _)| key);
    let constants = CONSTANTS.iter().map(|&(key, _)| key);
    let keys =
        fixed.chain(VERSIONS.iter().copied()).chain(constants).chain(["java.class.version", "java.vendor.version"]);
    let given = machine.linkage.properties.iter().map(|(key, _)| key.as_str());
    let keys = keys.chain(given);
    keys.filter_map(|key| Some((key.to_owned(), property(machine, key)?))).collect()
}

fn has_object(machine: &mut Machine<'_>) -> bool {
    let system = machine.linkage.globals["java/lang/System"];
    let class = machine.class_of_mirror(system).expect("boot stored a mirror");
    machine.static_field(class, "props") != 0
}

fn get_property(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    look_up(machine, args, 0)
}

fn get_property_or(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    look_up(machine, args, args.object(1))
}

fn look_up(machine: &mut Machine<'_>, args: &[u64], default: u32) -> NativeResult {
    let key = args.object(0);
    if machine.is_exploring() && asks_user(machine) {
        let key = if key == 0 { String::new() } else { machine.string(key) };
        let is_given = machine.linkage.properties.iter().any(|(name, _)| *name == key);
        if !is_given && property(machine, &key).is_some() {
            machine.depend(Dependence::Host);
        }
        // Another thread may set it: that is seen on the object.
        return with_object(machine, args);
    }
    if key == 0 {
        return Err(Trap::Bytecode);
    }
    let text = machine.string(key);
    if machine.runs_permanently() || !has_object(machine) {
        machine.note_property_read(&text);
    }
    if has_object(machine) {
        return Err(Trap::Bytecode);
    }
    let key = text;
    if key.is_empty() {
        return Err(Trap::Bytecode);
    }
    match property(machine, &key) {
        Some(value) => object(machine.intern_str(&value)),
        None => object(default),
    }
}

/// Whether the program itself asks, perhaps for a number or a truth value (`Integer.getInteger`), and not the JDK.
fn asks_user(machine: &Machine<'_>) -> bool {
    let frames = machine.state.threads[machine.stepper.current].frames.iter().rev();
    let mut classes = frames.map(|frame| machine.program.method(frame.method).class);
    let asking = classes.find(|&class| !heddle_jdk::values::is_box(machine.program.class_name(class)));
    asking.is_some_and(|class| machine.program.class(class).origin == Origin::User)
}

/// `setProperty` and `clearProperty`.
fn change(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) != 0 {
        let key = machine.string(args.object(0));
        machine.note_property_changed(&key);
    }
    with_object(machine, args)
}

/// A method of `Properties` whose first argument is a key.
fn change_entry(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_system(machine, args.object(0)) {
        let key = args.object(1);
        let string = machine.program.well_known().string;
        if key != 0 && machine.class_of(key) == string {
            let key = machine.string(key);
            machine.note_property_changed(&key);
        }
    }
    Err(Trap::Bytecode)
}

/// A method of `Properties` that may change any entry.
fn change_entries(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if is_system(machine, args.object(0)) {
        machine.note_property_changed(ANY_PROPERTY);
    }
    Err(Trap::Bytecode)
}

/// Whether an object is the one with the system properties.
fn is_system(machine: &mut Machine<'_>, object: u32) -> bool {
    let system = machine.linkage.globals["java/lang/System"];
    let class = machine.class_of_mirror(system).expect("boot stored a mirror");
    machine.static_field(class, "props") == u64::from(object)
}

fn saved_property(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let key = machine.string(args.object(0));
    match property(machine, &key) {
        Some(value) => object(machine.intern_str(&value)),
        None => object(0),
    }
}

/// The methods behind it work on the object.
fn with_object(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    make_object(machine)?;
    Err(Trap::Bytecode)
}

/// With null the JDK would reread the properties from the operating system.
fn set_properties(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(0) == 0 {
        return Err(unsupported("System.setProperties(null)"));
    }
    machine.note_property_changed(ANY_PROPERTY);
    Err(Trap::Bytecode)
}

/// `VM.getSavedProperties`: the same properties as a map, made anew for each of its rare callers.
fn saved_properties(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    make_object(machine)?;
    let system = machine.load(SYSTEM)?;
    Ok(machine.static_field(system, "props"))
}

fn make_object(machine: &mut Machine<'_>) -> Result<(), Trap> {
    if has_object(machine) {
        return Ok(());
    }
    machine.permanently(KEY, |machine| {
        let class = machine.load(OBJECT)?;
        let constructor = machine.method(class, "<init>", "()V")?;
        let put = machine.method(class, "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;")?;
        machine.ensure_initialized(class)?;
        let properties = machine.new_object(class)?;
        machine.call_now(constructor, &[properties.into()])?;
        for (key, value) in all(machine) {
            let (key, value) = (machine.intern_str(&key), machine.intern_str(&value));
            machine.call_now(put, &[properties.into(), key.into(), value.into()])?;
        }
        let system = machine.load(SYSTEM)?;
        machine.set_static_field(system, "props", properties.into());
        Ok(())
    })
}

/// Under which the `Properties` object and its entries are named.
const KEY: u64 = 9 << 56 | 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_for_binary_search() {
        assert!(PROPERTIES.is_sorted_by_key(|&(name, _)| name));
    }
}
