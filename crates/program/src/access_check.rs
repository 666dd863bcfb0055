//! Access control (JVMS 5.4.4) and nests.

use crate::descriptor::package;
use crate::program::Program;
use crate::{Class, ClassId, MethodId, Origin, Symbol, access};

/// Whether two classes are in the same run-time package: the same name and the same kind of loader.
pub(crate) fn same_package(program: &Program, a: (Symbol, Origin), b: (Symbol, Origin)) -> bool {
    a.1 == b.1 && package(program.text(a.0)) == package(program.text(b.0))
}

impl Program {
    /// The nest host of a class: what its file names if that class agrees, else the class itself.
    pub fn nest_host(&self, id: ClassId) -> ClassId {
        let class = self.class(id);
        *class.nest_host.get_or_init(|| self.agreed_host(class).unwrap_or(id))
    }

    fn agreed_host(&self, class: &Class) -> Option<ClassId> {
        let name = class.file.as_ref()?.nest_host().ok()??;
        let host = self.class(self.load_beside(class.id, &name).ok()?);
        let members = host.file.as_ref()?.nest_members().ok()?;
        let agreed = members.iter().any(|member| member == self.text(class.name));
        (agreed && self.in_same_package(host, class)).then_some(host.id)
    }

    pub(crate) fn can_access_class(&self, from: ClassId, to: ClassId) -> bool {
        let to = self.class(self.element_of(to));
        to.access & access::PUBLIC != 0 || self.in_same_package(self.class(from), to)
    }

    pub(crate) fn can_access_method(&self, from: ClassId, named: ClassId, id: MethodId) -> bool {
        let method = self.method(id);
        // Arrays make `Object.clone` public.
        let clone = self.class(named).is_array() && self.text(method.name) == "clone";
        clone || self.can_access_member(from, named, method.class, method.access)
    }

    /// Whether `from` may use a member that `holder` declares and that the code names through
    /// class `named`.
    pub(crate) fn can_access_member(&self, from: ClassId, named: ClassId, holder: ClassId, flags: u16) -> bool {
        if from == holder || flags & access::PUBLIC != 0 {
            return true;
        }
        if flags & access::PRIVATE != 0 {
            return self.nest_host(from) == self.nest_host(holder);
        }
        if self.in_same_package(self.class(from), self.class(holder)) {
            return true;
        }
        flags & access::PROTECTED != 0
            && self.is_subtype(from, holder)
            && (flags & access::STATIC != 0 || self.is_subtype(named, from) || self.is_subtype(from, named))
    }

    fn in_same_package(&self, a: &Class, b: &Class) -> bool {
        a.space == b.space && same_package(self, (a.name, a.origin), (b.name, b.origin))
    }
}
