//! Platforms by name.

use heddle_verdict::{MonitorPolicy, Platform, Preemption, Priorities, YieldKind, YieldSet};

/// Names of the presets and what they are; N is a number of processors.
pub const PRESETS: [(&str, &str); 9] = [
    ("jls", "what the Java language allows: any thread, at any time"),
    ("green", "green threads: one processor, switches where threads synchronise, block, start or end"),
    ("quasi:N", "as green, on N processors"),
    ("cldc-paper", "CLDC HotSpot as the paper assumes it: as green"),
    ("cldc-hi", "CLDC HotSpot as published: as green, and at branches and method entries"),
    ("ovm", "Ovm: as green, and at backward branches"),
    (
        "jikes:N",
        "Jikes RVM: N processors, switches at method entries, returns, backward branches and where threads block",
    ),
    ("virtual:N", "virtual threads on N carriers: switches only where threads block"),
    ("rtsj:N", "real-time Java on N processors: strict priorities, first in first out, preemption at any time"),
];

/// The platform of a name such as `green` or `quasi:2`; the error says what would be right.
pub fn preset(name: &str) -> Result<Platform, String> {
    let (base, number) = match name.split_once(':') {
        Some((base, number)) => (base, Some(number)),
        None => (name, None),
    };
    let known = PRESETS.iter().find(|(preset, _)| preset.split(':').next() == Some(base));
    let Some((known, _)) = known else {
        let names: Vec<&str> = PRESETS.iter().map(|(name, _)| *name).collect();
        return Err(format!(
            "there is no platform {name}; give one of {} or a TOML file that describes one",
            names.join(", ")
        ));
    };
    let processors = match (known.contains(':'), number) {
        (true, None) => return Err(format!("{base} needs a number of processors: {base}:2")),
        (true, Some(number)) => match number.parse::<u16>() {
            Ok(count) if count > 0 => Some(count),
            _ => return Err(format!("{number} is no number of processors; try {base}:2")),
        },
        (false, Some(_)) => return Err(format!("{base} has a fixed number of processors; leave out what follows it")),
        (false, None) if base == "jls" => None,
        (false, None) => Some(1),
    };
    let green = green();
    let yields = match base {
        "green" | "quasi" | "cldc-paper" => green,
        "cldc-hi" => green.with(YieldKind::Branch).with(YieldKind::Entry),
        "ovm" => green.with(YieldKind::BackBranch),
        "jikes" => [
            YieldKind::Entry,
            YieldKind::Exit,
            YieldKind::BackBranch,
            YieldKind::Wait,
            YieldKind::Sleep,
            YieldKind::Yield,
            YieldKind::Park,
        ]
        .into_iter()
        .collect(),
        "virtual" => YieldSet::default().with(YieldKind::Yield),
        _ => YieldSet::default(),
    };
    let time = matches!(base, "jls" | "rtsj");
    Ok(Platform {
        name: name.into(),
        processors,
        yields,
        preemption: if time { Preemption::Time } else { Preemption::Yield },
        priorities: if base == "rtsj" { Priorities::Strict } else { Priorities::Off },
        monitors: MonitorPolicy::Inherit,
        ceilings: Default::default(),
        inversion_bound: 0,
    })
}

/// Where the paper's platforms switch: acquiring and releasing monitors, and everything that changes
/// the status of a thread.
fn green() -> YieldSet {
    [
        YieldKind::Acquire,
        YieldKind::Release,
        YieldKind::Wait,
        YieldKind::Notify,
        YieldKind::Start,
        YieldKind::Sleep,
        YieldKind::Yield,
        YieldKind::Park,
        YieldKind::Io,
        YieldKind::End,
    ]
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_a_platform() {
        for (name, _) in PRESETS {
            let name = name.replace('N', "3");
            let platform = preset(&name).expect("a preset");
            assert_eq!(platform.name, name);
            if name.ends_with(":3") {
                assert_eq!(platform.processors, Some(3));
            }
        }
    }

    #[test]
    fn wrong_names_are_explained() {
        for name in ["red", "quasi", "quasi:0", "quasi:x", "green:2"] {
            assert!(preset(name).is_err(), "{name}");
        }
    }
}
