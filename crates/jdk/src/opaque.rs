//! Parts of the JDK that the static analysis does not read, or cannot follow.
//!
//! Other parts of the JDK use them for their own ends, such as the names of months, random seeds or log
//! messages, and what they share are caches that come out alike in whatever order they are filled. Their code is
//! not read; a program that calls them itself is not analysed.

use crate::entry::{self, Class, Does, Is, methods};

pub(crate) const CLASSES: &[Class] = &[
    opaque("com/sun/"),
    opaque("java/lang/Module"),
    // Walks over the stack; only the program's own would call back what is not the JDK's.
    opaque("java/lang/StackStreamFactory"),
    opaque("java/lang/System$Logger"),
    // Beans of the virtual machine and of libraries, found by reflection.
    opaque("java/lang/management/"),
    opaque("java/lang/module/"),
    opaque("java/net/"),
    opaque("java/nio/channels/"),
    opaque("java/nio/file/"),
    opaque("java/security/"),
    opaque("java/text/"),
    opaque("java/util/ResourceBundle"),
    opaque("java/util/ServiceLoader"),
    opaque("java/util/jar/"),
    opaque("java/util/logging/"),
    opaque("java/util/zip/"),
    opaque("javax/"),
    opaque("jdk/internal/icu/"),
    opaque("jdk/internal/jimage/"),
    opaque("jdk/internal/loader/"),
    opaque("jdk/internal/logger/"),
    opaque("jdk/internal/module/"),
    opaque("jdk/internal/reflect/"),
    opaque("jdk/internal/util/xml/"),
    opaque("sun/invoke/"),
    opaque("sun/launcher/"),
    opaque("sun/management/"),
    opaque("sun/net/"),
    opaque("sun/nio/ch/"),
    opaque("sun/nio/fs/"),
    opaque("sun/reflect/"),
    opaque("sun/security/"),
    opaque("sun/text/"),
    opaque("sun/util/"),
    // What of those prefixes is read all the same.
    Class::all("java/security/AccessController").is(&[Is::Read]),
    Class::all("java/security/PrivilegedAction").is(&[Is::Read]),
    Class::new("java/security/AccessController").methods(&[
        methods(Does::Opaque, &["checkPermission"]),
        methods(Does::Opaque, &["checkContext", "createWrapper"]).until(23),
    ]),
    // Texts, put together by streams; reading these would bring in pools and their threads.
    Class::new("java/lang/reflect/Executable").methods(&[
        methods(Does::Opaque, &["sharedToString", "sharedToGenericString"]),
        methods(Does::Escapes, &["getAnnotation", "getDeclaredAnnotations", "getParameterAnnotations"]),
    ]),
    // What an index that is out of bounds is told to be, by way of formats and regular expressions.
    Class::new("jdk/internal/util/Preconditions").methods(&[methods(Does::Opaque, &["outOfBoundsMessage"])]),
    // Prints where a virtual thread first uses a thread local, if a property asks for it, by way of formats and regular
    // expressions: eight times the methods of all else that a small program reaches.
    Class::new("java/lang/ThreadLocal").methods(&[
        methods(Does::Opaque, &["dumpStackIfVirtualThread"]).since(21).until(23),
        methods(Does::Opaque, &["printStackTrace"]).since(24),
    ]),
    // What the program reaches by reflection, handles and serialisation.
    Class::new("java/io/ObjectInputStream").is(&[Is::Escapes]),
    Class::new("java/io/ObjectOutputStream").is(&[Is::Escapes]),
    Class::new("java/lang/ClassLoader").is(&[Is::Escapes]),
    Class::new("java/lang/Runtime").methods(&[methods(Does::Escapes, &["addShutdownHook"])]),
    Class::new("java/lang/StackWalker").is(&[Is::Escapes]),
    Class::new("java/lang/invoke/MethodHandle").is(&[Is::Escapes]),
    Class::new("java/lang/invoke/MethodHandleProxies").is(&[Is::Escapes]),
    Class::new("java/lang/invoke/MethodHandles")
        .is(&[Is::Escapes])
        .methods(&[methods(Does::Followed, &["lookup", "privateLookupIn", "arrayElementVarHandle"])]),
    Class::new("java/lang/invoke/MethodHandles$Lookup")
        .is(&[Is::Escapes])
        .methods(&[methods(Does::Followed, &["findVarHandle"]), methods(Does::Opaque, &["ensureInitialized"])]),
    // An annotation is an object of a class that nobody sees, whose methods give objects of the program.
    Class::new("java/lang/Package").methods(&[methods(Does::Escapes, ANNOTATIONS)]),
    Class::new("java/lang/reflect/AccessibleObject").methods(&[methods(Does::Escapes, ANNOTATIONS)]),
    Class::new("java/lang/reflect/AnnotatedElement").is(&[Is::Escapes]),
    Class::new("java/lang/reflect/Parameter").methods(&[methods(Does::Escapes, ANNOTATIONS)]),
    Class::new("java/lang/reflect/RecordComponent").is(&[Is::Escapes]),
    Class::new("java/lang/reflect/Constructor")
        .methods(&[methods(Does::Escapes, &["newInstance", "newInstanceWithCaller", "getAnnotation"])]),
    Class::new(FIELD),
    Class::new("java/lang/reflect/Method")
        .methods(&[methods(Does::Escapes, &["invoke", "getAnnotation", "getDefaultValue"])]),
    Class::new("java/lang/reflect/Proxy").is(&[Is::Escapes]),
    Class::new("java/util/ServiceLoader").is(&[Is::Escapes]),
];

/// How a program gets at annotations.
pub(crate) const ANNOTATIONS: &[&str] =
    &["getAnnotation", "getAnnotations", "getDeclaredAnnotation", "getDeclaredAnnotations"];

const FIELD: &str = "java/lang/reflect/Field";

const fn opaque(prefix: &'static str) -> Class {
    Class::all(prefix).is(&[Is::Opaque])
}

/// Whether the code of a class of the JDK is not read.
pub fn is_opaque_class(class: &str) -> bool {
    entry::is_among(CLASSES, class, Is::Opaque) && !entry::is_among(CLASSES, class, Is::Read)
}

/// Whether a method is not read although its class is.
pub fn is_opaque_method(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::Opaque)
}

/// Whether a method reaches code or memory by ways that the analysis cannot follow, if the program calls it;
/// nothing if its class is not known for that.
pub fn escapes(class: &str, name: &str) -> Option<bool> {
    // All that read or write a value, whatever its type.
    if class == FIELD {
        return Some(name.starts_with("get") && name != "getName" || name.starts_with("set"));
    }
    let entry = entry::entry(class)?;
    let mut found = entry::does(class, name, "");
    if entry.is.contains(&Is::Escapes) {
        Some(!found.any(|does| does == Does::Followed))
    } else {
        let knows = entry.methods.iter().any(|methods| methods.does == Does::Escapes);
        knows.then(|| found.any(|does| does == Does::Escapes))
    }
}
