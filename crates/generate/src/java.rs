//! Prints a program as a Java class. Each simple statement takes one line, so that a line number
//! names a statement.

use std::fmt::Write;

use crate::program::{
    Atomic, Base, Callee, Handled, Index, JOIN_INTERRUPTED, KEYS, LATCH, LENGTH, LOCALS, Lock, MapOperation, Operation,
    Place, Program, Reentrant, RefPlace, RefValue, SLEEP_INTERRUPTED, Stmt, Used, Value, WAIT_INTERRUPTED, used,
};

/// A program as source.
pub struct Source {
    pub text: String,
    /// By thread, then by statement in order of appearance: its line, counted from 1.
    pub lines: Vec<Vec<u32>>,
    /// The lines on which `bump`, `tick` and the first initialiser read, throw and write.
    pub fixed: [[u32; 3]; 3],
}

/// The program as a class of that name in the unnamed package.
pub fn print(program: &Program, class: &str) -> Source {
    let used = used(program);
    let mut printer = Printer { text: String::new(), line: 1, indent: 0, lines: vec![], fixed: [[0; 3]; 3] };
    if used.reentrant.contains(&true) || used.semaphore || used.latch || used.map {
        printer.line("import java.util.concurrent.*;");
        printer.line("import java.util.concurrent.locks.*;");
        printer.line("");
    }
    printer.open(&format!("public class {class}"));
    declarations(&mut printer, program, used);
    for (thread, body) in program.threads.iter().enumerate() {
        printer.lines.push(vec![]);
        printer.line("");
        if thread == 0 {
            main(&mut printer, program, body, used);
        } else {
            worker(&mut printer, thread, body);
        }
    }
    printer.close();
    Source { text: printer.text, lines: printer.lines, fixed: printer.fixed }
}

struct Printer {
    text: String,
    line: u32,
    indent: usize,
    lines: Vec<Vec<u32>>,
    fixed: [[u32; 3]; 3],
}

impl Printer {
    fn line(&mut self, text: &str) {
        let indent = if text.is_empty() { 0 } else { self.indent * 4 };
        writeln!(self.text, "{:indent$}{text}", "").expect("writing to a string");
        self.line += 1;
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.indent += 1;
    }

    fn again(&mut self, head: &str) {
        self.indent -= 1;
        self.line(&format!("}} {head} {{"));
        self.indent += 1;
    }

    fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }
}

fn declarations(out: &mut Printer, program: &Program, used: Used) {
    if used.nodes {
        out.open("static final class Node");
        out.line("int f;");
        out.line("volatile int v;");
        out.line("Node next;");
        if used.reentrant[2] {
            out.line("final ReentrantLock k = new ReentrantLock();");
        }
        if used.bump {
            out.fixed[0] = method(out, "synchronized int bump()", "f");
        }
        out.close();
    }
    if used.tick {
        out.fixed[1] = method(out, "static synchronized int tick()", "y");
    }
    let mut declare = |wanted: bool, text: &str| {
        if wanted {
            out.line(text);
        }
    };
    declare(used.nodes, "static final Node A = new Node(), B = new Node();");
    declare(used.handle, "static final java.lang.invoke.VarHandle F = handle();");
    declare(used.x, "static int x;");
    declare(used.y, "static int y;");
    declare(used.v, "static volatile int v;");
    declare(used.reference, "static Node ref;");
    declare(used.volatile_reference, "static volatile Node vref;");
    declare(used.arrays, &format!("static final int[] a = new int[{LENGTH}], b = new int[{LENGTH}];"));
    declare(used.locks, "static final Object l0 = new Object(), l1 = new Object();");
    declare(
        used.atomic,
        "static final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();",
    );
    for (number, _) in used.reentrant[..2].iter().enumerate().filter(|(_, used)| **used) {
        declare(true, &format!("static final ReentrantLock k{number} = new ReentrantLock();"));
        declare(true, &format!("static final Condition c{number} = k{number}.newCondition();"));
    }
    declare(used.semaphore, "static final Semaphore s = new Semaphore(1);");
    declare(used.latch, &format!("static final CountDownLatch d = new CountDownLatch({LATCH});"));
    declare(used.map, "static final ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>();");
    declare(used.map, "static int old(Integer value) { return value == null ? 0 : value; }");
    out.line("static final Thread t0 = Thread.currentThread();");
    for thread in 1..program.threads.len() {
        out.line(&format!(
            "static final Thread t{thread} = new Thread(\"T{thread}\") {{ public void run() {{ run{thread}(); }} }};"
        ));
        out.line(&format!("static int result{thread};"));
    }
    if used.lazy {
        lazy_classes(out);
    }
    if used.handle {
        out.open("static java.lang.invoke.VarHandle handle()");
        out.line("try { return java.lang.invoke.MethodHandles.lookup().findVarHandle(Node.class, \"f\", int.class); }");
        out.line("catch (ReflectiveOperationException e) { throw new Error(e); }");
        out.close();
    }
    if used.reference || used.volatile_reference || used.links {
        out.line("");
        out.open("static int id(Node node)");
        out.line("if (node == null) return 0;");
        out.line(
            "return node == A ? 1 : node == B ? 2 : 3 + 10 * node.f + 1000 * node.v + (node.next == null ? 0 : 50000);",
        );
        out.close();
    }
    out.line("");
    out.open("static void join(Thread t)");
    out.line("while (true) try { t.join(); return; } catch (InterruptedException e) { }");
    out.close();
}

