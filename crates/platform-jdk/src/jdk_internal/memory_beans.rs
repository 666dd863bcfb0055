//! `sun.management`: pools of memory and who manages them. They have the names that HotSpot gives them with its
//! default collector; half of the heap is in use, and nothing was ever collected.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Aspect, Effect, PURE, UNKNOWN};

use super::management::new_usage;
use crate::rows::{Slots, long, nothing, object, pure, row};

const MEMORY: &str = "sun/management/MemoryImpl";
const POOL: &str = "sun/management/MemoryPoolImpl";
const MANAGER: &str = "sun/management/MemoryManagerImpl";
const COLLECTOR: &str = "sun/management/GarbageCollectorImpl";
const SYSTEM: &str = "com/sun/management/internal/OperatingSystemImpl";
const POOLS: &str = "[Ljava/lang/management/MemoryPoolMXBean;";
const MANAGERS: &str = "[Ljava/lang/management/MemoryManagerMXBean;";

const FIGURE: Effect = PURE.observing(&[Aspect::Host]);

pub const ROWS: &[Native] = &[
    row(MEMORY, "getMemoryPools0", "()[Ljava/lang/management/MemoryPoolMXBean;", pools, UNKNOWN),
    row(MEMORY, "getMemoryManagers0", "()[Ljava/lang/management/MemoryManagerMXBean;", managers, UNKNOWN),
    row(POOL, "getMemoryManagers0", "()[Ljava/lang/management/MemoryManagerMXBean;", managers_of_pool, UNKNOWN),
    row(MANAGER, "getMemoryPools0", "()[Ljava/lang/management/MemoryPoolMXBean;", pools_of_manager, UNKNOWN),
    row(POOL, "getUsage0", "()Ljava/lang/management/MemoryUsage;", usage, FIGURE),
    row(POOL, "getPeakUsage0", "()Ljava/lang/management/MemoryUsage;", usage, FIGURE),
    row(POOL, "getCollectionUsage0", "()Ljava/lang/management/MemoryUsage;", usage_after_collection, FIGURE),
    pure(POOL, "resetPeakUsage0", "()V", nothing),
    // The figures never change, so no threshold is crossed.
    pure(POOL, "setUsageThreshold0", "(JJ)V", nothing),
    pure(POOL, "setCollectionThreshold0", "(JJ)V", nothing),
    pure(POOL, "setPoolUsageSensor", "(Lsun/management/Sensor;)V", nothing),
    pure(POOL, "setPoolCollectionSensor", "(Lsun/management/Sensor;)V", nothing),
    row(COLLECTOR, "getCollectionCount", "()J", nothing, FIGURE),
    row(COLLECTOR, "getCollectionTime", "()J", nothing, FIGURE),
    row(SYSTEM, "getTotalMemorySize0", "()J", all_memory, FIGURE),
    row(SYSTEM, "getFreeMemorySize0", "()J", half_memory, FIGURE),
    row(SYSTEM, "getCommittedVirtualMemorySize0", "()J", all_memory, FIGURE),
    row(SYSTEM, "getTotalSwapSpaceSize0", "()J", nothing, FIGURE),
    row(SYSTEM, "getFreeSwapSpaceSize0", "()J", nothing, FIGURE),
];

/// A pool: its name, whether objects are in it, whether usage has a threshold, and its managers as bits.
struct Pool {
    name: &'static str,
    is_heap: bool,
    has_threshold: bool,
    managers: u8,
}

const fn pool(name: &'static str, is_heap: bool, has_threshold: bool, managers: u8) -> Pool {
    Pool { name, is_heap, has_threshold, managers }
}

const OLD: &str = "G1 Old Gen";

const ALL_POOLS: [Pool; 8] = [
    pool("CodeHeap 'non-nmethods'", false, true, 0b00001),
    pool("Metaspace", false, true, 0b00010),
    pool("CodeHeap 'profiled nmethods'", false, true, 0b00001),
    pool("Compressed Class Space", false, true, 0b00010),
    pool("G1 Eden Space", true, false, 0b10100),
    pool(OLD, true, true, 0b11100),
    pool("G1 Survivor Space", true, false, 0b10100),
    pool("CodeHeap 'non-profiled nmethods'", false, true, 0b00001),
];

/// Managers of memory, then collectors.
const ALL_MANAGERS: [&str; 5] =
    ["CodeCacheManager", "Metaspace Manager", "G1 Young Generation", "G1 Concurrent GC", "G1 Old Generation"];
const CONCURRENT: usize = 3;

