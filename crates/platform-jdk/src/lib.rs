//! What a JVM does for the JDK: natives by class, call-site linking, handles, reflection, boot.
