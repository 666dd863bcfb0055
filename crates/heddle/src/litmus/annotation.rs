//! Annotations as they stand in class files (JVMS 4.7.16), read by name.

use heddle_classfile::{Attribute, ClassFile, Constant};

/// An annotation: the simple name of its type, and its elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotation {
    pub name: String,
    pub elements: Vec<(String, Element)>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Element {
    Text(String),
    /// The name of an enum constant.
    Constant(String),
    /// A class, in internal form.
    Class(String),
    List(Vec<Element>),
    Nested(Annotation),
    Other,
}

impl Annotation {
    pub fn element(&self, name: &str) -> Option<&Element> {
        self.elements.iter().find(|(of, _)| of == name).map(|(_, element)| element)
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
        let name = descriptor.trim_end_matches(';').rsplit(['/', '$']).next()?.to_string();
        let count = self.short()?;
        let mut elements = Vec::new();
        for _ in 0..count {
            let name = self.text()?;
            elements.push((name, self.element()?));
        }
        Some(Annotation { name, elements })
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
            b'c' => self.text().map(|text| Element::Class(text.trim_start_matches('L').trim_end_matches(';').into())),
            _ => {
                let index = self.short()?;
                let _: Constant = self.file.constant(index).ok()?;
                Some(Element::Other)
            }
        }
    }
}
