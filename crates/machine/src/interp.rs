//! The interpreter loop (JVMS 6.5 over the register form).
//!
//! `EXPLORE` decides at compile time whether the loop stops before visible instructions. In both
//! forms a frame's `pc` is written back before anything that can throw, call, block or look at
//! frames. Registers are addressed through a raw pointer to the frame's first register; it is
//! derived again whenever the thread's register stack may have moved.

use heddle_program::ir::{ElementKind, Reg};
use heddle_program::{ClassId, MethodId};
use heddle_verdict::YieldKind;

use crate::code::{Body, MethodCode};
use crate::heap::{Heap, Ref, SHARED};
use crate::machine::{Machine, init_state};
use crate::native::{Args, Effect, Stop, Trap};
use crate::op::Op;
use crate::pending::Pending;
use crate::stops::kind_of;
use crate::thread::{FrameKind, PROLOGUE};

/// Why the interpreter stopped.
#[derive(Debug)]
pub(crate) enum Exit {
    /// The frames are down to the asked depth; the value returned last.
    Returned(u64),
    /// An exception left the lowest frame asked for.
    Uncaught(Ref),
    /// The next instruction is visible to other threads.
    Boundary,
    /// The thread waits; its instruction will be executed again.
    Blocked,
    /// Enough backward jumps for one step or time slice.
    Slice,
    Stop(Stop),
}

