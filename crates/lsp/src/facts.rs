//! What is known of a field, in a few words: by the analysis of the program, and by races that a check has found.

use heddle::{Analysis, FieldUse, Memory};

/// What to show at a field `Class.field`; nothing if the program never uses it.
pub fn hover(field: &str, analysis: &Analysis, racy: &[String]) -> Option<String> {
    let used = analysis.fields.iter().find(|used| used.name == field)?;
    let shape = analysis.shape.as_ref().ok();
    let memory = shape.and_then(|shape| shape.memory.iter().find(|memory| memory.name == field));
    let mut text = format!("**{}**: {}", short(field), word(used, memory, racy));
    if let Some(memory) = memory.filter(|memory| memory.is == "shared" && !memory.why.is_empty()) {
        text += &format!(" ({})", memory.why);
    }
    let users = users(used, analysis);
    if !users.is_empty() {
        text += &format!("\n\n{users}");
    }
    text += "\n\n*Heddle*";
    Some(text)
}

/// `Account.balance` for `bank.Bank$Account.balance`, as reports write it.
pub fn short(field: &str) -> String {
    let (class, name) = field.rsplit_once('.').unwrap_or(("", field));
    format!("{}.{name}", class.rsplit(['.', '$']).next().unwrap_or(class))
}

/// In one or a few words.
fn word(used: &FieldUse, memory: Option<&Memory>, racy: &[String]) -> String {
    if racy.contains(&short(&used.name)) {
        return "racy: a check found a data race on it".into();
    }
    match (used.is, memory.map(|memory| (memory.is, memory.why.as_str()))) {
        ("final", _) => "final".into(),
        ("immutable", _) => "immutable: written before other threads can see the object, never after".into(),
        ("only read", _) => "only read".into(),
        (_, Some(("owned", _))) => "owned: one thread at a time can reach it".into(),
        (_, Some(("protected", by))) => format!("guarded {by}"),
        ("one kind of thread", _) => "used by one kind of thread".into(),
        _ => "shared".into(),
    }
}

/// Which kinds of threads read and write it.
fn users(used: &FieldUse, analysis: &Analysis) -> String {
    let all = analysis.threads.iter().zip(&used.uses);
    let lines = all.filter_map(|(thread, uses)| {
        let does = match (uses.reads, uses.writes) {
            (true, true) => "reads and writes",
            (true, false) => "reads",
            (false, true) => "writes",
            (false, false) => return None,
        };
        Some(format!("- `{thread}` {does} it"))
    });
    lines.collect::<Vec<_>>().join("\n")
}
