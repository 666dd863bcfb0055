//! `heddle lsp`: an editor, over standard input and output.

use std::path::PathBuf;
use std::process::ExitCode;

use heddle::Error;

use crate::args::JdkChoice;

pub fn lsp() -> Result<ExitCode, Error> {
    heddle_lsp::serve(&|home| JdkChoice { jdk: home.map(PathBuf::from) }.find())?;
    Ok(ExitCode::SUCCESS)
}
