//! `heddle explore`: a program in a browser, one choice at a time.

use std::path::Path;
use std::process::ExitCode;

use heddle::verdict::{Granularity, Semantics, SpuriousWakeups};
use heddle::{CheckOptions, Error, Explorer, Project, Supervision, Target, read_run};
use heddle_serve::Server;

use super::debug::is_saved_run;
use super::open;
use crate::args::Explore;
use crate::terminal::print;

pub fn explore(arguments: &Explore) -> Result<ExitCode, Error> {
    let server = Server::listen(arguments.port)?;
    let file = Path::new(&arguments.target.program);
    if is_saved_run(file) {
        let schedule = read_run(file)?;
        let project = Project::open(&Target::of(&schedule), &arguments.target.place.jdk.find()?)?;
        return serve(&server, Explorer::of_run(&project, &schedule)?);
    }
    let project = open(&arguments.target, &arguments.arguments)?;
    let options = CheckOptions {
        semantics: Semantics {
            granularity: if arguments.reduce.plain { Granularity::Instruction } else { Granularity::Visible },
            reductions: arguments.reduce.reductions,
            monitors: arguments.monitors.into(),
            timeouts: arguments.time.into(),
            spurious_wakeups: if arguments.spurious { SpuriousWakeups::Possible } else { SpuriousWakeups::Never },
            platform: arguments.platform.as_deref().map(heddle::platform).transpose()?,
            ..Semantics::default()
        },
        ..CheckOptions::default()
    };
    let explorer = Explorer::open(&project, &options, &Supervision::default())?;
    serve(&server, explorer)
}

/// Says where the page is, and answers until the process is ended.
fn serve(server: &Server, explorer: Explorer<'_>) -> Result<ExitCode, Error> {
    print(&format!("heddle explore: open {}  (Ctrl-C ends it)\n", server.url()));
    server.serve(explorer)?;
    Ok(ExitCode::SUCCESS)
}
