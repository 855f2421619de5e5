//! How many mistakes have which kind of reason.

use super::Mistake;
use merels::reason::ReasonKind;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// By kind, the mistakes while the side that made it was placing, and later.
#[derive(Default)]
pub struct ReasonCounts(BTreeMap<ReasonKind, [usize; 2]>);

impl ReasonCounts {
    pub fn add(&mut self, found: &Mistake) {
        let placed = found.position.hand(found.reason.side) == 0;
        self.0.entry(found.reason.kind).or_default()[usize::from(placed)] += 1;
    }

    /// Writes a line for each kind, and the sums.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "kind,placing,moving")?;
        let (mut all, mut far) = ([0; 2], [0; 2]);
        for kind in ReasonKind::ALL {
            let count = self.0.get(kind).copied().unwrap_or_default();
            writeln!(out, "{},{},{}", kind.id(), count[0], count[1])?;
            for phase in 0..2 {
                all[phase] += count[phase];
                if *kind == ReasonKind::Far {
                    far[phase] = count[phase];
                }
            }
        }
        let share =
            |phase: usize| 100.0 * (all[phase] - far[phase]) as f64 / all[phase].max(1) as f64;
        writeln!(out, "all,{},{}", all[0], all[1])?;
        writeln!(out, "explained %,{:.1},{:.1}", share(0), share(1))
    }
}
