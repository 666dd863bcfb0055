//! Instructions that only compute, as expressions over stack variables; conditions of jumps.

use heddle_program::ir::{Code, Instr, Pc, Reg};

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
            Value::try_from(value).map(Expr::Const).map_err(|_| "a large long or double number".into())
        }
        I::IAdd { a, b, .. } => two(Binary::Add, a, b),
        I::ISub { a, b, .. } => two(Binary::Sub, a, b),
        I::IMul { a, b, .. } => two(Binary::Mul, a, b),
        I::IDiv { a, b, .. } => two(Binary::Div, a, b),
        I::IRem { a, b, .. } => two(Binary::Rem, a, b),
        I::IAnd { a, b, .. } => two(Binary::And, a, b),
        I::IOr { a, b, .. } => two(Binary::Or, a, b),
        I::IXor { a, b, .. } => two(Binary::Xor, a, b),
        I::IShl { a, b, .. } => two(Binary::Shl, a, b),
        I::IShr { a, b, .. } => two(Binary::Shr, a, b),
        I::IUshr { a, b, .. } => two(Binary::Ushr, a, b),
        I::IAddK { a, k, .. } => with(Binary::Add, a, k),
        I::IMulK { a, k, .. } => with(Binary::Mul, a, k),
        I::IAndK { a, k, .. } => with(Binary::And, a, k),
        I::IShlK { a, k, .. } => with(Binary::Shl, a, k),
        I::IShrK { a, k, .. } => with(Binary::Shr, a, k),
        I::IUshrK { a, k, .. } => with(Binary::Ushr, a, k),
        I::INeg { a, .. } => one(Unary::Neg, a),
        I::I2B { a, .. } => one(Unary::ToByte, a),
        I::I2C { a, .. } => one(Unary::ToChar, a),
        I::I2S { a, .. } => one(Unary::ToShort, a),
        _ => Err(format!("{} numbers", kind(instr))),
    }
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
        I::IfEq { a, b, t } => (Binary::Eq, a, of(b), t),
        I::IfNe { a, b, t } => (Binary::Ne, a, of(b), t),
        I::IfLt { a, b, t } => (Binary::Lt, a, of(b), t),
        I::IfGe { a, b, t } => (Binary::Ge, a, of(b), t),
        I::IfGt { a, b, t } => (Binary::Gt, a, of(b), t),
        I::IfLe { a, b, t } => (Binary::Le, a, of(b), t),
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
