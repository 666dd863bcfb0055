//! Arguments of the commands that let people look: `heddle debug`, `heddle explore`.

use clap::Args;
use heddle::verdict::Seconds;

use super::{Monitors, Place, Reduce, Target, Time};

#[derive(Args, Debug)]
pub struct Debug {
    /// A saved run, or a program to find a run of; else the debugger names it when it launches.
    pub file: Option<String>,

    #[command(flatten)]
    pub place: Place,

    /// Arguments of the program, after --.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    /// Stop the search for a run to debug after so many seconds.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<Seconds>,

    /// Stop the search for a run to debug when the process uses so many MiB [default: three quarters of the machine's memory].
    #[arg(long, value_name = "MIB", value_parser = crate::limits::mib)]
    pub memory: Option<u64>,

    /// Listen on a port of this machine instead of standard input and output; 0 for any that is free.
    #[arg(long, value_name = "PORT")]
    pub listen: Option<u16>,
}

#[derive(Args, Debug)]
#[command(args_override_self = true)]
pub struct Explore {
    #[command(flatten)]
    pub target: Target,

    /// Arguments of the program, after --.
    #[arg(last = true)]
    pub arguments: Vec<String>,

    /// The port to listen on, on this machine only; 0 for any that is free.
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub port: u16,

    #[arg(long, value_name = "LIST", default_value = "all", value_parser = Reduce::parse, help = "Which reductions make steps longer: all, local (steps end before instructions that other threads could notice), none, or a list as for check")]
    pub reduce: Reduce,

    /// A platform, as for check.
    #[arg(long, value_name = "NAME")]
    pub platform: Option<String>,

    /// Which thread acquires a monitor that is released.
    #[arg(long, value_enum, default_value_t = Monitors::Barging)]
    pub monitors: Monitors,

    /// Offer spurious wake-ups, which Java permits.
    #[arg(long)]
    pub spurious: bool,

    /// When time-outs fire, and sleeps end.
    #[arg(long, value_enum, default_value_t = Time::Any)]
    pub time: Time,
}
