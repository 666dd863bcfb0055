//! Classes of the JDK that set themselves up with the help of the operating system: addresses of
//! the network, the policy of cryptography, values of the window toolkit.

use heddle_machine::{Machine, Native, NativeResult};

use crate::rows::{local, nothing, one};

const SECURITY: &str = "javax/crypto/JceSecurity";

pub const ROWS: &[Native] = &[
    local("java/net/InetAddress", "init", "()V", nothing),
    local("java/net/InetAddress", "isIPv4Available", "()Z", one),
    local("java/net/InetAddress", "isIPv6Supported", "()Z", one),
    local("java/net/InetAddressImplFactory", "isIPv6Supported", "()Z", one),
    local("java/net/Inet4Address", "init", "()V", nothing),
    local("java/net/Inet6Address", "init", "()V", nothing),
    local("java/net/Inet6AddressImpl", "initIDs", "()V", nothing),
    local("java/net/NetworkInterface", "init", "()V", nothing),
    local("jdk/internal/platform/CgroupMetrics", "isUseContainerSupport", "()Z", nothing),
    // Points, rectangles and colours are values; windows and pictures are not supported.
    local("java/awt/Toolkit", "initIDs", "()V", nothing),
    local("java/awt/Color", "initIDs", "()V", nothing),
    local("java/awt/Dimension", "initIDs", "()V", nothing),
    local("java/awt/Insets", "initIDs", "()V", nothing),
    local("java/awt/Rectangle", "initIDs", "()V", nothing),
    local(SECURITY, "setupJurisdictionPolicies", "()V", allow_everything),
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
