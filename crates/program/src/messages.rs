//! The words of linkage errors, those of HotSpot where a program could see them.

use crate::descriptor::{self, external_type};
use crate::model::Type;
use crate::program::{LinkError, Program};
use crate::{ClassId, FieldId, MethodId, access};

const ILLEGAL_ACCESS: &str = "java/lang/IllegalAccessError";

impl Program {
    /// A class's name as Java prints it: `java.lang.String`, `int[]`.
    pub fn external_name(&self, id: ClassId) -> String {
        external_type(&self.descriptor_of(id))
    }

    /// A class as a programmer names it: `a.B.Inner`.
    pub fn source_class(&self, id: ClassId) -> String {
        source_name(self.class_name(id))
    }

    /// A method as HotSpot prints it: `void a.B.m(int, java.lang.String)`.
    pub fn external_method(&self, id: MethodId) -> String {
        let method = self.method(id);
        let owner = self.class_name(method.class);
        descriptor::external_method(Some(owner), self.text(method.name), self.text(method.descriptor))
    }

    /// A method as a programmer names it: `a.B.Inner.m(int, String)`.
    pub fn source_method(&self, id: MethodId) -> String {
        let method = self.method(id);
        let simple = |ty: &Type| {
            let name = match *ty {
                Type::Ref(name) if self.text(name).starts_with('[') => descriptor::external_type(self.text(name)),
                Type::Ref(name) => self.text(name).to_owned(),
                ty => self.class_of_type(ty).map_or_else(|_| String::new(), |class| self.external_name(class)),
            };
            let name = source_name(&name);
            name.rsplit('.').next().unwrap_or_default().to_owned()
        };
        let params: Vec<String> = method.params.iter().map(simple).collect();
        format!("{}.{}({})", source_name(self.class_name(method.class)), self.text(method.name), params.join(", "))
    }

    /// A field as HotSpot prints it: `a.B.x`.
    pub fn external_field(&self, id: FieldId) -> String {
        let field = self.field(id);
        format!("{}.{}", self.external_name(field.class), self.text(field.name))
    }

    pub(crate) fn no_such_field(&self, class: ClassId, name: &str, descriptor: &str) -> LinkError {
        let message = if self.jdk_feature() >= 21 {
            let (class, ty) = (self.external_name(class), external_type(descriptor));
            format!("Class {class} does not have member field '{ty} {name}'")
        } else {
            name.to_owned()
        };
        LinkError::new("java/lang/NoSuchFieldError", message)
    }

    pub(crate) fn no_such_method(&self, class: ClassId, name: &str, descriptor: &str) -> LinkError {
        let owner = self.external_name(class);
        let method = descriptor::external_method(Some(&owner), name, descriptor);
        LinkError::new("java/lang/NoSuchMethodError", format!("'{method}'"))
    }

    pub(crate) fn inaccessible_class(&self, from: ClassId, class: ClassId) -> LinkError {
        let element = self.element_of(class);
        let message = format!(
            "failed to access class {} from class {} ({})",
            self.external_name(element),
            self.external_name(from),
            self.where_both(element, from)
        );
        LinkError::new(ILLEGAL_ACCESS, message)
    }

    pub(crate) fn inaccessible_field(&self, from: ClassId, id: FieldId) -> LinkError {
        let field = self.field(id);
        let message = format!(
            "class {} tried to access {}field {} ({})",
            self.external_name(from),
            visibility(field.access),
            self.external_field(id),
            self.where_both(from, field.class)
        );
        LinkError::new(ILLEGAL_ACCESS, message)
    }

    pub(crate) fn inaccessible_method(&self, from: ClassId, id: MethodId) -> LinkError {
        let method = self.method(id);
        let message = format!(
            "class {} tried to access {}{}method '{}' ({})",
            self.external_name(from),
            if method.is_abstract() { "abstract " } else { "" },
            visibility(method.access),
            self.external_method(id),
            self.where_both(from, method.class)
        );
        LinkError::new(ILLEGAL_ACCESS, message)
    }

    /// Through an interface only public methods may be selected.
    pub(crate) fn not_public(&self, receiver: ClassId, resolved: MethodId, selected: MethodId) -> LinkError {
        let message = format!(
            "Receiver class {}: selected method '{}' of interface method '{}' is not public",
            self.external_name(receiver),
            self.external_method(selected),
            self.external_method(resolved)
        );
        LinkError::new(ILLEGAL_ACCESS, message)
    }

