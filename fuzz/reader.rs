//! One reader, fed by libFuzzer: the one that `MERELS_READER` names. `npm run fuzz` runs them all.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

#[path = "../tests/rules/fuzz/targets.rs"]
mod targets;

static RUN: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let wanted = std::env::var("MERELS_READER").expect("MERELS_READER names a reader");
    let found = targets::TARGETS.iter().find(|(name, _)| *name == wanted);
    found
        .unwrap_or_else(|| panic!("no reader is called {wanted}"))
        .1
});

fuzz_target!(|bytes: &[u8]| RUN(bytes));
