//! Classes of the JDK that set themselves up with the help of the operating system: addresses of
//! the network, the policy of cryptography, values of the window toolkit.

use heddle_machine::{Machine, Native, NativeResult};

use crate::rows::{nothing, one, pure};

const SECURITY: &str = "javax/crypto/JceSecurity";

pub const ROWS: &[Native] = &[
    pure("java/net/InetAddress", "init", "()V", nothing),
    pure("java/net/InetAddress", "isIPv4Available", "()Z", one),
    pure("java/net/InetAddress", "isIPv6Supported", "()Z", one),
    pure("java/net/InetAddressImplFactory", "isIPv6Supported", "()Z", one),
    pure("java/net/Inet4Address", "init", "()V", nothing),
    pure("java/net/Inet6Address", "init", "()V", nothing),
    pure("java/net/NetworkInterface", "init", "()V", nothing),
    pure("jdk/internal/platform/CgroupMetrics", "isUseContainerSupport", "()Z", nothing),
    // Points, rectangles and colours are values; windows and pictures are not supported.
    pure("java/awt/Toolkit", "initIDs", "()V", nothing),
    pure("java/awt/Color", "initIDs", "()V", nothing),
    pure("java/awt/Dimension", "initIDs", "()V", nothing),
    pure("java/awt/Insets", "initIDs", "()V", nothing),
    pure("java/awt/Rectangle", "initIDs", "()V", nothing),
    pure(SECURITY, "setupJurisdictionPolicies", "()V", allow_everything),
];

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
