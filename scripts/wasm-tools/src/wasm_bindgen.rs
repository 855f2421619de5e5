//! `wasm-bindgen`, reduced to the one call that wasm-pack makes to build the page.

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version" | "-V"] => println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION")),
        [
            input,
            "--out-dir",
            output,
            "--typescript",
            "--target",
            "web",
        ] => Bindgen::new()
            .input_path(input)
            .web(true)?
            .typescript(true)
            .omit_default_module_path(false)
            .generate(output)?,
        _ => bail!(
            "{args:?}: only what the page's build asks for is known here; the whole program is the crate wasm-bindgen-cli"
        ),
    }
    Ok(())
}
