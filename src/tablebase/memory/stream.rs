//! Solutions as bytes, to be stored and loaded again.
//!
//! All numbers are little-endian. A header, then the sectors in the order of the header's closure:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `MerelsXV` |
//! | 4 | the format's version, 1 |
//! | 4 | the length of the rule set's text |
//! | … | the rule set, without its draws by repetition and count, which the values ignore |
//! | 4 | the number of requested sectors |
//! | 4 each | the sectors: own men, the other side's, own in hand, the other side's |
//! | 4 | CRC-32 of everything before |
//!
//! and for each sector that they lead to, smaller ones first:
//!
//! | bytes | what |
//! | --- | --- |
//! | 1 | the width of an entry: 1 or 2 |
//! | 1 or 2 each | the entries by slot: 0 for a draw, else plies to the end + 1 |
//! | 4 | CRC-32 of these two fields |

use super::error::{OutOfMemory, Unsolvable, filled};
use super::solution::Solution;
use crate::binary::{add_checksum, checked};
use crate::checksum::Crc32;
use crate::rules::{First, Repeat, Rules, Ten};
use crate::tablebase::entry::Entry;
use crate::tablebase::sector::Sector;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"MerelsXV";
const VERSION: u32 = 1;
/// Longer than any rule set is written.
const LONGEST_SPEC: usize = 1024;
/// More sectors than anybody asks for.
const MOST_ROOTS: usize = 256;

/// Why bytes are no solution of the rules that one is wanted for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoredError {
    /// They begin in another way.
    #[error("these are no exact values")]
    NotValues,
    /// Of another version of the format.
    #[error("the values are of format {0}, not {VERSION}")]
    Version(u32),
    /// Of other rules.
    #[error("the values are of {found}, not of {wanted}")]
    Rules {
        /// The rule set that they are of.
        found: String,
        /// The one that is wanted.
        wanted: String,
    },
    /// Of other positions by these rules.
    #[error("the values are of other positions")]
    Sectors,
    /// The header's checksum does not fit.
    #[error("the header is damaged: its checksum does not fit")]
    Header,
    /// The checksum of a sector does not fit, or an entry has no possible width.
    #[error("the values of {0} are damaged: their checksum does not fit")]
    Damaged(Sector),
    /// They end too early.
    #[error("the values are cut short")]
    Short,
    /// They go on after the end.
    #[error("something follows the values")]
    Long,
    /// There is no memory for them.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// The rules without what values do not depend on.
fn of_values(rules: &Rules) -> Rules {
    let mut rules = *rules;
    (rules.first, rules.quiet, rules.repeat, rules.ten) =
        (First::White, None, Repeat::Never, Ten::Never);
    rules
}

/// The bytes that such a solution begins with: equal for equal questions only.
pub fn header(rules: &Rules, roots: &[Sector]) -> Vec<u8> {
    let spec = of_values(rules).to_string();
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((spec.len() as u32).to_le_bytes());
    bytes.extend(spec.as_bytes());
    bytes.extend((roots.len() as u32).to_le_bytes());
    for root in roots {
        bytes.extend([root.own, root.other, root.own_hand, root.other_hand].map(|men| men as u8));
    }
    add_checksum(&mut bytes);
    bytes
}

impl Solution {
    /// How many parts [`part`](Self::part) gives.
    pub fn parts(&self) -> usize {
        1 + self.tables.len()
    }

    /// The solution as bytes, part by part: the header, then one for each sector. `None` after the
    /// last one.
    ///
    /// # Errors
    /// If there is not enough memory for the part.
    #[cold]
    pub fn part(&self, part: usize) -> Result<Option<Vec<u8>>, OutOfMemory> {
        if part == 0 {
            return Ok(Some(header(&self.rules, &self.roots)));
        }
        let Some(table) = self.tables.values().nth(part - 1) else {
            return Ok(None);
        };
        let narrow = table.iter().all(|&entry| entry <= u8::MAX.into());
        let width = if narrow { 1 } else { 2 };
        let mut bytes = filled(0, 0)?;
        bytes
            .try_reserve_exact(1 + table.len() * width + 4)
            .map_err(|_| OutOfMemory)?;
        bytes.push(width as u8);
        if narrow {
            bytes.extend(table.iter().map(|&entry| entry as u8));
        } else {
            bytes.extend(table.iter().flat_map(|entry| entry.to_le_bytes()));
        }
        add_checksum(&mut bytes);
        Ok(Some(bytes))
    }
}

/// Reads a solution from bytes that come in pieces of any size.
#[derive(Debug)]
pub struct SolutionReader {
    solution: Solution,
    /// Sectors still to be read, the next one last.
    open: Vec<Sector>,
    /// What stands between two sectors and the header: what has come of it.
    head: Vec<u8>,
    header: Vec<u8>,
    state: ReadState,
}