/// A method that adds one to a field, or throws; the lines on which it reads, throws and writes.
fn method(out: &mut Printer, head: &str, field: &str) -> [u32; 3] {
    out.open(head);
    let lines = [out.line, out.line + 1, out.line + 2];
    out.line(&format!("int old = {field};"));
    out.line("if (old == 2) throw new IllegalStateException();");
    out.line(&format!("{field} = old + 1;"));
    out.line("return old + 1;");
    out.close();
    lines
}

fn lazy_classes(out: &mut Printer) {
    out.open("static final class Lazy0");
    out.line("static int w;");
    out.open("static");
    out.fixed[2] = [out.line, out.line, out.line + 1];
    out.line("w = x;");
    out.line("y = 1;");
    out.close();
    out.close();
    out.line("static final class Lazy1 { static int w = Lazy2.w + 1; }");
    out.line("static final class Lazy2 { static int w = Lazy1.w + 1; }");
}

fn locals(out: &mut Printer, body: &[Stmt]) {
    out.line("int r0 = 0, r1 = 0, r2 = 0;");
    let program = Program { threads: vec![body.to_vec()] };
    if used(&program).nodes {
        out.line("Node p = null;");
    }
}

fn worker(out: &mut Printer, thread: usize, body: &[Stmt]) {
    out.open(&format!("static void run{thread}()"));
    locals(out, body);
    block(out, body);
    out.line(&format!("result{thread} = {};", results()));
    out.close();
}

fn results() -> String {
    (0..LOCALS).map(|local| format!("{} * r{local}", 100u32.pow(local as u32))).collect::<Vec<_>>().join(" + ")
}

