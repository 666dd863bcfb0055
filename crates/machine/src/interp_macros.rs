//! The macros of the interpreter loop: registers, exceptions, jumps, calls, and where a step ends.
//!
//! A macro cannot see the variables of the function that uses it unless they are handed to it, so the
//! loop names those that its macros use. The dollar sign comes first because macros that come
//! out of a macro need it for parameters of their own.

// The formatter indents nested macros further each time it sees them.
#[rustfmt::skip]
macro_rules! interpreter_macros {
    (
        $d:tt, $next:lifetime, $m:ident, $t:ident, $regs:ident, $pc:ident, $fresh:ident, $fuel:ident, $frame:ident,
        $code:ident, $floor:ident, $plain:ident, $whole:ident, $yields:ident, $branches:ident, $back_branches:ident,
        $entries:ident
    ) => {
        // SAFETY (both): translation checked that register operands are below the frame's size.
        macro_rules! get {
            ($d r:expr) => {
                unsafe { *$regs.add($d r as usize) }
            };
        }
        macro_rules! set {
            ($d r:expr, $d v:expr) => {{
                let value: u64 = $d v;
                unsafe { *$regs.add($d r as usize) = value }
            }};
        }
        macro_rules! int {
            ($d r:expr) => {
                get!($d r) as u32 as i32
            };
        }
        macro_rules! set_int {
            ($d r:expr, $d v:expr) => {{
                let value: i32 = $d v;
                set!($d r, u64::from(value as u32))
            }};
        }
        macro_rules! long {
            ($d r:expr) => {
                get!($d r) as i64
            };
        }
        macro_rules! int_op {
            ($d d:expr, $d a:expr, $d b:expr, $d op:ident) => {
                set_int!($d d, (int!($d a)).$d op(int!($d b)))
            };
        }
        macro_rules! long_op {
            ($d d:expr, $d a:expr, $d b:expr, $d op:ident) => {
                set!($d d, (long!($d a)).$d op(long!($d b)) as u64)
            };
        }
        macro_rules! float {
            ($d r:expr) => {
                f32::from_bits(get!($d r) as u32)
            };
        }
        macro_rules! double {
            ($d r:expr) => {
                f64::from_bits(get!($d r))
            };
        }
        macro_rules! operand {
            ($d r:expr) => {
                crate::elapsed::Operand { value: long!($d r), register: $d r }
            };
        }
        // What the program may find out about time.
        macro_rules! timed {
            ($d observe:ident, $d a:expr, $d b:expr) => {
                if EXPLORE && $m.run.clock_was_read {
                    save!();
                    $m.$d observe($t, $d a, $d b);
                }
            };
        }
        macro_rules! fraction_op {
            ($d d:expr, $d a:expr, $d b:expr, $d kind:ident, $d op:tt, $d bits:path) => {{
                let result = $d kind!($d a) $d op $d kind!($d b);
                timed!(observe_scaled, f64::from($d kind!($d a)), f64::from(result));
                set!($d d, $d bits(result))
            }};
        }
        macro_rules! int_branch {
            ($d a:expr, $d is:tt, $d b:expr, $d to:expr) => {{
                timed!(observe_ints, $d a, $d b);
                branch!($d a $d is $d b, $d to)
            }};
        }
        macro_rules! save {
            () => {
                $m.state.threads[$t].frames.last_mut().expect("a frame is running").pc = $pc as u32
            };
        }
        // `pc` was saved before the failing operation, which may have pushed frames since.
        macro_rules! trap {
            ($d trap:expr) => {{
                let trap = $d trap;
                match $m.handle_trap($t, trap, $floor) {
                    Some(exit) => return exit,
                    None => continue $next,
                }
            }};
        }
        macro_rules! check {
            ($d result:expr) => {{
                match $d result {
                    Ok(value) => value,
                    Err(trap) => trap!(trap),
                }
            }};
        }
        // A visible instruction is executed only as the first of its step.
        macro_rules! starts {
            ($d kind:expr, $d noticed:expr) => {
                if !$fresh && $m.ends_before(Some($d kind)) && $d noticed {
                    save!();
                    return Exit::Boundary;
                }
                $fresh = false;
                $m.stepper.owed = false;
            };
        }
        // An access that no other thread will ever notice needs no step of its own.
        macro_rules! visible {
            ($d condition:expr) => {
                visible!($d condition, Pending::Global)
            };
            ($d condition:expr, $d pending:expr) => {
                visible!($d condition, $d pending, YieldKind::Access)
            };
            ($d condition:expr, $d pending:expr, $d kind:expr) => {
                let shared = $m.stepper.several || $whole && $d kind != YieldKind::Access;
                if EXPLORE && !$plain && shared && ($whole || $d condition) {
                    // A reduction sees where the thread stands.
                    if $fresh && ($m.reduction.is_some() || $m.stepper.noted.is_some()) {
                        save!();
                        $m.show($d pending);
                    }
                    starts!($d kind, $m.reduction.is_none() || {
                        save!();
                        $m.is_dependent($d pending)
                    });
                }
            };
        }
        // A store that may change what a property observes is the first of its step, even if no other
        // thread is alive.
        macro_rules! observed {
            ($d pending:expr) => {
                if EXPLORE
                    && $m.settings.observed.is_some()
                    && !$fresh
                    && !($plain && $m.stepper.several)
                    && $m.is_observed($d pending)
                {
                    save!();
                    return Exit::Boundary;
                }
            };
        }
        // Making an instance that counts is the first of its step too.
        macro_rules! kept {
            ($d class:expr) => {
                if EXPLORE && $m.settings.observed.is_some() && !$fresh && !($plain && $m.stepper.several) && $m.keeps($d class) {
                    save!();
                    return Exit::Boundary;
                }
            };
        }
        macro_rules! keep {
            ($d class:expr, $d object:expr) => {
                if EXPLORE && $m.settings.observed.is_some() && $m.keeps($d class) {
                    check!($m.keep($d object));
                }
            };
        }
        // A step ends after taking something that others may wait for, if that has to be seen.
        macro_rules! taken {
            ($d condition:expr) => {
                if EXPLORE && $d condition && !$plain && $m.stops_after_taking() {
                    $pc += 1;
                    save!();
                    return Exit::Boundary;
                }
            };
        }
        // The initialisation of a class by this thread: never together with another visible
        // action of the same instruction.
        macro_rules! claims {
            ($d condition:expr) => {
                if EXPLORE && !$plain && $m.stepper.several && $d condition {
                    starts!(YieldKind::Acquire, true);
                }
            };
        }
        // A yield point that nobody notices ends a step if platforms are taken as they are;
        // else it is owed.
        macro_rules! yields {
            ($d is_one:expr) => {
                if EXPLORE && $d is_one && $m.stepper.several {
                    if $whole && !$fresh {
                        save!();
                        $m.stepper.owed = true;
                        return Exit::Boundary;
                    }
                    $m.stepper.owed = !$whole;
                }
            };
        }
        // Giving a monitor back. Where it is no yield point and those who wait for the monitor
        // stand at one, doing it early keeps nobody from anything.
        macro_rules! releases {
            ($d object:expr, $d also:expr) => {
                if EXPLORE && $m.settings.stops.is_some() {
                    let is_yield = $d also || $yields.contains(YieldKind::Release);
                    if !($whole || $m.stepper.several && $m.release_visible($d object)) {
                        yields!(is_yield)
                    } else if is_yield || !$yields.contains(YieldKind::Acquire) {
                        if !$fresh && (is_yield || $m.ends_before(Some(YieldKind::Access))) {
                            $m.stepper.owed |= is_yield;
                            save!();
                            return Exit::Boundary;
                        }
                        $fresh = false;
                        // Others may run with the monitor free, before this thread goes on.
                        $m.stepper.owed = $m.stepper.several && $yields.contains(YieldKind::Release);
                    }
                }
            };
        }
        // Recursion is a loop too. Time slices of plain runs count jumps alone.
        macro_rules! spend {
            () => {
                if EXPLORE || $floor > 0 {
                    $fuel -= 1;
                    if $fuel == 0 {
                        return Exit::Slice;
                    }
                }
            };
        }
        macro_rules! jump {
            ($d target:expr) => {{
                let target = $d target as usize;
                if target <= $pc {
                    yields!($back_branches && !$branches);
                    $fuel -= 1;
                    if $fuel == 0 {
                        $pc = target;
                        save!();
                        return Exit::Slice;
                    }
                }
                $pc = target;
                continue;
            }};
        }
        macro_rules! branch {
            ($d condition:expr, $d target:expr) => {{
                yields!($branches);
                if $d condition {
                    jump!($d target)
                }
            }};
        }
        macro_rules! object {
            ($d r:expr) => {{
                let object = get!($d r) as Ref;
                if object == 0 {
                    save!();
                    trap!($m.throw_bare("java/lang/NullPointerException"))
                }
                object
            }};
        }
        // An element that is about to be read (`false`) or written.
        macro_rules! element {
            ($d a:expr, $d i:expr, $d write:expr) => {{
                let array = object!($d a);
                let index = get!($d i) as u32;
                if index >= $m.state.heap.len(array) {
                    save!();
                    trap!($m.out_of_bounds(array, index))
                }
                if $d write {
                    observed!($m.pending_element(array, index, true));
                }
                visible!($m.state.heap.tag(array) == SHARED, $m.pending_element(array, index, $d write));
                (array, index)
            }};
        }
        // The object of a field that is about to be read (`false`) or written.
        macro_rules! holder {
            ($d a:expr, $d place:expr, $d write:expr) => {{
                let object = object!($d a);
                if $d write {
                    observed!($m.pending_field(object, $d place, true));
                }
                visible!($m.state.heap.tag(object) == SHARED, $m.pending_field(object, $d place, $d write));
                object
            }};
        }
        macro_rules! divisor {
            ($d value:expr) => {
                if $d value == 0 {
                    save!();
                    trap!($m.throw("java/lang/ArithmeticException", "/ by zero"))
                }
            };
        }
        // The registers, which Java code run meanwhile may have moved.
        macro_rules! moved {
            () => {
                // SAFETY: as where `regs` was first derived.
                $regs = unsafe { $m.state.threads[$t].regs.as_mut_ptr().add($frame.base as usize) }
            };
        }
        macro_rules! initialized {
            ($d class:expr, $d cell:expr) => {
                if $m.state.heap.cell($d cell) != init_state::DONE {
                    save!();
                    claims!($m.initialization_visible($d class, $d cell));
                    check!($m.ensure_initialized($d class));
                    moved!();
                } else if EXPLORE && $m.stepper.noted.is_some() {
                    $m.note_touch(crate::touch::Noted::Initialized($d class));
                }
            };
        }
        macro_rules! site {
            ($d k:expr) => {
                // SAFETY: site operands index the method's sites.
                unsafe { &(&(*$code).sites)[$d k as usize] }
            };
        }
        macro_rules! class_operand {
            ($d k:expr) => {
                // SAFETY: operands index the method's resolved classes.
                ClassId(unsafe { (&(*$code).operands)[$d k as usize] })
            };
        }
        macro_rules! call {
            ($d target:expr, $d k:expr) => {{
                save!();
                // SAFETY: site operands index the method's sites.
                let (args, dest) = unsafe {
                    let site = (&(*$code).sites).get_unchecked($d k as usize);
                    (site.args, site.dest)
                };
                match $m.call::<EXPLORE>($t, $d target, args, dest, $fresh) {
                    Called::Done { consumed } => {
                        $fresh &= !(EXPLORE && consumed);
                        taken!(consumed);
                        moved!();
                        // What took long counts at the next jump or call.
                        if EXPLORE && $m.stepper.charge > 0 {
                            $fuel = 1;
                        }
                    }
                    Called::Frame { consumed } => {
                        $fresh &= !(EXPLORE && consumed);
                        if EXPLORE && consumed && !$plain && $m.stops_after_taking() {
                            return Exit::Boundary;
                        }
                        if EXPLORE && $entries && ($m.stepper.several || consumed) {
                            $m.stepper.owed = true;
                            if $whole {
                                return Exit::Boundary;
                            }
                        }
                        spend!();
                        continue $next;
                    }
                    Called::Trap { trap, consumed } => {
                        $fresh &= !(EXPLORE && consumed);
                        trap!(trap)
                    }
                    Called::Boundary => return Exit::Boundary,
                }
            }};
        }
    };
}
pub(crate) use interpreter_macros;
