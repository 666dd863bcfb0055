//! `heddle resume`: goes on with a check from its last checkpoint. The file says how the check was asked for.

use std::path::{Path, absolute};
use std::process::ExitCode;

use heddle::{Error, read_asked};

use super::check::check;
use crate::args::{Arguments, Command, Resume};
use crate::defaults::with_defaults;
use crate::spelled_as_options;

pub fn resume(arguments: &Resume) -> Result<ExitCode, Error> {
    let shown = arguments.file.display();
    let asked = read_asked(&arguments.file)?;
    let file = absolute(&arguments.file).map_err(|error| Error::Usage(format!("cannot find {shown}: {error}")))?;
    std::env::set_current_dir(&asked.folder).map_err(|error| {
        let folder = asked.folder.display();
        Error::Usage(format!("cannot go to {folder}, where the check of {shown} was begun: {error}"))
    })?;
    let given = spelled_as_options(asked.command.iter().map(Into::into));
    let all = with_defaults(given.collect(), Path::new("")).map_err(Error::Usage)?;
    match Arguments::read(all).map(|arguments| arguments.command) {
        Ok(Command::Check(mut again)) => {
            again.checkpoint = Some(file);
            again.resumed = Some(asked.command);
            check(&again)
        }
        _ => Err(Error::Usage(format!("{shown} was not written by heddle check"))),
    }
}
