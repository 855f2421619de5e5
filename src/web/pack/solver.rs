//! JavaScript API: exact values, computed here or read from stored bytes.

use crate::checksum::Crc32;
use crate::rules::Rules;
use crate::tablebase::memory::stream::{SolutionReader, header};
use crate::tablebase::{Sector, Solution, Solver};
use crate::web::argument::{
    JsBytes, JsExtent, JsNumber, JsText, bytes, position, rule_set, text, whole,
};
use crate::web::view::{self, Extent};
use crate::web::{Data, Refused, data};
use wasm_bindgen::prelude::*;

/// The rule set, and the sectors to be solved of it.
fn question(spec: &JsText, extent: &JsExtent) -> Result<(Rules, Vec<Sector>), Refused> {
    let rules = rule_set(spec)?;
    let can = view::solvable(&rules).extent;
    match (text(extent, "the extent")?.as_str(), can) {
        ("all", Some(Extent::All)) => Ok((rules, vec![Sector::start(&rules)])),
        ("endgames", Some(_)) => Ok((rules, view::endgames(&rules))),
        ("all" | "endgames", _) => Err(Refused::misuse(&format!("{rules} cannot be solved here"))),
        _ => Err(Refused::misuse("the extent must be all or endgames")),
    }
}

/// Exact values of a rule set, computed step by step or read.
#[wasm_bindgen(js_name = Solver)]
#[derive(Debug)]
pub struct WebSolver(SolverState);

#[derive(Debug)]
enum SolverState {
    Solving(Box<Solver>),
    Solved(Box<Solution>),
}

#[wasm_bindgen(js_class = Solver)]
impl WebSolver {
    /// Begins to solve a rule set; nothing is solved yet. Throws where it cannot be solved here.
    pub fn start(spec: &JsText, extent: &JsExtent) -> Result<WebSolver, Refused> {
        let (rules, roots) = question(spec, extent)?;
        let solver = Solver::for_sectors(&rules, &roots).map_err(JsError::from)?;
        Ok(Self(SolverState::Solving(Box::new(solver))))
    }

    /// Solves the next part, mostly in less than a second; whether there is more to do. Many times
    /// a second it calls `alive`, if given, so that the caller can tell long work from a hang;
    /// `alive` must not use the solver. Throws where there is not enough memory, and what `alive`
    /// threw, after the part is solved.
    pub fn step(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "() => void")] alive: &JsValue,
    ) -> Result<bool, JsValue> {
        let alive = function(alive, "the sign of life")?;
        let mut thrown = None;
        let mut call = || {
            if let (Some(alive), None) = (&alive, &thrown) {
                thrown = alive.call0(&JsValue::UNDEFINED).err();
            }
        };
        let more = match &mut self.0 {
            SolverState::Solving(solver) => solver.step_alive(&mut call).map_err(JsError::from)?,
            SolverState::Solved(_) => false,
        };
        thrown.map_or(Ok(more), Err)
    }

    /// The part of the work that is done, from 0 to 1.
    pub fn progress(&self) -> f64 {
        match &self.0 {
            SolverState::Solving(solver) => {
                solver.progress().done as f64 / solver.progress().all.max(1) as f64
            }
            SolverState::Solved(_) => 1.0,
        }
    }

    fn solution(&self) -> &Solution {
        match &self.0 {
            SolverState::Solving(solver) => solver.solution(),
            SolverState::Solved(solution) => solution,
        }
    }

    /// A position's values and those of its turns; null where they are not solved, or the game is
    /// over. Throws on a bad position line.
    #[wasm_bindgen(unchecked_return_type = "PositionValues | null")]
    pub fn values(&self, line: &JsText) -> Data {
        let position = position(line)?;
        data(&view::values(self.solution(), &position))
    }

    /// Why a turn gave its value away; null where it did not, or where a value is not solved. Throws
    /// on a bad position line, and where the turn cannot be read or is not legal.
    #[wasm_bindgen(unchecked_return_type = "ReasonInfo | null")]
    pub fn reason(&self, line: &JsText, turn: &JsText) -> Data {
        let (position, mv) = super::reason::read(line, turn)?;
        let found = crate::reason::reason(&position, mv, self.solution());
        let found = found.ok().flatten();
        data(&found.map(|reason| view::reason(&position, &reason)))
    }

    /// The solution as bytes, part by part from 0, to be read by `SolverReader`; nothing after the
    /// last one. Throws where there is not enough memory for a part.
    #[wasm_bindgen(unchecked_return_type = "Uint8Array | undefined")]
    pub fn part(&self, part: &JsNumber) -> Result<Option<Vec<u8>>, Refused> {
        let part = whole(part, "the part", 0, u32::MAX.into())? as usize;
        Ok(self.solution().part(part).map_err(JsError::from)?)
    }
}

/// Reads a stored solution.
#[wasm_bindgen(js_name = SolverReader)]
#[derive(Debug)]
pub struct WebSolverReader(SolutionReader);

#[wasm_bindgen(js_class = SolverReader)]
impl WebSolverReader {
    /// A reader for the values of a rule set. Throws where it cannot be solved here.
    pub fn start(spec: &JsText, extent: &JsExtent) -> Result<WebSolverReader, Refused> {
        let (rules, roots) = question(spec, extent)?;
        Ok(Self(
            SolutionReader::new(&rules, &roots).map_err(JsError::from)?,
        ))
    }

    /// Takes the next bytes. Throws where they are damaged, of another version or of other rules.
    pub fn push(&mut self, next: &JsBytes) -> Result<(), Refused> {
        Ok(self.0.push(&bytes(next)?).map_err(JsError::from)?)
    }

    /// The values, when all bytes have come; ends the reader. Throws where some are missing.
    pub fn finish(self) -> Result<WebSolver, Refused> {
        let solution = self.0.finish().map_err(JsError::from)?;
        Ok(WebSolver(SolverState::Solved(Box::new(solution))))
    }
}

/// A name for the values of a rule set: the same for the same values, and another for each version
/// of their format. Throws where they cannot be solved here.
#[wasm_bindgen(js_name = solutionName)]
pub fn solution_name(spec: &JsText, extent: &JsExtent) -> Result<String, Refused> {
    let (rules, roots) = question(spec, extent)?;
    let header = header(&rules, &roots);
    // Without its own checksum: with it, every checksum comes out the same.
    let checksum = Crc32::of(&header[..header.len() - 4]);
    Ok(format!("{} {checksum:08x}", rules.base().id()))
}

/// A function argument that may be left out.
fn function(value: &JsValue, name: &str) -> Result<Option<js_sys::Function>, Refused> {
    match value.dyn_ref::<js_sys::Function>() {
        Some(function) => Ok(Some(function.clone())),
        None if value.is_undefined() => Ok(None),
        None => Err(Refused::misuse(&format!(
            "{name} must be a function, or left out"
        ))),
    }
}
