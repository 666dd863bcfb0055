//! Making the exceptions that the machine itself throws, and the backtraces of all.

use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, MethodId};

use crate::heap::Ref;
use crate::machine::Machine;
use crate::native::{Stop, Trap};
use crate::thread::{FrameKind, PROLOGUE};

/// A frame of a backtrace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BacktraceFrame {
    pub method: MethodId,
    pub pc: u32,
}

impl Machine<'_> {
    /// A Java exception by internal class name and message, ready to be thrown.
    pub fn throw(&mut self, class: &str, message: &str) -> Trap {
        self.throw_with(class, Some(message))
    }

    /// As [`Self::throw`], with a null message.
    pub fn throw_bare(&mut self, class: &str) -> Trap {
        self.throw_with(class, None)
    }

    #[cold]
    fn throw_with(&mut self, class: &str, message: Option<&str>) -> Trap {
        match self.new_throwable(class, message) {
            Ok(exception) => Trap::Throw(exception),
            Err(trap) => trap,
        }
    }

    /// An exception object made without running its constructor: message, cause and backtrace are
    /// set as `Throwable`'s constructors would.
    pub fn new_throwable(&mut self, class: &str, message: Option<&str>) -> Result<Ref, Trap> {
        let id = self
            .program
            .load(class)
            .map_err(|error| Trap::Stop(Stop::Unsupported(format!("cannot throw {class}: {error}"))))?;
        self.initialize_now(id)?;
        let exception = self.new_object(id)?;
        if let Some(message) = message {
            let message = self.new_string(message)?;
            self.set_field(exception, "detailMessage", u64::from(message));
        }
        self.set_field(exception, "cause", u64::from(exception));
        let throwable = self.program.well_known().throwable;
        let unassigned = self.static_field(throwable, "UNASSIGNED_STACK");
        self.set_field(exception, "stackTrace", unassigned);
        let sentinel = self.static_field(throwable, "SUPPRESSED_SENTINEL");
        self.set_field(exception, "suppressedExceptions", sentinel);
        // As if the constructor had filled in the stack trace: the message may be made from it.
        self.set_field(exception, "extendedMessageState", 1);
        self.fill_backtrace(exception, false)?;
        Ok(exception)
    }

    /// Stores the current thread's frames in `Throwable.backtrace` (a `long[]`) and `depth`. With
    /// `skip`, the frames of `fillInStackTrace` and of the exception's own constructors are left
    /// out, as `Throwable` documents.
    pub fn fill_backtrace(&mut self, exception: Ref, skip: bool) -> Result<(), Trap> {
        let class = self.class_of(exception);
        let mut frames = self.backtrace(self.stepper.current);
        if skip {
            let throwable = self.program.well_known().throwable;
            let constructor = self.program.symbol("<init>");
            let fill = self.program.symbol("fillInStackTrace");
            let visible = frames.iter().position(|f| {
                let method = self.program.method(f.method);
                let own = method.name == constructor && self.program.is_subtype(class, method.class);
                let filler = method.name == fill && self.program.is_subtype(method.class, throwable);
                !own && !filler
            });
            frames.drain(..visible.unwrap_or(frames.len()));
        }
        frames.truncate(1024);
        let longs = self.program.array_of_kind(ElementKind::Long);
        let array = self.new_array(longs, frames.len() as u32)?;
        for (index, frame) in frames.iter().enumerate() {
            let packed = u64::from(frame.method.0) << 32 | u64::from(frame.pc);
            self.state.heap.store_u64(array, index as u32, packed);
        }
        self.set_field(exception, "backtrace", u64::from(array));
        self.set_field(exception, "depth", frames.len() as u64);
        let throwable = self.program.well_known().throwable;
        let unassigned = self.static_field(throwable, "UNASSIGNED_STACK");
        self.set_field(exception, "stackTrace", unassigned);
        Ok(())
    }

    /// The frames stored in an exception, innermost first.
    pub fn stored_backtrace(&mut self, exception: Ref) -> Vec<BacktraceFrame> {
        let array = self.field(exception, "backtrace") as Ref;
        if array == 0 {
            return Vec::new();
        }
        (0..self.state.heap.len(array))
            .map(|index| {
                let packed = self.state.heap.load_u64(array, index);
                BacktraceFrame { method: MethodId((packed >> 32) as u32), pc: packed as u32 }
            })
            .collect()
    }

    /// The frames of a thread, innermost first. Native methods of the JDK that are being executed
    /// count as such, each above the frame that called it.
    pub fn backtrace(&self, thread: usize) -> Vec<BacktraceFrame> {
        let frames = &self.state.threads[thread].frames;
        let running = thread == self.stepper.current;
        let natives = self.stepper.native.iter().chain(self.stepper.outer_natives.iter().rev());
        let mut natives =
            natives.filter(|&&(method, _)| running && self.program.method(method).is_native()).copied().peekable();
        let mut shown = Vec::with_capacity(frames.len() + 1);
        for (index, frame) in frames.iter().enumerate().rev() {
            // A native that was called from a frame that is gone has ended.
            while let Some((method, depth)) = natives.next_if(|&(_, depth)| depth as usize > index) {
                if depth as usize == index + 1 {
                    shown.push(BacktraceFrame { method, pc: 0 });
                }
            }
            if !(matches!(frame.kind, FrameKind::Initializer(_)) && frame.pc == PROLOGUE) {
                shown.push(BacktraceFrame { method: frame.method, pc: frame.pc });
            }
        }
        shown
    }

    /// Notes that a native begins; gives what is to be restored when it ends.
    #[inline]
    pub(crate) fn enter_native(&mut self, method: MethodId) -> Option<(MethodId, u32)> {
        let depth = self.state.threads[self.stepper.current].frames.len() as u32;
        self.stepper.native.replace((method, depth))
    }

    /// `ClassName: message` of an exception, or just the class name.
    pub fn describe_exception(&mut self, exception: Ref) -> String {
        let class = self.program.class_name(self.class_of(exception)).replace('/', ".");
        let message = self.field(exception, "detailMessage") as Ref;
        if message == 0 { class } else { format!("{class}: {}", self.string(message)) }
    }

    /// The `ClassCastException` of HotSpot's wording, without the part about modules and loaders.
    pub(crate) fn class_cast(&mut self, object: Ref, to: ClassId) -> Trap {
        let from = self.class_of(object);
        let message = self.cast_message(from, to);
        self.throw("java/lang/ClassCastException", &message)
    }

    /// The module and loader of a class.
    fn home_of(&mut self, class: ClassId) -> String {
        let (module, user) = crate::names::module(self.program, class);
        if !user {
            return format!("module {module} of loader 'bootstrap'");
        }
        let element = self.program.element_of(class);
        if self.program.class(element).space != 0 {
            let mirror = self.mirror(element);
            let loader = self.field(mirror, "classLoader") as Ref;
            let name = if loader == 0 { 0 } else { self.field(loader, "nameAndId") as Ref };
            if name != 0 {
                return format!("unnamed module of loader {}", self.string(name));
            }
        }
        "unnamed module of loader 'app'".to_owned()
    }

    fn cast_message(&mut self, from: ClassId, to: ClassId) -> String {
        let external = |class| crate::names::external(self.program, class);
        let (a, b) = (external(from), external(to));
        let (ma, mb) = (self.home_of(from), self.home_of(to));
        if ma == mb {
            format!("class {a} cannot be cast to class {b} ({a} and {b} are in {ma})")
        } else {
            format!("class {a} cannot be cast to class {b} ({a} is in {ma}; {b} is in {mb})")
        }
    }
}
