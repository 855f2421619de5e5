use super::case::{Case, all};
use super::force::*;
use super::line::takes;
use super::values::Unknown;
use crate::moves::Move;
use crate::position::Position;
use crate::value::{Probe, Wdl};
use crate::puzzle::force::{Goal, ProofNode, Prover};

pub fn tags(position: &Position, mv: Move, probe: &dyn Probe) -> Result<Option<(String, Vec<String>, usize)>, Unknown> {
    let Some(mut c) = Case::new(position, mv, probe)? else { return Ok(None) };
    let board = position.board();
    let base = c.values.asked();
    let mut tags = Vec::new();
    let held = c.held();
    let after = c.after;
    let pos = c.position;
    let show = |mv: Move| mv.display(board).to_string();
    let is_over = ended(&after).is_some();
    // allowed
    for n in 1..=4 {
        if !is_over && c.force.takes(&after, n) == Some(true) {
            let avoid = held.iter().filter(|h| ended(h).is_some() || c.force.takes(h, n) == Some(false)).count();
            let line = c.attack(&after, n)?;
            let l = line.map(|l| l.into_iter().map(show).collect::<Vec<_>>().join(" "));
            if avoid == held.len() { tags.push(format!("A{n} {l:?}")); } else { tags.push(format!("a{n} {avoid}/{} {l:?}", held.len())); }
            break;
        }
    }
    if !is_over && c.force.takes(&after, 4) != Some(true) {
        let mut lam = super::lambda::Lambda::default();
        'l: for (q, most) in [(0, 8), (1, 7), (2, 6)] {
            for n in 4..=most {
                lam.nodes = 0;
                if lam.attacks(&after, n, q) == Some(true) {
                    let mut each = Vec::new();
                    for h in &held { lam.nodes = 0; each.push(if ended(h).is_some() { Some(false) } else { lam.attacks(h, n, q) }); }
                    let avoid = each.iter().filter(|e| **e == Some(false)).count();
                    tags.push(format!("{}{q}/{n} {avoid}/{} nodes {}", if avoid == held.len() {"Q"} else {"q"}, held.len(), lam.total));
                    break 'l;
                }
            }
        }
    }
    // missed
    'm: for n in 1..=4 {
        let hit: Vec<_> = c.holding.clone().into_iter().filter(|&h| if n == 1 { takes(&pos, h) } else { c.force.cannot_stop(&pos.after(h), n - 1) == Some(true) }).collect();
        if !hit.is_empty() {
            let own = if n == 1 { takes(&pos, mv) } else { takes(&pos, mv) || c.force.cannot_stop(&after, n - 1) != Some(false) };
            tags.push(format!("{}{n} {}/{}", if own { "m" } else { "M" }, hit.len(), held.len()));
            break 'm;
        }
    }
    // wrong man
    if !mv.captures().is_empty() {
        let other = c.holding.iter().filter(|h| h.to() == mv.to() && h.from() == mv.from()).count();
        if other > 0 { tags.push(format!("W {other}")); }
        let foe = c.other();
        if !pos.may_fly(foe) && after.may_fly(foe) { tags.push("F".into()); }
    }
    // net
    for n in 1..=4usize {
        let mut found = false;
        for k in 1..=n as i32 {
            if !is_over && c.force.leads(&after, n, k) == Some(true) && held.iter().all(|h| ended(h).is_some() || c.force.leads(h, n, k) == Some(false)) {
                tags.push(format!("L{n}+{k}")); found = true; break;
            }
        }
        if found { break; }
    }
    for n in 1..=3usize {
        let mut found = false;
        for k in -1..=n as i32 {
            // better: some holding move leads by k; the mistake does not
            let lead = |c: &mut Case, mv: Move| { let p = pos.after(mv); c.force.trails(&p, n-1, k - mv.captures().len() as i32) };
            let hs = c.holding.clone();
            if lead(&mut c, mv) == Some(false) && hs.iter().any(|&h| lead(&mut c, h) == Some(true)) && k >= 1 {
                tags.push(format!("l{n}+{k}")); found = true; break;
            }
        }
        if found { break; }
    }
    // running mill
    let prove = |p: &Position, goal, n| { let mut pr = Prover::new(goal, 200_000); pr.succeeds(&ProofNode{position: *p, back: None}, n) };
    for n in 2..=3 {
        if !is_over && prove(&after, Goal::Mill, n) == Some(true) {
            let avoid = held.iter().filter(|h| prove(h, Goal::Mill, n) == Some(false)).count();
            tags.push(format!("R{n} {avoid}/{}", held.len())); break;
        }
    }
    for n in 1..=4 {
        if !is_over && prove(&after, Goal::Win, n) == Some(true) {
            let avoid = held.iter().filter(|h| prove(h, Goal::Win, n) == Some(false)).count();
            tags.push(format!("E{n} {avoid}/{}", held.len())); break;
        }
    }
    // zugzwang
    let foe = c.other();
    let moving = pos.hand(c.mover) == 0 && pos.hand(foe) == 0;
    if moving && !is_over {
        for &r in &c.answers.clone() {
            let z = after.after(r);
            if ended(&z).is_some() || takes(&after, r) { continue; }
            let v = c.values.of(&z.with_turn_passed())?; // for foe
            if v.before() >= c.had { tags.push(format!("Z {}", show(r))); break; }
        }
        for (h, p) in c.holding.clone().into_iter().zip(&held) {
            if ended(p).is_some() || takes(&pos, h) {continue;}
            // foe to move; standing still
            let v = c.values.of(&p.with_turn_passed())?; // for mover
            if v < c.had { tags.push(format!("z {}", show(h))); break; }
        }
    }
    // answers
    let to_from = mv.from().is_some_and(|from| !c.answers.is_empty() && c.answers.iter().all(|r| r.to() == Some(from)));
    if to_from { tags.push("P".into()); }
    if let Some(to) = c.answers.first().and_then(|r| r.to()) {
        if c.answers.iter().all(|r| r.to() == Some(to)) { tags.push(format!("K {}{}", board.coordinate(to), if c.holding.iter().all(|h| h.to() == Some(to)) {"!"} else if c.holding.iter().any(|h| h.to() == Some(to)) {"+"} else {""})); }
    }
    if let Some(to) = c.holding.first().and_then(|r| r.to()) {
        if c.holding.iter().all(|r| r.to() == Some(to)) { tags.push(format!("H {}", board.coordinate(to))); }
    }
    if c.answers.len() == 1 { tags.push(format!("only {}", show(c.answers[0]))); }
    // threat parried
    let threat = goals(&after.with_turn_passed());
    if !is_over && !threat.is_empty() && !c.answers.is_empty() && c.answers.iter().all(|r| r.to().is_some_and(|to| threat.contains(to))) {
        let wins = c.answers.iter().filter(|r| !r.captures().is_empty()).count();
        tags.push(format!("S {}", if wins > 0 {"takes"} else {"blocks"}));
    }
    let stuck = |p: &Position, side: crate::Side| { let mut s = crate::Points::EMPTY; if !p.may_fly(side) && p.hand(side) == 0 { for m in p.men(side) { if p.steps(m).and(p.empty()).is_empty() { s = s.with(m); } } } s };
    if !is_over {
        let mut all = stuck(&held[0], foe);
        for h in &held { all = all.and(stuck(h, foe)); }
        let free = all.minus(stuck(&after, foe)).and(after.men(foe));
        if !free.is_empty() { tags.push(format!("Y {}", free.map(|p| board.coordinate(p).to_string()).collect::<Vec<_>>().join(","))); }
        if let Some(&r) = c.answers.first() {
            let mut all = stuck(&after.after(r), c.mover);
            for &r in &c.answers { all = all.and(stuck(&after.after(r), c.mover)); }
            let new = all.minus(stuck(&pos, c.mover)).and(after.men(c.mover));
            if !new.is_empty() { tags.push(format!("y {}", new.map(|p| board.coordinate(p).to_string()).collect::<Vec<_>>().join(","))); }
        }
    }
    // wasted
    if mv.from().is_none() && let Some(to) = mv.to() {
        let dead = |to: crate::Point| board.partners(to).iter().all(|p| !p.and(pos.men(foe)).is_empty());
        if dead(to) { tags.push(format!("D {}", c.holding.iter().filter(|h| h.to().is_some_and(dead)).count())); }
    }
    let head = format!("{:?}->{:?} holding {} answers {}: {}", c.had, c.has, c.holding.len(), c.answers.len(), c.holding.iter().take(6).map(|&m| show(m)).collect::<Vec<_>>().join(" "));
    let _ = (all as usize, Wdl::Win);
    Ok(Some((head, tags, c.values.asked() - base)))
}
