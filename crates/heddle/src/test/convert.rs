//! Values from annotations as Java expressions: literals, and texts converted to the type of a parameter as JUnit
//! does it implicitly.

use super::classes::{Classes, PRIVATE, STATIC};
use crate::annotation::Element;

/// The Java name of a type from its descriptor.
pub fn type_name(descriptor: &str, classes: &Classes<'_>) -> String {
    match descriptor.as_bytes().first() {
        Some(b'[') => format!("{}[]", type_name(&descriptor[1..], classes)),
        Some(b'L') => classes.source_name(class_of(descriptor)),
        Some(b'Z') => "boolean".into(),
        Some(b'B') => "byte".into(),
        Some(b'C') => "char".into(),
        Some(b'S') => "short".into(),
        Some(b'I') => "int".into(),
        Some(b'J') => "long".into(),
        Some(b'F') => "float".into(),
        Some(b'V') => "void".into(),
        _ => "double".into(),
    }
}

/// The class of an object type, in internal form.
pub fn class_of(descriptor: &str) -> &str {
    descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')).unwrap_or(descriptor)
}

/// An expression that casts an object to a type; numbers are unboxed and widened.
pub fn cast(value: &str, descriptor: &str, classes: &Classes<'_>) -> String {
    match descriptor {
        "Z" => format!("(Boolean) {value}"),
        "C" => format!("(Character) {value}"),
        "B" | "S" | "I" | "J" | "F" | "D" => {
            format!("((Number) {value}).{}Value()", type_name(descriptor, classes))
        }
        _ => format!("({}) {value}", type_name(descriptor, classes)),
    }
}

/// A string literal.
pub fn text_literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)) {
            Some('\n') => literal.push_str("\\n"),
            Some('\r') => literal.push_str("\\r"),
            Some('\t') => literal.push_str("\\t"),
            Some(character @ ('"' | '\\')) => literal.extend(['\\', character]),
            Some(character @ ' '..='~') => literal.push(character),
            Some(_) if unit < 0x20 => literal.push_str(&format!("\\{unit:03o}")),
            _ => literal.push_str(&format!("\\u{unit:04x}")),
        }
    }
    literal + "\""
}

/// The literal of an element of an annotation for a parameter, and how it is shown.
pub fn element(element: &Element, descriptor: &str, classes: &Classes<'_>) -> Result<(String, String), String> {
    Ok(match element {
        Element::Text(text) => (convert(text, descriptor, classes)?, text.clone()),
        Element::Class(name) => {
            let name = classes.source_name(name);
            (format!("{name}.class"), name)
        }
        Element::Type(descriptor) => {
            let name = type_name(descriptor, classes);
            (format!("{name}.class"), name)
        }
        Element::Number(tag, bits) => number(*tag, *bits),
        other => return Err(format!("cannot pass {other:?} to a test")),
    })
}

fn number(tag: u8, bits: i64) -> (String, String) {
    match tag {
        b'Z' => ((bits != 0).to_string(), (bits != 0).to_string()),
        b'C' => {
            let shown = u32::try_from(bits).ok().and_then(char::from_u32).unwrap_or('?');
            (format!("(char) {bits}"), shown.to_string())
        }
        b'B' => (format!("(byte) ({bits})"), bits.to_string()),
        b'S' => (format!("(short) ({bits})"), bits.to_string()),
        b'J' => (format!("{bits}L"), bits.to_string()),
        b'F' => {
            let shown = f32::from_bits(u32::try_from(bits & 0xffff_ffff).unwrap_or_default());
            (format!("Float.intBitsToFloat({})", bits as i32), shown.to_string())
        }
        b'D' => (format!("Double.longBitsToDouble({bits}L)"), f64::from_bits(bits.cast_unsigned()).to_string()),
        // The least int has no literal of its own without the sign.
        _ => (format!("({bits})"), bits.to_string()),
    }
}

/// A text as an expression of the type of a parameter.
pub fn convert(text: &str, descriptor: &str, classes: &Classes<'_>) -> Result<String, String> {
    let literal = text_literal(text);
    let class = class_of(descriptor);
    let boxed = class.strip_prefix("java/lang/");
    Ok(match (descriptor, boxed) {
        (_, Some("String" | "Object" | "CharSequence")) => literal,
        ("Z", _) | (_, Some("Boolean")) => format!("Boolean.parseBoolean({literal})"),
        ("C", _) | (_, Some("Character")) => format!("{literal}.charAt(0)"),
        ("B", _) | (_, Some("Byte")) => format!("Byte.decode({literal})"),
        ("S", _) | (_, Some("Short")) => format!("Short.decode({literal})"),
        ("I", _) | (_, Some("Integer")) => format!("Integer.decode({literal})"),
        ("J", _) | (_, Some("Long")) => format!("Long.decode({literal})"),
        ("F", _) | (_, Some("Float")) => format!("Float.valueOf({literal})"),
        ("D", _) | (_, Some("Double")) => format!("Double.valueOf({literal})"),
        _ => from_text(&literal, descriptor, class, classes)?,
    })
}

/// By a constant of an enum, a static method that takes a text, or a constructor.
fn from_text(literal: &str, descriptor: &str, class: &str, classes: &Classes<'_>) -> Result<String, String> {
    let name = classes.source_name(class);
    let cannot = || Err(format!("cannot convert {literal} to {name}"));
    let Some(file) = classes.find_anywhere(class).filter(|_| descriptor.starts_with('L')) else { return cannot() };
    if classes.enum_constants(class).is_some_and(|constants| !constants.is_empty()) {
        return Ok(format!("{name}.valueOf({literal})"));
    }
    let takes_text = |descriptor: &str| {
        ["(Ljava/lang/String;)", "(Ljava/lang/CharSequence;)"].iter().any(|takes| descriptor.starts_with(takes))
    };
    let usable = file.methods().iter().filter(|method| method.access & PRIVATE == 0);
    let usable = usable.filter(|method| takes_text(&file.descriptor_of(method)));
    let makes = |end: &str| end == descriptor;
    let mut factories: Vec<String> = usable
        .clone()
        .filter(|method| method.access & STATIC != 0)
        .filter(|method| file.descriptor_of(method).rsplit(')').next().is_some_and(makes))
        .map(|method| file.name_of(method).into_owned())
        .collect();
    let usual = ["parse", "valueOf", "fromString", "of", "create", "forName", "getInstance"];
    factories.sort_by_key(|name| usual.iter().position(|usual| usual == name).unwrap_or(usual.len()));
    if let Some(factory) = factories.first() {
        return Ok(format!("{name}.{factory}({literal})"));
    }
    if usable.clone().any(|method| file.name_of(method) == "<init>") {
        return Ok(format!("new {name}({literal})"));
    }
    cannot()
}

#[cfg(test)]
mod tests {
    use super::text_literal;

    #[test]
    fn texts_become_literals() {
        assert_eq!(text_literal("a\"b\\\n\u{e9}\u{1F600}\0"), r#""a\"b\\\n\u00e9\ud83d\ude00\000""#);
    }
}