fn main(out: &mut Printer, program: &Program, body: &[Stmt], used: Used) {
    out.open("public static void main(String[] args)");
    locals(out, body);
    block(out, body);
    for thread in 1..program.threads.len() {
        out.line(&format!("join(t{thread});"));
    }
    let mut parts = vec![format!("({})", results())];
    parts.extend((1..program.threads.len()).map(|thread| format!("result{thread}")));
    let mut part = |wanted: bool, texts: &[&str]| {
        if wanted {
            parts.extend(texts.iter().map(|text| text.to_string()));
        }
    };
    part(used.x, &["x"]);
    part(used.y, &["y"]);
    part(used.v, &["v"]);
    part(used.nodes, &["A.f", "A.v", "B.f", "B.v"]);
    part(used.arrays, &["a[0]", "a[1]", "b[0]", "b[1]"]);
    part(used.reference, &["id(ref)"]);
    part(used.volatile_reference, &["id(vref)"]);
    part(used.links, &["id(A.next)", "id(B.next)"]);
    part(used.atomic, &["n.get()"]);
    part(used.semaphore, &["s.availablePermits()"]);
    part(used.latch, &["d.getCount()"]);
    let entries = KEYS.map(|key| format!("old(m.get({key}))"));
    part(used.map, &entries.each_ref().map(String::as_str));
    // Under all locks, so that what threads use under one of them is used under it everywhere.
    let locks: Vec<&str> = [(used.locks, ["l0", "l1"]), (used.nodes, ["A", "B"])]
        .into_iter()
        .filter(|(wanted, _)| *wanted)
        .flat_map(|(_, locks)| locks)
        .collect();
    let reentrant: Vec<&str> = [(used.reentrant[0], "k0"), (used.reentrant[1], "k1")]
        .into_iter()
        .filter(|(wanted, _)| *wanted)
        .map(|(_, lock)| lock)
        .collect();
    reentrant.iter().for_each(|lock| out.line(&format!("{lock}.lock();")));
    locks.iter().for_each(|lock| out.open(&format!("synchronized ({lock})")));
    out.line(&format!("System.out.println({});", parts.join(" + \" \" + ")));
    locks.iter().for_each(|_| out.close());
    reentrant.iter().for_each(|lock| out.line(&format!("{lock}.unlock();")));
    out.close();
}

fn block(out: &mut Printer, list: &[Stmt]) {
    for stmt in list {
        let line = out.line;
        out.lines.last_mut().expect("a thread is being printed").push(line);
        statement(out, stmt);
    }
}

fn statement(out: &mut Printer, stmt: &Stmt) {
    match stmt {
        Stmt::If { local, equals, then, otherwise } => {
            out.open(&format!("if (r{local} == {equals})"));
            block(out, then);
            if !otherwise.is_empty() {
                out.again("else");
                block(out, otherwise);
            }
            out.close();
        }
        Stmt::Repeat(body) => {
            let depth = out.indent;
            out.open(&format!("for (int i{depth} = 0; i{depth} < 2; i{depth}++)"));
            block(out, body);
            out.close();
        }
        Stmt::Endless(body) => {
            // No local is ever negative; javac must not see that.
            out.open("while (r0 >= 0)");
            block(out, body);
            out.close();
        }
        Stmt::Synchronized { lock, body } => {
            out.open(&format!("synchronized ({})", self::lock(*lock)));
            block(out, body);
            out.close();
        }
        Stmt::Try { body, catch, finally } => {
            out.open("try");
            block(out, body);
            let e = format!("e{}", out.indent);
            if let Some(catch) = catch {
                out.again(&format!("catch (RuntimeException {e})"));
                block(out, catch);
            }
            if finally.is_some() || catch.is_none() {
                out.again("finally");
                block(out, finally.as_deref().unwrap_or_default());
            }
            out.close();
        }
        simple => out.line(&text(simple)),
    }
}

