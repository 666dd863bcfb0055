//! `java.util.ServiceLoader`: providers of the JDK's modules, and those that files in
//! `META-INF/services` of the class path name.
//!
//! There are no module layers; two private methods of the JDK's lookup are replaced, which find
//! the providers of modules and of the class path. Loading and making them is the JDK's code.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};

use crate::java_lang::class::find_class;
use crate::java_lang::module;
use crate::rows::{Slots, class_argument, flag, nothing, object, pure};

const CLASS: &str = "java/util/ServiceLoader";
const MODULES: &str = "java/util/ServiceLoader$ModuleServicesLookupIterator";
const CLASS_PATH: &str = "java/util/ServiceLoader$LazyClassPathLookupIterator";

pub const ROWS: &[Native] = &[
    pure(MODULES, "iteratorFor", "(Ljava/lang/ClassLoader;)Ljava/util/Iterator;", module_providers),
    pure(CLASS_PATH, "nextProviderClass", "()Ljava/lang/Class;", next_provider_class),
    pure(CLASS, "inExplicitModule", "(Ljava/lang/Class;)Z", is_in_module),
    pure(CLASS, "checkCaller", "(Ljava/lang/Class;Ljava/lang/Class;)V", nothing),
    pure("jdk/internal/loader/BootLoader", "hasClassPath", "()Z", nothing),
];

/// The service that a lookup is for, as internal name.
fn service_of(machine: &mut Machine<'_>, lookup: Ref) -> Result<String, Trap> {
    let loader = machine.field(lookup, "this$0") as Ref;
    let service = machine.field(loader, "service");
    let class = class_argument(machine, &[service], 0)?;
    Ok(machine.program.class_name(class).to_owned())
}

/// All modules of the JDK count as the boot loader's.
fn module_providers(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let service = service_of(machine, args.object(0))?;
    let program = machine.program;
    let wanted = |provider: &&heddle_program::Provider| args.object(1) == 0 && *provider.service == *service;
    let providers: Vec<_> = program.jdk_services().iter().filter(wanted).collect();
    let class = machine.load("jdk/internal/module/ServicesCatalog$ServiceProvider")?;
    let array_class = program.array_of(class);
    let array = machine.new_array(array_class, providers.len() as u32)?;
    for (index, provider) in providers.into_iter().enumerate() {
        let module = module::named(machine, &provider.module)?;
        let name = machine.intern_str(&provider.class.replace('/', "."));
        let entry = machine.new_object(class)?;
        machine.set_field(entry, "module", module.into());
        machine.set_field(entry, "providerName", name.into());
        machine.store_element_ref(array, index as u32, entry);
    }
    object(iterator(machine, array)?)
}

/// An iterator over an array.
fn iterator(machine: &mut Machine<'_>, array: Ref) -> Result<Ref, Trap> {
    let class = machine.load("java/util/Arrays$ArrayItr")?;
    let iterator = machine.new_object(class)?;
    machine.set_field(iterator, "a", array.into());
    Ok(iterator)
}

fn is_in_module(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 1)?;
    flag(machine.program.module_of(class).is_some())
}

/// The next class that the class path names, or null. The names are kept in the lookup's field
/// `pending`, as an iterator over an array.
fn next_provider_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let lookup = args.object(0);
    let service = service_of(machine, lookup)?;
    if machine.field(lookup, "pending") == 0 {
        let names = provider_names(machine, &service);
        let strings = machine.program.well_known().string_array;
        let array = machine.new_array(strings, names.len() as u32)?;
        for (index, name) in names.iter().enumerate() {
            let name = machine.intern_str(name);
            machine.store_element_ref(array, index as u32, name);
        }
        let pending = iterator(machine, array)?;
        machine.set_field(lookup, "pending", pending.into());
    }
    let pending = machine.field(lookup, "pending") as Ref;
    let (array, cursor) = (machine.field(pending, "a") as Ref, machine.field(pending, "cursor") as u32);
    if cursor >= machine.state.heap.len(array) {
        return object(0);
    }
    machine.set_field(pending, "cursor", u64::from(cursor) + 1);
    let name = machine.state.heap.load_u32(array, cursor);
    let name = machine.string(name);
    match find_class(machine, &name) {
        Ok(class) => object(machine.mirror(class)),
        Err(Trap::Throw(_)) => {
            let message = format!("{}: Provider {name} not found", service.replace('/', "."));
            Err(machine.throw("java/util/ServiceConfigurationError", &message))
        }
        Err(trap) => Err(trap),
    }
}

/// The lines of all files for a service, without comments and repetitions.
fn provider_names(machine: &Machine<'_>, service: &str) -> Vec<String> {
    let path = format!("META-INF/services/{}", service.replace('/', "."));
    let mut names = Vec::new();
    for file in machine.program.user_resources(&path) {
        for line in String::from_utf8_lossy(&file).lines() {
            let name = line.split('#').next().unwrap_or("").trim().to_owned();
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}
