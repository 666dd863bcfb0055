//! Class files of the program by name: what they inherit, the annotations on them with those that stand on the
//! annotations, and how Java source has to name them.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use heddle_classfile::{ClassFile, Member};
use heddle_program::Program;

use crate::annotation::{Annotation, annotations, parameter_annotations};

pub const PUBLIC: u16 = 0x0001;
pub const PRIVATE: u16 = 0x0002;
pub const STATIC: u16 = 0x0008;
pub const INTERFACE: u16 = 0x0200;
pub const ABSTRACT: u16 = 0x0400;
const SYNTHETIC: u16 = 0x1000;
const ENUM: u16 = 0x4000;

/// The class files of a program.
pub struct Classes<'p> {
    program: &'p Program,
    files: RefCell<HashMap<String, Option<Rc<ClassFile>>>>,
}

/// A method as a test class has it: declared there or inherited.
#[derive(Clone)]
pub struct Method {
    /// The class that declares it, in internal form.
    pub owner: String,
    pub name: String,
    /// Descriptors of its parameters.
    pub parameters: Vec<String>,
    pub access: u16,
    /// Its annotations, with those on the annotations.
    pub annotations: Vec<Annotation>,
    pub parameter_annotations: Vec<Vec<Annotation>>,
}

impl Method {
    /// Whether it carries an annotation of this type, itself or on another annotation.
    pub fn has(&self, of: &str) -> bool {
        self.annotation(of).is_some()
    }

    /// The annotation of this type.
    pub fn annotation(&self, of: &str) -> Option<&Annotation> {
        self.annotations.iter().find(|annotation| annotation.of == of)
    }

    pub fn is_static(&self) -> bool {
        self.access & STATIC != 0
    }
}

/// A field with annotations.
pub struct Field {
    pub owner: String,
    pub name: String,
    pub descriptor: String,
    pub access: u16,
    pub annotations: Vec<Annotation>,
}

impl<'p> Classes<'p> {
    pub fn of(program: &'p Program) -> Self {
        Self { program, files: RefCell::default() }
    }

