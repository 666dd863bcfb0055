//! The order in which HotSpot keeps the methods of a class, which `getDeclaredMethods` shows: sorted by
//! the addresses of their names with HotSpot's own quicksort (`quickSort.hpp`), which reorders overloads.
//!
//! Names in the JDK's archive come first, as they lie there; others as they are first met in constant
//! pools of the user's classes. The second part is close, not exact: a JVM's allocator may reuse
//! memory.

use std::cmp::Ordering;
use std::collections::HashMap;

use heddle_classfile::{ClassFile, Constant};
use heddle_program::{ClassId, MethodId, Origin, Program};

/// The methods of a class that its file has, in HotSpot's order.
pub fn methods(program: &Program, class: ClassId) -> Vec<MethodId> {
    let own = program.class(class);
    let Some(file) = &own.file else { return own.methods.to_vec() };
    if own.methods.len() < 2 {
        return own.methods.to_vec();
    }
    let names = own.methods.iter().map(|&id| program.text(program.method(id).name));
    let ranks = ranks(program, class, file, names.clone());
    let mut ranked: Vec<(Rank, MethodId)> = names.map(|name| ranks[name]).zip(own.methods.iter().copied()).collect();
    sort(&mut ranked);
    ranked.into_iter().map(|(_, id)| id).collect()
}

/// Where a name lies: in the archive, or else in which class and where in its pool it was first met.
type Rank = (bool, u32, u32);

/// The ranks of names, all found together: each pool is read once.
fn ranks<'n>(
    program: &Program,
    class: ClassId,
    file: &ClassFile,
    names: impl Iterator<Item = &'n str>,
) -> HashMap<&'n str, Rank> {
    let mut ranks = HashMap::new();
    let mut unmet: HashMap<&[u8], &str> = HashMap::new();
    for name in names {
        match program.archive().position(name.as_bytes()) {
            Some(position) => drop(ranks.insert(name, (false, position, 0))),
            None => drop(unmet.insert(name.as_bytes(), name)),
        }
    }
    let earlier = if program.class(class).origin == Origin::User { 0..class.0 } else { 0..0 };
    let earlier = earlier.map(|id| program.class(ClassId(id))).filter(|class| class.origin == Origin::User);
    let files = earlier.filter_map(|class| Some((class.id.0, class.file.as_deref()?)));
    for (id, file) in files.chain([(class.0, file)]) {
        if unmet.is_empty() {
            break;
        }
        for (at, constant) in file.constants().iter().enumerate() {
            if matches!(constant, Constant::Utf8 { .. })
                && let Ok(text) = file.utf8_raw(at as u16)
                && let Some(name) = unmet.remove(text)
            {
                ranks.insert(name, (true, id, at as u32));
            }
        }
    }
    ranks.extend(unmet.into_values().map(|name| (name, (true, class.0, 0))));
    ranks
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