    pub(crate) fn abstract_method(
        &self,
        receiver: Option<ClassId>,
        resolved: MethodId,
        selected: Option<MethodId>,
    ) -> LinkError {
        let holder = self.class(self.method(resolved).class);
        let kind = match (holder.is_interface(), holder.is_abstract()) {
            (true, _) => "interface",
            (false, true) => "abstract class",
            (false, false) => "class",
        };
        let mut message = match receiver {
            Some(class) => format!(
                "Receiver class {} does not define or inherit an implementation of the resolved method ",
                self.external_name(class)
            ),
            None => "Missing implementation of resolved method ".to_owned(),
        };
        message += &format!("'{}' of {kind} {}.", self.bare_method(resolved), self.external_name(holder.id));
        if let Some(selected) = selected.filter(|&selected| selected != resolved) {
            message += &format!(" Selected method is '{}'.", self.bare_method(selected));
        }
        LinkError::new("java/lang/AbstractMethodError", message)
    }

    /// From JDK 25 on, `invokeinterface` finds the method that HotSpot generates to throw the
    /// error where default methods are involved; before, it ignores them.
    pub(crate) fn nothing_inherited(&self, receiver: ClassId, resolved: MethodId) -> LinkError {
        let interfaces = &self.class(receiver).all_interfaces;
        let defaults = interfaces.iter().any(|&i| self.class(i).has_default_methods);
        if self.jdk_feature() < 25 || !defaults {
            return self.abstract_method(Some(receiver), resolved, None);
        }
        let method = self.method(resolved);
        let (class, name) = (self.class_name(receiver), self.text(method.name));
        let message = format!("Method {class}.{name}{} is abstract", self.text(method.descriptor));
        LinkError::new("java/lang/AbstractMethodError", message)
    }

    pub(crate) fn conflicting_defaults(
        &self,
        receiver: ClassId,
        resolved: MethodId,
        methods: &[MethodId],
    ) -> LinkError {
        if self.jdk_feature() < 25 {
            return self.abstract_method(Some(receiver), resolved, None);
        }
        let mut message = "Conflicting default methods:".to_owned();
        for &id in methods {
            let method = self.method(id);
            message += &format!(" {}.{}", self.class_name(method.class), self.text(method.name));
        }
        LinkError::new("java/lang/IncompatibleClassChangeError", message)
    }

    /// `abstract void m(int)`.
    fn bare_method(&self, id: MethodId) -> String {
        let method = self.method(id);
        let modifiers = [(access::ABSTRACT, "abstract "), (access::PRIVATE, "private ")];
        let modifiers = modifiers.iter().filter(|(flag, _)| method.access & flag != 0);
        let prefix: String = modifiers.map(|&(_, word)| word).collect();
        prefix + &descriptor::external_method(None, self.text(method.name), self.text(method.descriptor))
    }

    pub(crate) fn not_implemented(&self, receiver: ClassId, interface: ClassId) -> LinkError {
        let message = format!(
            "Class {} does not implement the requested interface {}",
            self.external_name(receiver),
            self.external_name(interface)
        );
        LinkError::new("java/lang/IncompatibleClassChangeError", message)
    }

    /// `module java.base of loader 'bootstrap'`.
    pub(crate) fn place_of(&self, id: ClassId) -> String {
        match self.module_of(id) {
            Some(module) => format!("module {module} of loader 'bootstrap'"),
            None => "unnamed module of loader 'app'".to_owned(),
        }
    }

    /// Modules and loaders, as `Klass::joint_in_module_of_loader` prints them.
    fn where_both(&self, a: ClassId, b: ClassId) -> String {
        let (in_a, in_b) = (self.place_of(a), self.place_of(b));
        let (a, b) = (self.external_name(a), self.external_name(b));
        if in_a == in_b { format!("{a} and {b} are in {in_a}") } else { format!("{a} is in {in_a}; {b} is in {in_b}") }
    }
}

fn visibility(flags: u16) -> &'static str {
    match flags & (access::PROTECTED | access::PRIVATE) {
        access::PROTECTED => "protected ",
        access::PRIVATE => "private ",
        _ => "",
    }
}

/// The name of a class as it stands in sources; anonymous and local classes have none and keep their numbers.
fn source_name(internal: &str) -> String {
    let mut name = String::new();
    let mut units = internal.chars().peekable();
    while let Some(c) = units.next() {
        let is_nested = c == '$' && !name.is_empty() && units.peek().is_some_and(|next| next.is_alphabetic());
        name.push(if c == '/' || is_nested { '.' } else { c });
    }
    name
}
