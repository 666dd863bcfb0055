//! A machine's private copy of method code, and the resolution of symbolic instructions
//! (JVMS 5.4.3) at their first execution. Resolution is a cache, not part of the state.

use std::cell::OnceCell;

use heddle_program::ir::{Callee, Code, InvokeKind, Pc, Reg};
use heddle_program::maps::Maps;
use heddle_program::{ClassId, FieldId, MethodId, Origin, Type};
use heddle_verdict::Granularity;

use crate::heap::HEADER;
use crate::machine::{Machine, init_state};
use crate::native::{CallSiteTarget, ConstantValue, HandleCall, Native, Stop, Trap};
use crate::op::Op;
use crate::permanent::Names;

/// How a method is executed.
pub(crate) enum Body<'p> {
    /// Not asked for yet.
    Unprepared,
    Code(Box<MethodCode<'p>>),
    Native(&'static Native),
    Abstract,
    /// Native in the JDK, unknown to us.
    Missing,
}

/// A method as the machine executes it.
pub(crate) struct MethodState<'p> {
    pub body: Body<'p>,
    /// The bytecode behind a replaced method, for natives that decline.
    pub original: Option<Box<MethodCode<'p>>>,
    pub synchronized: bool,
    /// Calls of it may show the program how a future ended.
    pub shows_failures: bool,
    /// It changes a setting of the JDK.
    pub changes_setting: bool,
    /// Calls of it may show the program the number of a thread.
    pub tells_numbers: bool,
    /// It is synchronized or one of the former, so that calls have more to do than to push a frame.
    pub is_special: bool,
    pub is_static: bool,
    /// The bytecode behind a replaced method takes monitors, which are yield points of platforms.
    pub replaces_locks: bool,
    /// It is native and was executed, which the ledger of assumptions names.
    pub was_executed: bool,
}

/// Instructions and their tables.
pub(crate) struct MethodCode<'p> {
    pub shared: &'p Code,
    pub ops: Box<[Op]>,
    pub sites: Box<[Site<'p>]>,
    /// Resolved classes of casts and array allocations.
    pub operands: Vec<u32>,
    /// Wide constants, those of the shared code first.
    pub wide: Vec<u64>,
    /// The shared code's live registers, once asked for.
    pub maps: OnceCell<&'p Maps>,
}

impl MethodCode<'_> {
    /// The instruction at `pc`, whether or not somebody has been there.
    pub fn op(&self, pc: usize) -> Op {
        match self.ops[pc] {
            Op::Unreached {} => Op::from(self.shared.instrs[pc]),
            op => op,
        }
    }
}

/// A call site, resolved at first execution.
#[derive(Clone, Copy)]
pub(crate) struct Site<'p> {
    pub args: &'p [Reg],
    pub dest: Reg,
    pub method: MethodId,
    pub virtual_index: u32,
    /// Receiver class and selected method of the last interface call.
    pub cached_class: u32,
    pub cached_method: MethodId,
    pub handle: Option<HandleCall>,
}

/// A static field as an instruction uses it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StaticSite {
    pub cell: u32,
    pub class: ClassId,
    pub init_cell: u32,
    pub field: FieldId,
    pub ty: Type,
    pub is_final: bool,
    pub is_volatile: bool,
    /// Final, but the program may replace it all the same.
    pub is_replaceable: bool,
}

impl<'p> Machine<'p> {
    /// The method as executable, preparing it when first asked.
    #[inline]
    pub(crate) fn prepare_method(&mut self, method: MethodId) -> Result<(), Trap> {
        match self.linkage.methods.get(method.index()) {
            Some(state) if !matches!(state.body, Body::Unprepared) => Ok(()),
            _ => self.prepare_method_slowly(method),
        }
    }

