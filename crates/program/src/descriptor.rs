//! Field and method descriptors (JVMS 4.3) → [`Type`]s, and the names that Java prints for them.

use crate::Type;
use crate::symbols::Symbols;

/// A method descriptor, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// Parameter types without a receiver.
    pub params: Box<[Type]>,
    pub result: Type,
}

impl Signature {
    /// JVM slots of the parameters, without a receiver.
    pub fn slots(&self) -> u16 {
        self.params.iter().map(|p| p.slots()).sum()
    }
}

/// The type of a field descriptor; `None` if it is ill formed.
pub(crate) fn field_type(symbols: &Symbols, descriptor: &str) -> Option<Type> {
    let (ty, rest) = split_type(symbols, descriptor)?;
    rest.is_empty().then_some(ty)
}

/// The parts of a method descriptor; `None` if it is ill formed.
pub(crate) fn signature(symbols: &Symbols, descriptor: &str) -> Option<Signature> {
    let mut rest = descriptor.strip_prefix('(')?;
    let mut params = Vec::new();
    while !rest.starts_with(')') {
        let (ty, after) = split_type(symbols, rest)?;
        params.push(ty);
        rest = after;
    }
    let result = match &rest[1..] {
        "V" => Type::Void,
        result => field_type(symbols, result)?,
    };
    Some(Signature { params: params.into(), result })
}

/// The first type of a text and what follows it.
fn split_type<'a>(symbols: &Symbols, text: &'a str) -> Option<(Type, &'a str)> {
    let element = text.trim_start_matches('[');
    let dimensions = text.len() - element.len();
    let end = dimensions
        + match element.as_bytes().first()? {
            b'L' => element.find(';')? + 1,
            b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => 1,
            _ => return None,
        };
    let (first, rest) = text.split_at(end);
    let ty = match first.as_bytes() {
        [b'[', ..] => Type::Ref(symbols.intern(first)),
        [b'L', .., b';'] => Type::Ref(symbols.intern(&first[1..first.len() - 1])),
        [tag] => primitive(*tag)?,
        _ => return None,
    };
    Some((ty, rest))
}

/// The primitive type of a descriptor's letter.
pub(crate) fn primitive(tag: u8) -> Option<Type> {
    Some(match tag {
        b'B' => Type::Byte,
        b'C' => Type::Char,
        b'D' => Type::Double,
        b'F' => Type::Float,
        b'I' => Type::Int,
        b'J' => Type::Long,
        b'S' => Type::Short,
        b'Z' => Type::Boolean,
        b'V' => Type::Void,
        _ => return None,
    })
}

/// The nine types that are not references, in the order of their class ids.
pub(crate) const PRIMITIVES: [(Type, &str, &str); 9] = [
    (Type::Boolean, "boolean", "Z"),
    (Type::Byte, "byte", "B"),
    (Type::Char, "char", "C"),
    (Type::Short, "short", "S"),
    (Type::Int, "int", "I"),
    (Type::Long, "long", "J"),
    (Type::Float, "float", "F"),
    (Type::Double, "double", "D"),
    (Type::Void, "void", "V"),
];

/// The position of a primitive in [`PRIMITIVES`].
pub(crate) fn primitive_index(ty: Type) -> Option<usize> {
    PRIMITIVES.iter().position(|&(other, ..)| other == ty)
}

/// The descriptor of a type.
pub(crate) fn descriptor(symbols: &Symbols, ty: Type) -> String {
    match ty {
        Type::Ref(name) => class_descriptor(symbols.text(name)),
        _ => primitive_index(ty).map_or(String::new(), |at| PRIMITIVES[at].2.to_owned()),
    }
}

/// The descriptor of a class of an internal name (`[I` is its own).
pub(crate) fn class_descriptor(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}

/// What Java prints for the descriptor of one type: `[Ljava/lang/String;` → `java.lang.String[]`.
pub fn external_type(descriptor: &str) -> String {
    let element = descriptor.trim_start_matches('[');
    let dimensions = descriptor.len() - element.len();
    let name = match element.strip_prefix('L').and_then(|e| e.strip_suffix(';')) {
        Some(class) => class.replace('/', "."),
        None => PRIMITIVES
            .iter()
            .find(|(.., letter)| *letter == element)
            .map_or_else(|| element.to_owned(), |(_, name, _)| (*name).to_owned()),
    };
    name + &"[]".repeat(dimensions)
}

/// What HotSpot prints for a method: `int[] m(java.lang.String, long)`; `owner` goes before `m`.
pub fn external_method(owner: Option<&str>, name: &str, descriptor: &str) -> String {
    let (params, result) = descriptor[1..].rsplit_once(')').unwrap_or(("", descriptor));
    let mut types = Vec::new();
    let mut rest = params;
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let len = match rest.as_bytes().get(dimensions) {
            Some(b'L') => rest.find(';').map_or(rest.len(), |at| at + 1),
            Some(_) => dimensions + 1,
            None => rest.len(),
        };
        types.push(external_type(&rest[..len]));
        rest = &rest[len..];
    }
    let owner = owner.map_or(String::new(), |class| format!("{}.", class.replace('/', ".")));
    format!("{} {owner}{name}({})", external_type(result), types.join(", "))
}

/// The package of an internal name: `java/lang` for `java/lang/String`, empty for none.
pub(crate) fn package(name: &str) -> &str {
    // A hidden class has a number behind its name: `a/B/0x1`.
    let name = name.split_once("/0x").map_or(name, |(plain, _)| plain);
    name.rfind('/').map_or("", |at| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_come_apart() {
        let symbols = Symbols::default();
        let s = signature(&symbols, "(I[[JLjava/lang/String;D)[Lx;").expect("well formed");
        let string = Type::Ref(symbols.intern("java/lang/String"));
        let longs = Type::Ref(symbols.intern("[[J"));
        assert_eq!(&*s.params, &[Type::Int, longs, string, Type::Double]);
        assert_eq!(s.result, Type::Ref(symbols.intern("[Lx;")));
        assert_eq!(s.slots(), 5);
        for bad in ["", "()", "(V)V", "(I", "(Lx)V", "()VV", "(["] {
            assert_eq!(signature(&symbols, bad), None, "{bad}");
        }
        assert_eq!(descriptor(&symbols, string), "Ljava/lang/String;");
    }

    #[test]
    fn external_forms_read_as_java() {
        assert_eq!(
            external_method(Some("a/B"), "m", "(I[[JLjava/lang/String;)V"),
            "void a.B.m(int, long[][], java.lang.String)"
        );
        assert_eq!(external_method(None, "m", "()[I"), "int[] m()");
    }
}
