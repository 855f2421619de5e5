//! Solves Six Men's Morris in memory, in a second: `cargo run --release --example solve_six`

use merels::tablebase::Solver;
use merels::{Position, Preset};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let start = Position::start(Preset::Six.rules())?;
    let mut solver = Solver::new(start.rules())?;
    while solver.step()? {}
    let solution = solver.into_solution();
    let positions: usize = solution.sectors().map(|(_, count)| count).sum();
    println!(
        "{positions} positions; the start: {:?}",
        solution.value(&start)
    );
    for (turn, value) in solution.move_values(&start).unwrap_or_default() {
        println!("{} {value:?}", turn.display(start.board()));
    }
    Ok(())
}