#[derive(Debug)]
enum ReadState {
    Header,
    Width,
    Entries {
        sector: Sector,
        narrow: bool,
        table: Vec<Entry>,
        low: Option<u8>,
        hash: Crc32,
        wanted: usize,
    },
    Checksum {
        sector: Sector,
        table: Vec<Entry>,
        hash: u32,
    },
}

impl SolutionReader {
    /// For a solution by these rules of these sectors and all that they lead to.
    ///
    /// # Errors
    /// If the rule set cannot be solved.
    pub fn new(rules: &Rules, roots: &[Sector]) -> Result<Self, Unsolvable> {
        let mut open = Sector::closure(roots, rules);
        let solution = Solution::new(*rules, roots, &open)?;
        open.reverse();
        Ok(Self {
            solution,
            open,
            head: Vec::new(),
            header: header(rules, roots),
            state: ReadState::Header,
        })
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// If they are damaged, of another version or of other rules; nothing more can be read then.
    #[cold]
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), StoredError> {
        let mut left = bytes;
        while let Some((&first, rest)) = left.split_first() {
            match &mut self.state {
                ReadState::Header => {
                    self.head.push(first);
                    left = rest;
                    if self.header_is_whole()? {
                        self.head.clear();
                        self.state = ReadState::Width;
                    }
                }
                ReadState::Width => {
                    left = rest;
                    let Some(sector) = self.open.pop() else {
                        return Err(StoredError::Long);
                    };
                    if first != 1 && first != 2 {
                        return Err(StoredError::Damaged(sector));
                    }
                    let wanted = self
                        .solution
                        .numbering
                        .blocks(sector.own, sector.other)
                        .len();
                    let mut table = Vec::new();
                    table.try_reserve_exact(wanted).map_err(|_| OutOfMemory)?;
                    let mut hash = Crc32::new();
                    hash.update(&[first]);
                    self.state = ReadState::Entries {
                        sector,
                        narrow: first == 1,
                        table,
                        low: None,
                        hash,
                        wanted,
                    };
                }
                ReadState::Entries {
                    sector,
                    narrow,
                    table,
                    low,
                    hash,
                    wanted,
                } => {
                    let room = (*wanted - table.len()) * if *narrow { 1 } else { 2 }
                        - usize::from(low.is_some());
                    let (now, later) = left.split_at(room.min(left.len()));
                    left = later;
                    hash.update(now);
                    if *narrow {
                        table.extend(now.iter().map(|&byte| Entry::from(byte)));
                    } else {
                        for &byte in now {
                            match low.take() {
                                None => *low = Some(byte),
                                Some(low) => table.push(Entry::from_le_bytes([low, byte])),
                            }
                        }
                    }
                    if table.len() == *wanted {
                        let hash = std::mem::take(hash).finish();
                        self.state = ReadState::Checksum {
                            sector: *sector,
                            table: std::mem::take(table),
                            hash,
                        };
                    }
                }
                ReadState::Checksum {
                    sector,
                    table,
                    hash,
                } => {
                    self.head.push(first);
                    left = rest;
                    if self.head.len() == 4 {
                        if self.head != hash.to_le_bytes() {
                            return Err(StoredError::Damaged(*sector));
                        }
                        self.head.clear();
                        self.solution.tables.insert(*sector, std::mem::take(table));
                        self.state = ReadState::Width;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the header has come in full; `Err` where it is not the one that is wanted.
    fn header_is_whole(&self) -> Result<bool, StoredError> {
        let head = &self.head;
        if head.iter().zip(MAGIC).any(|(byte, magic)| byte != magic) {
            return Err(StoredError::NotValues);
        }
        let number = |at: usize| Some(u32::from_le_bytes(*head.get(at..)?.first_chunk()?));
        match number(8) {
            None => return Ok(false),
            Some(VERSION) => {}
            Some(other) => return Err(StoredError::Version(other)),
        }
        // The offsets of the table above: magic, version and length are 16 bytes, each sector is 4.
        let Some(length) = number(12) else {
            return Ok(false);
        };
        let length = length as usize;
        if length > LONGEST_SPEC {
            return Err(StoredError::Header);
        }
        let Some(roots) = number(16 + length) else {
            return Ok(false);
        };
        if roots as usize > MOST_ROOTS {
            return Err(StoredError::Header);
        }
        let end = 20 + length + 4 * roots as usize;
        if head.len() < end + 4 {
            return Ok(false);
        }
        if checked(head).is_none() {
            return Err(StoredError::Header);
        }
        let spec = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (found, wanted) = (
            spec(&head[16..16 + length]),
            of_values(&self.solution.rules).to_string(),
        );
        if found != wanted {
            return Err(StoredError::Rules { found, wanted });
        }
        if *head != self.header {
            Err(StoredError::Sectors)
        } else {
            Ok(true)
        }
    }

    /// The solution, when all bytes have come.
    ///
    /// # Errors
    /// If bytes are missing.
    pub fn finish(self) -> Result<Solution, StoredError> {
        if self.open.is_empty() && matches!(self.state, ReadState::Width) {
            Ok(self.solution)
        } else {
            Err(StoredError::Short)
        }
    }
}