    #[cold]
    fn prepare_method_slowly(&mut self, id: MethodId) -> Result<(), Trap> {
        while self.linkage.methods.len() <= id.index() {
            let at = MethodId(self.linkage.methods.len() as u32);
            let method = self.program.method(at);
            self.linkage.methods.push(MethodState {
                body: Body::Unprepared,
                original: None,
                synchronized: method.is_synchronized(),
                shows_failures: false,
                changes_setting: false,
                tells_numbers: false,
                is_special: method.is_synchronized(),
                is_static: method.is_static(),
                replaces_locks: false,
                was_executed: false,
            });
        }
        let method = self.program.method(id);
        self.verify(method.class)?;
        let native = self.natives.find(self.program, id, self.settings.semantics.randomness);
        let body = match native {
            Some(native) => {
                if !method.is_native() && !method.is_abstract() {
                    let code = self.copy_code(id)?;
                    let state = &mut self.linkage.methods[id.index()];
                    let locks = |op: &Op| matches!(op, Op::MonitorEnter { .. });
                    state.replaces_locks = state.synchronized || code.ops.iter().any(locks);
                    state.original = Some(Box::new(code));
                }
                Body::Native(native)
            }
            None if method.is_abstract() => Body::Abstract,
            None if method.is_native() => Body::Missing,
            None => {
                let mut code = self.copy_code(id)?;
                if self.settings.records_coverage && self.class_state(method.class).user {
                    code.ops.fill(Op::Unreached {});
                    self.linkage.covered.1 += code.ops.len() as u64;
                }
                Body::Code(Box::new(code))
            }
        };
        let shows_failures = crate::swallowed::shows_failures(self.program, id);
        let tells_numbers = crate::numbers::tells_numbers(self.program, id);
        let changes_setting = crate::init::changes_setting(self.program, id);
        let state = &mut self.linkage.methods[id.index()];
        state.body = body;
        (state.shows_failures, state.tells_numbers) = (shows_failures, tells_numbers);
        state.changes_setting = changes_setting;
        state.is_special |= shows_failures || tells_numbers || changes_setting;
        Ok(())
    }

    /// Verifies all methods of a user's class (JVMS 5.4.1) before the first of them is executed.
    fn verify(&mut self, class: ClassId) -> Result<(), Trap> {
        let state = self.class_state(class);
        if state.user && !state.verified {
            self.linked(|program| heddle_program::translate::verify_class(program, class))?;
            self.linkage.classes[class.index()].verified = true;
        }
        Ok(())
    }

