//! Register code as text, one line per instruction, for tests and debugging:
//!
//! ```text
//!   3 @7    line 12   s0 = IAddK l1, 5           {l0* l1}
//! ```
//!
//! `l` are JVM locals, `s` homes of stack slots; in braces what is live before the instruction,
//! with a star for references.

use std::fmt;

use heddle_classfile::{ClassFile, Constant};

use crate::ir::{Callee, Catch, Code, Instr, Pc, Reg, Switch};
use crate::maps::Maps;

/// A view of [`Code`] that displays as a listing.
#[derive(Clone, Copy)]
pub struct Listing<'a> {
    code: &'a Code,
    file: Option<&'a ClassFile>,
    maps: Option<&'a Maps>,
}

impl<'a> Listing<'a> {
    pub fn new(code: &'a Code) -> Self {
        Self { code, file: None, maps: None }
    }

    /// Shows the names of constants of this file, whose pool the code refers to.
    pub fn with_names(self, file: &'a ClassFile) -> Self {
        Self { file: Some(file), ..self }
    }

    /// Shows live registers.
    pub fn with_maps(self, maps: &'a Maps) -> Self {
        Self { maps: Some(maps), ..self }
    }

    fn reg(&self, reg: Reg) -> String {
        match reg.checked_sub(self.code.max_locals) {
            Some(slot) => format!("s{slot}"),
            None => format!("l{reg}"),
        }
    }

    fn text(&self, instr: &Instr) -> String {
        let debug = format!("{instr:?}");
        let name = debug.split(' ').next().unwrap_or_default();
        let mut operands = Vec::new();
        instr.sources(self.code, |reg| operands.push(self.reg(reg)));
        operands.extend(self.extra(instr));
        let dest = instr.dest(self.code).map_or(String::new(), |reg| format!("{} = ", self.reg(reg)));
        let goes = instr.target().map_or(String::new(), |t| format!(" -> {t}"));
        format!("{dest}{name} {}", operands.join(", ")).trim_end().to_owned() + &goes
    }

    /// What an instruction has besides registers and a target.
    fn extra(&self, instr: &Instr) -> Option<String> {
        use Instr::*;
        Some(match *instr {
            Const32 { v, .. } => (v as i32).to_string(),
            Const64 { k, .. } => format!("0x{:x}", self.code.wide[k as usize]),
            IAddK { k, .. }
            | IMulK { k, .. }
            | IAndK { k, .. }
            | IShlK { k, .. }
            | IShrK { k, .. }
            | IUshrK { k, .. }
            | LAddK { k, .. }
            | IfEqK { k, .. }
            | IfNeK { k, .. }
            | IfLtK { k, .. }
            | IfGeK { k, .. }
            | IfGtK { k, .. }
            | IfLeK { k, .. } => k.to_string(),
            ConstPool { cp, .. }
            | ANewArray { cp, .. }
            | New { cp, .. }
            | GetField { cp, .. }
            | PutField { cp, .. }
            | GetStatic { cp, .. }
            | PutStatic { cp, .. }
            | CheckCast { cp, .. }
            | InstanceOf { cp, .. } => self.constant(cp),
            NewArray { kind, .. } => format!("{kind:?}"),
            MultiNewArray { k, .. } => self.constant(self.code.multi[k as usize].cp),
            Switch { k, .. } => switch_text(&self.code.switches[k as usize]),
            Invoke { k } => {
                let call = &self.code.calls[k as usize];
                let callee = match call.callee {
                    Callee::Pool(cp) => self.constant(cp),
                    Callee::Method(method) => format!("method {}", method.0),
                };
                format!("{:?} {callee}", call.kind)
            }
            _ => return None,
        })
    }

    fn constant(&self, cp: u16) -> String {
        self.file.and_then(|file| constant_text(file, cp)).unwrap_or_else(|| format!("#{cp}"))
    }
}

fn constant_text(file: &ClassFile, cp: u16) -> Option<String> {
    match file.constant(cp).ok()? {
        Constant::Class { .. } => file.class_name(cp).ok().map(|name| name.into_owned()),
        Constant::String { utf8 } => file.utf8(utf8).ok().map(|text| format!("{text:?}")),
        Constant::Field { class, .. } => {
            let field = file.member_ref(cp).ok()?;
            Some(format!("{}.{}:{}", file.class_name(class).ok()?, field.name, field.descriptor))
        }
        Constant::Method { class, .. } | Constant::InterfaceMethod { class, .. } => {
            let method = file.member_ref(cp).ok()?;
            Some(format!("{}.{}{}", file.class_name(class).ok()?, method.name, method.descriptor))
        }
        Constant::Dynamic { .. } | Constant::InvokeDynamic { .. } => {
            let (bootstrap, call) = file.dynamic(cp).ok()?;
            Some(format!("{}{} by bootstrap {bootstrap}", call.name, call.descriptor))
        }
        _ => None,
    }
}

fn switch_text(switch: &Switch) -> String {
    let (keys, targets, default): (Vec<i64>, _, _) = match switch {
        Switch::Dense { low, targets, default } => {
            ((0..targets.len() as i64).map(|row| i64::from(*low) + row).collect(), targets, default)
        }
        Switch::Sparse { keys, targets, default } => (keys.iter().map(|&key| key.into()).collect(), targets, default),
    };
    let rows: Vec<_> = keys.iter().zip(targets).map(|(key, target)| format!("{key}->{target}")).collect();
    format!("{} else->{default}", rows.join(" "))
}

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pc, instr) in self.code.instrs.iter().enumerate() {
            let line = self.code.line(pc as Pc).map_or(String::new(), |line| format!("line {line}"));
            let text = self.text(instr);
            match self.maps {
                Some(maps) => {
                    let live = maps.live(pc as Pc).iter();
                    let live: Vec<_> = live.map(|r| self.reg(r.reg()) + if r.is_ref() { "*" } else { "" }).collect();
                    writeln!(f, "{pc:>4} @{:<4} {line:<9} {text:<34} {{{}}}", self.code.bci[pc], live.join(" "))?;
                }
                None => writeln!(f, "{pc:>4} @{:<4} {line:<9} {text}", self.code.bci[pc])?,
            }
        }
        for handler in &self.code.handlers {
            let catch = match handler.catch {
                Catch::Any => "any".to_owned(),
                Catch::Pool(cp) => self.constant(cp),
            };
            let (dest, target) = (self.reg(handler.dest), handler.target);
            writeln!(f, "     {}..{} catch {catch}: {dest} -> {target}", handler.start, handler.end)?;
        }
        Ok(())
    }
}
