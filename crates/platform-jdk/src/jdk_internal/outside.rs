//! Classes of the JDK that set themselves up with the help of the operating system: addresses of
//! the network, the policy of cryptography, values of the window toolkit.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{Aspect, Effect, PURE, Place};
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, nothing, null_pointer, object, one, pure, row};

const SECURITY: &str = "javax/crypto/JceSecurity";
const ADDRESSES_4: &str = "java/net/Inet4AddressImpl";
const ADDRESSES_6: &str = "java/net/Inet6AddressImpl";

const ADDRESS: Effect = PURE.reading(&[Place::Elements(1)]).observing(&[Aspect::Host]);

/// The only host that the program's machine knows is itself.
const HOST: &str = "localhost";

pub const ROWS: &[Native] = &[
    pure("java/net/InetAddress", "init", "()V", nothing),
    pure("java/net/InetAddress", "isIPv4Available", "()Z", one),
    pure("java/net/InetAddress", "isIPv6Supported", "()Z", one),
    pure("java/net/InetAddressImplFactory", "isIPv6Supported", "()Z", one),
    pure("java/net/Inet4Address", "init", "()V", nothing),
    pure("java/net/Inet6Address", "init", "()V", nothing),
    row(ADDRESSES_4, "getLocalHostName", "()Ljava/lang/String;", local_host, PURE.observing(&[Aspect::Host])),
    row(ADDRESSES_6, "getLocalHostName", "()Ljava/lang/String;", local_host, PURE.observing(&[Aspect::Host])),
    row(ADDRESSES_4, "lookupAllHostAddr", "", look_up_host, PURE.observing(&[Aspect::Host])),
    // From JDK 18 on one method of this name calls another, which is native.
    row(
        ADDRESSES_6,
        "lookupAllHostAddr",
        "(Ljava/lang/String;)[Ljava/net/InetAddress;",
        look_up_host,
        PURE.observing(&[Aspect::Host]),
    ),
    row(
        ADDRESSES_6,
        "lookupAllHostAddr",
        "(Ljava/lang/String;I)[Ljava/net/InetAddress;",
        look_up_host,
        PURE.observing(&[Aspect::Host]),
    ),
    row(ADDRESSES_4, "getHostByAddr", "([B)Ljava/lang/String;", look_up_address, ADDRESS),
    row(ADDRESSES_6, "getHostByAddr", "([B)Ljava/lang/String;", look_up_address, ADDRESS),
    pure("jdk/internal/platform/CgroupMetrics", "isUseContainerSupport", "()Z", nothing),
    // Points, rectangles and colours are values; windows and pictures are not supported.
    pure("java/awt/Toolkit", "initIDs", "()V", nothing),
    pure("java/awt/Color", "initIDs", "()V", nothing),
    pure("java/awt/Dimension", "initIDs", "()V", nothing),
    pure("java/awt/Insets", "initIDs", "()V", nothing),
    pure("java/awt/Rectangle", "initIDs", "()V", nothing),
    pure(SECURITY, "setupJurisdictionPolicies", "()V", allow_everything),
];

fn local_host(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    object(machine.intern_str(HOST))
}

fn unknown_host(machine: &mut Machine<'_>, message: &str) -> Trap {
    machine.throw("java/net/UnknownHostException", message)
}

/// The addresses of a host, by its name.
fn look_up_host(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    if !name.eq_ignore_ascii_case(HOST) {
        return Err(unknown_host(machine, &format!("{name}: Name or service not known")));
    }
    let class = machine.load("java/net/InetAddress")?;
    let of = machine.method(class, "getByAddress", "(Ljava/lang/String;[B)Ljava/net/InetAddress;")?;
    machine.ensure_initialized(class)?;
    let bytes = machine.new_bytes(&[127, 0, 0, 1])?;
    let address = machine.call_now(of, &[args[1], bytes.into()])? as Ref;
    let class = machine.program.array_of(class);
    let array = machine.new_array(class, 1)?;
    machine.store_element_ref(array, 0, address);
    object(array)
}

/// The name of a host, by its address.
fn look_up_address(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    match machine.state.heap.bytes(args.object(1), ElementKind::Byte) {
        [127, _, _, _] | [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] => object(machine.intern_str(HOST)),
        _ => Err(machine.throw_bare("java/net/UnknownHostException")),
    }
}

/// The policy that every JDK comes with, from files that it looks for in the folder `unlimited`.
fn allow_everything(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let security = machine.load(SECURITY)?;
    let all = machine.load("javax/crypto/CryptoAllPermission")?;
    machine.ensure_initialized(all)?;
    let all = machine.static_field(all, "INSTANCE");
    let permissions = machine.load("javax/crypto/CryptoPermissions")?;
    let constructor = machine.method(permissions, "<init>", "()V")?;
    let add = machine.method(permissions, "add", "(Ljava/security/Permission;)V")?;
    let policy = machine.new_object(permissions)?;
    machine.call_now(constructor, &[policy.into()])?;
    machine.call_now(add, &[policy.into(), all])?;
    machine.set_static_field(security, "defaultPolicy", policy.into());
    Ok(0)
}