    /// A class of the program or its libraries; not of the JDK.
    pub fn find(&self, name: &str) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.files.borrow().get(name) {
            return known.clone();
        }
        let bytes = self.program.user_resources(&format!("{name}.class")).into_iter().next();
        let file = bytes.and_then(|bytes| ClassFile::parse(bytes).ok()).map(Rc::new);
        self.files.borrow_mut().insert(name.to_owned(), file.clone());
        file
    }

    /// The same, also of the JDK.
    pub fn find_anywhere(&self, name: &str) -> Option<Rc<ClassFile>> {
        let of_jdk = || ClassFile::parse(self.program.resource(&format!("{name}.class"))?).ok().map(Rc::new);
        self.find(name).or_else(of_jdk)
    }

    /// The text of a resource on the class path.
    pub fn resource(&self, path: &str) -> Option<String> {
        let bytes = self.program.user_resources(path.trim_start_matches('/')).into_iter().next()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The annotations of a class and those on its annotations; some are inherited from the class that it extends.
    pub fn annotations_of(&self, file: &ClassFile) -> Vec<Annotation> {
        let mut all = self.with_meta(annotations(file, file.attributes()));
        let above = file.super_name().and_then(|name| self.find(&name));
        let inherited = above.map(|above| self.annotations_of(&above)).unwrap_or_default();
        all.extend(inherited.into_iter().filter(|one| self.is_inherited(&one.of)));
        all
    }

    fn is_inherited(&self, of: &str) -> bool {
        let on = |file: Rc<ClassFile>| annotations(&file, file.attributes());
        self.find(of).is_some_and(|file| on(file).iter().any(|one| one.of == "java/lang/annotation/Inherited"))
    }

    /// Annotations, and what stands on their types.
    fn with_meta(&self, direct: Vec<Annotation>) -> Vec<Annotation> {
        let mut seen: HashSet<String> = HashSet::new();
        let (mut all, mut open) = (Vec::new(), direct);
        while !open.is_empty() {
            let mut next = Vec::new();
            for annotation in open {
                let is_new = seen.insert(annotation.of.clone());
                if let Some(file) = self.find(&annotation.of).filter(|_| is_new) {
                    next.extend(annotations(&file, file.attributes()));
                }
                all.push(annotation);
            }
            open = next.into_iter().filter(|one| !one.of.starts_with("java/lang/annotation/")).collect();
        }
        all
    }

    /// What a class inherits from, the most general first, itself last.
    pub fn ancestry(&self, file: &Rc<ClassFile>) -> Vec<Rc<ClassFile>> {
        let mut all: Vec<Rc<ClassFile>> = Vec::new();
        let above = file.super_name().and_then(|name| self.find(&name));
        let interfaces = file.interface_names().filter_map(|name| self.find(&name));
        for above in above.into_iter().chain(interfaces) {
            for ancestor in self.ancestry(&above) {
                if !all.iter().any(|known| known.name() == ancestor.name()) {
                    all.push(ancestor);
                }
            }
        }
        all.push(Rc::clone(file));
        all
    }

    /// The methods that a class has, those of the most general class first. Within a class they are ordered as the
    /// frameworks do it, by the hash of the name.
    pub fn methods(&self, file: &Rc<ClassFile>) -> Vec<Method> {
        let mut overridden: HashSet<(String, String)> = HashSet::new();
        let mut by_class: Vec<Vec<Method>> = Vec::new();
        for file in self.ancestry(file).iter().rev() {
            let mut methods = Vec::new();
            let mut declared = Vec::new();
            for member in file.methods().iter().filter(|member| member.access & SYNTHETIC == 0) {
                let name = file.name_of(member).into_owned();
                let key = (name.clone(), file.descriptor_of(member).into_owned());
                if name.starts_with('<') || overridden.contains(&key) {
                    continue;
                }
                methods.push(self.method(file, member, name));
                declared.push(key);
            }
            overridden.extend(declared);
            methods.sort_by(|a, b| (java_hash(&a.name), &a.parameters).cmp(&(java_hash(&b.name), &b.parameters)));
            by_class.push(methods);
        }
        by_class.into_iter().rev().flatten().collect()
    }

    fn method(&self, file: &ClassFile, member: &Member, name: String) -> Method {
        let attributes = file.attributes_of(member);
        Method {
            owner: file.name().into_owned(),
            name,
            parameters: parameters(&file.descriptor_of(member)),
            access: member.access,
            annotations: self.with_meta(annotations(file, attributes)),
            parameter_annotations: parameter_annotations(file, attributes)
                .into_iter()
                .map(|of_one| self.with_meta(of_one))
                .collect(),
        }
    }

    /// The constructors of a class.
    pub fn constructors(&self, file: &ClassFile) -> Vec<Method> {
        let members = file.methods().iter().filter(|member| file.name_of(member) == "<init>");
        members.map(|member| self.method(file, member, "<init>".into())).collect()
    }

    /// The fields of a class that have annotations, inherited ones first.
    pub fn annotated_fields(&self, file: &Rc<ClassFile>) -> Vec<Field> {
        let mut found = Vec::new();
        for file in self.ancestry(file) {
            for member in file.fields() {
                let annotations = self.with_meta(annotations(&file, file.attributes_of(member)));
                if !annotations.is_empty() {
                    found.push(Field {
                        owner: file.name().into_owned(),
                        name: file.name_of(member).into_owned(),
                        descriptor: file.descriptor_of(member).into_owned(),
                        access: member.access,
                        annotations,
                    });
                }
            }
        }
        found
    }

    /// The constants of an enum, in order.
    pub fn enum_constants(&self, name: &str) -> Option<Vec<String>> {
        let file = self.find_anywhere(name)?;
        let constants = file.fields().iter().filter(|field| field.access & ENUM != 0);
        Some(constants.map(|field| file.name_of(field).into_owned()).collect())
    }

    /// How Java source names a class: `com.acme.Outer.Inner`.
    pub fn source_name(&self, name: &str) -> String {
        let row = self.find(name).and_then(|file| {
            let rows = file.inner_classes().ok()?;
            let row = rows.into_iter().find(|row| row.inner == name)?;
            Some((row.outer?.into_owned(), row.name?.into_owned()))
        });
        match row {
            Some((outer, simple)) => format!("{}.{simple}", self.source_name(&outer)),
            // A class of the JDK, of which only the name is known.
            None if self.find(name).is_none() => name.replace(['/', '$'], "."),
            None => name.replace('/', "."),
        }
    }

    /// The access of a class as it was declared, and the class that it stands in.
    pub fn declared(&self, file: &ClassFile) -> (u16, Option<String>) {
        let rows = file.inner_classes().unwrap_or_default();
        match rows.into_iter().find(|row| row.inner == file.name()) {
            Some(row) => (row.access, row.outer.map(|outer| outer.into_owned())),
            None => (file.access(), None),
        }
    }

    /// Whether code in a package may name a class.
    pub fn may_name(&self, name: &str, package: &str) -> bool {
        let Some(file) = self.find(name) else { return true };
        let (access, outer) = self.declared(&file);
        let visible = access & PUBLIC != 0 || (access & PRIVATE == 0 && package_of(name) == package);
        visible && outer.is_none_or(|outer| self.may_name(&outer, package))
    }

    /// Whether code in a package may call a method by its name.
    pub fn may_call(&self, method: &Method, package: &str) -> bool {
        let near = method.access & PRIVATE == 0 && package_of(&method.owner) == package;
        (method.access & PUBLIC != 0 || near) && self.may_name(&method.owner, package)
    }
}

/// The package of a class, with slashes.
pub fn package_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(package, _)| package)
}

/// Descriptors of the parameters of a method.
fn parameters(descriptor: &str) -> Vec<String> {
    let mut rest = descriptor.trim_start_matches('(').split(')').next().unwrap_or_default();
    let mut found = Vec::new();
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let element = &rest[dimensions..];
        let end = if element.starts_with('L') { element.find(';').map_or(element.len(), |end| end + 1) } else { 1 };
        let (one, others) = rest.split_at(dimensions + end);
        found.push(one.to_owned());
        rest = others;
    }
    found
}

/// `String.hashCode`.
fn java_hash(text: &str) -> i32 {
    text.encode_utf16().fold(0i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

#[cfg(test)]
mod tests {
    use super::{java_hash, parameters};

    #[test]
    fn descriptors_are_split_into_parameters() {
        assert_eq!(parameters("(I[JLjava/lang/String;[[Lp/A;)V"), ["I", "[J", "Ljava/lang/String;", "[[Lp/A;"]);
        assert_eq!(parameters("()V"), Vec::<String>::new());
    }

    #[test]
    fn names_hash_as_in_java() {
        assert_eq!(java_hash("hello"), 99_162_322);
    }
}
