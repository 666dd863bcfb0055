//! Draws programs from seeds. Each program has a theme, which decides how often each kind of
//! statement comes, and a small palette of shared places, so that its threads really meet.

use crate::program::{
    Atomic, Base, Callee, Handled, Index, LAZY, LOCALS, Lock, Place, Program, RefPlace, RefValue, Stmt, Value,
};

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// An index, as often as its weight says.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let mut at = self.below(weights.iter().sum::<u32>() as usize) as u32;
        weights.iter().position(|&weight| at.checked_sub(weight).map(|rest| at = rest).is_none()).expect("at < sum")
    }
}

/// What a program is mostly about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Theme {
    Memory,
    Locks,
    /// Most accesses are made under the one lock that belongs to the place.
    Guarded,
    Monitors,
    Parking,
    Interrupts,
    Atomics,
    Publication,
    Objects,
    Initializers,
    Exceptions,
    Arrays,
    Everything,
}

const THEMES: [(Theme, u32); 13] = [
    (Theme::Memory, 12),
    (Theme::Locks, 16),
    (Theme::Guarded, 20),
    (Theme::Monitors, 14),
    (Theme::Parking, 8),
    (Theme::Interrupts, 8),
    (Theme::Atomics, 8),
    (Theme::Publication, 12),
    (Theme::Objects, 12),
    (Theme::Initializers, 6),
    (Theme::Exceptions, 10),
    (Theme::Arrays, 6),
    (Theme::Everything, 12),
];

/// Kinds of statements, in the order of [`Theme::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Read,
    Write,
    Set,
    ReadRef,
    WriteRef,
    New,
    Copy,
    If,
    Repeat,
    Synchronized,
    Wait,
    Notify,
    Park,
    Unpark,
    Join,
    Alive,
    Interrupt,
    IsInterrupted,
    Interrupted,
    Atomic,
    Throw,
    Try,
    Assert,
    Call,
    Spin,
    Forever,
    Exit,
    Lazy,
    Sleep,
    Yield,
}

const KINDS: [Kind; 30] = [
    Kind::Read,
    Kind::Write,
    Kind::Set,
    Kind::ReadRef,
    Kind::WriteRef,
    Kind::New,
    Kind::Copy,
    Kind::If,
    Kind::Repeat,
    Kind::Synchronized,
    Kind::Wait,
    Kind::Notify,
    Kind::Park,
    Kind::Unpark,
    Kind::Join,
    Kind::Alive,
    Kind::Interrupt,
    Kind::IsInterrupted,
    Kind::Interrupted,
    Kind::Atomic,
    Kind::Throw,
    Kind::Try,
    Kind::Assert,
    Kind::Call,
    Kind::Spin,
    Kind::Forever,
    Kind::Exit,
    Kind::Lazy,
    Kind::Sleep,
    Kind::Yield,
];

