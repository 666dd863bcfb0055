//! Threads that wait for the ends of others. A thread that calls `join` for all of several threads, one after another, does nothing in between that
//! anybody could notice: what it is going to do is to wait until all of them have ended, in whatever order, and to go on behind that.

use heddle_program::ir::Reg;
use heddle_program::{ClassId, MethodId};

use crate::heap::{HEADER, Ref};
use crate::machine::Machine;
use crate::op::Op;
use crate::thread::{FrameKind, Status};

/// What a thread is going to do that is about to wait for the end of another.
#[derive(Clone, Debug)]
pub struct Joining {
    /// The frame that calls `join`.
    pub(crate) frame: usize,
    /// Threads that it will wait for, one after another.
    pub threads: Vec<u16>,
    /// Where it goes on after that, and the registers of the frame there.
    pub(crate) pc: u32,
    pub(crate) registers: Vec<u64>,
}

/// So many instructions are looked at.
const LONGEST: usize = 4_000;

/// An iterator as far as it will have got.
#[derive(Clone, Copy)]
struct Iterator {
    object: Ref,
    cursor: u32,
}

impl Machine<'_> {
    /// The frame in which a thread has called `join()` of another, and the other's object, if it stands inside.
    pub fn in_join(&self, t: usize) -> Option<(usize, Ref)> {
        let thread = &self.state.threads[t];
        let program = self.program;
        if thread.control.status != Status::Runnable || thread.control.unwinding != 0 {
            return None;
        }
        let is_join = |method: MethodId| {
            let method = program.method(method);
            method.class == program.well_known().thread && program.text(method.name) == "join"
        };
        let above = thread.frames.iter().rev().take_while(|frame| is_join(frame.method)).count();
        let caller = thread.frames.len().checked_sub(above + 1)?;
        let called = thread.frames.get(caller + 1)?;
        if called.kind != FrameKind::Call || program.text(program.method(called.method).descriptor) != "()V" {
            return None;
        }
        let frame = thread.frames[caller];
        let (Op::CallVirtual { k } | Op::CallSpecial { k }) = self.code(frame.method).op(frame.pc as usize) else {
            return None;
        };
        let receiver = self.code(frame.method).sites[k as usize].args[0];
        Some((caller, thread.regs[frame.base as usize + usize::from(receiver)] as Ref))
    }

    /// What a thread is going to do that has called `join()`, as far as it cannot be otherwise: it goes through arrays and
    /// lists that nobody else can reach, and every thread that it comes to has been started.
    pub fn joining(&self, t: usize) -> Option<Joining> {
        let (frame, first) = self.in_join(t)?;
        let thread = &self.state.threads[t];
        let caller = thread.frames[frame];
        let code = self.code(caller.method);
        let base = caller.base as usize;
        let mut registers = thread.regs[base..base + usize::from(code.shared.registers)].to_vec();
        let mut threads = vec![self.state.thread_of(first)? as u16];
        let mut iterator: Option<Iterator> = None;
        let mut pc = caller.pc as usize + 1;
        for _ in 0..LONGEST {
            let at = |register: Reg| registers[usize::from(register)];
            let int = |register: Reg| at(register) as i32;
            let jump = |holds: bool, target: u16| Some(if holds { usize::from(target) } else { pc + 1 });
            let mut result = None;
            let next = match code.op(pc) {
                Op::Nop => Some(pc + 1),
                Op::Move { d, a } => {
                    result = Some((d, at(a)));
                    Some(pc + 1)
                }
                Op::Const32 { d, v } => {
                    result = Some((d, u64::from(v)));
                    Some(pc + 1)
                }
                Op::IAddK { d, a, k } => {
                    result = Some((d, u64::from(int(a).wrapping_add(i32::from(k)) as u32)));
                    Some(pc + 1)
                }
                Op::Goto { t } => Some(usize::from(t)),
                Op::IfEq { a, b, t } => jump(int(a) == int(b), t),
                Op::IfNe { a, b, t } => jump(int(a) != int(b), t),
                Op::IfLt { a, b, t } => jump(int(a) < int(b), t),
                Op::IfGe { a, b, t } => jump(int(a) >= int(b), t),
                Op::IfGt { a, b, t } => jump(int(a) > int(b), t),
                Op::IfLe { a, b, t } => jump(int(a) <= int(b), t),
                Op::IfEqK { a, k, t } => jump(int(a) == i32::from(k), t),
                Op::IfNeK { a, k, t } => jump(int(a) != i32::from(k), t),
                Op::IfLtK { a, k, t } => jump(int(a) < i32::from(k), t),
                Op::IfGeK { a, k, t } => jump(int(a) >= i32::from(k), t),
                Op::IfGtK { a, k, t } => jump(int(a) > i32::from(k), t),
                Op::IfLeK { a, k, t } => jump(int(a) <= i32::from(k), t),
                Op::ArrayLen { d, a } if self.is_own(t, at(a) as Ref) => {
                    result = Some((d, u64::from(self.state.heap.len(at(a) as Ref))));
                    Some(pc + 1)
                }
                Op::LoadRef { d, a, i }
                    if self.is_own(t, at(a) as Ref) && (at(i) as u32) < self.state.heap.len(at(a) as Ref) =>
                {
                    result = Some((d, u64::from(self.state.heap.load_u32(at(a) as Ref, at(i) as u32))));
                    Some(pc + 1)
                }
                Op::CastTo { a, k } => {
                    let fits =
                        |object| self.program.is_subtype(self.class_of(object), ClassId(code.operands[usize::from(k)]));
                    (at(a) == 0 || fits(at(a) as Ref)).then_some(pc + 1)
                }
                Op::CallVirtual { k } | Op::CallInterface { k } => {
                    let site = &code.sites[k as usize];
                    let receiver = at(site.args[0]) as Ref;
                    if self.is_plain_join(site.method) {
                        // One that has not been started may still be, by somebody else.
                        threads.extend(self.state.thread_of(receiver).map(|thread| thread as u16));
                        self.state.thread_of(receiver)?;
                        Some(pc + 1)
                    } else {
                        self.asked_of_iterator(t, &mut iterator, receiver, site.method).map(|value| {
                            result = Some((site.dest, value));
                            pc + 1
                        })
                    }
                }
                _ => None,
            };
            let Some(next) = next else {
                return Some(Joining { frame, threads, pc: pc as u32, registers });
            };
            if let Some((register, value)) = result {
                registers[usize::from(register)] = value;
            }
            pc = next;
        }
        None
    }

    /// Whether a method is `join` without a limit of time.
    fn is_plain_join(&self, method: MethodId) -> bool {
        let program = self.program;
        let method = program.method(method);
        method.class == program.well_known().thread
            && program.text(method.name) == "join"
            && program.text(method.descriptor) == "()V"
    }

    /// Whether nobody but this thread can reach an object.
    fn is_own(&self, t: usize, object: Ref) -> bool {
        object >= crate::heap::PERM_END && self.state.heap.tag(object) == crate::canonical::tag_of(t as u16)
    }

    /// What the iterator of a list says, if it is one of an `ArrayList` that the thread has to itself.
    fn asked_of_iterator(&self, t: usize, known: &mut Option<Iterator>, object: Ref, method: MethodId) -> Option<u64> {
        let program = self.program;
        if !self.is_own(t, object) || program.class_name(self.class_of(object)) != "java/util/ArrayList$Itr" {
            return None;
        }
        let list = self.plain_field(object, "this$0")? as Ref;
        let elements = self.plain_field(list, "elementData")? as Ref;
        if !self.is_own(t, list) || !self.is_own(t, elements) {
            return None;
        }
        let cursor = match known {
            Some(iterator) if iterator.object == object => iterator.cursor,
            Some(_) => return None,
            None => self.plain_field(object, "cursor")? as u32,
        };
        let size = self.plain_field(list, "size")? as u32;
        match program.text(program.method(method).name) {
            "hasNext" => Some(u64::from(cursor != size)),
            "next" if cursor < size && cursor < self.state.heap.len(elements) => {
                let is_unchanged =
                    self.plain_field(list, "modCount")? == self.plain_field(object, "expectedModCount")?;
                *known = Some(Iterator { object, cursor: cursor + 1 });
                is_unchanged.then(|| u64::from(self.state.heap.load_u32(elements, cursor)))
            }
            _ => None,
        }
    }

    fn plain_field(&self, object: Ref, name: &str) -> Option<u64> {
        let field = self.program.find_field(self.class_of(object), name)?;
        Some(self.state.heap.cell(object + HEADER + self.program.field(field).place))
    }
}
