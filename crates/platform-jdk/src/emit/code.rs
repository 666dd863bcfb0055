//! Writing bytecode: one method per instruction, the stack depth counted along the way, jumps to
//! labels patched at the end.

use super::pool::Pool;
use super::signature::{Signature, class_name, slots};

/// A place in the code, bound once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(usize);

/// The code of one method.
pub struct CodeBuilder<'a> {
    pool: &'a mut Pool,
    class: &'a str,
    bytes: Vec<u8>,
    depth: u16,
    max_depth: u16,
    locals: u16,
    labels: Vec<Place>,
    patches: Vec<Patch>,
    handlers: Vec<(Label, Label, Label, u16)>,
}

#[derive(Clone, Copy, Default)]
struct Place {
    at: Option<u16>,
    /// Stack depth at the label, from the first jump to it.
    depth: Option<u16>,
}

struct Patch {
    /// Where the offset is, and the instruction it counts from.
    at: usize,
    from: usize,
    label: Label,
    wide: bool,
}

/// Comparisons of an `int` with 0 or a reference with null.
pub mod jump {
    pub const IF_EQ: u8 = 153;
    pub const IF_NE: u8 = 154;
    pub const IF_ICMP_NE: u8 = 160;
    pub const IF_ICMP_LE: u8 = 164;
    pub const IF_ACMP_EQ: u8 = 165;
    pub const IF_ACMP_NE: u8 = 166;
    pub const GOTO: u8 = 167;
    pub const IF_NULL: u8 = 198;
    pub const IF_NON_NULL: u8 = 199;
}

impl<'a> CodeBuilder<'a> {
    pub(super) fn new(pool: &'a mut Pool, class: &'a str, locals: u16) -> Self {
        Self {
            pool,
            class,
            bytes: Vec::new(),
            depth: 0,
            max_depth: 0,
            locals,
            labels: Vec::new(),
            patches: Vec::new(),
            handlers: Vec::new(),
        }
    }

