//! Per instruction: which registers are live and which of those hold references.
