//! What the library does. It is one test program, as is `program.rs`: the tests of a program share
//! the processors, and each is linked again after every change to the crate.

mod rules;
mod search;
mod slow;
mod values;