impl Theme {
    #[rustfmt::skip]
    fn weights(self) -> [u32; 30] {
        match self {
            //                      rd  wr st rr wr nw cp if rp sy wt nt pk up jn al in ii it at th tr as cl sp fe ex lz sl yi
            Theme::Memory       => [30, 30, 2, 0, 0, 0, 0, 8, 4, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 1, 0, 2, 2, 4, 1, 2, 1, 0, 1],
            Theme::Locks        => [20, 20, 1, 0, 0, 0, 0, 4, 2, 24, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 1, 1, 10, 1, 1, 1, 0, 0, 0],
            Theme::Guarded      => [24, 24, 1, 2, 2, 2, 2, 5, 2, 8, 4, 5, 0, 0, 1, 0, 1, 0, 0, 2, 1, 1, 1, 3, 0, 0, 0, 1, 0, 0],
            Theme::Monitors     => [12, 12, 0, 0, 0, 0, 0, 6, 1, 22, 14, 16, 0, 0, 1, 0, 2, 0, 0, 0, 1, 1, 0, 3, 0, 0, 1, 0, 0, 0],
            Theme::Parking      => [16, 16, 0, 0, 0, 0, 0, 6, 2, 2, 0, 0, 14, 16, 1, 1, 3, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1],
            Theme::Interrupts   => [12, 12, 0, 0, 0, 0, 0, 6, 1, 8, 6, 3, 4, 1, 8, 1, 18, 6, 6, 0, 0, 1, 0, 1, 0, 0, 0, 0, 5, 0],
            Theme::Atomics      => [12, 12, 0, 0, 0, 0, 0, 8, 3, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 30, 1, 0, 2, 1, 2, 1, 0, 0, 0, 1],
            Theme::Publication  => [20, 24, 0, 18, 22, 18, 0, 4, 2, 4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 1, 5, 2, 0, 0, 0, 0, 0],
            Theme::Objects      => [16, 16, 0, 14, 22, 12, 0, 4, 2, 18, 3, 3, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 12, 0, 0, 0, 0, 0, 0],
            Theme::Initializers => [14, 16, 0, 0, 0, 0, 0, 6, 1, 6, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 26, 0, 0],
            Theme::Exceptions   => [20, 16, 1, 4, 3, 1, 0, 4, 2, 10, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 16, 18, 6, 8, 0, 0, 2, 0, 0, 0],
            Theme::Arrays       => [30, 30, 1, 0, 0, 0, 12, 6, 4, 4, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 2, 1, 1, 0, 0, 0, 0, 0, 0],
            Theme::Everything   => [16, 16, 1, 5, 6, 5, 2, 6, 2, 8, 3, 4, 2, 3, 2, 1, 2, 1, 1, 5, 3, 4, 2, 4, 1, 1, 1, 2, 1, 1],
        }
    }

    /// Places that fit the theme.
    fn places(self) -> &'static [Place] {
        use Base::{A, B, P};
        match self {
            Theme::Publication | Theme::Objects => &[
                Place::Field(P),
                Place::Field(P),
                Place::Field(P),
                Place::VolatileField(P),
                Place::Field(A),
                Place::X,
                Place::V,
            ],
            Theme::Initializers => &[Place::X, Place::Y, Place::V],
            Theme::Guarded => &[
                Place::X,
                Place::X,
                Place::Y,
                Place::Field(A),
                Place::Field(A),
                Place::Field(B),
                Place::Field(P),
                Place::Element(Index::Const(0)),
            ],
            Theme::Arrays => &[
                Place::Element(Index::Const(0)),
                Place::Element(Index::Const(1)),
                Place::Element(Index::Local(0)),
                Place::Element(Index::Local(1)),
                Place::X,
            ],
            _ => &[
                Place::X,
                Place::X,
                Place::Y,
                Place::V,
                Place::V,
                Place::Field(A),
                Place::Field(B),
                Place::VolatileField(A),
                Place::Field(P),
                Place::Element(Index::Const(0)),
                Place::Element(Index::Local(0)),
            ],
        }
    }
}

struct Drawing {
    random: Random,
    theme: Theme,
    weights: [u32; 30],
    palette: Vec<Place>,
    threads: usize,
    /// The thread being drawn.
    thread: usize,
    /// Statements left for this thread.
    budget: usize,
    /// The thread's local written last.
    recent: u8,
    /// Locks held here, and whether a loop encloses this place.
    held: Vec<Lock>,
    in_loop: bool,
    made: usize,
    /// The thread's `p` may not be null.
    has_object: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let theme = THEMES[random.weighted(&THEMES.map(|(_, weight)| weight))].0;
    let places = theme.places();
    let palette = (0..1 + random.below(3)).map(|_| random.pick(places)).collect();
    let workers = [1, 2, 3][random.weighted(&[35, 58, 7])];
    let weights = theme.weights();
    let threads = workers + 1;
    let mut drawing = Drawing {
        random,
        theme,
        weights,
        palette,
        threads,
        thread: 0,
        budget: 0,
        recent: 0,
        held: vec![],
        in_loop: false,
        made: 0,
        has_object: false,
    };
    let nested = workers >= 2 && drawing.random.chance(25);
    let mut bodies: Vec<Vec<Stmt>> = (0..threads).map(|thread| drawing.body(thread)).collect();
    for worker in (1..threads).rev() {
        let starter = if nested && worker >= 2 { worker - 1 } else { 0 };
        // Mostly early, so that there is something to run beside.
        let most = bodies[starter].len().min(2);
        let at = drawing.random.below(most + 1);
        bodies[starter].insert(at, Stmt::Start(worker as u8));
    }
    Program { threads: bodies }
}

