//! Instructions that only compute, as expressions over stack variables; conditions of jumps.
//!
//! Variables of a model have 32 bits. A `long` has the value of its variable, and where a result
//! would not fit any more the model ends ([`fits`]). `float` and `double` are not modelled: neither
//! SPIN nor NuSMV has them.

use heddle_program::Program;
use heddle_program::ir::{Callee, Code, Instr, Pc, Reg};

use crate::language::{Binary, Expr, Local, Unary, Value};

/// The value that an instruction computes; the error names what a model has no numbers for.
pub fn value(code: &Code, instr: Instr, local: &impl Fn(Reg) -> Local) -> Result<Expr, String> {
    use Instr as I;
    let of = |reg: Reg| Expr::Local(local(reg));
    let two = |op: Binary, a: Reg, b: Reg| Ok(Expr::binary(op, of(a), of(b)));
    let with = |op: Binary, a: Reg, k: i16| Ok(Expr::binary(op, of(a), Expr::Const(k.into())));
    let one = |op: Unary, a: Reg| Ok(Expr::Unary(op, Box::new(of(a))));
    match instr {
        I::Const32 { v, .. } => Ok(Expr::Const(v as Value)),
        I::Const64 { k, .. } => {
            let value = code.wide[k as usize] as i64;
            Value::try_from(value).map(Expr::Const).map_err(|_| "a long beyond 32 bits or a double number".into())
        }
        I::IAdd { a, b, .. } | I::LAdd { a, b, .. } => two(Binary::Add, a, b),
        I::ISub { a, b, .. } | I::LSub { a, b, .. } => two(Binary::Sub, a, b),
        I::IMul { a, b, .. } | I::LMul { a, b, .. } => two(Binary::Mul, a, b),
        I::IDiv { a, b, .. } | I::LDiv { a, b, .. } => two(Binary::Div, a, b),
        I::IRem { a, b, .. } | I::LRem { a, b, .. } => two(Binary::Rem, a, b),
        I::IAnd { a, b, .. } | I::LAnd { a, b, .. } => two(Binary::And, a, b),
        I::IOr { a, b, .. } | I::LOr { a, b, .. } => two(Binary::Or, a, b),
        I::IXor { a, b, .. } | I::LXor { a, b, .. } => two(Binary::Xor, a, b),
        I::IShl { a, b, .. } | I::LShl { a, b, .. } => two(Binary::Shl, a, b),
        I::IShr { a, b, .. } => two(Binary::Shr, a, b),
        I::IUshr { a, b, .. } => two(Binary::Ushr, a, b),
        I::IAddK { a, k, .. } | I::LAddK { a, k, .. } => with(Binary::Add, a, k),
        I::IMulK { a, k, .. } => with(Binary::Mul, a, k),
        I::IAndK { a, k, .. } => with(Binary::And, a, k),
        I::IShlK { a, k, .. } => with(Binary::Shl, a, k),
        I::IShrK { a, k, .. } => with(Binary::Shr, a, k),
        I::IUshrK { a, k, .. } => with(Binary::Ushr, a, k),
        I::INeg { a, .. } | I::LNeg { a, .. } => one(Unary::Neg, a),
        I::I2B { a, .. } => one(Unary::ToByte, a),
        I::I2C { a, .. } => one(Unary::ToChar, a),
        I::I2S { a, .. } => one(Unary::ToShort, a),
        I::I2L { a, .. } | I::L2I { a, .. } => Ok(of(a)),
        I::LCmp { a, b, .. } => {
            let (more, less) = (Expr::binary(Binary::Gt, of(a), of(b)), Expr::binary(Binary::Lt, of(a), of(b)));
            Ok(Expr::binary(Binary::Sub, more, less))
        }
        // From 32 places on nothing but the sign is left; a count of -1 counts as 31.
        I::LShr { a, b, .. } | I::LUshr { a, b, .. } => {
            let count = Expr::binary(Binary::And, of(b), Expr::Const(63));
            let is_far = Expr::binary(Binary::Gt, count.clone(), Expr::Const(31));
            let all = Expr::Unary(Unary::Neg, Box::new(is_far));
            Ok(Expr::binary(Binary::Shr, of(a), Expr::binary(Binary::Or, count, all)))
        }
        _ => Err(format!("{} numbers", kind(instr))),
    }
}

/// The numbers that the instructions right before a call put into its arguments; none if they come from elsewhere.
pub fn argument_constants(program: &Program, code: &Code, pc: Pc) -> Option<Vec<i64>> {
    let Instr::Invoke { k } = code.instrs[pc as usize] else { return None };
    let site = &code.calls[k as usize];
    let method = match site.callee {
        Callee::Method(method) => method,
        Callee::Pool(cp) => program.resolve_method(code.pool_class, cp).ok()?,
    };
    let info = program.method(method);
    let mut slot = usize::from(!info.is_static());
    let mut all = Vec::new();
    for param in &info.params {
        all.push(constant_before(code, pc, site.args[slot])?);
        slot += usize::from(param.slots());
    }
    Some(all)
}