fn text(stmt: &Stmt) -> String {
    let caught =
        |call: String, result: i32| format!("try {{ {call}; }} catch (InterruptedException e) {{ r0 = {result}; }}");
    match *stmt {
        Stmt::Set { local, value } => format!("r{local} = {};", self::value(value)),
        Stmt::Read { local, place } => format!("r{local} = {};", self::place(place)),
        Stmt::Write { place, value } => format!("{} = {};", self::place(place), self::value(value)),
        Stmt::ReadRef(place) => format!("p = {};", ref_place(place)),
        Stmt::WriteRef(place, value) => format!("{} = {};", ref_place(place), ref_value(value)),
        Stmt::New => "p = new Node();".into(),
        Stmt::Copy { back } => {
            let (from, to) = if back { ("b", "a") } else { ("a", "b") };
            format!("System.arraycopy({from}, 0, {to}, 0, {LENGTH});")
        }
        Stmt::CloneArray { local } => {
            let sum: Vec<String> = (0..LENGTH).map(|index| format!("c[{index}]")).collect();
            format!("{{ int[] c = a.clone(); r{local} = {}; }}", sum.join(" + "))
        }
        Stmt::Handle { local, object, access } => {
            let object = base(object);
            match access {
                Handled::Get => format!("r{local} = (int) F.getVolatile({object});"),
                Handled::Set(value) => format!("F.setVolatile({object}, {});", self::value(value)),
                Handled::Add => format!("r{local} = (int) F.getAndAdd({object}, 1);"),
            }
        }
        Stmt::Wait { lock, timed: false } => caught(format!("{}.wait()", self::lock(lock)), WAIT_INTERRUPTED),
        Stmt::Wait { lock, timed: true } => caught(format!("{}.wait(1)", self::lock(lock)), WAIT_INTERRUPTED),
        Stmt::Notify { lock, all: false } => format!("{}.notify();", self::lock(lock)),
        Stmt::Notify { lock, all: true } => format!("{}.notifyAll();", self::lock(lock)),
        Stmt::Park { timed: false } => "java.util.concurrent.locks.LockSupport.park();".into(),
        Stmt::Park { timed: true } => "java.util.concurrent.locks.LockSupport.parkNanos(1000);".into(),
        Stmt::Sleep => caught("Thread.sleep(1)".into(), SLEEP_INTERRUPTED),
        Stmt::Unpark(thread) => format!("java.util.concurrent.locks.LockSupport.unpark(t{thread});"),
        Stmt::Start(thread) => format!("t{thread}.start();"),
        Stmt::Join(thread) => caught(format!("t{thread}.join()"), JOIN_INTERRUPTED),
        Stmt::Alive { local, thread } => format!("r{local} = t{thread}.isAlive() ? 1 : 0;"),
        Stmt::Interrupt(thread) => format!("t{thread}.interrupt();"),
        Stmt::IsInterrupted { local, thread } => format!("r{local} = t{thread}.isInterrupted() ? 1 : 0;"),
        Stmt::Interrupted { local } => format!("r{local} = Thread.interrupted() ? 1 : 0;"),
        Stmt::Atomic(Atomic::Get(local)) => format!("r{local} = n.get();"),
        Stmt::Atomic(Atomic::Set(value)) => format!("n.set({});", self::value(value)),
        Stmt::Atomic(Atomic::IncrementAndGet(local)) => format!("r{local} = n.incrementAndGet();"),
        Stmt::Atomic(Atomic::CompareAndSet { local, expected, new }) => {
            format!("r{local} = n.compareAndSet({expected}, {new}) ? 1 : 0;")
        }
        Stmt::Operation(Operation::Await(lock)) => caught(format!("c{lock}.await()"), WAIT_INTERRUPTED),
        Stmt::Operation(Operation::Acquire) => caught("s.acquire()".into(), WAIT_INTERRUPTED),
        Stmt::Operation(Operation::AwaitLatch) => caught("d.await()".into(), WAIT_INTERRUPTED),
        Stmt::Operation(operation) => self::operation(operation),
        Stmt::Throw { local, equals } => format!("if (r{local} == {equals}) throw new IllegalStateException();"),
        Stmt::Assert { local, not } => format!("assert r{local} != {not};"),
        Stmt::Call { local, callee: Callee::Bump(object) } => format!("r{local} = {}.bump();", base(object)),
        Stmt::Call { local, callee: Callee::Tick } => format!("r{local} = tick();"),
        Stmt::Spin(place) => format!("while ({} == 0) {{ }}", self::place(place)),
        Stmt::Forever { local, equals } => format!("while (r{local} == {equals}) {{ }}"),
        Stmt::Exit { local, equals, code } => format!("if (r{local} == {equals}) System.exit({code});"),
        Stmt::Lazy { local, class } => format!("r{local} = Lazy{class}.w;"),
        Stmt::Yield => "Thread.yield();".into(),
        Stmt::SetPriority { thread, priority } => format!("t{thread}.setPriority({priority});"),
        Stmt::If { .. } | Stmt::Repeat(_) | Stmt::Endless(_) | Stmt::Synchronized { .. } | Stmt::Try { .. } => {
            unreachable!("compound statements are printed by their caller")
        }
    }
}

