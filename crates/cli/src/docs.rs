//! `merels completions` and `merels man`: made from the arguments themselves.

use crate::{Arguments, Failure};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::{self, Write};

#[derive(Args)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Writes a shell's completions to standard output.
pub fn completions(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut command = Arguments::command();
    // In memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "merels", &mut script);
    Ok(io::stdout().write_all(&script)?)
}

#[derive(Args)]
pub struct ManArguments {
    /// The page of this command, such as match or "keep run", instead of the program's.
    #[arg(value_name = "COMMAND")]
    commands: Vec<String>,
}

/// Writes a man page to standard output.
pub fn man(arguments: &ManArguments) -> Result<(), Failure> {
    let mut program = Arguments::command();
    // Gives the commands their whole names.
    program.build();
    let mut command = &program;
    for name in &arguments.commands {
        let found = command.find_subcommand(name);
        command = found.ok_or_else(|| {
            Failure::Message(format!("{} has no command {name}", command.get_name()))
        })?;
    }
    let mut text = Vec::new();
    let page = clap_mangen::Man::new(command.clone());
    let version = format!("merels {}", env!("CARGO_PKG_VERSION"));
    page.source(version).render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}
