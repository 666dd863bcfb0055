//! Small programs about what is easily left out when Java is translated: class initialisers, lambdas, exceptions with
//! cause and message, texts, boxes, arrays in one variable, identity, the ends of threads.
//!
//! Comes in: a seed and a name. Goes out: the text of a class whose `main` takes a few pieces of `corners.txt` one
//! after the other. Each piece computes a small number; together they decide the line on which `main` throws, so that whoever
//! gets one of them wrong says another line.

/// Declarations of the class, and statements that give `v` a value. `@` stands for the number of the piece, `#` for a
/// random digit from 0 to 3, `$` for a condition that holds or does not.
struct Piece {
    declared: &'static str,
    statements: &'static str,
}

/// Every piece: a title after `==`, then what it declares, then what it does after `>>`.
fn pieces() -> Vec<Piece> {
    let blocks = include_str!("corners.txt").split("\n== ");
    let piece = |block: &'static str| {
        let (head, statements) = block.split_once("\n>> ")?;
        let declared = head.split_once('\n').map_or("", |(_, declared)| declared);
        Some(Piece { declared, statements: statements.trim() })
    };
    blocks.filter_map(piece).collect()
}

/// Numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub fn of(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        (0..8).for_each(|_| _ = random.below(2));
        random
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// The text of a class with a `main`.
pub fn program(seed: u64, name: &str) -> String {
    let mut random = Random::of(seed);
    let count = 1 + random.below(3);
    let pieces = pieces();
    let mut declarations = String::new();
    let mut body = String::new();
    for number in 0..count {
        let Piece { declared, statements } = &pieces[random.below(pieces.len())];
        declarations.push_str(&filled(declared, number, &mut random));
        declarations.push('\n');
        body.push_str(&filled(statements, number, &mut random));
        body.push_str("\nh = h * 3 + v & 7;\n");
    }
    let ends: String = (0..8).map(|h| format!("if (h == {h}) throw new IllegalStateException();\n")).collect();
    format!(
        "import java.util.function.IntSupplier;\npublic class {name} {{\nstatic int log;\nstatic int zero() {{ return 0; }}\nstatic int two() {{ return 2; }}\n\
         static int mark(int n) {{ log = log * 2 + n; return n; }}\nstatic boolean yes() {{ return true; }}\n\
         record Half(int number) {{}}\n{declarations}\
         public static void main(String[] args) throws Exception {{\nint h = 0, v = 0;\n{body}{ends}}}\n}}\n"
    )
}

fn filled(text: &str, number: usize, random: &mut Random) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '@' => out.push_str(&number.to_string()),
            '#' => out.push_str(&random.below(4).to_string()),
            '$' => out.push_str(if random.below(2) == 0 { "yes()" } else { "!yes()" }),
            _ => out.push(c),
        }
    }
    out
}
