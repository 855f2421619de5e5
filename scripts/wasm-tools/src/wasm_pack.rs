//! `wasm-pack`, without its search for a newer version.

use anyhow::Result;
use clap::Parser;
use wasm_pack::{Cli, PBAR, command::run_wasm_pack};

fn main() -> Result<()> {
    let args = Cli::parse();
    PBAR.set_log_level(args.log_level);
    if args.quiet {
        PBAR.set_quiet(true);
    }
    run_wasm_pack(args.cmd)
}
