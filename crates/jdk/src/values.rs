//! Texts, boxes, and classes whose objects never change but for caches; code that synchronises by means of its own.

use crate::entry::{self, Class, Does, Holds, Is, Methods, fields, methods};
use crate::opaque::ANNOTATIONS;

pub(crate) const CLASSES: &[Class] = &[
    Class::new("java/io/File").is(&[Is::Value]),
    Class::new("java/lang/Class").is(&[Is::Value]).methods(&[
        methods(
            Does::Opaque,
            &["forName", "newInstance", "getConstructor0", "getGenericInfo", "getGenericInterfaces", "methodToString"],
        ),
        methods(Does::Escapes, &["newInstance", "forName"]),
        methods(Does::Escapes, ANNOTATIONS),
        methods(Does::Escapes, &["getAnnotationsByType"]),
    ]),
    Class::new("java/lang/Enum").is(&[Is::Value]),
    Class::new("java/lang/String")
        .is(&[Is::Value, Is::Modelled])
        .fields(&[fields(Holds::Masked, &["hash", "hashIsZero"])]),
    Class::new("java/lang/System")
        .is(&[Is::Value])
        .methods(&[
            methods(Does::Opaque, &["getLogger"]),
            methods(Does::RunsAtStart, &["setJavaLangAccess"]).taking("()V"),
            methods(Does::ReadsClock, &["nanoTime", "currentTimeMillis"]),
            methods(Does::ReadsEnvironment, &["getenv"]),
        ])
        .fields(&[
            fields(Holds::SetAtStart, &["in", "out", "err", "lineSeparator", "props"]),
            fields(Holds::Stream, &["in", "out", "err"]),
            fields(Holds::SetAtStart, &["initialIn"]).since(21),
            fields(Holds::SetAtStart, &["initialErr"]).since(22),
        ]),
    Class::new("jdk/internal/misc/VM").methods(&[methods(Does::ReadsClock, &["getNanoTimeAdjustment"])]),
    Class::new("java/math/BigDecimal").is(&[Is::Value]),
    Class::new("java/math/BigInteger").is(&[Is::Value]).methods(&[
        // Products of numbers of thousands of digits; the program's own `parallelMultiply` would need threads.
        methods(Does::Opaque, &["multiplyToomCook3", "squareToomCook3"]),
        methods(Does::Escapes, &["parallelMultiply"]).since(19),
    ]),
    Class::new("java/net/URI").is(&[Is::Value]),
    Class::new("java/util/Locale").is(&[Is::Value]).methods(SETTING),
    Class::new("java/util/TimeZone").methods(SETTING),
    Class::new("java/util/UUID").is(&[Is::Value]),
    Class::new("java/security/SecureRandom").methods(&[methods(Does::DrawsRandom, &["nextBytes"])]),
    Class::new("java/util/Random").methods(&[methods(Does::DrawsRandom, &["<init>"]).taking("()")]),
    Class::new("java/util/SplittableRandom").methods(&[methods(Does::DrawsRandom, &["<init>"]).taking("()")]),
    Class::new("java/util/random/RandomGeneratorFactory").methods(&[
        methods(Does::DrawsRandom, &["create"]).taking("()"),
        methods(Does::DrawsRandom, &["of"]).taking("(Ljava/lang/String;Ljava/lang/Class;)"),
    ]),
    Class::new("java/lang/Boolean").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Byte").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Character").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Short").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Integer").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Long").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Float").is(&[Is::Box]).fields(VALUE),
    Class::new("java/lang/Double").is(&[Is::Box]).fields(VALUE),
    Class::all("java/util/concurrent/").is(&[Is::Trusted]),
    Class::all("jdk/internal/").is(&[Is::Trusted]),
    Class::all("sun/").is(&[Is::Trusted]),
    Class::all("java/lang/ClassValue").is(&[Is::Trusted]),
    Class::all("java/lang/Thread").is(&[Is::Trusted]),
    // What all threads share without knowing it.
    Class::all("java/security/Provider").is(&[Is::Trusted]),
    // Channels are safe for use by several threads.
    Class::all("java/nio/channels/").is(&[Is::Trusted]),
    Class::all("java/lang/VirtualThread").is(&[Is::Trusted]).since(19),
    Class::all("java/lang/invoke/").is(&[Is::Trusted]),
    Class::all("java/lang/ref/").is(&[Is::Trusted]),
    Class::all("java/lang/reflect/").is(&[Is::Trusted]),
];