impl Drawing {
    fn body(&mut self, thread: usize) -> Vec<Stmt> {
        self.thread = thread;
        self.made = 0;
        self.has_object = false;
        self.budget = match (self.threads, thread) {
            (2, 0) => 3 + self.random.below(4),
            (2, _) => 4 + self.random.below(5),
            (3, 0) => 1 + self.random.below(4),
            (3, _) => 2 + self.random.below(4),
            (_, 0) => self.random.below(2),
            _ => 1 + self.random.below(3),
        };
        self.block(usize::MAX, 0)
    }

    /// At most so many statements, as far as the budget allows.
    fn block(&mut self, most: usize, depth: usize) -> Vec<Stmt> {
        let mut list = vec![];
        while list.len() < most && self.budget > 0 {
            self.budget -= 1;
            let stmt = self.stmt(depth);
            list.extend(stmt);
        }
        list
    }

    fn stmt(&mut self, depth: usize) -> Vec<Stmt> {
        let mut weights = self.weights.map(|weight| weight * 100);
        let mut scale = |kind: Kind, percent: u32| {
            let at = KINDS.iter().position(|&other| other == kind).expect("listed");
            weights[at] = weights[at] * percent / 100;
        };
        if depth >= 3 {
            [Kind::If, Kind::Repeat, Kind::Synchronized, Kind::Try].into_iter().for_each(|kind| scale(kind, 0));
        }
        if self.in_loop || self.threads == 4 {
            scale(Kind::Repeat, 0);
        }
        if self.made >= 2 {
            scale(Kind::New, 0);
        }
        if self.held.is_empty() {
            // Nearly always an error, so rarely.
            [Kind::Wait, Kind::Notify].into_iter().for_each(|kind| scale(kind, 4));
        }
        let kind = KINDS[self.random.weighted(&weights)];
        self.draw(kind, depth)
    }

