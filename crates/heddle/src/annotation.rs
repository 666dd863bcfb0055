//! Annotations as they stand in class files (JVMS 4.7.16), read by name.

use heddle_classfile::{Attribute, ClassFile, Constant};

/// An annotation: its type and its elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    /// The simple name of its type.
    pub name: String,
    /// Its type, in internal form.
    pub of: String,
    pub elements: Vec<(String, Element)>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Element {
    Text(String),
    /// The name of an enum constant.
    Constant(String),
    /// A class, in internal form.
    Class(String),
    /// A primitive type or one of arrays, as descriptors have it.
    Type(String),
    List(Vec<Element>),
    Nested(Annotation),
    /// A number, character or truth value: the letter of its type in descriptors, and its bits.
    Number(u8, i64),
}

impl Annotation {
    pub fn element(&self, name: &str) -> Option<&Element> {
        self.elements.iter().find(|(of, _)| of == name).map(|(_, element)| element)
    }

    /// The texts of an element that is one or several.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let text = |element: &Element| match element {
            Element::Text(text) | Element::Constant(text) | Element::Class(text) => Some(text.clone()),
            _ => None,
        };
        match self.element(name) {
            Some(Element::List(list)) => list.iter().filter_map(text).collect(),
            Some(one) => text(one).into_iter().collect(),
            None => vec![],
        }
    }

    /// The text of an element that is one.
    pub fn text(&self, name: &str) -> Option<String> {
        self.texts(name).into_iter().next()
    }

    /// The number of an element.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.element(name)? {
            Element::Number(_, number) => Some(*number),
            _ => None,
        }
    }

    /// The annotations in an element that is a list of them.
    pub fn nested(&self, name: &str) -> Vec<Annotation> {
        match self.element(name) {
            Some(Element::List(list)) => list
                .iter()
                .filter_map(|element| match element {
                    Element::Nested(nested) => Some(nested.clone()),
                    _ => None,
                })
                .collect(),
            _ => vec![],
        }
    }
}

/// All annotations among some attributes; what is malformed is left out.
pub fn annotations(file: &ClassFile, attributes: &[Attribute]) -> Vec<Annotation> {
    let mut found = Vec::new();
    for name in ["RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"] {
        let Some(bytes) = file.raw_attribute(attributes, name) else { continue };
        let mut reader = Reader { file, bytes };
        let count = reader.short().unwrap_or(0);
        found.extend((0..count).map_while(|_| reader.annotation()));
    }
    found
}

struct Reader<'f> {
    file: &'f ClassFile,
    bytes: &'f [u8],
}

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    fn short(&mut self) -> Option<u16> {
        Some(u16::from(self.byte()?) << 8 | u16::from(self.byte()?))
    }

    fn text(&mut self) -> Option<String> {
        let index = self.short()?;
        self.file.utf8(index).ok().map(|text| text.into_owned())
    }

    fn annotation(&mut self) -> Option<Annotation> {
        let descriptor = self.text()?;
        let of = descriptor.trim_start_matches('L').trim_end_matches(';').to_string();
        let name = of.rsplit(['/', '$']).next()?.to_string();
        let count = self.short()?;
        let mut elements = Vec::new();
        for _ in 0..count {
            let name = self.text()?;
            elements.push((name, self.element()?));
        }
        Some(Annotation { name, of, elements })
    }

    fn element(&mut self) -> Option<Element> {
        match self.byte()? {
            b's' => self.text().map(Element::Text),
            b'e' => {
                self.short()?;
                self.text().map(Element::Constant)
            }
            b'@' => self.annotation().map(Element::Nested),
            b'[' => {
                let count = self.short()?;
                (0..count).map(|_| self.element()).collect::<Option<_>>().map(Element::List)
            }
            b'c' => {
                let text = self.text()?;
                let class = text.strip_prefix('L').and_then(|text| text.strip_suffix(';'));
                Some(class.map_or_else(|| Element::Type(text.clone()), |class| Element::Class(class.into())))
            }
            tag => {
                let index = self.short()?;
                let bits = match self.file.constant(index).ok()? {
                    Constant::Integer(number) => i64::from(number),
                    Constant::Float(bits) => i64::from(bits),
                    Constant::Long(number) => number,
                    Constant::Double(bits) => bits.cast_signed(),
                    _ => return None,
                };
                Some(Element::Number(tag, bits))
            }
        }
    }
}

/// The annotations of each parameter of a method, where it has some. A constructor of an inner class may have more
/// parameters than there are entries here.
pub fn parameter_annotations(file: &ClassFile, attributes: &[Attribute]) -> Vec<Vec<Annotation>> {
    let Some(bytes) = file.raw_attribute(attributes, "RuntimeVisibleParameterAnnotations") else { return vec![] };
    let mut reader = Reader { file, bytes };
    let count = reader.byte().unwrap_or(0);
    let one = |reader: &mut Reader<'_>| {
        let count = reader.short()?;
        (0..count).map(|_| reader.annotation()).collect::<Option<Vec<_>>>()
    };
    (0..count).map_while(|_| one(&mut reader)).collect()
}
