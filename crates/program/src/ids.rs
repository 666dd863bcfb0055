//! Ids of the program model. Each is an index into one append-only table of [`crate::Program`],
//! unique and stable within a process; none of them is ever reused.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the table that this id indexes.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// An interned name or descriptor.
    Symbol
}
id! {
    /// A class, interface, array class or primitive type.
    ClassId
}
id! {
    /// A declared method, constructor, class initialiser or synthesised method.
    MethodId
}
id! {
    /// A declared field.
    FieldId
}