impl Machine<'_> {
    /// Executes thread `t` until it has `floor` frames or must stop.
    pub(crate) fn interpret<const EXPLORE: bool>(&mut self, t: usize, floor: usize) -> Exit {
        let plain = EXPLORE && self.steps_singly();
        let whole = EXPLORE && self.stops_everywhere();
        let yields = self.options.stops.filter(|_| EXPLORE).map(|stops| stops.yields).unwrap_or_default();
        let [branches, entries, exits] =
            [YieldKind::Branch, YieldKind::Entry, YieldKind::Exit].map(|kind| yields.contains(kind));
        let back_branches = branches || yields.contains(YieldKind::BackBranch);
        let mut fresh = self.fresh;
        // Whether the instruction that `fresh` is meant for has begun.
        let mut begun = false;
        // Code that the machine runs for its own ends is never interrupted.
        let mut fuel = match (EXPLORE, floor) {
            (true, _) => self.fuel,
            (false, 0) => self.slice,
            (false, _) => u32::MAX,
        };

        'frame: loop {
            // A handler may cover itself, so that catching is a loop too.
            if std::mem::take(&mut self.caught) {
                fuel -= 1;
                if fuel == 0 {
                    return Exit::Slice;
                }
            }
            let Some(&frame) = self.threads[t].frames.last() else {
                return Exit::Returned(0);
            };
            if frame.pc == PROLOGUE {
                let FrameKind::Initializer(class) = frame.kind else {
                    unreachable!("only initialisers have a prologue")
                };
                // Claiming a superclass is an action of its own: another thread may be about to do it.
                if EXPLORE {
                    if self.several && self.prologue_claims(ClassId(class)) {
                        if !fresh && self.ends_before(Some(YieldKind::Acquire)) {
                            return Exit::Boundary;
                        }
                        self.owed = false;
                    }
                    fresh = false;
                }
                match self.initializer_prologue(ClassId(class)) {
                    Ok(true) => self.threads[t].frames.last_mut().expect("not empty").pc = 0,
                    Ok(false) => {}
                    Err(trap) => match self.handle_trap(t, trap, floor) {
                        Some(exit) => return exit,
                        None => continue 'frame,
                    },
                }
                continue 'frame;
            }
            let method = frame.method;
            let code: *mut MethodCode<'_> = self.code_mut(method);
            // SAFETY: `code` points into a boxed `MethodCode` that lives as long as the machine.
            let ops: *mut Op = unsafe { (*code).ops.as_mut_ptr() };
            let mut pc = frame.pc as usize;
            // SAFETY: `push_frame` made room for all registers of the frame.
            let mut regs: *mut u64 = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };

            // SAFETY (both): translation checked that register operands are below the frame's size.
            macro_rules! get {
                ($r:expr) => {
                    unsafe { *regs.add($r as usize) }
                };
            }
            macro_rules! set {
                ($r:expr, $v:expr) => {{
                    let value: u64 = $v;
                    unsafe { *regs.add($r as usize) = value }
                }};
            }
            macro_rules! int {
                ($r:expr) => {
                    get!($r) as u32 as i32
                };
            }
            macro_rules! set_int {
                ($r:expr, $v:expr) => {{
                    let value: i32 = $v;
                    set!($r, u64::from(value as u32))
                }};
            }
            macro_rules! long {
                ($r:expr) => {
                    get!($r) as i64
                };
            }
            macro_rules! float {
                ($r:expr) => {
                    f32::from_bits(get!($r) as u32)
                };
            }
            macro_rules! double {
                ($r:expr) => {
                    f64::from_bits(get!($r))
                };
            }
            macro_rules! save {
                () => {
                    self.threads[t].frames.last_mut().expect("a frame is running").pc = pc as u32
                };
            }
            // `pc` was saved before the failing operation, which may have pushed frames since.
            macro_rules! trap {
                ($trap:expr) => {{
                    let trap = $trap;
                    match self.handle_trap(t, trap, floor) {
                        Some(exit) => return exit,
                        None => continue 'frame,
                    }
                }};
            }
            macro_rules! check {
                ($result:expr) => {{
                    match $result {
                        Ok(value) => value,
                        Err(trap) => trap!(trap),
                    }
                }};
            }
            // A visible instruction is executed only as the first of its step.
            // An access that no other thread will ever notice needs no step of its own.
            macro_rules! visible {
                ($condition:expr) => {
                    visible!($condition, Pending::Global)
                };
                ($condition:expr, $pending:expr) => {
                    visible!($condition, $pending, YieldKind::Access)
                };
                ($condition:expr, $pending:expr, $kind:expr) => {
                    let shared = self.several || whole && $kind != YieldKind::Access;
                    if EXPLORE && !plain && shared && (whole || $condition) {
                        if !fresh
                            && self.ends_before(Some($kind))
                            && (self.reduction.is_none() || self.is_noticed($pending))
                        {
                            save!();
                            return Exit::Boundary;
                        }
                        fresh = false;
                        self.owed = false;
                    }
                };
            }
            // The initialisation of a class by this thread: never together with another visible
            // action of the same instruction.
            macro_rules! claims {
                ($condition:expr) => {
                    if EXPLORE && !plain && self.several && $condition {
                        if !fresh && self.ends_before(Some(YieldKind::Acquire)) {
                            save!();
                            return Exit::Boundary;
                        }
                        fresh = false;
                        self.owed = false;
                    }
                };
            }
            // A yield point that nobody notices ends a step if platforms are taken as they are;
            // else it is owed.
            macro_rules! yields {
                ($is_one:expr) => {
                    if EXPLORE && $is_one && self.several {
                        if whole && !fresh {
                            save!();
                            self.owed = true;
                            return Exit::Boundary;
                        }
                        self.owed = !whole;
                    }
                };
            }
            // Giving a monitor back. Where it is no yield point and those who wait for the monitor
            // stand at one, doing it early keeps nobody from anything.
            macro_rules! releases {
                ($object:expr, $also:expr) => {
                    if EXPLORE && self.options.stops.is_some() {
                        let is_yield = $also || yields.contains(YieldKind::Release);
                        if !(whole || self.several && self.release_visible($object)) {
                            yields!(is_yield)
                        } else if is_yield || !yields.contains(YieldKind::Acquire) {
                            if !fresh && (is_yield || self.ends_before(Some(YieldKind::Access))) {
                                self.owed |= is_yield;
                                save!();
                                return Exit::Boundary;
                            }
                            fresh = false;
                            self.owed = false;
                        }
                    }
                };
            }
            macro_rules! jump {
                ($target:expr) => {{
                    let target = $target as usize;
                    if target <= pc {
                        yields!(back_branches && !branches);
                        fuel -= 1;
                        if fuel == 0 {
                            pc = target;
                            save!();
                            return Exit::Slice;
                        }
                    }
                    pc = target;
                    continue;
                }};
            }
            macro_rules! branch {
                ($condition:expr, $target:expr) => {{
                    yields!(branches);
                    if $condition {
                        jump!($target)
                    }
                }};
            }
            macro_rules! object {
                ($r:expr) => {{
                    let object = get!($r) as Ref;
                    if object == 0 {
                        save!();
                        trap!(self.throw_bare("java/lang/NullPointerException"))
                    }
                    object
                }};
            }
            macro_rules! element {
                ($a:expr, $i:expr) => {{
                    let array = object!($a);
                    let index = get!($i) as u32;
                    if index >= self.heap.len(array) {
                        save!();
                        trap!(self.out_of_bounds(array, index))
                    }
                    (array, index)
                }};
            }
            macro_rules! call {
                ($target:expr, $k:expr) => {{
                    save!();
                    // SAFETY: site operands index the method's sites.
                    let (args, dest) = unsafe {
                        let site = (&(*code).sites).get_unchecked($k as usize);
                        (site.args, site.dest)
                    };
                    match self.call::<EXPLORE>(t, $target, args, dest, fresh) {
                        Called::Frame => {
                            if EXPLORE && entries && self.several {
                                self.owed = true;
                                if whole {
                                    return Exit::Boundary;
                                }
                            }
                            continue 'frame;
                        }
                        Called::Done { consumed } => {
                            if EXPLORE && consumed {
                                fresh = false;
                            }
                            // A native may have grown the register stack by running Java code.
                            // SAFETY: as where `regs` was first derived.
                            regs = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };
                        }
                        Called::LockedFrame => {
                            fresh = false;
                            if EXPLORE && entries {
                                self.owed = true;
                                if whole {
                                    return Exit::Boundary;
                                }
                            }
                            continue 'frame;
                        }
                        Called::Boundary => return Exit::Boundary,
                        Called::Trap { trap, consumed } => {
                            if EXPLORE && consumed {
                                fresh = false;
                            }
                            match self.handle_trap(t, trap, floor) {
                                Some(exit) => return exit,
                                None => continue 'frame,
                            }
                        }
                    }
                }};
            }
            macro_rules! int_op {
                ($d:expr, $a:expr, $b:expr, $op:ident) => {
                    set_int!($d, (int!($a)).$op(int!($b)))
                };
            }
            macro_rules! long_op {
                ($d:expr, $a:expr, $b:expr, $op:ident) => {
                    set!($d, (long!($a)).$op(long!($b)) as u64)
                };
            }

            loop {
                // SAFETY: translation checked that control flow stays within the instructions.
                let op = unsafe { *ops.add(pc) };
                if plain && self.several && !is_symbolic(op) {
                    if !fresh {
                        save!();
                        return Exit::Boundary;
                    }
                    fresh = false;
                }
                // The first instruction uses `fresh` up even if it has become invisible meanwhile.
                if EXPLORE && fresh {
                    fresh = !begun;
                    begun = !is_symbolic(op);
                }
                match op {
                    Op::Nop => {}
                    Op::Move { d, a } => set!(d, get!(a)),
                    Op::Const32 { d, v } => set!(d, u64::from(v)),
                    // SAFETY: wide operands index the method's wide constants.
                    Op::Const64 { d, k } => set!(d, unsafe { (&(*code).wide)[k as usize] }),
                    Op::ConstNull { d } => set!(d, 0),
                    Op::ConstRef { d, r } => set!(d, u64::from(r)),

                    Op::IAdd { d, a, b } => int_op!(d, a, b, wrapping_add),
                    Op::ISub { d, a, b } => int_op!(d, a, b, wrapping_sub),
                    Op::IMul { d, a, b } => int_op!(d, a, b, wrapping_mul),
                    Op::IDiv { d, a, b } => {
                        if int!(b) == 0 {
                            save!();
                            trap!(self.throw("java/lang/ArithmeticException", "/ by zero"))
                        }
                        int_op!(d, a, b, wrapping_div)
                    }
                    Op::IRem { d, a, b } => {
                        if int!(b) == 0 {
                            save!();
                            trap!(self.throw("java/lang/ArithmeticException", "/ by zero"))
                        }
                        int_op!(d, a, b, wrapping_rem)
                    }
                    Op::IAnd { d, a, b } => set!(d, get!(a) & get!(b)),
                    Op::IOr { d, a, b } => set!(d, get!(a) | get!(b)),
                    Op::IXor { d, a, b } => set!(d, get!(a) ^ get!(b)),
                    Op::IShl { d, a, b } => set_int!(d, int!(a).wrapping_shl(get!(b) as u32)),
                    Op::IShr { d, a, b } => set_int!(d, int!(a).wrapping_shr(get!(b) as u32)),
                    Op::IUshr { d, a, b } => set!(d, u64::from((get!(a) as u32).wrapping_shr(get!(b) as u32))),
                    Op::INeg { d, a } => set_int!(d, int!(a).wrapping_neg()),
                    Op::IAddK { d, a, k } => set_int!(d, int!(a).wrapping_add(i32::from(k))),
                    Op::IMulK { d, a, k } => set_int!(d, int!(a).wrapping_mul(i32::from(k))),
                    Op::IAndK { d, a, k } => set_int!(d, int!(a) & i32::from(k)),
                    Op::IShlK { d, a, k } => set_int!(d, int!(a).wrapping_shl(k as u32)),
                    Op::IShrK { d, a, k } => set_int!(d, int!(a).wrapping_shr(k as u32)),
                    Op::IUshrK { d, a, k } => set!(d, u64::from((get!(a) as u32).wrapping_shr(k as u32))),

                    Op::LAdd { d, a, b } => long_op!(d, a, b, wrapping_add),
                    Op::LSub { d, a, b } => long_op!(d, a, b, wrapping_sub),
                    Op::LMul { d, a, b } => long_op!(d, a, b, wrapping_mul),
                    Op::LDiv { d, a, b } => {
                        if long!(b) == 0 {
                            save!();
                            trap!(self.throw("java/lang/ArithmeticException", "/ by zero"))
                        }
                        long_op!(d, a, b, wrapping_div)
                    }
                    Op::LRem { d, a, b } => {
                        if long!(b) == 0 {
                            save!();
                            trap!(self.throw("java/lang/ArithmeticException", "/ by zero"))
                        }
                        long_op!(d, a, b, wrapping_rem)
                    }
                    Op::LAnd { d, a, b } => set!(d, get!(a) & get!(b)),
                    Op::LOr { d, a, b } => set!(d, get!(a) | get!(b)),
                    Op::LXor { d, a, b } => set!(d, get!(a) ^ get!(b)),
                    Op::LShl { d, a, b } => set!(d, get!(a).wrapping_shl(get!(b) as u32)),
                    Op::LShr { d, a, b } => set!(d, long!(a).wrapping_shr(get!(b) as u32) as u64),
                    Op::LUshr { d, a, b } => set!(d, get!(a).wrapping_shr(get!(b) as u32)),
                    Op::LNeg { d, a } => set!(d, long!(a).wrapping_neg() as u64),
                    Op::LAddK { d, a, k } => set!(d, long!(a).wrapping_add(i64::from(k)) as u64),
                    Op::LCmp { d, a, b } => set_int!(d, long!(a).cmp(&long!(b)) as i32),

                    Op::FAdd { d, a, b } => set!(d, from_float(float!(a) + float!(b))),
                    Op::FSub { d, a, b } => set!(d, from_float(float!(a) - float!(b))),
                    Op::FMul { d, a, b } => set!(d, from_float(float!(a) * float!(b))),
                    Op::FDiv { d, a, b } => set!(d, from_float(float!(a) / float!(b))),
                    Op::FRem { d, a, b } => set!(d, from_float(float!(a) % float!(b))),
                    Op::FNeg { d, a } => set!(d, from_float(-float!(a))),
                    Op::FCmpL { d, a, b } => set_int!(d, compare(float!(a), float!(b), -1)),
                    Op::FCmpG { d, a, b } => set_int!(d, compare(float!(a), float!(b), 1)),
                    Op::DAdd { d, a, b } => set!(d, (double!(a) + double!(b)).to_bits()),
                    Op::DSub { d, a, b } => set!(d, (double!(a) - double!(b)).to_bits()),
                    Op::DMul { d, a, b } => set!(d, (double!(a) * double!(b)).to_bits()),
                    Op::DDiv { d, a, b } => set!(d, (double!(a) / double!(b)).to_bits()),
                    Op::DRem { d, a, b } => set!(d, (double!(a) % double!(b)).to_bits()),
                    Op::DNeg { d, a } => set!(d, (-double!(a)).to_bits()),
                    Op::DCmpL { d, a, b } => set_int!(d, compare(double!(a), double!(b), -1)),
                    Op::DCmpG { d, a, b } => set_int!(d, compare(double!(a), double!(b), 1)),

                    Op::I2L { d, a } => set!(d, i64::from(int!(a)) as u64),
                    Op::I2F { d, a } => set!(d, from_float(int!(a) as f32)),
                    Op::I2D { d, a } => set!(d, f64::from(int!(a)).to_bits()),
                    Op::L2I { d, a } => set!(d, get!(a) & 0xffff_ffff),
                    Op::L2F { d, a } => set!(d, from_float(long!(a) as f32)),
                    Op::L2D { d, a } => set!(d, (long!(a) as f64).to_bits()),
                    Op::F2I { d, a } => set_int!(d, float!(a) as i32),
                    Op::F2L { d, a } => set!(d, (float!(a) as i64) as u64),
                    Op::F2D { d, a } => set!(d, f64::from(float!(a)).to_bits()),
                    Op::D2I { d, a } => set_int!(d, double!(a) as i32),
                    Op::D2L { d, a } => set!(d, (double!(a) as i64) as u64),
                    Op::D2F { d, a } => set!(d, from_float(double!(a) as f32)),
                    Op::I2B { d, a } => set_int!(d, i32::from(get!(a) as i8)),
                    Op::I2C { d, a } => set!(d, get!(a) & 0xffff),
                    Op::I2S { d, a } => set_int!(d, i32::from(get!(a) as i16)),

                    Op::Goto { t } => {
                        yields!(branches);
                        jump!(t)
                    }
                    Op::IfEq { a, b, t } => branch!(get!(a) as u32 == get!(b) as u32, t),
                    Op::IfNe { a, b, t } => branch!(get!(a) as u32 != get!(b) as u32, t),
                    Op::IfLt { a, b, t } => branch!(int!(a) < int!(b), t),
                    Op::IfGe { a, b, t } => branch!(int!(a) >= int!(b), t),
                    Op::IfGt { a, b, t } => branch!(int!(a) > int!(b), t),
                    Op::IfLe { a, b, t } => branch!(int!(a) <= int!(b), t),
                    Op::IfEqK { a, k, t } => branch!(int!(a) == i32::from(k), t),
                    Op::IfNeK { a, k, t } => branch!(int!(a) != i32::from(k), t),
                    Op::IfLtK { a, k, t } => branch!(int!(a) < i32::from(k), t),
                    Op::IfGeK { a, k, t } => branch!(int!(a) >= i32::from(k), t),
                    Op::IfGtK { a, k, t } => branch!(int!(a) > i32::from(k), t),
                    Op::IfLeK { a, k, t } => branch!(int!(a) <= i32::from(k), t),
                    Op::IfLEq { a, b, t } => branch!(long!(a) == long!(b), t),
                    Op::IfLNe { a, b, t } => branch!(long!(a) != long!(b), t),
                    Op::IfLLt { a, b, t } => branch!(long!(a) < long!(b), t),
                    Op::IfLGe { a, b, t } => branch!(long!(a) >= long!(b), t),
                    Op::IfLGt { a, b, t } => branch!(long!(a) > long!(b), t),
                    Op::IfLLe { a, b, t } => branch!(long!(a) <= long!(b), t),
                    Op::Switch { a, k } => {
                        // SAFETY: switch operands index the method's switch tables.
                        let table = unsafe { &(&(*code).shared.switches)[k as usize] };
                        let target = table.target(int!(a));
                        yields!(branches);
                        jump!(target)
                    }

                    Op::NewArray { d, len, kind } => {
                        self.collect_if_full::<EXPLORE>(t, pc);
                        let class = self.program.array_of_kind(kind);
                        save!();
                        let array = check!(self.checked_array(class, int!(len), site(code, pc)));
                        set!(d, u64::from(array));
                    }
                    Op::NewRefArray { d, len, k } => {
                        self.collect_if_full::<EXPLORE>(t, pc);
                        // SAFETY: operands index the method's resolved classes.
                        let class = ClassId(unsafe { (&(*code).operands)[k as usize] });
                        save!();
                        let array = check!(self.checked_array(class, int!(len), site(code, pc)));
                        set!(d, u64::from(array));
                    }
                    Op::MultiNewArray { d, k } => {
                        self.collect_if_full::<EXPLORE>(t, pc);
                        save!();
                        // SAFETY: `k` indexes the method's multi-array table.
                        let (multi, pool) =
                            unsafe { (&(&(*code).shared.multi)[k as usize], (*code).shared.pool_class) };
                        let dims: Vec<i32> = multi.dims.iter().map(|&reg| int!(reg)).collect();
                        let array = check!(self.multi_array(pool, multi.cp, &dims, site(code, pc)));
                        set!(d, u64::from(array));
                    }
                    Op::ArrayLen { d, a } => {
                        let array = object!(a);
                        set!(d, u64::from(self.heap.len(array)));
                    }
                    Op::Load8 { d, a, i } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, false));
                        set_int!(d, i32::from(self.heap.load_i8(array, index)));
                    }
                    Op::LoadU16 { d, a, i } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, false));
                        set!(d, u64::from(self.heap.load_u16(array, index)));
                    }
                    Op::LoadI16 { d, a, i } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, false));
                        set_int!(d, i32::from(self.heap.load_i16(array, index)));
                    }
                    Op::Load32 { d, a, i } | Op::LoadRef { d, a, i } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, false));
                        set!(d, u64::from(self.heap.load_u32(array, index)));
                    }
                    Op::Load64 { d, a, i } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, false));
                        set!(d, self.heap.load_u64(array, index));
                    }
                    Op::Store8 { a, i, v } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, true));
                        self.log_element(array, index, 1);
                        let value = if self.is_boolean_array(array) { get!(v) as i8 & 1 } else { get!(v) as i8 };
                        self.heap.store_i8(array, index, value);
                    }
                    Op::Store16 { a, i, v } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, true));
                        self.log_element(array, index, 2);
                        self.heap.store_u16(array, index, get!(v) as u16);
                    }
                    Op::Store32 { a, i, v } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, true));
                        self.log_element(array, index, 4);
                        self.heap.store_u32(array, index, get!(v) as u32);
                    }
                    Op::Store64 { a, i, v } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, true));
                        self.log_element(array, index, 8);
                        self.heap.store_u64(array, index, get!(v));
                    }
                    Op::StoreRef { a, i, v } => {
                        let (array, index) = element!(a, i);
                        visible!(self.heap.tag(array) == SHARED, self.pending_element(array, index, true));
                        let value = get!(v) as Ref;
                        if value != 0 && !self.fits(array, value) {
                            save!();
                            trap!(self.array_store(value))
                        }
                        self.store_element_ref(array, index, value);
                    }

                    Op::NewObject { d, class } => {
                        self.collect_if_full::<EXPLORE>(t, pc);
                        save!();
                        let object = check!(self.new_object_at(ClassId(class), site(code, pc)));
                        set!(d, u64::from(object));
                    }
                    Op::NewChecked { d, class } => {
                        let id = ClassId(class);
                        let cell = self.classes[id.index()].init_cell;
                        save!();
                        if self.heap.cell(cell) != init_state::DONE {
                            claims!(self.initialization_visible(id, cell));
                            check!(self.ensure_initialized(id));
                            // The initialiser may have grown the register stack.
                            // SAFETY: as where `regs` was first derived.
                            regs = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };
                        }
                        let object = check!(self.new_object_at(id, site(code, pc)));
                        set!(d, u64::from(object));
                    }
                    Op::LoadField { d, a, place } => {
                        let object = object!(a);
                        visible!(self.heap.tag(object) == SHARED, self.pending_field(object, place, false));
                        set!(d, self.heap.cell(object + u32::from(place)));
                    }
                    Op::LoadVolatile { d, a, place } => {
                        let object = object!(a);
                        visible!(self.heap.tag(object) == SHARED, self.pending_field(object, place, false));
                        set!(d, self.heap.cell(object + u32::from(place)));
                    }
                    Op::LoadFinal { d, a, place } => {
                        let object = object!(a);
                        set!(d, self.heap.cell(object + u32::from(place)));
                    }
                    Op::StoreField { a, v, place } => {
                        let object = object!(a);
                        visible!(self.heap.tag(object) == SHARED, self.pending_field(object, place, true));
                        self.store(object, u32::from(place), get!(v));
                    }
                    Op::StoreFieldRef { a, v, place } => {
                        let object = object!(a);
                        visible!(self.heap.tag(object) == SHARED, self.pending_field(object, place, true));
                        self.store_ref(object, u32::from(place), get!(v) as Ref);
                    }
                    Op::StoreOther { a, v, place } => {
                        let object = object!(a);
                        visible!(
                            self.heap.tag(object) == SHARED && !self.is_unseen_place(object, place),
                            self.pending_field(object, place, true)
                        );
                        self.store_any(object, place, get!(v));
                    }
                    Op::LoadStaticFinal { d, cell } => set!(d, self.heap.cell(cell)),
                    Op::LoadStatic { d, k } => {
                        let site = self.static_sites[k as usize];
                        if self.heap.cell(site.init_cell) != init_state::DONE {
                            save!();
                            claims!(self.initialization_visible(site.class, site.init_cell));
                            check!(self.ensure_initialized(site.class));
                            // The initialiser may have grown the register stack.
                            // SAFETY: as where `regs` was first derived.
                            regs = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };
                        }
                        visible!(
                            !site.is_final && self.heap.cell(site.init_cell) == init_state::DONE,
                            Self::pending_static(&site, false)
                        );
                        set!(d, self.heap.cell(site.cell));
                    }
                    Op::StoreStatic { v, k } => {
                        let site = self.static_sites[k as usize];
                        if self.heap.cell(site.init_cell) != init_state::DONE {
                            save!();
                            claims!(self.initialization_visible(site.class, site.init_cell));
                            check!(self.ensure_initialized(site.class));
                            // The initialiser may have grown the register stack.
                            // SAFETY: as where `regs` was first derived.
                            regs = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };
                        }
                        visible!(self.heap.cell(site.init_cell) == init_state::DONE, Self::pending_static(&site, true));
                        let value = Self::narrow(site.ty, get!(v));
                        if EXPLORE && site.ty.is_ref() {
                            self.publish(value as Ref);
                        }
                        self.store_static(site.cell, value);
                    }
                    Op::CastTo { a, k } => {
                        let object = get!(a) as Ref;
                        if object != 0 {
                            // SAFETY: operands index the method's resolved classes.
                            let class = ClassId(unsafe { (&(*code).operands)[k as usize] });
                            if !self.is_instance(object, class) {
                                save!();
                                trap!(self.class_cast(object, class))
                            }
                        }
                    }
                    Op::IsA { d, a, k } => {
                        let object = get!(a) as Ref;
                        // SAFETY: operands index the method's resolved classes.
                        let class = ClassId(unsafe { (&(*code).operands)[k as usize] });
                        set!(d, u64::from(object != 0 && self.is_instance(object, class)));
                    }

                    Op::CallStatic { k } => {
                        // SAFETY: site operands index the method's sites.
                        let target = unsafe { (&(*code).sites)[k as usize].method };
                        call!(target, k)
                    }
                    Op::CallStaticChecked { k } => {
                        // SAFETY: site operands index the method's sites.
                        let target = unsafe { (&(*code).sites)[k as usize].method };
                        let class = self.program.method(target).class;
                        let cell = self.classes[class.index()].init_cell;
                        if self.heap.cell(cell) != init_state::DONE {
                            save!();
                            claims!(self.initialization_visible(class, cell));
                            check!(self.ensure_initialized(class));
                            // The initialiser may have grown the register stack.
                            // SAFETY: as where `regs` was first derived.
                            regs = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };
                        }
                        call!(target, k)
                    }
                    Op::CallSpecial { k } => {
                        // SAFETY: site operands index the method's sites.
                        let (target, receiver) = unsafe {
                            let site = &(&(*code).sites)[k as usize];
                            (site.method, site.args[0])
                        };
                        object!(receiver);
                        call!(target, k)
                    }
                    Op::CallVirtual { k } => {
                        // SAFETY: site operands index the method's sites.
                        let (index, receiver) = unsafe {
                            let site = &(&(*code).sites)[k as usize];
                            (site.virtual_index, site.args[0])
                        };
                        let object = object!(receiver);
                        let target = self.virtual_target(object, index);
                        call!(target, k)
                    }
                    Op::CallInterface { k } => {
                        // SAFETY: site operands index the method's sites.
                        let site = unsafe { (&(*code).sites)[k as usize] };
                        let object = object!(site.args[0]);
                        let class = self.heap.class_of(object);
                        let target = if class == site.cached_class {
                            site.cached_method
                        } else {
                            save!();
                            let target = check!(self.select(ClassId(class), site.method));
                            // SAFETY: as above; no other reference to the site is alive.
                            unsafe {
                                let site = &mut (&mut (*code).sites)[k as usize];
                                site.cached_class = class;
                                site.cached_method = target;
                            }
                            target
                        };
                        call!(target, k)
                    }
                    Op::CallHandle { k } => {
                        // SAFETY: site operands index the method's sites.
                        let site = unsafe { (&(*code).sites)[k as usize] };
                        object!(site.args[0]);
                        save!();
                        let handle = site.handle.expect("resolved handle calls have one");
                        let args: Args = site.args.iter().map(|&reg| get!(reg)).collect();
                        if EXPLORE && !plain && self.several {
                            let effect = self.natives.hooks.handle_effect;
                            let pending = effect(self, handle, &args);
                            if pending != Pending::Local {
                                if !fresh && self.ends_before_effect(pending) && self.is_noticed(pending) {
                                    return Exit::Boundary;
                                }
                                fresh = false;
                                self.owed = false;
                            }
                        }
                        self.collect_if_full::<EXPLORE>(t, pc);
                        let args: Args = site.args.iter().map(|&reg| get!(reg)).collect();
                        let invoke = self.natives.hooks.invoke_handle;
                        match invoke(self, handle, &args) {
                            Ok(value) => {
                                // SAFETY: as where `regs` was first derived.
                                regs = unsafe { self.threads[t].regs.as_mut_ptr().add(frame.base as usize) };
                                if site.dest != heddle_program::ir::NO_REG {
                                    set!(site.dest, value);
                                }
                            }
                            Err(trap) => match self.handle_trap(t, trap, floor) {
                                Some(exit) => return exit,
                                None => continue 'frame,
                            },
                        }
                    }

                    Op::Return | Op::ReturnValue { .. } => {
                        if EXPLORE && self.options.stops.is_some() {
                            if frame.lock != 0 {
                                releases!(frame.lock, exits)
                            } else if matches!(frame.kind, FrameKind::Initializer(_)) {
                                releases!(0, exits)
                            } else {
                                yields!(exits)
                            }
                        }
                        let value = if let Op::ReturnValue { a } = op { get!(a) } else { 0 };
                        match self.return_value(t, value, floor) {
                            Some(exit) => return exit,
                            None => continue 'frame,
                        }
                    }
                    Op::Throw { a } => {
                        let exception = object!(a);
                        save!();
                        trap!(Trap::Throw(exception))
                    }
                    Op::MonitorEnter { a } => {
                        let object = object!(a);
                        if EXPLORE && !(whole || self.several && self.lock_visible(object)) {
                            self.pass(YieldKind::Acquire);
                        }
                        visible!(self.lock_visible(object), Pending::Lock(object), YieldKind::Acquire);
                        save!();
                        check!(self.monitor_enter(object));
                    }
                    Op::MonitorExit { a } => {
                        let object = object!(a);
                        releases!(object, false);
                        save!();
                        check!(self.monitor_exit(object));
                    }

                    Op::ConstPool { .. }
                    | Op::ANewArray { .. }
                    | Op::New { .. }
                    | Op::GetField { .. }
                    | Op::PutField { .. }
                    | Op::GetStatic { .. }
                    | Op::PutStatic { .. }
                    | Op::CheckCast { .. }
                    | Op::InstanceOf { .. }
                    | Op::Invoke { .. } => {
                        // Resolution may initialise a class of the JDK, which nobody can notice.
                        save!();
                        check!(self.resolve(method, pc as u32));
                        continue 'frame;
                    }
                }
                pc += 1;
            }
        }
    }

    /// Calls a method: pushes its frame, or executes it if it is native.
    #[inline(always)]
    fn call<const EXPLORE: bool>(
        &mut self,
        t: usize,
        target: MethodId,
        args: &[Reg],
        dest: Reg,
        fresh: bool,
    ) -> Called {
        if let Some(state) = self.methods.get(target.index())
            && let (Body::Code(code), false) = (&state.body, state.synchronized)
        {
            let registers = u32::from(code.shared.registers);
            return self.enter_frame(t, target, args, registers, FrameKind::Call, 0);
        }
        self.call_slowly::<EXPLORE>(t, target, args, dest, fresh)
    }

    #[inline(never)]
    fn call_slowly<const EXPLORE: bool>(
        &mut self,
        t: usize,
        target: MethodId,
        args: &[Reg],
        dest: Reg,
        fresh: bool,
    ) -> Called {
        if let Err(trap) = self.prepare_method(target) {
            return Called::Trap { trap, consumed: false };
        }
        let state = &self.methods[target.index()];
        let plain = self.steps_singly();
        let whole = self.stops_everywhere();
        match &state.body {
            Body::Code(code) => {
                let registers = u32::from(code.shared.registers);
                if !state.synchronized {
                    return self.enter_frame(t, target, args, registers, FrameKind::Call, 0);
                }
                let is_static = state.is_static;
                let lock = if is_static {
                    let class = self.program.method(target).class;
                    self.mirror(class)
                } else {
                    self.register(t, args[0]) as Ref
                };
                let seen = EXPLORE && !plain && (whole || self.several && self.lock_visible(lock));
                if seen && !fresh && self.ends_before(Some(YieldKind::Acquire)) && self.is_noticed(Pending::Lock(lock))
                {
                    return Called::Boundary;
                }
                if seen {
                    self.owed = false;
                } else if EXPLORE {
                    self.pass(YieldKind::Acquire);
                }
                if let Err(trap) = self.monitor_enter(lock) {
                    return Called::Trap { trap, consumed: seen };
                }
                match self.enter_frame(t, target, args, registers, FrameKind::Call, lock) {
                    Called::Frame if seen => Called::LockedFrame,
                    Called::Trap { trap, consumed } => {
                        let _ = self.monitor_exit(lock);
                        Called::Trap { trap, consumed }
                    }
                    other => other,
                }
            }
            Body::Native(native) => {
                let native = *native;
                let values: Args = args.iter().map(|&reg| self.register(t, reg)).collect();
                let mut consumed = false;
                if EXPLORE
                    && !(plain && self.several)
                    && let Effect::Visible(effect) = native.effect
                {
                    let pending = effect(self, &values);
                    let seen = match pending {
                        Pending::Local => false,
                        // Data choices branch even while there is just one thread.
                        Pending::Choose(_) | Pending::Clock => true,
                        _ => self.several || whole && kind_of(pending) != Some(YieldKind::Access),
                    };
                    if seen && !fresh && self.ends_before_effect(pending) && self.is_noticed(pending) {
                        return Called::Boundary;
                    }
                    if seen {
                        self.owed = false;
                    }
                    consumed = seen;
                }
                if !EXPLORE && self.must_collect() {
                    self.collect();
                    let values: Args = args.iter().map(|&reg| self.register(t, reg)).collect();
                    return self.finish_native(t, target, native.run, &values, dest, consumed);
                }
                self.finish_native(t, target, native.run, &values, dest, consumed)
            }
            Body::Abstract => {
                let info = self.program.method(target);
                let class = crate::names::external(self.program, info.class);
                let name = format!("{class}.{}{}", self.program.text(info.name), self.program.text(info.descriptor));
                Called::Trap { trap: self.throw("java/lang/AbstractMethodError", &name), consumed: false }
            }
            Body::Missing => {
                Called::Trap { trap: Trap::Stop(Stop::Unsupported(self.describe_native(target))), consumed: false }
            }
            Body::Unprepared => unreachable!("prepared above"),
        }
    }

    fn finish_native(
        &mut self,
        t: usize,
        target: MethodId,
        run: crate::native::NativeFn,
        values: &Args,
        dest: Reg,
        consumed: bool,
    ) -> Called {
        *self.intrinsics_used.entry(target).or_default() += 1;
        let outer = self.enter_native(target);
        let result = run(self, values);
        self.native = outer;
        match result {
            Ok(value) => {
                if dest != heddle_program::ir::NO_REG {
                    self.set_register(t, dest, value);
                }
                Called::Done { consumed }
            }
            Err(Trap::Bytecode) => match self.push_original(target, values) {
                Ok(()) if consumed => Called::LockedFrame,
                Ok(()) => Called::Frame,
                Err(trap) => Called::Trap { trap, consumed },
            },
            Err(trap) => Called::Trap { trap, consumed },
        }
    }

    fn describe_native(&self, target: MethodId) -> String {
        let info = self.program.method(target);
        format!(
            "native method {}.{}{} (JDK {})",
            crate::names::external(self.program, info.class),
            self.program.text(info.name),
            self.program.text(info.descriptor),
            self.program.jdk_feature(),
        )
    }

    /// A register of a thread's top frame.
    #[inline]
    pub(crate) fn register(&self, t: usize, reg: Reg) -> u64 {
        let thread = &self.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base);
        thread.regs[(base + u32::from(reg)) as usize]
    }

    #[inline]
    pub(crate) fn set_register(&mut self, t: usize, reg: Reg, value: u64) {
        let thread = &mut self.threads[t];
        let base = thread.frames.last().map_or(0, |frame| frame.base);
        thread.regs[(base + u32::from(reg)) as usize] = value;
    }

    fn select(&mut self, receiver: ClassId, method: MethodId) -> Result<MethodId, Trap> {
        self.program.select(receiver, method).map_err(|error| self.link_error(error))
    }

    // ---- arrays -----------------------------------------------------------------------------

    #[inline(always)]
    fn log_element(&mut self, array: Ref, index: u32, bytes: u32) {
        if array < self.journal.floor {
            self.log(array, Heap::element_cell(array, index, bytes));
        }
    }

    /// Stores a reference into an array, publishing it if the array is shared. The store check is
    /// the caller's.
    #[inline]
    pub fn store_element_ref(&mut self, array: Ref, index: u32, value: Ref) {
        self.log_element(array, index, 4);
        self.heap.store_u32(array, index, value);
        if value != 0 && self.options.explore && self.heap.tag(array) == SHARED {
            self.publish(value);
        }
    }

    #[inline]
    fn is_boolean_array(&self, array: Ref) -> bool {
        self.element_kind(array) == Some(ElementKind::Boolean)
    }

    /// Whether an array of references may hold a value.
    #[inline]
    pub fn fits(&self, array: Ref, value: Ref) -> bool {
        match self.program.class(self.class_of(array)).kind {
            heddle_program::ClassKind::Array { component, .. } => self.is_instance(value, component),
            _ => false,
        }
    }

    #[cold]
    fn array_store(&mut self, value: Ref) -> Trap {
        let name = crate::names::external(self.program, self.class_of(value));
        self.throw("java/lang/ArrayStoreException", &name)
    }

    #[cold]
    pub(crate) fn out_of_bounds(&mut self, array: Ref, index: u32) -> Trap {
        let message = format!("Index {} out of bounds for length {}", index as i32, self.heap.len(array));
        self.throw("java/lang/ArrayIndexOutOfBoundsException", &message)
    }

    /// `newarray` and `anewarray`.
    pub(crate) fn checked_array(&mut self, class: ClassId, len: i32, site: u32) -> Result<Ref, Trap> {
        if len < 0 {
            return Err(self.throw("java/lang/NegativeArraySizeException", &len.to_string()));
        }
        self.new_array_at(class, len as u32, site)
    }

    fn multi_array(&mut self, pool: ClassId, cp: u16, dims: &[i32], site: u32) -> Result<Ref, Trap> {
        let class = self.linked(|program| program.resolve_class(pool, cp))?;
        self.multi_array_of(class, dims, site)
    }

    /// Nested arrays with the given dimensions; all are checked before anything is allocated.
    pub fn multi_array_of(&mut self, class: ClassId, dims: &[i32], site: u32) -> Result<Ref, Trap> {
        if let Some(&negative) = dims.iter().find(|&&len| len < 0) {
            return Err(self.throw("java/lang/NegativeArraySizeException", &negative.to_string()));
        }
        self.fill_dimensions(class, dims, site)
    }

    fn fill_dimensions(&mut self, class: ClassId, dims: &[i32], site: u32) -> Result<Ref, Trap> {
        let array = self.new_array_at(class, dims[0] as u32, site)?;
        let heddle_program::ClassKind::Array { component, .. } = self.program.class(class).kind else {
            unreachable!("as many dimensions as the array class has")
        };
        if dims.len() > 1 {
            for index in 0..dims[0] as u32 {
                let inner = self.fill_dimensions(component, &dims[1..], site)?;
                self.heap.store_u32(array, index, inner);
            }
        }
        Ok(array)
    }

    // ---- visibility -------------------------------------------------------------------------

    /// Whether taking a monitor concerns other threads: the object is shared and not yet locked
    /// by this thread.
    #[inline]
    pub(crate) fn lock_visible(&self, object: Ref) -> bool {
        self.heap.tag(object) == SHARED && self.heap.monitor(object).0 != self.current as u16 + 1
    }

    /// Whether giving a monitor back concerns other threads; 0 stands for the lock of a class that is
    /// being initialised.
    #[inline]
    fn release_visible(&self, object: Ref) -> bool {
        object == 0 || self.heap.tag(object) == SHARED && self.heap.monitor(object).1 == 1
    }

    /// Whether the initialisation of a class concerns other threads: it does unless this thread is
    /// at it already. Until it is done, nobody else can touch the class's statics. That of a class of
    /// the JDK never does: whether it has taken place is no part of a state, so it must not decide
    /// where a step ends.
    #[inline]
    fn initialization_visible(&self, class: ClassId, init_cell: u32) -> bool {
        self.classes[class.index()].user && self.heap.cell(init_cell) != init_state::RUNNING + self.current as u64
    }

    fn is_unseen_place(&self, object: Ref, place: u16) -> bool {
        let class = self.program.class(self.class_of(object));
        let slot = u32::from(place) - crate::heap::HEADER;
        class.layout.fields.get(slot as usize).is_some_and(|&field| self.is_unseen(field))
    }

    /// `putfield` of a field that is volatile, masked or narrower than `int`, or the value of a
    /// string.
    fn store_any(&mut self, object: Ref, place: u16, value: u64) {
        let class = self.program.class(self.class_of(object));
        let slot = u32::from(place) - crate::heap::HEADER;
        let ty = self.program.field(class.layout.fields[slot as usize]).ty;
        if ty.is_ref() {
            self.store_ref(object, u32::from(place), value as Ref);
            if class.id == self.program.well_known().string {
                self.freeze(value as Ref);
            }
        } else {
            self.store(object, u32::from(place), Self::narrow(ty, value));
        }
    }
}

