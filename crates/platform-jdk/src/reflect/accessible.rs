//! `AccessibleObject.setAccessible`: what may be opened. The one rule of modules that is kept: the
//! user may open his own classes and, of the JDK's, only what is public in an exported package.

use heddle_machine::{Machine, Native, NativeResult, Trap};
use heddle_program::{Origin, access};

use crate::rows::{Slots, class_argument, flag, local};

const CLASS: &str = "java/lang/reflect/AccessibleObject";

pub const ROWS: &[Native] = &[local(CLASS, "checkCanSetAccessible", "(Ljava/lang/Class;Ljava/lang/Class;Z)Z", check)];

/// `checkCanSetAccessible(caller, declaringClass, throwExceptionIfDenied)`.
fn check(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let caller = class_argument(machine, args, 1)?;
    let declaring = class_argument(machine, args, 2)?;
    let program = machine.program;
    let of_jdk = |class| program.class(class).origin == Origin::Jdk;
    if of_jdk(caller) || !of_jdk(declaring) {
        return flag(true);
    }
    let modifiers = machine.field(args.object(0), "modifiers") as u16;
    let package = program.package_of(declaring).replace('/', ".");
    let exported = ["java.", "javax."].iter().any(|prefix| package.starts_with(prefix));
    let public = program.class(declaring).access & access::PUBLIC != 0;
    if public && exported {
        let inherited = modifiers & access::PROTECTED != 0
            && modifiers & access::STATIC != 0
            && program.is_subtype(caller, declaring);
        if modifiers & access::PUBLIC != 0 || inherited {
            return flag(true);
        }
    }
    if !args.flag(3) {
        return flag(false);
    }
    let class = machine.class_of(args.object(0));
    let to_string = machine.method(class, "toString", "()Ljava/lang/String;")?;
    let text = machine.call_now(to_string, &[args[0]])? as u32;
    let text = machine.string(text);
    let kind = if program.class_name(class).ends_with("Field") { "field " } else { "" };
    let verb = if public && modifiers & access::PUBLIC != 0 { "exports" } else { "opens" };
    let module = program.module_of(declaring).unwrap_or_else(|| "java.base".into());
    let message = format!(
        "Unable to make {kind}{text} accessible: module {module} does not \"{verb} {package}\" to unnamed module"
    );
    Err::<u64, Trap>(machine.throw("java/lang/reflect/InaccessibleObjectException", &message))
}