    fn draw(&mut self, kind: Kind, depth: usize) -> Vec<Stmt> {
        let stmt = match kind {
            Kind::Read => {
                let place = self.place();
                let read = Stmt::Read { local: self.target(), place };
                self.guarded(place, read)
            }
            Kind::Write => {
                let place = self.place();
                let write = Stmt::Write { place, value: self.value() };
                self.guarded(place, write)
            }
            Kind::Set => {
                let value = self.value();
                Stmt::Set { local: self.target(), value }
            }
            Kind::ReadRef => {
                let place = self.ref_place();
                self.has_object = true;
                Stmt::ReadRef(place)
            }
            Kind::WriteRef => {
                let values = [RefValue::P, RefValue::P, RefValue::P, RefValue::A, RefValue::B, RefValue::Null];
                let mut value = self.random.pick(&values);
                if self.made < 2 && self.random.chance(25) {
                    self.made += 1;
                    value = RefValue::Fresh;
                }
                Stmt::WriteRef(self.ref_place(), value)
            }
            Kind::New => {
                self.made += 1;
                self.has_object = true;
                return self.new_object();
            }
            Kind::Copy if self.random.chance(40) => Stmt::CloneArray { local: self.target() },
            Kind::Copy => Stmt::Copy { back: self.random.chance(30) },
            Kind::If => {
                let (local, equals) = self.condition();
                let then = self.block_of(2, depth);
                let otherwise = if self.random.chance(40) { self.block_of(2, depth) } else { vec![] };
                Stmt::If { local, equals, then, otherwise }
            }
            Kind::Repeat => {
                self.in_loop = true;
                let body = self.block_of(2, depth);
                self.in_loop = false;
                Stmt::Repeat(body)
            }
            Kind::Synchronized => return vec![self.synchronized(depth)],
            Kind::Wait => Stmt::Wait { lock: self.lock(), timed: self.random.chance(20) },
            Kind::Notify => Stmt::Notify { lock: self.lock(), all: self.random.chance(40) },
            Kind::Park => Stmt::Park { timed: self.random.chance(15) },
            Kind::Sleep => Stmt::Sleep,
            Kind::Call => Stmt::Call { callee: self.callee(), local: self.target() },
            Kind::Spin => Stmt::Spin(self.place()),
            Kind::Forever => {
                let (local, equals) = self.condition();
                Stmt::Forever { local, equals }
            }
            Kind::Exit => {
                let (local, equals) = self.condition();
                Stmt::Exit { local, equals, code: self.thread as u8 + 2 }
            }
            Kind::Lazy => {
                let class = self.random.pick(&[0, 0, 1, 2]);
                assert!(class < LAZY);
                Stmt::Lazy { local: self.target(), class: class as u8 }
            }
            Kind::Unpark => Stmt::Unpark(self.other()),
            Kind::Join => Stmt::Join(self.joined()),
            Kind::Alive => Stmt::Alive { thread: self.other(), local: self.target() },
            Kind::Interrupt => Stmt::Interrupt(if self.random.chance(12) { self.thread as u8 } else { self.other() }),
            Kind::IsInterrupted => {
                let thread = self.random.below(self.threads) as u8;
                Stmt::IsInterrupted { local: self.target(), thread }
            }
            Kind::Interrupted => Stmt::Interrupted { local: self.target() },
            Kind::Atomic if self.random.chance(35) => self.handle(),
            Kind::Atomic => Stmt::Atomic(self.atomic()),
            Kind::Throw => {
                let (local, equals) = self.condition();
                Stmt::Throw { local, equals }
            }
            Kind::Try => {
                let body = self.block_of(3, depth);
                let catch = self.random.chance(65).then(|| self.block_of(2, depth));
                let finally = (catch.is_none() || self.random.chance(25)).then(|| self.block_of(2, depth));
                Stmt::Try { body, catch, finally }
            }
            Kind::Assert => {
                let (local, not) = self.condition();
                Stmt::Assert { local, not }
            }
            Kind::Yield => Stmt::Yield,
        };
        vec![stmt]
    }

    /// At least one statement if the budget allows, at most so many.
    fn block_of(&mut self, most: usize, depth: usize) -> Vec<Stmt> {
        let count = 1 + self.random.below(most);
        self.block(count, depth + 1)
    }

    /// An access, mostly under the lock that belongs to its place if that is the theme.
    fn guarded(&mut self, place: Place, access: Stmt) -> Stmt {
        let lock = match place {
            Place::X => Lock::Shared(0),
            Place::Y | Place::Element(_) => Lock::Shared(1),
            Place::Field(base) => Lock::Object(base),
            _ => return access,
        };
        if self.theme != Theme::Guarded || self.held.contains(&lock) || self.random.chance(4) {
            return access;
        }
        Stmt::Synchronized { lock, body: vec![access] }
    }

    fn synchronized(&mut self, depth: usize) -> Stmt {
        let lock = self.any_lock();
        self.held.push(lock);
        let mut body = vec![];
        if self.theme == Theme::Monitors && self.random.chance(40) {
            // Waits for a value, mostly in vain if it is not set under the same lock.
            let place = self.palette[0];
            let local = self.target();
            let wait = Stmt::If {
                local,
                equals: 0,
                then: vec![Stmt::Wait { lock, timed: self.random.chance(10) }],
                otherwise: vec![],
            };
            body.extend([Stmt::Read { local, place }, wait]);
        }
        body.extend(self.block_of(3, depth));
        self.held.pop();
        Stmt::Synchronized { lock, body }
    }

    /// A fresh object, mostly filled and published, before or after.
    fn new_object(&mut self) -> Vec<Stmt> {
        let mut list = vec![Stmt::New];
        let place = if self.random.chance(80) { Place::Field(Base::P) } else { Place::VolatileField(Base::P) };
        let fill = Stmt::Write { place, value: Value::Const(1 + self.random.below(3) as i32) };
        let publish = Stmt::WriteRef(self.ref_place(), RefValue::P);
        match self.random.below(6) {
            0 => {}
            1 => list.push(publish),
            2 | 3 => list.extend([publish, fill]),
            _ => list.extend([fill, publish]),
        }
        list
    }

