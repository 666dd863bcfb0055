//! The interpreter loop (JVMS 6.5 over the register form).
//!
//! `EXPLORE` decides at compile time whether the loop stops before visible instructions. In both
//! forms a frame's `pc` is written back before anything that can throw, call, block or look at
//! frames. Registers are addressed through a raw pointer to the frame's first register; it is
//! derived again whenever the thread's register stack may have moved.

use heddle_program::ClassId;
use heddle_verdict::YieldKind;

use crate::code::MethodCode;
use crate::exit::{Called, Exit};
use crate::heap::{Ref, SHARED};
use crate::interp_macros::interpreter_macros;
use crate::machine::{Machine, init_state};
use crate::native::Trap;
use crate::op::Op;
use crate::pending::Pending;
use crate::thread::{FrameKind, PROLOGUE};

/// Backward jumps and calls of code that the machine runs for its own ends while exploring, such as an initialiser of the
/// JDK or a loader of the program: some seconds.
const MOST_NESTED: u32 = 1 << 28;

impl Machine<'_> {
    /// Executes thread `t` until it has `floor` frames or must stop.
    pub(crate) fn interpret<const EXPLORE: bool>(&mut self, t: usize, floor: usize) -> Exit {
        let plain = EXPLORE && self.steps_singly();
        let whole = EXPLORE && self.stops_everywhere();
        let yields = self.settings.stops.filter(|_| EXPLORE).map(|stops| stops.yields).unwrap_or_default();
        let [branches, entries, exits] =
            [YieldKind::Branch, YieldKind::Entry, YieldKind::Exit].map(|kind| yields.contains(kind));
        let back_branches = branches || yields.contains(YieldKind::BackBranch);
        let locating = EXPLORE && self.observes_locations();
        let mut fresh = self.stepper.fresh;
        // Whether the instruction that `fresh` is meant for has begun.
        let mut begun = false;
        // Code that the machine runs for its own ends is never interrupted, only given up.
        let mut fuel = match (EXPLORE, floor) {
            (true, _) => self.stepper.fuel,
            (false, 0) => self.run.slice,
            (false, _) if self.settings.exploring => MOST_NESTED,
            (false, _) => u32::MAX,
        };

        if EXPLORE && self.state.threads[t].control.unwinding != 0 {
            fresh = false;
            if let Some(exit) = self.unwind_on(t, floor) {
                return exit;
            }
        }
        'frame: loop {
            // A handler may cover itself, so that catching is a loop too.
            if std::mem::take(&mut self.stepper.caught) {
                fuel -= 1;
                if fuel == 0 {
                    return Exit::Slice;
                }
            }
            let Some(&frame) = self.state.threads[t].frames.last() else {
                return Exit::Returned(0);
            };
            if frame.pc == PROLOGUE {
                if let Some(exit) = self.run_prologue::<EXPLORE>(t, frame.kind, floor, fresh) {
                    return exit;
                }
                fresh &= !EXPLORE;
                continue 'frame;
            }
            let method = frame.method;
            let code: *mut MethodCode<'_> = self.code_mut(method);
            // SAFETY: `code` points into a boxed `MethodCode` that lives as long as the machine.
            let ops: *mut Op = unsafe { (*code).ops.as_mut_ptr() };
            let mut pc = frame.pc as usize;
            let below = if locating { self.locations_below(t) } else { 0 };
            // SAFETY: `push_frame` made room for all registers of the frame.
            let mut regs: *mut u64 = unsafe { self.state.threads[t].regs.as_mut_ptr().add(frame.base as usize) };

            interpreter_macros!(
                $, 'frame, self, t, regs, pc, fresh, fuel, frame, code, floor, plain, whole, yields, branches, back_branches,
                entries
            );

            loop {
                // SAFETY: translation checked that control flow stays within the instructions.
                let op = unsafe { *ops.add(pc) };
                // Entering and leaving locations is an action of its own.
                if locating && !op.is_symbolic() {
                    let at = below | self.location_of(method, pc);
                    if at != self.state.threads[t].control.at {
                        if !fresh {
                            save!();
                            return Exit::Boundary;
                        }
                        self.control(t).at = at;
                        fresh = false;
                    }
                }
                if plain && self.stepper.several && !op.is_symbolic() {
                    if !fresh {
                        save!();
                        return Exit::Boundary;
                    }
                    fresh = false;
                }
                // The first instruction uses `fresh` up even if it has become invisible meanwhile.
                if EXPLORE && fresh {
                    fresh = !begun;
                    begun = !op.is_symbolic();
                }
                match op {
                    Op::Nop => {}
                    Op::Move { d, a } => set!(d, get!(a)),
                    Op::Const32 { d, v } => set!(d, u64::from(v)),
                    Op::ConstNull { d } => set!(d, 0),
                    Op::ConstRef { d, r } => set!(d, u64::from(r)),

                    Op::IAdd { d, a, b } => int_op!(d, a, b, wrapping_add),
                    Op::ISub { d, a, b } => int_op!(d, a, b, wrapping_sub),
                    Op::IMul { d, a, b } => int_op!(d, a, b, wrapping_mul),
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

                    Op::LAdd { d, a, b } => {
                        timed!(observe_sum, get!(a), get!(b));
                        long_op!(d, a, b, wrapping_add)
                    }
                    Op::LSub { d, a, b } => {
                        timed!(observe_difference, get!(a), get!(b));
                        long_op!(d, a, b, wrapping_sub)
                    }
                    Op::LMul { d, a, b } => {
                        timed!(observe_product, long!(a), long!(b));
                        long_op!(d, a, b, wrapping_mul)
                    }
                    Op::LAnd { d, a, b } => {
                        timed!(observe_use, get!(a), get!(b));
                        set!(d, get!(a) & get!(b))
                    }
                    Op::LOr { d, a, b } => {
                        timed!(observe_union, get!(a), get!(b));
                        set!(d, get!(a) | get!(b))
                    }
                    Op::LXor { d, a, b } => {
                        timed!(observe_use, get!(a), get!(b));
                        set!(d, get!(a) ^ get!(b))
                    }
                    Op::LShl { d, a, b } => {
                        timed!(observe_use, get!(a), 0);
                        set!(d, get!(a).wrapping_shl(get!(b) as u32))
                    }
                    Op::LShr { d, a, b } => {
                        timed!(observe_use, get!(a), 0);
                        set!(d, long!(a).wrapping_shr(get!(b) as u32) as u64)
                    }
                    Op::LUshr { d, a, b } => {
                        timed!(observe_use, get!(a), 0);
                        set!(d, get!(a).wrapping_shr(get!(b) as u32))
                    }
                    Op::LNeg { d, a } => {
                        timed!(observe_conversion, get!(a), long!(a).wrapping_neg() as u64);
                        set!(d, long!(a).wrapping_neg() as u64)
                    }
                    Op::LAddK { d, a, k } => set!(d, long!(a).wrapping_add(i64::from(k)) as u64),
                    Op::LCmp { d, a, b } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        set_int!(d, long!(a).cmp(&long!(b)) as i32)
                    }

                    Op::FAdd { d, a, b } => fraction_op!(d, a, b, float, +, from_float),
                    Op::FSub { d, a, b } => fraction_op!(d, a, b, float, -, from_float),
                    Op::FMul { d, a, b } => fraction_op!(d, a, b, float, *, from_float),
                    Op::FDiv { d, a, b } => fraction_op!(d, a, b, float, /, from_float),
                    Op::FRem { d, a, b } => set!(d, from_float(float!(a) % float!(b))),
                    Op::FNeg { d, a } => set!(d, from_float(-float!(a))),
                    Op::FCmpL { d, a, b } => {
                        timed!(observe_fractions, f64::from(float!(a)), f64::from(float!(b)));
                        set_int!(d, compare(float!(a), float!(b), -1))
                    }
                    Op::FCmpG { d, a, b } => {
                        timed!(observe_fractions, f64::from(float!(a)), f64::from(float!(b)));
                        set_int!(d, compare(float!(a), float!(b), 1))
                    }
                    Op::DAdd { d, a, b } => fraction_op!(d, a, b, double, +, f64::to_bits),
                    Op::DSub { d, a, b } => fraction_op!(d, a, b, double, -, f64::to_bits),
                    Op::DMul { d, a, b } => fraction_op!(d, a, b, double, *, f64::to_bits),
                    Op::DDiv { d, a, b } => fraction_op!(d, a, b, double, /, f64::to_bits),
                    Op::DRem { d, a, b } => set!(d, (double!(a) % double!(b)).to_bits()),
                    Op::DNeg { d, a } => set!(d, (-double!(a)).to_bits()),
                    Op::DCmpL { d, a, b } => {
                        timed!(observe_fractions, double!(a), double!(b));
                        set_int!(d, compare(double!(a), double!(b), -1))
                    }
                    Op::DCmpG { d, a, b } => {
                        timed!(observe_fractions, double!(a), double!(b));
                        set_int!(d, compare(double!(a), double!(b), 1))
                    }

                    Op::I2L { d, a } => set!(d, i64::from(int!(a)) as u64),
                    Op::I2F { d, a } => set!(d, from_float(int!(a) as f32)),
                    Op::I2D { d, a } => set!(d, f64::from(int!(a)).to_bits()),
                    Op::L2I { d, a } => {
                        timed!(observe_conversion, get!(a), 0);
                        set!(d, get!(a) & 0xffff_ffff)
                    }
                    Op::L2F { d, a } => {
                        timed!(observe_conversion, get!(a), 0);
                        set!(d, from_float(long!(a) as f32))
                    }
                    Op::L2D { d, a } => {
                        timed!(observe_conversion, get!(a), 0);
                        set!(d, (long!(a) as f64).to_bits())
                    }
                    Op::F2I { d, a } => set_int!(d, float!(a) as i32),
                    Op::F2L { d, a } => set!(d, (float!(a) as i64) as u64),
                    Op::F2D { d, a } => set!(d, f64::from(float!(a)).to_bits()),
                    Op::D2I { d, a } => set_int!(d, double!(a) as i32),
                    Op::D2L { d, a } => set!(d, (double!(a) as i64) as u64),
                    Op::D2F { d, a } => set!(d, from_float(double!(a) as f32)),
                    Op::I2B { d, a } => set_int!(d, i32::from(get!(a) as i8)),
                    Op::I2C { d, a } => set!(d, get!(a) & 0xffff),
                    Op::I2S { d, a } => set_int!(d, i32::from(get!(a) as i16)),
                    // SAFETY: wide operands index the method's wide constants.
                    Op::Const64 { d, k } => set!(d, unsafe { (&(*code).wide)[k as usize] }),
                    Op::IDiv { d, a, b } => {
                        divisor!(int!(b));
                        timed!(observe_scaled_int, int!(a), int!(b));
                        int_op!(d, a, b, wrapping_div)
                    }
                    Op::IRem { d, a, b } => {
                        divisor!(int!(b));
                        timed!(observe_scaled_int, int!(a), int!(b));
                        int_op!(d, a, b, wrapping_rem)
                    }
                    Op::LDiv { d, a, b } => {
                        divisor!(long!(b));
                        timed!(observe_division, long!(a), long!(b));
                        long_op!(d, a, b, wrapping_div)
                    }
                    Op::LRem { d, a, b } => {
                        divisor!(long!(b));
                        timed!(observe_use, get!(a), get!(b));
                        long_op!(d, a, b, wrapping_rem)
                    }

                    Op::Goto { t } => branch!(true, t),
                    Op::IfEq { a, b, t: to } => int_branch!(int!(a), ==, int!(b), to),
                    Op::IfNe { a, b, t: to } => int_branch!(int!(a), !=, int!(b), to),
                    Op::IfLt { a, b, t: to } => int_branch!(int!(a), <, int!(b), to),
                    Op::IfGe { a, b, t: to } => int_branch!(int!(a), >=, int!(b), to),
                    Op::IfGt { a, b, t: to } => int_branch!(int!(a), >, int!(b), to),
                    Op::IfLe { a, b, t: to } => int_branch!(int!(a), <=, int!(b), to),
                    Op::IfEqK { a, k, t: to } => int_branch!(int!(a), ==, i32::from(k), to),
                    Op::IfNeK { a, k, t: to } => int_branch!(int!(a), !=, i32::from(k), to),
                    Op::IfLtK { a, k, t: to } => int_branch!(int!(a), <, i32::from(k), to),
                    Op::IfGeK { a, k, t: to } => int_branch!(int!(a), >=, i32::from(k), to),
                    Op::IfGtK { a, k, t: to } => int_branch!(int!(a), >, i32::from(k), to),
                    Op::IfLeK { a, k, t: to } => int_branch!(int!(a), <=, i32::from(k), to),
                    Op::IfLEq { a, b, t: to } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        branch!(long!(a) == long!(b), to)
                    }
                    Op::IfLNe { a, b, t: to } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        branch!(long!(a) != long!(b), to)
                    }
                    Op::IfLLt { a, b, t: to } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        branch!(long!(a) < long!(b), to)
                    }
                    Op::IfLGe { a, b, t: to } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        branch!(long!(a) >= long!(b), to)
                    }
                    Op::IfLGt { a, b, t: to } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        branch!(long!(a) > long!(b), to)
                    }
                    Op::IfLLe { a, b, t: to } => {
                        timed!(observe_comparison, operand!(a), operand!(b));
                        branch!(long!(a) <= long!(b), to)
                    }
                    Op::Switch { a, k } => {
                        // SAFETY: switch operands index the method's switch tables.
                        let table = unsafe { &(&(*code).shared.switches)[k as usize] };
                        timed!(observe_switch, int!(a), table);
                        branch!(true, table.target(int!(a)))
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
                        let class = class_operand!(k);
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
                        let array = check!(self.multi_array(t, pool, multi, site(code, pc)));
                        set!(d, u64::from(array));
                    }
                    Op::ArrayLen { d, a } => {
                        let array = object!(a);
                        set!(d, u64::from(self.state.heap.len(array)));
                    }
                    Op::Load8 { d, a, i } => {
                        let (array, index) = element!(a, i, false);
                        set_int!(d, i32::from(self.state.heap.load_i8(array, index)));
                    }
                    Op::LoadU16 { d, a, i } => {
                        let (array, index) = element!(a, i, false);
                        set!(d, u64::from(self.state.heap.load_u16(array, index)));
                    }
                    Op::LoadI16 { d, a, i } => {
                        let (array, index) = element!(a, i, false);
                        set_int!(d, i32::from(self.state.heap.load_i16(array, index)));
                    }
                    Op::Load32 { d, a, i } | Op::LoadRef { d, a, i } => {
                        let (array, index) = element!(a, i, false);
                        set!(d, u64::from(self.state.heap.load_u32(array, index)));
                    }
                    Op::Load64 { d, a, i } => {
                        let (array, index) = element!(a, i, false);
                        set!(d, self.state.heap.load_u64(array, index));
                    }
                    Op::Store8 { a, i, v } => {
                        let (array, index) = element!(a, i, true);
                        self.log_element(array, index, 1);
                        let value = if self.is_boolean_array(array) { get!(v) as i8 & 1 } else { get!(v) as i8 };
                        self.state.heap.store_i8(array, index, value);
                    }
                    Op::Store16 { a, i, v } => {
                        let (array, index) = element!(a, i, true);
                        self.log_element(array, index, 2);
                        self.state.heap.store_u16(array, index, get!(v) as u16);
                    }
                    Op::Store32 { a, i, v } => {
                        let (array, index) = element!(a, i, true);
                        self.log_element(array, index, 4);
                        self.state.heap.store_u32(array, index, get!(v) as u32);
                    }
                    Op::Store64 { a, i, v } => {
                        let (array, index) = element!(a, i, true);
                        self.log_element(array, index, 8);
                        self.state.heap.store_u64(array, index, get!(v));
                    }
                    Op::StoreRef { a, i, v } => {
                        let (array, index) = element!(a, i, true);
                        let value = get!(v) as Ref;
                        if value != 0 && !self.fits(array, value) {
                            save!();
                            trap!(self.array_store(value))
                        }
                        self.store_element_ref(array, index, value);
                    }

                    Op::NewObject { d, class } => {
                        self.collect_if_full::<EXPLORE>(t, pc);
                        kept!(ClassId(class));
                        save!();
                        let object = check!(self.new_object_at(ClassId(class), site(code, pc)));
                        set!(d, u64::from(object));
                        keep!(ClassId(class), object);
                    }
                    Op::NewChecked { d, class } => {
                        let id = ClassId(class);
                        let cell = self.linkage.classes[id.index()].init_cell;
                        initialized!(id, cell);
                        kept!(id);
                        save!();
                        let object = check!(self.new_object_at(id, site(code, pc)));
                        set!(d, u64::from(object));
                        keep!(id, object);
                    }
                    Op::LoadField { d, a, place } | Op::LoadVolatile { d, a, place } => {
                        let object = holder!(a, place, false);
                        set!(d, self.state.heap.cell(object + u32::from(place)));
                    }
                    Op::LoadFinal { d, a, place } => {
                        let object = object!(a);
                        set!(d, self.state.heap.cell(object + u32::from(place)));
                    }
                    Op::LoadTask { d, a, place } => {
                        let object = object!(a);
                        visible!(self.task_visible(object), self.pending_field(object, place, false));
                        set!(d, self.state.heap.cell(object + u32::from(place)));
                    }
                    Op::StoreField { a, v, place } => {
                        let object = holder!(a, place, true);
                        self.store(object, u32::from(place), get!(v));
                    }
                    Op::StoreFieldRef { a, v, place } => {
                        let object = holder!(a, place, true);
                        self.store_ref(object, u32::from(place), get!(v) as Ref);
                    }
                    Op::StoreOther { a, v, place } => {
                        let object = object!(a);
                        observed!(self.pending_field(object, place, true));
                        visible!(
                            self.state.heap.tag(object) == SHARED && !self.is_unseen_place(object, place),
                            self.pending_field(object, place, true)
                        );
                        self.store_any(object, place, get!(v));
                    }
                    Op::StoreFinal { a, v, place } => {
                        let object = holder!(a, place, true);
                        if let Err(trap) = self.check_final(object, u32::from(place)) {
                            save!();
                            trap!(trap)
                        }
                        self.store_any(object, place, get!(v));
                    }
                    Op::LoadStaticFinal { d, cell } => set!(d, self.state.heap.cell(cell)),
                    Op::LoadStatic { d, k } => {
                        let site = self.linkage.static_sites[k as usize];
                        initialized!(site.class, site.init_cell);
                        visible!(
                            self.may_change(&site) && self.state.heap.cell(site.init_cell) == init_state::DONE,
                            Self::pending_load(&site)
                        );
                        set!(d, self.state.heap.cell(site.cell));
                    }
                    Op::StoreStatic { v, k } => {
                        let site = self.linkage.static_sites[k as usize];
                        initialized!(site.class, site.init_cell);
                        observed!(Self::pending_static(&site, true));
                        visible!(
                            self.state.heap.cell(site.init_cell) == init_state::DONE,
                            Self::pending_static(&site, true)
                        );
                        let value = Self::narrow(site.ty, get!(v));
                        if EXPLORE && site.ty.is_ref() {
                            self.publish(value as Ref);
                        }
                        self.store_static(site.cell, value);
                    }
                    Op::CastTo { a, k } => {
                        let object = get!(a) as Ref;
                        if object != 0 {
                            let class = class_operand!(k);
                            if !self.is_instance(object, class) {
                                save!();
                                trap!(self.class_cast(object, class))
                            }
                        }
                    }
                    Op::IsA { d, a, k } => {
                        let object = get!(a) as Ref;
                        let class = class_operand!(k);
                        set!(d, u64::from(object != 0 && self.is_instance(object, class)));
                    }

                    Op::CallStatic { k } => {
                        let target = site!(k).method;
                        call!(target, k)
                    }
                    Op::CallStaticChecked { k } => {
                        let target = site!(k).method;
                        let class = self.program.method(target).class;
                        let cell = self.linkage.classes[class.index()].init_cell;
                        initialized!(class, cell);
                        call!(target, k)
                    }
                    Op::CallSpecial { k } => {
                        let target = site!(k).method;
                        let receiver = site!(k).args[0];
                        object!(receiver);
                        call!(target, k)
                    }
                    Op::CallVirtual { k } => {
                        let (index, receiver) = (site!(k).virtual_index, site!(k).args[0]);
                        let object = object!(receiver);
                        let target = self.virtual_target(object, index);
                        call!(target, k)
                    }
                    Op::CallInterface { k } => {
                        let site = *site!(k);
                        let object = object!(site.args[0]);
                        let class = self.state.heap.class_of(object);
                        let target = if class == site.cached_class {
                            site.cached_method
                        } else {
                            save!();
                            let target = check!(self.select(ClassId(class), site.method));
                            // SAFETY: no other reference to the site is alive.
                            let site = unsafe { &mut (&mut (*code).sites)[k as usize] };
                            (site.cached_class, site.cached_method) = (class, target);
                            target
                        };
                        call!(target, k)
                    }
                    Op::CallHandle { k } => {
                        let site = *site!(k);
                        object!(site.args[0]);
                        save!();
                        match self.call_handle::<EXPLORE>(t, pc, &site, fresh) {
                            Called::Trap { trap, consumed } => {
                                fresh &= !consumed;
                                trap!(trap)
                            }
                            Called::Done { consumed } | Called::Frame { consumed } => fresh &= !consumed,
                            Called::Boundary => return Exit::Boundary,
                        }
                        moved!();
                    }

                    Op::Return | Op::ReturnValue { .. } => {
                        // The lock of a class being initialised goes by 0.
                        if frame.lock != 0 || matches!(frame.kind, FrameKind::Initializer(_)) {
                            releases!(frame.lock, exits)
                        } else {
                            yields!(exits)
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
                        if EXPLORE && !(whole || self.stepper.several && self.lock_visible(object)) {
                            self.pass(YieldKind::Acquire);
                        }
                        let contended = EXPLORE && self.stepper.several && self.lock_visible(object);
                        visible!(self.lock_visible(object), Pending::Lock(object), YieldKind::Acquire);
                        save!();
                        check!(self.monitor_enter(object));
                        taken!(contended);
                    }
                    Op::MonitorExit { a } => {
                        let object = object!(a);
                        releases!(object, false);
                        save!();
                        check!(self.monitor_exit(object));
                    }

                    Op::Unreached {}
                    | Op::ConstPool { .. }
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
