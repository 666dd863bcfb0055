//! Class files put together by hand, for what no compiler would emit.

/// A class under construction. Constant-pool entries are added as they are asked for.
pub struct Assembler {
    major: u16,
    pool: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
}

/// A method body.
#[derive(Clone, Default)]
pub struct Body {
    pub max_stack: u16,
    pub max_locals: u16,
    pub code: Vec<u8>,
    /// (start, end, handler, catch type)
    pub exceptions: Vec<(u16, u16, u16, u16)>,
    /// The frames of a `StackMapTable`, without their number.
    pub frames: Vec<Vec<u8>>,
}

pub const PUBLIC: u16 = 1;
pub const STATIC: u16 = 8;

impl Assembler {
    pub fn new(major: u16) -> Self {
        Self { major, pool: Vec::new(), methods: Vec::new() }
    }

    fn entry(&mut self, bytes: Vec<u8>) -> u16 {
        let known = self.pool.iter().position(|entry| *entry == bytes);
        let at = known.unwrap_or_else(|| {
            self.pool.push(bytes);
            self.pool.len() - 1
        });
        at as u16 + 1
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let mut bytes = vec![1];
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
        self.entry(bytes)
    }

    pub fn integer(&mut self, value: i32) -> u16 {
        let mut bytes = vec![3];
        bytes.extend(value.to_be_bytes());
        self.entry(bytes)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.pair(7, &[name])
    }

    pub fn method_ref(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(10, class, name, descriptor)
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let name_and_type = self.pair(12, &[name, descriptor]);
        self.pair(tag, &[class, name_and_type])
    }

    fn pair(&mut self, tag: u8, indices: &[u16]) -> u16 {
        let mut bytes = vec![tag];
        indices.iter().for_each(|index| bytes.extend(index.to_be_bytes()));
        self.entry(bytes)
    }

    pub fn method(&mut self, access: u16, name: &str, descriptor: &str, body: &Body) {
        let mut code = Vec::new();
        code.extend(body.max_stack.to_be_bytes());
        code.extend(body.max_locals.to_be_bytes());
        code.extend((body.code.len() as u32).to_be_bytes());
        code.extend(&body.code);
        code.extend((body.exceptions.len() as u16).to_be_bytes());
        for &(start, end, handler, catch) in &body.exceptions {
            [start, end, handler, catch].iter().for_each(|value| code.extend(value.to_be_bytes()));
        }
        if body.frames.is_empty() {
            code.extend([0, 0]);
        } else {
            let mut table = (body.frames.len() as u16).to_be_bytes().to_vec();
            table.extend(body.frames.concat());
            code.extend([0, 1]);
            self.attribute(&mut code, "StackMapTable", &table);
        }
        let mut method = access.to_be_bytes().to_vec();
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        [name, descriptor, 1].iter().for_each(|value| method.extend(value.to_be_bytes()));
        self.attribute(&mut method, "Code", &code);
        self.methods.push(method);
    }

    fn attribute(&mut self, out: &mut Vec<u8>, name: &str, bytes: &[u8]) {
        out.extend(self.utf8(name).to_be_bytes());
        out.extend((bytes.len() as u32).to_be_bytes());
        out.extend(bytes);
    }

    /// The bytes of a public class.
    pub fn finish(mut self, name: &str, superclass: &str) -> Vec<u8> {
        let (this, superclass) = (self.class(name), self.class(superclass));
        let mut out = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0];
        out.extend(self.major.to_be_bytes());
        out.extend((self.pool.len() as u16 + 1).to_be_bytes());
        out.extend(self.pool.concat());
        [0x21, this, superclass, 0, 0].iter().for_each(|value: &u16| out.extend(value.to_be_bytes()));
        out.extend((self.methods.len() as u16).to_be_bytes());
        out.extend(self.methods.concat());
        out.extend([0, 0]);
        out
    }
}