fn array(machine: &mut Machine<'_>, class: &str, elements: &[Ref]) -> NativeResult {
    let class = machine.load(class)?;
    let array = machine.new_array(class, elements.len() as u32)?;
    for (index, &element) in elements.iter().enumerate() {
        machine.store_element_ref(array, index as u32, element);
    }
    object(array)
}

fn new_bean(machine: &mut Machine<'_>, class: &str, constructor: &str, name: &str, rest: &[u64]) -> Result<Ref, Trap> {
    let class = machine.load(class)?;
    machine.ensure_initialized(class)?;
    let constructor = machine.method(class, "<init>", constructor)?;
    let name = machine.intern_str(name);
    let bean = machine.new_object(class)?;
    let args: Vec<u64> = [bean.into(), name.into()].into_iter().chain(rest.iter().copied()).collect();
    machine.call_now(constructor, &args)?;
    Ok(bean)
}

fn pools(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let threshold = |exists: bool| if exists { 0 } else { -1i64 as u64 };
    let mut beans = Vec::new();
    for pool in &ALL_POOLS {
        let rest = [pool.is_heap.into(), threshold(pool.has_threshold), 0, threshold(pool.is_heap), 0];
        beans.push(new_bean(machine, POOL, "(Ljava/lang/String;ZJJ)V", pool.name, &rest)?);
    }
    array(machine, POOLS, &beans)
}

fn managers(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let mut beans = Vec::new();
    // JDK 20 has one more.
    let is_new = machine.program.jdk_feature() >= 20;
    for (index, name) in ALL_MANAGERS.iter().enumerate().filter(|&(index, _)| is_new || index != CONCURRENT) {
        let class = if index < 2 { MANAGER } else { "com/sun/management/internal/GarbageCollectorExtImpl" };
        beans.push(new_bean(machine, class, "(Ljava/lang/String;)V", name, &[])?);
    }
    array(machine, MANAGERS, &beans)
}

/// Those of all pools or managers that have these names, in that order.
fn select(machine: &mut Machine<'_>, method: &str, class: &str, names: &[&str]) -> NativeResult {
    let memory = machine.load(MEMORY)?;
    machine.ensure_initialized(memory)?;
    let all = machine.method(memory, method, &format!("(){class}"))?;
    let all = machine.call_now(all, &[])? as Ref;
    let all: Vec<Ref> = (0..machine.state.heap.len(all)).map(|index| machine.state.heap.load_u32(all, index)).collect();
    let mut beans = Vec::new();
    for name in names {
        beans.extend(all.iter().copied().find(|&bean| name_of(machine, bean) == *name));
    }
    array(machine, class, &beans)
}

fn name_of(machine: &mut Machine<'_>, bean: Ref) -> String {
    let name = machine.field(bean, "name") as Ref;
    machine.string(name)
}

fn pool_of(machine: &mut Machine<'_>, bean: Ref) -> Option<&'static Pool> {
    let name = name_of(machine, bean);
    ALL_POOLS.iter().find(|pool| pool.name == name)
}

fn managers_of_pool(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let managers = pool_of(machine, args.object(0)).map_or(0, |pool| pool.managers);
    let names = (0..5).rev().filter(|index| managers >> index & 1 != 0);
    let names: Vec<&str> = names.map(|index| ALL_MANAGERS[index]).collect();
    select(machine, "getMemoryManagers", MANAGERS, &names)
}

fn pools_of_manager(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let name = name_of(machine, args.object(0));
    let manager = ALL_MANAGERS.iter().position(|&manager| manager == name);
    let names = ALL_POOLS.iter().filter(|pool| manager.is_some_and(|manager| pool.managers >> manager & 1 != 0));
    let mut names: Vec<&str> = names.map(|pool| pool.name).collect();
    names.sort_by_key(|&name| name == OLD);
    select(machine, "getMemoryPools", POOLS, &names)
}

/// All objects are old.
fn usage(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let heap = machine.resources().heap_bytes as i64;
    match pool_of(machine, args.object(0)) {
        Some(pool) if pool.name == OLD => new_usage(machine, heap / 2, heap),
        Some(pool) if pool.is_heap => new_usage(machine, 0, -1),
        _ => new_usage(machine, 1 << 20, -1),
    }
}

fn usage_after_collection(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match pool_of(machine, args.object(0)) {
        Some(pool) if pool.is_heap => new_usage(machine, 0, -1),
        _ => object(0),
    }
}

fn all_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.resources().heap_bytes as i64)
}

fn half_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.resources().heap_bytes as i64 / 2)
}