    fn place(&mut self) -> Place {
        let at = self.random.below(self.palette.len());
        let places = self.theme.places();
        let place = if self.random.chance(90) { self.palette[at] } else { self.random.pick(places) };
        match place {
            // Null for sure, so rarely.
            Place::Field(Base::P) if !self.has_object && self.random.chance(90) => Place::Field(Base::A),
            Place::VolatileField(Base::P) if !self.has_object && self.random.chance(90) => {
                Place::VolatileField(Base::A)
            }
            place => place,
        }
    }

    fn ref_place(&mut self) -> RefPlace {
        if self.theme == Theme::Objects && self.random.chance(50) {
            let base = if self.has_object && self.random.chance(60) { Base::P } else { Base::A };
            return RefPlace::Next(base);
        }
        if self.random.chance(65) { RefPlace::Plain } else { RefPlace::Volatile }
    }

    fn value(&mut self) -> Value {
        match self.random.below(10) {
            0..5 => Value::Const(1 + self.random.below(3) as i32),
            5 => Value::Const(0),
            6 | 7 => Value::Local(self.recent),
            _ => Value::After(self.recent),
        }
    }

    /// A local to write.
    fn target(&mut self) -> u8 {
        self.recent = self.random.below(LOCALS) as u8;
        self.recent
    }

    /// A test of a local, mostly the one written last.
    fn condition(&mut self) -> (u8, i32) {
        let local = if self.random.chance(75) { self.recent } else { self.random.below(LOCALS) as u8 };
        (local, self.random.pick(&[0, 0, 1, 1, 1, 2, 3]))
    }

    /// A lock, mostly one that is held.
    fn lock(&mut self) -> Lock {
        match self.held.last() {
            Some(&lock) if self.random.chance(92) => lock,
            _ => self.any_lock(),
        }
    }

    fn callee(&mut self) -> Callee {
        match self.random.below(4) {
            0 => Callee::Tick,
            1 => Callee::Bump(Base::B),
            2 if self.has_object => Callee::Bump(Base::P),
            _ => Callee::Bump(Base::A),
        }
    }

    fn any_lock(&mut self) -> Lock {
        let shared = Lock::Shared(self.random.below(2) as u8);
        match (self.theme, self.has_object) {
            (Theme::Objects | Theme::Publication, true) => {
                self.random.pick(&[Lock::Object(Base::P), Lock::Object(Base::P), Lock::Object(Base::A), shared])
            }
            (Theme::Objects | Theme::Guarded, false) => {
                self.random.pick(&[Lock::Object(Base::A), Lock::Object(Base::B), shared])
            }
            _ => shared,
        }
    }

    fn other(&mut self) -> u8 {
        let other = self.random.below(self.threads - 1);
        (if other >= self.thread { other + 1 } else { other }) as u8
    }

    /// A thread to join: seldom one that was there before, for that is a deadlock.
    fn joined(&mut self) -> u8 {
        let later = self.thread + 1;
        if later < self.threads && self.random.chance(90) {
            return (later + self.random.below(self.threads - later)) as u8;
        }
        self.other()
    }

    /// An access to a field by a handle, mostly to one that is also used plainly.
    fn handle(&mut self) -> Stmt {
        let object = if self.has_object && self.random.chance(40) { Base::P } else { Base::A };
        let access = match self.random.below(3) {
            0 => Handled::Get,
            1 => Handled::Set(self.value()),
            _ => Handled::Add,
        };
        Stmt::Handle { local: self.target(), object, access }
    }

    fn atomic(&mut self) -> Atomic {
        match self.random.below(6) {
            0 | 1 => Atomic::Get(self.target()),
            2 => Atomic::Set(self.value()),
            3 => Atomic::IncrementAndGet(self.target()),
            _ => {
                let (expected, new) = (self.random.below(2) as i32, 1 + self.random.below(2) as i32);
                Atomic::CompareAndSet { local: self.target(), expected, new }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_program() {
        assert_eq!(program(17), program(17));
        assert_ne!(program(17), program(18));
    }
}
