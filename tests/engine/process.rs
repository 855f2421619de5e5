//! The program, spoken to through pipes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};

pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// Read all the time, so that no amount of errors holds the program up.
    errors: JoinHandle<String>,
}

/// The program as an engine, all its pipes open.
pub fn spawn() -> Child {
    Command::new(env!("CARGO_BIN_EXE_merels"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

impl Engine {
    pub fn new() -> Self {
        let mut child = spawn();
        let (input, output) = (
            child.stdin.take(),
            BufReader::new(child.stdout.take().unwrap()),
        );
        let mut stderr = child.stderr.take().unwrap();
        let errors = thread::spawn(move || {
            let mut errors = String::new();
            stderr.read_to_string(&mut errors).unwrap();
            errors
        });
        Self {
            child,
            input,
            output,
            errors,
        }
    }

    pub fn say(&mut self, line: &str) {
        self.say_bytes(line.as_bytes());
    }

    /// Sends a line of whatever bytes.
    pub fn say_bytes(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// The next line; `None` where there is no more.
    pub fn next_line(&mut self) -> Option<String> {
        let mut line = String::new();
        (self.output.read_line(&mut line).unwrap() > 0).then(|| line.trim_end().to_owned())
    }

    /// The lines up to the first that begins with `last`.
    pub fn hear(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.next_line();
            lines.push(line.unwrap_or_else(|| panic!("the engine ended before {last}: {lines:?}")));
            if lines
                .last()
                .is_some_and(|line| line.split(' ').next() == Some(last))
            {
                return lines;
            }
        }
    }

    pub fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.say(line);
        self.hear(last)
    }

    /// The rest of the output and all errors, and whether it left in good order.
    pub fn end(mut self) -> (String, String, bool) {
        drop(self.input.take());
        let mut output = String::new();
        self.output.read_to_string(&mut output).unwrap();
        let ended_well = self.child.wait().unwrap().success();
        (output, self.errors.join().unwrap(), ended_well)
    }
}