/// What became of a call.
pub(crate) enum Called {
    /// The callee's frame is on top.
    Frame,
    /// As `Frame`, and the call was the visible instruction of the step.
    LockedFrame,
    /// A native ran and its result is stored.
    Done {
        consumed: bool,
    },
    Boundary,
    Trap {
        trap: Trap,
        consumed: bool,
    },
}

/// Instructions that are replaced before they do anything.
pub(crate) fn is_symbolic(op: Op) -> bool {
    matches!(
        op,
        Op::ConstPool { .. }
            | Op::ANewArray { .. }
            | Op::New { .. }
            | Op::GetField { .. }
            | Op::PutField { .. }
            | Op::GetStatic { .. }
            | Op::PutStatic { .. }
            | Op::CheckCast { .. }
            | Op::InstanceOf { .. }
            | Op::Invoke { .. }
    )
}

#[inline(always)]
fn site(code: *mut MethodCode<'_>, pc: usize) -> u32 {
    // SAFETY: the caller's `code` is the running method's.
    unsafe { (*code).shared.first_site + pc as u32 }
}

#[inline(always)]
fn from_float(value: f32) -> u64 {
    u64::from(value.to_bits())
}

#[inline(always)]
fn compare<T: PartialOrd>(a: T, b: T, unordered: i32) -> i32 {
    match a.partial_cmp(&b) {
        Some(ordering) => ordering as i32,
        None => unordered,
    }
}