    fn copy_code(&mut self, id: MethodId) -> Result<MethodCode<'p>, Trap> {
        let shared = self.program.code(id).map_err(|error| self.link_error(error))?;
        let unresolved = MethodId(u32::MAX);
        let sites = shared.calls.iter().map(|call| Site {
            args: &call.args,
            dest: call.dest,
            method: unresolved,
            virtual_index: 0,
            cached_class: u32::MAX,
            cached_method: unresolved,
            handle: None,
        });
        Ok(MethodCode {
            shared,
            ops: shared.instrs.iter().map(|&instr| Op::from(instr)).collect(),
            sites: sites.collect(),
            operands: Vec::new(),
            wide: shared.wide.to_vec(),
            maps: OnceCell::new(),
        })
    }

    /// Methods with code that have been called so far, or that were about to be.
    pub fn called_methods(&self) -> impl Iterator<Item = MethodId> {
        let with_code = |(_, state): &(usize, &MethodState<'p>)| matches!(state.body, Body::Code(_));
        self.linkage.methods.iter().enumerate().filter(with_code).map(|(index, _)| MethodId(index as u32))
    }

    /// From now on, code of the user that is called for the first time records which instructions threads come to.
    /// An instruction that nobody has come to is a symbolic one, so that recording costs nothing where it is not asked
    /// for, and next to nothing where it is.
    pub fn record_coverage(&mut self) {
        self.settings.records_coverage = true;
    }

    /// How many instructions of the user some thread has come to, and how many there are in methods that were called, if that
    /// is recorded.
    pub fn coverage(&self) -> (u64, u64) {
        self.linkage.covered
    }

    /// Whether some thread has come to an instruction, if that is recorded.
    pub fn has_reached(&self, method: MethodId, pc: Pc) -> bool {
        match self.linkage.methods.get(method.index()).map(|state| &state.body) {
            Some(Body::Code(code)) => code.ops.get(pc as usize).is_some_and(|op| *op != Op::Unreached {}),
            _ => false,
        }
    }

    /// The code of a method that has been prepared and has one.
    #[inline]
    pub(crate) fn code(&self, method: MethodId) -> &MethodCode<'p> {
        let state = &self.linkage.methods[method.index()];
        match &state.body {
            Body::Code(code) => code,
            _ => state.original.as_ref().expect("only methods with code have frames"),
        }
    }

    #[inline]
    pub(crate) fn code_mut(&mut self, method: MethodId) -> &mut MethodCode<'p> {
        let state = &mut self.linkage.methods[method.index()];
        match &mut state.body {
            Body::Code(code) => code,
            _ => state.original.as_mut().expect("only methods with code have frames"),
        }
    }

    fn operand(&mut self, method: MethodId, class: ClassId) -> u16 {
        let operands = &mut self.code_mut(method).operands;
        if let Some(at) = operands.iter().position(|&known| known == class.0) {
            return at as u16;
        }
        operands.push(class.0);
        (operands.len() - 1) as u16
    }

    /// Replaces the symbolic instruction at `pc` by its resolved form, or throws.
    #[cold]
    #[inline(never)]
    pub(crate) fn resolve(&mut self, method: MethodId, pc: Pc) -> Result<(), Trap> {
        let op = self.code(method).ops[pc as usize];
        let pool = self.code(method).shared.pool_class;
        let resolved = match op {
            Op::Unreached {} => {
                self.linkage.covered.0 += 1;
                self.code(method).op(pc as usize)
            }
            Op::ConstPool { d, cp } => self.resolve_constant(method, pool, d, cp)?,
            Op::New { d, cp } => {
                let class = self.linked(|p| p.resolve_class(pool, cp))?;
                let flags = self.program.class(class);
                if flags.is_interface() || flags.is_abstract() {
                    let name = crate::names::external(self.program, class);
                    return Err(self.throw("java/lang/InstantiationError", &name));
                }
                self.depend_on_allocated(class);
                self.refute_by_making(method, class);
                if self.may_be_undone(class) {
                    Op::NewChecked { d, class: class.0 }
                } else {
                    self.ensure_initialized(class)?;
                    Op::NewObject { d, class: class.0 }
                }
            }
            Op::ANewArray { d, len, cp } => {
                let component = self.linked(|p| p.resolve_class(pool, cp))?;
                let array = self.program.array_of(component);
                Op::NewRefArray { d, len, k: self.operand(method, array) }
            }
            Op::CheckCast { a, cp } => {
                let class = self.linked(|p| p.resolve_class(pool, cp))?;
                Op::CastTo { a, k: self.operand(method, class) }
            }
            Op::InstanceOf { d, a, cp } => {
                let class = self.linked(|p| p.resolve_class(pool, cp))?;
                Op::IsA { d, a, k: self.operand(method, class) }
            }
            Op::GetField { d, a, cp } => {
                let field = self.linked(|p| p.resolve_field(pool, cp))?;
                self.check_static(field, false)?;
                let info = self.program.field(field);
                let place = (HEADER + info.place) as u16;
                let known = self.settings.semantics.granularity != Granularity::AnyInstruction
                    && (!self.settings.exploring || self.is_frozen(field));
                let invisible = info.is_final() && known;
                if self.linkage.task == Some(field) {
                    Op::LoadTask { d, a, place }
                } else if invisible || self.is_unseen(field) {
                    Op::LoadFinal { d, a, place }
                } else if info.is_volatile() {
                    Op::LoadVolatile { d, a, place }
                } else {
                    Op::LoadField { d, a, place }
                }
            }
            Op::PutField { a, v, cp } => {
                let field = self.linked(|p| p.resolve_field(pool, cp))?;
                self.check_static(field, false)?;
                let info = self.program.field(field);
                let place = (HEADER + info.place) as u16;
                match info.ty {
                    // Another class than its own writes a final field through a handle.
                    _ if info.is_final() && self.program.method(method).class != info.class => {
                        Op::StoreFinal { a, v, place }
                    }
                    _ if info.is_volatile() || self.is_unseen(field) || self.linkage.task == Some(field) => {
                        Op::StoreOther { a, v, place }
                    }
                    Type::Ref(_) if info.class == self.program.well_known().string => Op::StoreOther { a, v, place },
                    Type::Ref(_) => Op::StoreFieldRef { a, v, place },
                    Type::Int | Type::Long | Type::Float | Type::Double => Op::StoreField { a, v, place },
                    _ => Op::StoreOther { a, v, place },
                }
            }
            Op::GetStatic { d, cp } => {
                let field = self.linked(|p| p.resolve_field(pool, cp))?;
                self.check_static(field, true)?;
                let info = self.program.field(field);
                let class = info.class;
                self.class_state(class);
                if info.is_final() && !self.is_replaceable(field) && !self.may_be_undone(class) {
                    self.ensure_initialized(class)?;
                    Op::LoadStaticFinal { d, cell: info.place }
                } else {
                    Op::LoadStatic { d, k: self.static_site(field) }
                }
            }
            Op::PutStatic { v, cp } => {
                let field = self.linked(|p| p.resolve_field(pool, cp))?;
                self.check_static(field, true)?;
                Op::StoreStatic { v, k: self.static_site(field) }
            }
            Op::Invoke { k } => self.resolve_call(method, pc, k)?,
            _ => return Ok(()),
        };
        self.code_mut(method).ops[pc as usize] = resolved;
        Ok(())
    }

    /// Whether the search may step back behind a class's initialisation, so that instructions have
    /// to check it each time.
    pub(crate) fn may_be_undone(&mut self, class: ClassId) -> bool {
        let state = self.class_state(class);
        let trivial =
            self.state.heap.cell(state.init_cell) == init_state::DONE && crate::init::is_trivial(self.program, class);
        self.settings.exploring && state.explored && !trivial
    }

    /// What the program gives, asking its class loaders for the classes that it wants.
    pub fn linked<T>(
        &mut self,
        resolve: impl Fn(&'p heddle_program::Program) -> Result<T, heddle_program::LinkError>,
    ) -> Result<T, Trap> {
        loop {
            match resolve(self.program) {
                Ok(found) => return Ok(found),
                Err(error) => match error.wanted {
                    Some(name) => (self.natives.hooks.load_class)(self, name)?,
                    None if error.java_class == "java/lang/NoClassDefFoundError" => {
                        // The loader's own exception becomes the cause.
                        let name = self.program.symbol(&error.message);
                        (self.natives.hooks.load_class)(self, name)?;
                        return Err(self.link_error(error));
                    }
                    None => return Err(self.link_error(error)),
                },
            }
        }
    }

    fn check_static(&mut self, field: FieldId, wanted: bool) -> Result<(), Trap> {
        let info = self.program.field(field);
        if info.is_static() == wanted {
            return Ok(());
        }
        let class = crate::names::external(self.program, info.class);
        let name = self.program.text(info.name);
        let message = format!("Expected {} field {class}.{name}", if wanted { "static" } else { "non-static" });
        Err(self.throw("java/lang/IncompatibleClassChangeError", &message))
    }

    fn static_site(&mut self, field: FieldId) -> u32 {
        let info = self.program.field(field);
        let init_cell = self.class_state(info.class).init_cell;
        self.linkage.static_sites.push(StaticSite {
            cell: info.place,
            class: info.class,
            init_cell,
            field,
            ty: info.ty,
            is_final: info.is_final(),
            is_volatile: info.is_volatile(),
            is_replaceable: self.is_replaceable(field),
        });
        (self.linkage.static_sites.len() - 1) as u32
    }

    fn resolve_constant(&mut self, method: MethodId, pool: ClassId, d: Reg, cp: u16) -> Result<Op, Trap> {
        use heddle_classfile::Constant;
        let file = self.program.class(pool).file.as_ref();
        let constant = file.and_then(|file| file.constant(cp).ok());
        let value = match constant {
            Some(Constant::String { .. }) => {
                let units = file.and_then(|file| file.string_utf16(cp).ok()).unwrap_or_default();
                ConstantValue::Ref(self.intern(&units))
            }
            Some(Constant::Class { .. }) => {
                let class = self.linked(|p| p.resolve_class(pool, cp))?;
                ConstantValue::Ref(self.mirror(class))
            }
            _ => {
                let resolve = self.natives.hooks.resolve_constant;
                resolve(self, pool, cp)?
            }
        };
        Ok(match value {
            ConstantValue::Ref(r) => Op::ConstRef { d, r },
            ConstantValue::Word(v) => Op::Const32 { d, v },
            ConstantValue::Wide(value) => {
                let wide = &mut self.code_mut(method).wide;
                wide.push(value);
                Op::Const64 { d, k: (wide.len() - 1) as u32 }
            }
        })
    }

    fn resolve_call(&mut self, method: MethodId, pc: Pc, k: u32) -> Result<Op, Trap> {
        let code = self.code(method);
        let (shared, pool) = (code.shared, code.shared.pool_class);
        let call = &shared.calls[k as usize];
        let target = match call.callee {
            Callee::Method(target) => target,
            Callee::Pool(cp) if call.kind == InvokeKind::Dynamic => {
                return self.resolve_dynamic(method, pool, cp, pc, k);
            }
            Callee::Pool(cp) => self.linked(|p| p.resolve_method(pool, cp))?,
        };
        let info = self.program.method(target);
        if info.polymorphic {
            let Callee::Pool(cp) = call.callee else {
                return Err(Trap::Stop(Stop::Unsupported("a synthesised polymorphic call".into())));
            };
            let file = self.program.class(pool).file.as_ref();
            let member = file.and_then(|file| file.member_ref(cp).ok()).expect("the method reference was resolved");
            let descriptor = self.program.symbol(&member.descriptor);
            let mut handle = HandleCall { method: target, descriptor, caller: pool, token: 0 };
            handle.token = (self.natives.hooks.prepare_handle_call)(self, handle);
            let site = &mut self.code_mut(method).sites[k as usize];
            site.method = target;
            site.handle = Some(handle);
            return Ok(Op::CallHandle { k });
        }
        if info.is_static() != (call.kind == InvokeKind::Static) {
            let class = crate::names::external(self.program, info.class);
            let name = format!("{class}.{}{}", self.program.text(info.name), self.program.text(info.descriptor));
            let expected = if info.is_static() { "instance" } else { "static" };
            let message = format!("Expected {expected} method '{name}'");
            return Err(self.throw("java/lang/IncompatibleClassChangeError", &message));
        }
        let op = match call.kind {
            InvokeKind::Static => {
                if self.may_be_undone(info.class) {
                    Op::CallStaticChecked { k }
                } else {
                    self.ensure_initialized(info.class)?;
                    Op::CallStatic { k }
                }
            }
            InvokeKind::Special => Op::CallSpecial { k },
            InvokeKind::Virtual | InvokeKind::Interface if info.is_private() => Op::CallSpecial { k },
            InvokeKind::Virtual | InvokeKind::Interface => match info.virtual_index {
                Some(_) if !self.program.class(info.class).is_interface() => Op::CallVirtual { k },
                _ => Op::CallInterface { k },
            },
            InvokeKind::Dynamic => unreachable!("handled above"),
        };
        let target = match op {
            Op::CallSpecial { .. } if call.kind == InvokeKind::Special => self.special_target(pool, target)?,
            _ => target,
        };
        let virtual_index = self.program.method(target).virtual_index.unwrap_or(0);
        let site = &mut self.code_mut(method).sites[k as usize];
        site.method = target;
        site.virtual_index = virtual_index;
        Ok(op)
    }

    /// The method that `invokespecial` calls (JVMS 6.5): selection starts at the superclass of the
    /// calling class for super calls.
    fn special_target(&mut self, caller: ClassId, target: MethodId) -> Result<MethodId, Trap> {
        let info = self.program.method(target);
        let caller_class = self.program.class(caller);
        let is_init = self.program.text(info.name) == "<init>";
        let declaring = self.program.class(info.class);
        let is_super_call = !is_init
            && !info.is_private()
            && !declaring.is_interface()
            && caller != info.class
            && self.program.is_subtype(caller, info.class);
        let (true, Some(parent)) = (is_super_call, caller_class.superclass) else { return Ok(target) };
        let name = self.program.text(info.name);
        let descriptor = self.program.text(info.descriptor);
        Ok(self.program.find_method(parent, name, descriptor).unwrap_or(target))
    }

    fn resolve_dynamic(&mut self, method: MethodId, pool: ClassId, cp: u16, pc: Pc, k: u32) -> Result<Op, Trap> {
        let link = self.natives.hooks.link_call_site;
        // Call sites link once and for all, in whichever thread comes first.
        let position = self.program.method(method).file_index.map_or(0, u32::from) << 16 | pc;
        let target = link(self, pool, cp, position)?;
        let dest = self.code(method).sites[k as usize].dest;
        Ok(match target {
            CallSiteTarget::Constant(r) => Op::ConstRef { d: dest, r },
            CallSiteTarget::Method(target) => {
                self.code_mut(method).sites[k as usize].method = target;
                Op::CallStatic { k }
            }
        })
    }

    /// Fields that are neither visible nor part of the state: caches and bookkeeping of the JDK.
    pub(crate) fn is_masked(&self, field: FieldId) -> bool {
        self.linkage.masked.contains(&field)
    }

    /// Fields whose accesses never matter to other threads.
    pub(crate) fn is_unseen(&self, field: FieldId) -> bool {
        self.linkage.masked.contains(&field)
            || self.linkage.quiet.contains(&field)
            || self.linkage.task == Some(field) && self.assumed.thread_ends_unobserved
    }

    /// Declares the field in which a thread keeps what it was given to run (`visible.rs`). Part of boot.
    pub fn task_field(&mut self, class: &str, name: &'static str) {
        if let Ok(class) = self.program.load(class) {
            self.linkage.task = self.place(class, name);
        }
    }

    /// Declares that once an object is shared, just one thread accesses this field of it; accesses
    /// are invisible, the value is part of the state. Part of boot.
    pub fn quiet_field(&mut self, class: &str, name: &'static str) {
        if let Ok(class) = self.program.load(class)
            && let Some(field) = self.place(class, name)
        {
            self.linkage.quiet.insert(field);
        }
    }

    /// Declares that a field of `Thread` leads to what only that thread touches (its thread
    /// locals): quiet, and no way for others to reach anything. Part of boot.
    pub fn own_field(&mut self, name: &'static str) {
        let thread = self.program.well_known().thread;
        if let Some(field) = self.place(thread, name) {
            self.linkage.quiet.insert(field);
            self.linkage.own_places.push(HEADER + self.program.field(field).place);
        }
    }

    /// Excludes a field from states and scheduling (see `is_masked`). Part of boot.
    pub fn mask_field(&mut self, class: &str, name: &'static str) {
        if let Ok(class) = self.program.load(class)
            && let Some(field) = self.place(class, name)
        {
            self.linkage.masked.insert(field);
        }
    }

    /// The key under which permanent objects of a call site or constant are named.
    pub fn constant_key(class: ClassId, position: u32) -> u64 {
        Names::constant(class, position)
    }

    /// Whether a class's statics live once and for all.
    pub fn is_jdk(&self, class: ClassId) -> bool {
        self.program.class(class).origin == Origin::Jdk
    }
}