const VALUE: &[crate::Fields] = &[fields(Holds::BoxedValue, &["value"])];

/// Whether a class is the box of a primitive type.
pub fn is_box(class: &str) -> bool {
    entry::is(class, Is::Box)
}

/// Whether a method puts a number into a box or takes it out.
pub fn is_boxing(class: &str, name: &str) -> bool {
    (is_box(class) || class == "java/lang/Number") && (name == "valueOf" || name.ends_with("Value"))
}

/// Whether what code of a class does to memory of the JDK is the business of its authors: it synchronises by
/// means of its own, or only remembers what it has worked out.
pub fn is_trusted(class: &str) -> bool {
    entry::is(class, Is::Value) || entry::is_among(CLASSES, class, Is::Trusted)
}

/// A method: class, name, and how the descriptor begins.
pub type Named = (&'static str, &'static str, &'static str);

/// Methods that take random numbers which the program gives no seed for.
pub fn that_draw_random() -> impl Iterator<Item = Named> {
    entry::all_that_do(Does::DrawsRandom)
}

/// Those whose numbers have the values of one seed even where the search tries all of them.
pub fn that_draw_from_one_seed() -> impl Iterator<Item = Named> {
    const CHOSEN: [&str; 2] = ["java/util/Random", "java/util/concurrent/ThreadLocalRandom"];
    that_draw_random().filter(|(class, ..)| !CHOSEN.contains(class))
}

/// Methods that read variables of the environment.
pub fn that_read_environment() -> impl Iterator<Item = Named> {
    entry::all_that_do(Does::ReadsEnvironment)
}

/// Classes whose objects hold others that a collector may take away.
pub const HOLD_WEAKLY: [&str; 2] = ["java/lang/ref/Reference", "java/util/WeakHashMap"];

/// Whether a collector writes to objects of a class.
pub fn is_cleared_by_collector(class: &str) -> bool {
    class == "java/lang/ref/Reference"
}

/// Classes that compute for their callers.
pub fn computes(class: &str) -> bool {
    matches!(class, "java/lang/Math" | "java/lang/StrictMath" | "java/lang/Long" | "java/util/concurrent/TimeUnit")
}

/// Whether a method does nothing with a number but to compute with it as an operator does, and to refuse too large results.
pub fn checks_overflow(class: &str, name: &str) -> bool {
    matches!(class, "java/lang/Math" | "java/lang/StrictMath") && name.ends_with("Exact")
}

/// Whether a method writes an elapsed time in another unit, and compares numbers only to find out which one, and whether the result is too
/// large: no time that a clock shows.
pub fn converts_elapsed(class: &str, name: &str) -> bool {
    class == "java/util/concurrent/TimeUnit" && (name == "cvt" || name.starts_with("to"))
}

/// Whether a method computes with moments that get older like other time stamps, and gives none away as anything else.
pub fn keeps_time(class: &str, name: &str) -> bool {
    const SYSTEM: [&str; 3] = ["java/time/Clock", "java/time/Clock$SystemClock", "java/time/Clock$SystemInstantSource"];
    SYSTEM.contains(&class) || class == "java/time/Instant" && name != "hashCode"
}

/// Whether a class is about dates and times of day, rather than about moments and times that pass.
pub fn is_of_dates(class: &str) -> bool {
    class.starts_with("java/time/") && !matches!(class, "java/time/Duration" | "java/time/Instant")
}

/// Whether a method writes an elapsed time as seconds and a part of a second, or the other way round.
pub fn keeps_elapsed(class: &str, name: &str) -> bool {
    let is_same = ["of", "to", "plus", "minus", "create", "between"].iter().any(|stem| name.starts_with(stem));
    class == "java/time/Duration" && is_same && !name.ends_with("Part")
}

/// Whether a method compares two objects that are elapsed times, its receiver and its argument.
pub fn compares_durations(class: &str, name: &str) -> bool {
    class == "java/time/Duration" && name == "compareTo"
}

/// Whether a method of the JDK makes a text of the time, or the seed of random numbers.
pub fn shows_or_mixes_time(class: &str, name: &str) -> bool {
    const TEXTS: [&str; 8] = [
        "java/io/",
        "java/lang/AbstractStringBuilder",
        "java/lang/String",
        "java/text/",
        "java/time/format/",
        "java/util/Formatter",
        "java/util/logging/",
        "jdk/internal/util/",
    ];
    let is_text_of_number = class == "java/lang/Long" && matches!(name, "getChars" | "stringSize" | "toString");
    is_text_of_number
        || name == "toString"
        || TEXTS.iter().any(|prefix| class.starts_with(prefix))
        || mixes_numbers(class)
}

/// Whether the `int`s that a class of the JDK compares are hashes, or numbers of its own.
pub fn compares_hashes(class: &str) -> bool {
    const PREFIXES: [&str; 9] = [
        "com/sun/jmx/",
        "java/lang/ThreadLocal",
        "java/lang/invoke/",
        "java/util/HashMap",
        "java/util/Hashtable",
        "java/util/ImmutableCollections",
        "java/util/WeakHashMap",
        "java/util/concurrent/ConcurrentHashMap",
        "javax/management/",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

/// Whether a class makes random numbers.
pub fn mixes_numbers(class: &str) -> bool {
    class.starts_with("java/util/") && class.ends_with("Random")
}

/// Whether the order in which code of a class of the JDK goes through a set or map is for its caller to see.
pub fn passes_order_on(class: &str) -> bool {
    let hashes = ["java/util/HashMap", "java/util/HashSet", "java/util/concurrent/ConcurrentHashMap"];
    class.starts_with("java/util/") && !hashes.contains(&class)
}

/// Whether what code of a class of the JDK does with hash codes is for its caller to see: collections, and all that turns
/// objects to numbers or texts.
pub fn passes_hashes_on(class: &str) -> bool {
    let package = class.rsplit_once('/').map_or("", |(package, _)| package);
    let of_threads = class.starts_with("java/lang/Thread") || class.starts_with("java/lang/Class");
    match package {
        "java/lang" => !of_threads,
        "java/util" | "java/util/stream" | "java/util/function" => true,
        // What the machine writes for records and lambdas.
        _ if class.contains("$$") => true,
        "java/util/concurrent" => class.contains("/Concurrent") || class.contains("/CopyOnWrite"),
        _ => false,
    }
}

/// Whether code of a class of the JDK only hands on what the virtual machine says of itself and of its host.
pub fn passes_figures_on(class: &str) -> bool {
    const PREFIXES: [&str; 11] = [
        "com/sun/management/",
        "java/lang/ProcessHandle",
        "java/lang/Runtime",
        "java/lang/management/",
        "java/net/Inet",
        "java/net/NetworkInterface",
        "java/time/",
        "java/util/TimeZone",
        // Pools that have as many workers as there are processors.
        "java/util/concurrent/Executors",
        "java/util/concurrent/ForkJoinPool",
        "sun/management/",
    ];
    PREFIXES.iter().any(|prefix| class.starts_with(prefix))
}

const SETTING: &[Methods] =
    &[methods(Does::ReadsSetting, &["getDefault"]), methods(Does::ChangesSetting, &["setDefault"])];

/// Whether a method tells what stands for all code that does not say what it wants, such as the locale.
pub fn reads_setting(class: &str, name: &str) -> bool {
    name == "getDefault" && entry::does(class, name, "").any(|does| does == Does::ReadsSetting)
}

/// Whether a method changes that.
pub fn changes_setting(class: &str, name: &str) -> bool {
    name == "setDefault" && entry::does(class, name, "").any(|does| does == Does::ChangesSetting)
}

/// Whether a field remembers what can be worked out from the others.
pub fn is_cache(class: &str, field: &str) -> bool {
    entry::is(class, Is::Value) && entry::holds(class, field).any(|holds| holds == Holds::Masked)
}

/// Classes of the JDK whose texts are made without asking other objects.
const PLAIN_TEXTS: [&str; 15] = [
    "java/lang/Object",
    "java/lang/String",
    "java/lang/Enum",
    "java/lang/Boolean",
    "java/lang/Character",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/StringBuilder",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/concurrent/atomic/AtomicBoolean",
];

/// Whether the text of an object of a class of the JDK is made without asking other objects.
pub fn has_plain_text(class: &str) -> bool {
    PLAIN_TEXTS.contains(&class)
}

/// Whether nobody may give an exception of a class a cause once it is made.
pub fn has_settled_cause(class: &str) -> bool {
    ["java/lang/ClassNotFoundException", "java/lang/ExceptionInInitializerError"].contains(&class)
}
