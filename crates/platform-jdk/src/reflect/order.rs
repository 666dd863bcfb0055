//! The order in which HotSpot keeps the methods of a class, which `getDeclaredMethods` shows: sorted by
//! the addresses of their names with HotSpot's own quicksort (`quickSort.hpp`), which reorders overloads.
//!
//! Names in the JDK's archive come first, as they lie there; others as they are first met in constant
//! pools of the user's classes. The second part is close, not exact: a JVM's allocator may reuse
//! memory.

use std::cmp::Ordering;

use heddle_program::{ClassId, MethodId, Origin, Program};

/// The methods of a class that its file has, in HotSpot's order.
pub fn methods(program: &Program, class: ClassId) -> Vec<MethodId> {
    let own = program.class(class);
    let Some(file) = &own.file else { return own.methods.to_vec() };
    if own.methods.len() < 2 {
        return own.methods.to_vec();
    }
    let mut ranked: Vec<(Rank, MethodId)> =
        own.methods.iter().map(|&id| (rank(program, class, program.text(program.method(id).name), file), id)).collect();
    sort(&mut ranked);
    ranked.into_iter().map(|(_, id)| id).collect()
}

/// Where a name lies: in the archive, or else in which class and where in its pool it was first met.
type Rank = (bool, u32, u32);

fn rank(program: &Program, class: ClassId, name: &str, file: &heddle_classfile::ClassFile) -> Rank {
    if let Some(position) = program.archive().position(name.as_bytes()) {
        return (false, position, 0);
    }
    if program.class(class).origin == Origin::User {
        for id in 0..class.0 {
            let earlier = program.class(ClassId(id));
            if earlier.origin == Origin::User
                && let Some(at) = earlier.file.as_ref().and_then(|file| place(file, name))
            {
                return (true, id, at);
            }
        }
    }
    (true, class.0, place(file, name).unwrap_or(0))
}

/// The first entry of a constant pool with that text.
fn place(file: &heddle_classfile::ClassFile, name: &str) -> Option<u32> {
    (1..file.constants().len() as u16)
        .find(|&cp| file.utf8_raw(cp).is_ok_and(|text| text == name.as_bytes()))
        .map(u32::from)
}

/// Three elements are sorted by choosing the pivot; more are split around it.
fn sort(methods: &mut [(Rank, MethodId)]) {
    let len = methods.len();
    if len < 2 {
        return;
    }
    let compare = |methods: &[(Rank, MethodId)], a: usize, b: usize| methods[a].0.cmp(&methods[b].0);
    let (middle, last) = (len / 2, len - 1);
    for (a, b) in [(0, middle), (0, last), (middle, last)] {
        if compare(methods, a, b) == Ordering::Greater {
            methods.swap(a, b);
        }
    }
    if len < 4 {
        return;
    }
    let pivot = methods[middle].0;
    let (mut left, mut right) = (0, last);
    loop {
        while methods[left].0 < pivot {
            left += 1;
        }
        while methods[right].0 > pivot {
            right -= 1;
        }
        if left >= right {
            break;
        }
        methods.swap(left, right);
        left += 1;
        right -= 1;
    }
    let (low, high) = methods.split_at_mut(right + 1);
    sort(low);
    sort(high);
}