/// An operation that nobody can interrupt.
fn operation(operation: Operation) -> String {
    match operation {
        Operation::Lock(lock) => format!("{}.lock();", reentrant(lock)),
        Operation::TryLock { local, lock } => format!("r{local} = {}.tryLock() ? 1 : 0;", reentrant(lock)),
        Operation::Unlock(lock) => format!("{}.unlock();", reentrant(lock)),
        Operation::Signal { lock, all: false } => format!("c{lock}.signal();"),
        Operation::Signal { lock, all: true } => format!("c{lock}.signalAll();"),
        Operation::TryAcquire(local) => format!("r{local} = s.tryAcquire() ? 1 : 0;"),
        Operation::Release => "s.release();".into(),
        Operation::CountDown => "d.countDown();".into(),
        Operation::Count(local) => format!("r{local} = (int) d.getCount();"),
        Operation::Map { local, key, operation } => {
            let key = KEYS[usize::from(key)];
            let call = match operation {
                MapOperation::Get => format!("get({key})"),
                MapOperation::Put(value) => format!("put({key}, {})", self::value(value)),
                MapOperation::PutIfAbsent(value) => format!("putIfAbsent({key}, {})", self::value(value)),
                MapOperation::Remove => format!("remove({key})"),
                MapOperation::Merge => format!("merge({key}, 1, Integer::sum)"),
            };
            format!("r{local} = old(m.{call});")
        }
        Operation::Await(_) | Operation::Acquire | Operation::AwaitLatch => unreachable!("can be interrupted"),
    }
}

fn reentrant(lock: Reentrant) -> String {
    match lock {
        Reentrant::Shared(number) => format!("k{number}"),
        Reentrant::Of(object) => format!("{}.k", base(object)),
    }
}

fn value(value: Value) -> String {
    match value {
        Value::Const(value) => value.to_string(),
        Value::Local(local) => format!("r{local}"),
        Value::After(local) => format!("r{local} + 1"),
    }
}

fn base(base: Base) -> &'static str {
    match base {
        Base::A => "A",
        Base::B => "B",
        Base::P => "p",
    }
}

fn place(place: Place) -> String {
    match place {
        Place::X => "x".into(),
        Place::Y => "y".into(),
        Place::V => "v".into(),
        Place::Field(object) => format!("{}.f", base(object)),
        Place::VolatileField(object) => format!("{}.v", base(object)),
        Place::Element(Index::Const(index)) => format!("a[{index}]"),
        Place::Element(Index::Local(local)) => format!("a[r{local}]"),
    }
}

fn ref_place(place: RefPlace) -> String {
    match place {
        RefPlace::Plain => "ref".into(),
        RefPlace::Volatile => "vref".into(),
        RefPlace::Next(object) => format!("{}.next", base(object)),
    }
}

fn lock(lock: Lock) -> String {
    match lock {
        Lock::Shared(number) => format!("l{number}"),
        Lock::Object(object) => base(object).into(),
        Lock::Class => unreachable!("only static methods lock the class"),
    }
}

fn ref_value(value: RefValue) -> &'static str {
    match value {
        RefValue::Null => "null",
        RefValue::A => "A",
        RefValue::B => "B",
        RefValue::P => "p",
        RefValue::Fresh => "new Node()",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_statements() {
        let program = Program {
            threads: vec![
                vec![
                    Stmt::Start(1),
                    Stmt::Synchronized {
                        lock: Lock::Shared(0),
                        body: vec![Stmt::Write { place: Place::X, value: Value::Const(1) }],
                    },
                ],
                vec![Stmt::Yield],
            ],
        };
        let source = print(&program, "G");
        let line = |number: u32| source.text.lines().nth(number as usize - 1).expect("a line").trim();
        assert_eq!(line(source.lines[0][0]), "t1.start();");
        assert_eq!(line(source.lines[0][2]), "x = 1;");
        assert_eq!(line(source.lines[1][0]), "Thread.yield();");
    }
}
