//! How many mistakes have which kind of reason.

use super::Mistake;
use crate::failure::note;
use merels::reason::{ReasonKind, reason};
use merels::{Position, Probe, Wdl};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Mistakes by kind, and how long their reasons take.
#[derive(Default)]
pub struct ReasonCounts {
    /// While the side that made it was placing, and later.
    kinds: BTreeMap<ReasonKind, [usize; 2]>,
    times: Vec<Duration>,
}

impl ReasonCounts {
    pub fn add(&mut self, found: &Mistake, source: &dyn Probe) {
        let kept = Kept {
            source,
            known: Mutex::default(),
        };
        let explain = || reason(&found.position, found.mv, &kept);
        if explain().is_ok() {
            let began = Instant::now();
            let _ = explain();
            self.times.push(began.elapsed());
        }
        let placed = found.position.hand(found.reason.side) == 0;
        self.kinds.entry(found.reason.kind).or_default()[usize::from(placed)] += 1;
    }

    /// Writes a line for each kind, and the sums.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "kind,placing,moving")?;
        let (mut all, mut far) = ([0; 2], [0; 2]);
        for kind in ReasonKind::ALL {
            let count = self.kinds.get(kind).copied().unwrap_or_default();
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
        writeln!(out, "explained %,{:.1},{:.1}", share(0), share(1))?;
        if let Some(most) = self.times.iter().max() {
            let sum: Duration = self.times.iter().sum();
            note(format_args!(
                "where the values are known, a reason takes {:.1} ms on average and {:.1} ms at the most",
                1e3 * sum.as_secs_f64() / self.times.len() as f64,
                1e3 * most.as_secs_f64(),
            ));
        }
        Ok(())
    }
}

/// A source that is asked for each value once.
struct Kept<'a> {
    source: &'a dyn Probe,
    known: Mutex<HashMap<u64, Option<Wdl>>>,
}

impl Probe for Kept<'_> {
    fn value(&self, position: &Position) -> Option<Wdl> {
        let mut known = self.known.lock().ok()?;
        *known
            .entry(position.key())
            .or_insert_with(|| self.source.value(position))
    }
}
