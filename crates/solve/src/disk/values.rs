//! The values computed for a sector, and how good a move is by them.

use super::error::Error;
use merels::board::Points;
use merels::tablebase::Content;
use merels::tablebase::format::Header;
use merels::tablebase::numbering::Blocks;
use merels::tablebase::packed::PackedMap;
use rayon::prelude::*;

/// How good a turn is for the side that makes it, so that more is better: 0 for no turn, then
/// losses from the quickest on, a draw, wins to the quickest.
pub(super) type TurnScore = u8;
pub(super) const NO_TURN: TurnScore = 0;
pub(super) const DRAWS: TurnScore = 127;
/// The best there is: the turn that ends the game; where distances are not told apart, any that
/// wins.
pub(super) const WINS: TurnScore = 254;

/// In a count of undecided successors: one is drawn, so that the position is never lost.
pub(super) const NEVER_LOST: u8 = u8::MAX;

/// The values of one sector in memory, block after block: win, loss and draw, or distances.
pub(super) trait SectorValues: Sized + Send + Sync + 'static {
    /// What it is, as a file has it.
    const CONTENT: Content;
    /// Scores between a loss, a draw and a win matter.
    const DISTANCES: bool;
    /// A block to be read.
    type Block<'a>: Copy;
    /// A block to be written.
    type BlockMut<'a>: Send;

    /// Of nothing but draws.
    fn new(blocks: &Blocks<'_>) -> Result<Self, Error>;
    fn block(&self, block: usize) -> Self::Block<'_>;
    /// Every block, to be written in parallel.
    fn blocks_mut(&mut self) -> impl IndexedParallelIterator<Item = Self::BlockMut<'_>>;
    /// As they stand in a file.
    fn bytes(&self) -> &[u8];
    /// The same, to be filled from a file.
    fn bytes_mut(&mut self) -> &mut [u8];
    /// The same values numbered by the other side's sets: `from` is the numbering they have, `to`
    /// the one wanted.
    fn transposed(&self, from: &Blocks<'_>, to: &Blocks<'_>) -> Result<Self, Error>;
    /// Counts canonical positions, and notes the longest win and loss.
    fn tally(&self, blocks: &Blocks<'_>, header: &mut Header);
    /// Where this differs from another of its size: a block and a slot. Slots without a position
    /// may differ, too.
    fn difference(&self, other: &Self) -> Option<(usize, usize)>;

    /// Puts the best score at a slot of a table of scores.
    fn put_score(block: &mut Self::BlockMut<'_>, slot: usize, score: TurnScore);
    /// The score at a slot of a table of scores.
    fn score(block: Self::Block<'_>, slot: usize) -> TurnScore;
    /// The score of a turn that leads to a slot of a table of values.
    fn score_before(block: Self::Block<'_>, slot: usize) -> TurnScore;
    /// Calls `visit` with the scores at the slots of a block, of a table of scores or (`before`) of
    /// the turns that lead to a table of values: all of them, or without distances only wins.
    fn each_score(block: Self::Block<'_>, before: bool, visit: impl FnMut(usize, TurnScore));

    /// Notes what the turns of a position are worth that leave the sector, the best of them this,
    /// and decides what can be decided by it; `inside` turns stay, which becomes the count of
    /// undecided successors, 0 where it is decided.
    fn settle(block: &mut Self::BlockMut<'_>, slot: usize, best: TurnScore, inside: &mut u8);
    /// Writes down a value: that of a game that is over where `plies` is 0.
    fn decide(block: &mut Self::BlockMut<'_>, slot: usize, won: Option<bool>, plies: u8);
    /// Calls `visit` with the slots whose value is known when the turns that leave the sector are:
    /// with each, whether it is won.
    fn each_decided(block: &Self::BlockMut<'_>, undecided: &[u8], visit: impl FnMut(usize, bool));
    /// Of an undecided position, the distance by its best turns out of the sector, where distances
    /// are kept and these do not draw.
    fn plies(block: &Self::BlockMut<'_>, slot: usize) -> Option<u8>;
    /// Makes draws of what is undecided to the end.
    fn finish(&mut self, undecided: &[u8]);
}

/// Where the positions of a block are in the numbering by the other side's sets.
pub(super) struct Places {
    unpack: PackedMap,
    found: [(u32, u32); 64],
}

impl Places {
    pub(super) fn new() -> Self {
        Self {
            unpack: PackedMap::new(),
            // A word of a plane.
            found: [(0, 0); 64],
        }
    }

    /// Calls `visit` with the number of each chunk of 64 slots, and with block and slot of each in
    /// the numbering `from`. A chunk is found whole before any of it is read, so that the memory
    /// can look for many values at once.
    pub(super) fn each(
        &mut self,
        from: &Blocks<'_>,
        to: &Blocks<'_>,
        block: usize,
        mut visit: impl FnMut(usize, &[(u32, u32)]),
    ) {
        let first = to.men(block);
        let free = &to.class(block).free;
        self.unpack.set_points(free.size(), |i| free.unpack(1 << i));
        self.unpack.fill();
        for (chunk, sets) in to.sets().chunks(64).enumerate() {
            for (found, &packed) in self.found.iter_mut().zip(sets) {
                let (block, slot) =
                    from.locate(Points::from_bits(self.unpack.apply(packed)), first);
                *found = (block as u32, slot as u32);
            }
            visit(chunk, &self.found[..sets.len()]);
        }
    }
}
