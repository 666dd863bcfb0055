//! `java.net.NetworkInterface`: the program's machine has one interface, the loopback.

use heddle_machine::{Machine, Native, NativeFn, NativeResult, Ref, Trap};
use heddle_program::effect::{Aspect, PURE};

use crate::rows::{Slots, int, nothing, null_pointer, object, one, pure, row};

const INTERFACE: &str = "java/net/NetworkInterface";
const NAME: &str = "lo";
const INDEX: i32 = 1;

pub const ROWS: &[Native] = &[
    pure(INTERFACE, "init", "()V", nothing),
    asks("getAll", "()[Ljava/net/NetworkInterface;", all),
    asks("getByName0", "(Ljava/lang/String;)Ljava/net/NetworkInterface;", by_name),
    asks("getByIndex0", "(I)Ljava/net/NetworkInterface;", by_index),
    asks("getByInetAddress0", "(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", by_address),
    asks("boundInetAddress0", "(Ljava/net/InetAddress;)Z", is_own_address),
    asks("isUp0", "(Ljava/lang/String;I)Z", one),
    asks("isLoopback0", "(Ljava/lang/String;I)Z", one),
    asks("supportsMulticast0", "(Ljava/lang/String;I)Z", nothing),
    asks("isP2P0", "(Ljava/lang/String;I)Z", nothing),
    asks("getMacAddr0", "([BLjava/lang/String;I)[B", nothing),
    asks("getMTU0", "(Ljava/lang/String;I)I", |_, _| int(65536)),
];

const fn asks(name: &'static str, descriptor: &'static str, run: NativeFn) -> Native {
    row(INTERFACE, name, descriptor, run, PURE.observing(&[Aspect::Host]))
}

fn all(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let loopback = loopback(machine)?;
    object(array_of(machine, INTERFACE, &[loopback])?)
}

fn by_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let is_loopback = machine.string(args.object(0)) == NAME;
    object(if is_loopback { loopback(machine)? } else { 0 })
}

fn by_index(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    object(if args.int(0) == INDEX { loopback(machine)? } else { 0 })
}

fn by_address(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let is_own = is_own_address(machine, args)? != 0;
    object(if is_own { loopback(machine)? } else { 0 })
}

/// Whether an address is this machine's, which has no other network than itself.
fn is_own_address(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let address = args.object(0);
    if address == 0 {
        return Err(null_pointer(machine));
    }
    let class = machine.class_of(address);
    let is_loopback = machine.method(class, "isLoopbackAddress", "()Z")?;
    machine.call_now(is_loopback, &[address.into()])
}

fn loopback(machine: &mut Machine<'_>) -> Result<Ref, Trap> {
    let class = machine.load("java/net/InetAddress")?;
    machine.ensure_initialized(class)?;
    let of = machine.method(class, "getByAddress", "(Ljava/lang/String;[B)Ljava/net/InetAddress;")?;
    let bytes = machine.new_bytes(&[127, 0, 0, 1])?;
    let address = machine.call_now(of, &[0, bytes.into()])? as Ref;
    let class = machine.load("java/net/InterfaceAddress")?;
    let binding = machine.new_object(class)?;
    machine.set_field(binding, "address", address.into());
    machine.set_field(binding, "maskLength", 8);
    let addresses = array_of(machine, "java/net/InetAddress", &[address])?;
    let bindings = array_of(machine, "java/net/InterfaceAddress", &[binding])?;
    let children = array_of(machine, INTERFACE, &[])?;
    let name = machine.intern_str(NAME);
    let class = machine.load(INTERFACE)?;
    let interface = machine.new_object(class)?;
    machine.set_field(interface, "name", name.into());
    machine.set_field(interface, "displayName", name.into());
    machine.set_field(interface, "index", INDEX as u64);
    machine.set_field(interface, "addrs", addresses.into());
    machine.set_field(interface, "bindings", bindings.into());
    machine.set_field(interface, "childs", children.into());
    Ok(interface)
}

fn array_of(machine: &mut Machine<'_>, class: &str, elements: &[Ref]) -> Result<Ref, Trap> {
    let class = machine.load(class)?;
    let class = machine.program.array_of(class);
    let array = machine.new_array(class, elements.len() as u32)?;
    for (at, &element) in elements.iter().enumerate() {
        machine.store_element_ref(array, at as u32, element);
    }
    Ok(array)
}