/// The constant in a register, if it was put there since the last jump or target of one.
fn constant_before(code: &Code, pc: Pc, reg: Reg) -> Option<i64> {
    let is_target = |pc: Pc| {
        let mut found = code.handlers.iter().any(|handler| handler.target == pc);
        for (from, instr) in code.instrs.iter().enumerate().filter(|(from, _)| *from as Pc + 1 != pc) {
            instr.successors(from as Pc, code, |to| found |= to == pc);
        }
        found
    };
    for at in (0..pc).rev() {
        if is_target(at + 1) {
            return None;
        }
        match code.instrs[at as usize] {
            Instr::Const32 { d, v } if d == reg => return Some(i64::from(v as i32)),
            Instr::Const64 { d, k } if d == reg => return Some(code.wide[k as usize] as i64),
            instr if instr.dest(code) == Some(reg) || instr.ends_block() => return None,
            _ => {}
        }
    }
    None
}

/// Whether the result of a computation with `long`s fits into a variable; none if it always does.
pub fn fits(instr: Instr, local: &impl Fn(Reg) -> Local) -> Option<Expr> {
    use Instr as I;
    let of = |reg: Reg| Expr::Local(local(reg));
    let number = Expr::Const;
    let two = Expr::binary;
    let no = |test: Expr| two(Binary::Eq, test, number(0));
    // Both numbers have a sign that the sum has not.
    let sum = |a: Expr, b: Expr| {
        let sum = two(Binary::Add, a.clone(), b.clone());
        let signs = two(Binary::And, two(Binary::Xor, a, sum.clone()), two(Binary::Xor, b, sum));
        two(Binary::Ge, signs, number(0))
    };
    let overflows = |a: Reg, b: Reg| {
        let least = two(Binary::Eq, of(a), number(Value::MIN));
        two(Binary::And, least, two(Binary::Eq, of(b), number(-1)))
    };
    Some(match instr {
        I::LAdd { a, b, .. } => sum(of(a), of(b)),
        I::LAddK { a, k, .. } => sum(of(a), number(k.into())),
        I::LSub { a, b, .. } => {
            let difference = two(Binary::Sub, of(a), of(b));
            let signs = two(Binary::And, two(Binary::Xor, of(a), of(b)), two(Binary::Xor, of(a), difference));
            two(Binary::Ge, signs, number(0))
        }
        // Division undoes the multiplication; by 1 instead of 0.
        I::LMul { a, b, .. } => {
            let zero = two(Binary::Eq, of(b), number(0));
            let by = two(Binary::Or, of(b), zero.clone());
            let back = two(Binary::Div, two(Binary::Mul, of(a), of(b)), by);
            let same = two(Binary::And, two(Binary::Eq, back, of(a)), no(overflows(a, b)));
            two(Binary::Or, zero, same)
        }
        I::LDiv { a, b, .. } => no(overflows(a, b)),
        I::LNeg { a, .. } => two(Binary::Ne, of(a), number(Value::MIN)),
        I::LShl { a, b, .. } => {
            let near = two(Binary::Lt, two(Binary::And, of(b), number(63)), number(32));
            let back = two(Binary::Shr, two(Binary::Shl, of(a), of(b)), of(b));
            two(Binary::And, near, two(Binary::Eq, back, of(a)))
        }
        I::LUshr { a, b, .. } => {
            let none = two(Binary::Eq, two(Binary::And, of(b), number(63)), number(0));
            two(Binary::Or, two(Binary::Ge, of(a), number(0)), none)
        }
        _ => return None,
    })
}

/// What kind of numbers an instruction needs, for messages.
fn kind(instr: Instr) -> &'static str {
    let name = format!("{instr:?}");
    match name.chars().next() {
        Some('F') => "float",
        Some('D') => "double",
        _ if name.contains("2F") || name.contains("2D") => "floating-point",
        _ => "long",
    }
}

/// The condition of a conditional jump.
pub fn condition(instr: Instr, local: &impl Fn(Reg) -> Local) -> Option<(Expr, Pc)> {
    use Instr as I;
    let of = |reg: Reg| Expr::Local(local(reg));
    let (op, a, right, t) = match instr {
        I::IfEq { a, b, t } | I::IfLEq { a, b, t } => (Binary::Eq, a, of(b), t),
        I::IfNe { a, b, t } | I::IfLNe { a, b, t } => (Binary::Ne, a, of(b), t),
        I::IfLt { a, b, t } | I::IfLLt { a, b, t } => (Binary::Lt, a, of(b), t),
        I::IfGe { a, b, t } | I::IfLGe { a, b, t } => (Binary::Ge, a, of(b), t),
        I::IfGt { a, b, t } | I::IfLGt { a, b, t } => (Binary::Gt, a, of(b), t),
        I::IfLe { a, b, t } | I::IfLLe { a, b, t } => (Binary::Le, a, of(b), t),
        I::IfEqK { a, k, t } => (Binary::Eq, a, Expr::Const(k.into()), t),
        I::IfNeK { a, k, t } => (Binary::Ne, a, Expr::Const(k.into()), t),
        I::IfLtK { a, k, t } => (Binary::Lt, a, Expr::Const(k.into()), t),
        I::IfGeK { a, k, t } => (Binary::Ge, a, Expr::Const(k.into()), t),
        I::IfGtK { a, k, t } => (Binary::Gt, a, Expr::Const(k.into()), t),
        I::IfLeK { a, k, t } => (Binary::Le, a, Expr::Const(k.into()), t),
        _ => return None,
    };
    Some((Expr::binary(op, of(a), right), t.into()))
}
