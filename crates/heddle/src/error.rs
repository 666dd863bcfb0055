//! Why something that was asked for could not be done.

/// One message that names the cause and the way out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// What was asked for, or what it was asked of, cannot be used.
    #[error("{0}")]
    Usage(String),
    /// There is no test, or none of those that were asked for.
    #[error("{0}")]
    NoTests(String),
    /// `javac` refused the sources; these are its messages.
    #[error("javac refused the program")]
    Compiler(String),
    /// A saved run does not lead to the violation that it was saved for.
    #[error("{0}")]
    NotReplayed(String),
    /// The user, or the system, asked the command to end before it had begun to search.
    #[error("interrupted before the search began")]
    Interrupted,
    /// Another process of a search was lost.
    #[error("{0}")]
    Lost(String),
    /// A file could not be written at the end of a command, after its result was printed.
    #[error("{0}")]
    Output(String),
    /// A defect of Heddle itself.
    #[error("internal error: {0}; please report this")]
    Internal(String),
}

impl Error {
    /// The exit code of a command that fails with this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Interrupted => 2,
            Self::NotReplayed(_) => 4,
            Self::Usage(_) | Self::NoTests(_) | Self::Compiler(_) => 64,
            Self::Lost(_) => 69,
            Self::Internal(_) => 70,
            Self::Output(_) => 74,
        }
    }
}