    /// The name of the class being written.
    pub fn class(&self) -> &'a str {
        self.class
    }

    /// A new local for a value of that type.
    pub fn new_local(&mut self, descriptor: &str) -> u16 {
        let local = self.locals;
        self.locals += slots(descriptor);
        local
    }

    fn grow(&mut self, by: u16) {
        self.depth += by;
        self.max_depth = self.max_depth.max(self.depth);
    }

    /// Bootstrap arguments of a broken class may not fit together; the code written for them then
    /// takes more than there is, and translation refuses it.
    fn shrink(&mut self, by: u16) {
        self.depth = self.depth.saturating_sub(by);
    }

    fn op(&mut self, opcode: u8) {
        self.bytes.push(opcode);
    }

    fn op_u16(&mut self, opcode: u8, operand: u16) {
        self.bytes.push(opcode);
        self.bytes.extend(operand.to_be_bytes());
    }

    fn local_op(&mut self, opcode: u8, local: u16) {
        match u8::try_from(local) {
            Ok(local) => self.bytes.extend([opcode, local]),
            Err(_) => {
                self.bytes.extend([196, opcode]);
                self.bytes.extend(local.to_be_bytes());
            }
        }
    }

    /// Position of a type in the families of typed instructions: int, long, float, double, ref.
    fn family(descriptor: &str) -> u8 {
        match descriptor.as_bytes()[0] {
            b'J' => 1,
            b'F' => 2,
            b'D' => 3,
            b'L' | b'[' => 4,
            _ => 0,
        }
    }

    pub fn load(&mut self, descriptor: &str, local: u16) {
        self.local_op(21 + Self::family(descriptor), local);
        self.grow(slots(descriptor));
    }

    pub fn load_this(&mut self) {
        self.load("Ljava/lang/Object;", 0);
    }

    pub fn store(&mut self, descriptor: &str, local: u16) {
        self.local_op(54 + Self::family(descriptor), local);
        self.shrink(slots(descriptor));
    }

    /// Loads the parameters `params`, the first of which is in local `first`.
    pub fn load_all(&mut self, params: &[&str], first: u16) {
        let mut local = first;
        for param in params {
            self.load(param, local);
            local += slots(param);
        }
    }

    pub fn null(&mut self) {
        self.op(1);
        self.grow(1);
    }

    pub fn int(&mut self, value: i32) {
        match value {
            -1..=5 => self.op((3 + value) as u8),
            -128..=127 => self.bytes.extend([16, value as u8]),
            -32768..=32767 => self.op_u16(17, value as u16),
            _ => {
                let cp = self.pool.int(value);
                self.op_u16(19, cp);
            }
        }
        self.grow(1);
    }

    pub fn long(&mut self, value: i64) {
        let cp = self.pool.long(value);
        self.op_u16(20, cp);
        self.grow(2);
    }

    pub fn float(&mut self, bits: u32) {
        let cp = self.pool.float(bits);
        self.op_u16(19, cp);
        self.grow(1);
    }

    pub fn double(&mut self, bits: u64) {
        let cp = self.pool.double(bits);
        self.op_u16(20, cp);
        self.grow(2);
    }

    /// The default value of a type; nothing for `void`.
    pub fn zero(&mut self, descriptor: &str) {
        match descriptor {
            "V" => {}
            "J" => self.long(0),
            "F" => self.float(0),
            "D" => self.double(0),
            d if d.starts_with(['L', '[']) => self.null(),
            _ => self.int(0),
        }
    }

    pub fn string(&mut self, text: &str) {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_units(&units);
    }

    pub fn string_units(&mut self, units: &[u16]) {
        let cp = self.pool.string(units);
        self.op_u16(19, cp);
        self.grow(1);
    }

    /// The `Class` of a type; of a primitive one it is the box's `TYPE`.
    pub fn class_constant(&mut self, descriptor: &str) {
        match super::convert::box_of(descriptor) {
            Some(boxed) => self.get_static(boxed, "TYPE", "Ljava/lang/Class;"),
            None if descriptor == "V" => self.get_static("java/lang/Void", "TYPE", "Ljava/lang/Class;"),
            None => {
                let cp = self.pool.class(class_name(descriptor));
                self.op_u16(19, cp);
                self.grow(1);
            }
        }
    }

    pub fn dup(&mut self) {
        self.op(89);
        self.grow(1);
    }

    /// Drops a value of that type.
    pub fn pop(&mut self, descriptor: &str) {
        match slots(descriptor) {
            0 => return,
            1 => self.op(87),
            _ => self.op(88),
        }
        self.shrink(slots(descriptor));
    }

    pub fn new_object(&mut self, class: &str) {
        let cp = self.pool.class(class);
        self.op_u16(187, cp);
        self.grow(1);
    }

    pub fn check_cast(&mut self, class: &str) {
        let cp = self.pool.class(class);
        self.op_u16(192, cp);
    }

    pub fn instance_of(&mut self, class: &str) {
        let cp = self.pool.class(class);
        self.op_u16(193, cp);
    }

    /// An array with elements of that type; the length is on the stack.
    pub fn new_array(&mut self, element: &str) {
        let code = match element.as_bytes()[0] {
            b'Z' => 4,
            b'C' => 5,
            b'F' => 6,
            b'D' => 7,
            b'B' => 8,
            b'S' => 9,
            b'I' => 10,
            b'J' => 11,
            _ => {
                let cp = self.pool.class(class_name(element));
                return self.op_u16(189, cp);
            }
        };
        self.bytes.extend([188, code]);
    }

    fn array_family(element: &str) -> u8 {
        match element.as_bytes()[0] {
            b'J' => 1,
            b'F' => 2,
            b'D' => 3,
            b'L' | b'[' => 4,
            b'B' | b'Z' => 5,
            b'C' => 6,
            b'S' => 7,
            _ => 0,
        }
    }

    pub fn array_load(&mut self, element: &str) {
        self.op(46 + Self::array_family(element));
        self.shrink(2);
        self.grow(slots(element));
    }

    pub fn array_store(&mut self, element: &str) {
        self.op(79 + Self::array_family(element));
        self.shrink(2 + slots(element));
    }

    pub fn array_length(&mut self) {
        self.op(190);
    }

    pub fn get_field(&mut self, class: &str, name: &str, descriptor: &str) {
        let cp = self.pool.field(class, name, descriptor);
        self.op_u16(180, cp);
        self.shrink(1);
        self.grow(slots(descriptor));
    }

    pub fn put_field(&mut self, class: &str, name: &str, descriptor: &str) {
        let cp = self.pool.field(class, name, descriptor);
        self.op_u16(181, cp);
        self.shrink(1 + slots(descriptor));
    }

    pub fn get_static(&mut self, class: &str, name: &str, descriptor: &str) {
        let cp = self.pool.field(class, name, descriptor);
        self.op_u16(178, cp);
        self.grow(slots(descriptor));
    }

    pub fn put_static(&mut self, class: &str, name: &str, descriptor: &str) {
        let cp = self.pool.field(class, name, descriptor);
        self.op_u16(179, cp);
        self.shrink(slots(descriptor));
    }

    pub fn invoke_static(&mut self, class: &str, name: &str, descriptor: &str) {
        self.invoke(184, class, name, descriptor, false);
    }

    pub fn invoke_virtual(&mut self, class: &str, name: &str, descriptor: &str) {
        self.invoke(182, class, name, descriptor, false);
    }

    pub fn invoke_special(&mut self, class: &str, name: &str, descriptor: &str) {
        self.invoke(183, class, name, descriptor, false);
    }

    pub fn invoke_interface(&mut self, class: &str, name: &str, descriptor: &str) {
        self.invoke(185, class, name, descriptor, true);
    }

    /// A call by opcode; `interface` says whether `class` is one.
    pub fn invoke(&mut self, opcode: u8, class: &str, name: &str, descriptor: &str, interface: bool) {
        let cp = self.pool.method(class, name, descriptor, interface);
        let signature = Signature::parse(descriptor);
        let arguments = signature.params.iter().map(|p| slots(p)).sum::<u16>() + u16::from(opcode != 184);
        self.op_u16(opcode, cp);
        if opcode == 185 {
            self.bytes.extend([arguments as u8, 0]);
        }
        self.shrink(arguments);
        self.grow(slots(signature.result));
    }

    /// Returns a value of that type.
    pub fn ret(&mut self, descriptor: &str) {
        match descriptor {
            "V" => self.op(177),
            _ => self.op(172 + Self::family(descriptor)),
        }
        self.shrink(slots(descriptor));
    }

    pub fn throw(&mut self) {
        self.op(191);
        self.shrink(1);
    }

    /// `d1 → d2` by an instruction of the JVM; `pops` and `pushes` are slots.
    pub(super) fn primitive(&mut self, opcode: u8, pops: u16, pushes: u16) {
        self.op(opcode);
        self.shrink(pops);
        self.grow(pushes);
    }

    pub fn int_add(&mut self) {
        self.primitive(96, 2, 1);
    }

    pub fn int_multiply(&mut self) {
        self.primitive(104, 2, 1);
    }

    pub fn long_compare(&mut self) {
        self.primitive(148, 4, 1);
    }

    pub fn label(&mut self) -> Label {
        self.labels.push(Place::default());
        Label(self.labels.len() - 1)
    }

    /// Binds a label here. If the code before cannot fall through, the stack is as deep as at the
    /// jumps to the label.
    pub fn bind(&mut self, label: Label) {
        let place = &mut self.labels[label.0];
        place.at = Some(self.bytes.len() as u16);
        if let Some(depth) = place.depth {
            self.depth = depth;
        }
    }

    fn mark_depth(&mut self, label: Label) {
        let depth = self.depth;
        self.labels[label.0].depth.get_or_insert(depth);
    }

    /// A jump of [`jump`]'s kinds.
    pub fn jump(&mut self, opcode: u8, to: Label) {
        let pops = match opcode {
            jump::GOTO => 0,
            159..=166 => 2,
            _ => 1,
        };
        self.shrink(pops);
        self.mark_depth(to);
        let from = self.bytes.len();
        self.op_u16(opcode, 0);
        self.patches.push(Patch { at: from + 1, from, label: to, wide: false });
    }

    /// Jumps to `targets[i]` for a value `low + i`.
    pub fn table_switch(&mut self, low: i32, targets: &[Label], default: Label) {
        self.shrink(1);
        let from = self.bytes.len();
        self.op(170);
        while !self.bytes.len().is_multiple_of(4) {
            self.op(0);
        }
        let target = |code: &mut Self, label: Label| {
            code.mark_depth(label);
            code.patches.push(Patch { at: code.bytes.len(), from, label, wide: true });
            code.bytes.extend([0; 4]);
        };
        target(self, default);
        self.bytes.extend(low.to_be_bytes());
        self.bytes.extend((low + targets.len() as i32 - 1).to_be_bytes());
        for &label in targets {
            target(self, label);
        }
    }

    /// From `start` to `end`, exceptions of a class (any if `None`) go to `handler`, where the
    /// stack holds just the exception. Bind `handler` with [`Self::bind`] afterwards.
    pub fn handler(&mut self, start: Label, end: Label, handler: Label, class: Option<&str>) {
        let class = class.map_or(0, |name| self.pool.class(name));
        self.labels[handler.0].depth = Some(1);
        self.max_depth = self.max_depth.max(1);
        self.handlers.push((start, end, handler, class));
    }

    /// The body of the `Code` attribute.
    pub(super) fn finish(mut self) -> Vec<u8> {
        let place = |label: Label, labels: &[Place]| labels[label.0].at.expect("every label used is bound");
        for patch in &self.patches {
            let offset = i32::from(place(patch.label, &self.labels)) - patch.from as i32;
            if patch.wide {
                self.bytes[patch.at..patch.at + 4].copy_from_slice(&offset.to_be_bytes());
            } else {
                let offset = i16::try_from(offset).expect("generated methods are short");
                self.bytes[patch.at..patch.at + 2].copy_from_slice(&offset.to_be_bytes());
            }
        }
        let mut code = Vec::with_capacity(self.bytes.len() + 16);
        code.extend(self.max_depth.to_be_bytes());
        code.extend(self.locals.to_be_bytes());
        code.extend((self.bytes.len() as u32).to_be_bytes());
        code.extend_from_slice(&self.bytes);
        code.extend((self.handlers.len() as u16).to_be_bytes());
        for &(start, end, handler, class) in &self.handlers {
            for label in [start, end, handler] {
                code.extend(place(label, &self.labels).to_be_bytes());
            }
            code.extend(class.to_be_bytes());
        }
        code.extend(0_u16.to_be_bytes());
        code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(write: impl FnOnce(&mut CodeBuilder<'_>)) -> Vec<u8> {
        let mut pool = Pool::default();
        let mut code = CodeBuilder::new(&mut pool, "a/B", 1);
        write(&mut code);
        code.finish()
    }

    #[test]
    fn jumps_are_patched_and_depths_follow_them() {
        let bytes = code(|c| {
            let (other, end) = (c.label(), c.label());
            c.load("I", 0);
            c.jump(jump::IF_EQ, other);
            c.long(1);
            c.jump(jump::GOTO, end);
            c.bind(other);
            c.long(2);
            c.bind(end);
            c.ret("J");
        });
        // max_stack 2, max_locals 1, then: iload 0; ifeq +9; ldc2_w; goto +6; ldc2_w; lreturn
        assert_eq!(bytes[..4], [0, 2, 0, 1]);
        assert_eq!(bytes[8..22], [21, 0, 153, 0, 9, 20, 0, 1, 167, 0, 6, 20, 0, 3]);
    }

    #[test]
    fn switches_are_aligned() {
        let bytes = code(|c| {
            let (a, b) = (c.label(), c.label());
            c.load("I", 0);
            c.table_switch(0, &[a], b);
            c.bind(a);
            c.ret("V");
            c.bind(b);
            c.ret("V");
        });
        // The switch begins at 2, its table at 4.
        assert_eq!(bytes[8 + 2], 170);
        assert_eq!(bytes[8 + 4..8 + 20], [0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18]);
    }
}
