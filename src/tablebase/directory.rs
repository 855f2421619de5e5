//! A directory of tables as one source of values.

use super::format::{Header, TableError};
use super::{Content, Table, file_name};
use crate::board::Points;
use crate::coded::escaped;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Goal, Rules};
use crate::tablebase::Sector;
use crate::tablebase::numbering::Numbering;
use crate::value::Value;
use crate::value::{Probe, Wdl};
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use thiserror::Error;

/// Why a directory has no value to give.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProbeError {
    /// A file was refused.
    #[error("{path} {1}", path = shown(.0))]
    Table(PathBuf, #[source] TableError),
    /// The position is of other rules than the tables: theirs, and the position's.
    #[error("the tables are of {0}, the position is of {1}")]
    Rules(String, String),
    /// There is no table in the directory at all.
    #[error("{} holds no tables", shown(.0))]
    Empty(PathBuf),
}

/// A path as errors show it, in one line.
pub fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// Opens a file. Anything else is refused: a pipe that nobody writes to would be waited for without
/// end.
///
/// # Errors
/// If it cannot be opened, or is no file.
pub fn open_file(path: &Path) -> io::Result<File> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
    }
    File::open(path)
}

/// A table that was opened, or `None` where there is no such file.
type MaybeTable = Option<Arc<Table<File>>>;

/// The most files that are open at once, besides those being read: systems allow 256 or more. A
/// large game has thousands of tables; a search is content with a few dozen at a time.
const MOST_OPEN: usize = 200;

/// The tables that were looked for.
#[derive(Default)]
struct Opened {
    tables: HashMap<(Sector, Content), (MaybeTable, u64)>,
    /// How many of them have a file.
    files: usize,
    /// How often any was asked for: beside a table stands when that was last.
    asked: u64,
}

impl Opened {
    fn get(&mut self, key: (Sector, Content)) -> Option<MaybeTable> {
        self.asked += 1;
        let (table, last) = self.tables.get_mut(&key)?;
        *last = self.asked;
        Some(table.clone())
    }

    /// Closes the file that was asked for the longest ago where there are too many.
    fn make_room(&mut self) {
        let open = self.tables.iter().filter(|(_, (table, _))| table.is_some());
        if self.files >= MOST_OPEN
            && let Some((&oldest, _)) = open.min_by_key(|(_, (_, last))| *last)
        {
            self.tables.remove(&oldest);
            self.files -= 1;
        }
    }

    fn insert(&mut self, key: (Sector, Content), table: MaybeTable) {
        self.files += usize::from(table.is_some());
        self.tables.insert(key, (table, self.asked));
    }
}

/// The tables of one game in a directory, opened as they are needed.
pub struct Tables {
    directory: PathBuf,
    rules: Rules,
    numbering: Arc<Numbering>,
    /// The sectors that have a table of values.
    there: HashSet<Sector>,
    opened: Mutex<Opened>,
    /// The first fault that a search has met, and whether it was told.
    fault: OnceLock<String>,
    reported: AtomicBool,
}

impl Tables {
    /// Looks into a directory; what game its tables are of is read from one of them.
    ///
    /// # Errors
    /// If the directory cannot be read, has no tables, or the first one is refused.
    pub fn open(directory: &Path) -> Result<Self, ProbeError> {
        let refused = |path: &Path| {
            let path = path.to_owned();
            move |error: std::io::Error| ProbeError::Table(path, TableError::Io(error))
        };
        let mut entries: Vec<PathBuf> = std::fs::read_dir(directory)
            .map_err(refused(directory))?
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "wdl"))
            .collect();
        entries.sort();
        let first = entries
            .first()
            .ok_or_else(|| ProbeError::Empty(directory.to_owned()))?;
        let file = open_file(first).map_err(refused(first))?;
        let header =
            Header::read(&file).map_err(|error| ProbeError::Table(first.clone(), error))?;
        let numbering = Arc::new(Numbering::new(header.rules.board, header.rules.men.into()));
        let sector = |path: &PathBuf| path.file_stem()?.to_str()?.parse().ok();
        let there = entries.iter().filter_map(sector).collect();
        Ok(Self {
            directory: directory.to_owned(),
            rules: header.rules,
            numbering,
            there,
            opened: Mutex::default(),
            fault: OnceLock::new(),
            reported: AtomicBool::new(false),
        })
    }

    /// The rules that the tables are of, the draw rules aside.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// A position's value to the side to move; `None` where the table of its sector is not there.
    ///
    /// # Errors
    /// If a table is refused, or the position is of other rules.
    pub fn value(&self, position: &Position) -> Result<Option<Wdl>, ProbeError> {
        self.check(position)?;
        if let Some(value) = ended(&self.rules, position) {
            return Ok(Some(value));
        }
        self.look_up(position, Content::Wdl, Table::value)
    }

    /// The same with the distance to the end; `None` where there is no table of distances of its
    /// sector.
    ///
    /// # Errors
    /// If a table is refused, or the position is of other rules.
    pub fn distance(&self, position: &Position) -> Result<Option<Value>, ProbeError> {
        self.check(position)?;
        if let Some(value) = ended(&self.rules, position) {
            return Ok(Some(if value == Wdl::Loss {
                Value::Loss(0)
            } else {
                Value::Draw
            }));
        }
        self.look_up(position, Content::Distance, Table::distance)
            .map(Option::flatten)
    }

    /// Refuses a position of other rules.
    fn check(&self, position: &Position) -> Result<(), ProbeError> {
        let rules = position.rules().without_draw_rules();
        if rules == self.rules {
            Ok(())
        } else {
            Err(ProbeError::Rules(self.rules.to_string(), rules.to_string()))
        }
    }

    fn look_up<T>(
        &self,
        position: &Position,
        content: Content,
        read: impl Fn(&Table<File>, Points, Points) -> Result<T, TableError>,
    ) -> Result<Option<T>, ProbeError> {
        let sector = Sector::of(position);
        let Some(table) = self.table(sector, content)? else {
            return Ok(None);
        };
        let (mover, other) = (position.side_to_move(), position.side_to_move().other());
        let value = read(&table, position.men(mover), position.men(other));
        value
            .map(Some)
            .map_err(|error| self.refused(sector, content, error))
    }

    /// Every legal move with its value to the side to move, best first; the value is `None` where a
    /// table is missing.
    ///
    /// # Errors
    /// If a table is refused, or the position is of other rules.
    pub fn move_values(&self, position: &Position) -> Result<Vec<(Move, Option<Wdl>)>, ProbeError> {
        let value = |mv: Move| {
            let next = position.after(mv);
            Ok((mv, self.value(&next)?.map(Wdl::before)))
        };
        let over = ended(&self.rules, position).is_some();
        let moves = if over {
            Vec::new()
        } else {
            position.legal_moves()
        };
        let mut found = moves
            .into_iter()
            .map(value)
            .collect::<Result<Vec<_>, ProbeError>>()?;
        found.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        Ok(found)
    }

    fn table(&self, sector: Sector, content: Content) -> Result<MaybeTable, ProbeError> {
        // A thread that panicked here left nothing half done.
        let mut opened = self
            .opened
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(table) = opened.get((sector, content)) {
            return Ok(table);
        }
        opened.make_room();
        let path = self.directory.join(file_name(sector, content));
        let table = match open_file(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            file => {
                let table = file.map_err(TableError::from).and_then(|file| {
                    // First what it is: a table of another game is not one with a wrong header.
                    Header::read(&file)?.expect(&self.rules, sector, content)?;
                    Table::open(file, Arc::clone(&self.numbering))
                });
                Some(Arc::new(
                    table.map_err(|error| self.refused(sector, content, error))?,
                ))
            }
        };
        opened.insert((sector, content), table.clone());
        Ok(table)
    }

    /// What was found, if it was; the first table that was refused is remembered.
    fn known<T>(&self, found: Result<Option<T>, ProbeError>) -> Option<T> {
        found.unwrap_or_else(|error| {
            if matches!(error, ProbeError::Table(..)) {
                self.fault.get_or_init(|| error.to_string());
            }
            None
        })
    }

    fn refused(&self, sector: Sector, content: Content, error: TableError) -> ProbeError {
        ProbeError::Table(self.directory.join(file_name(sector, content)), error)
    }
}

/// A table that cannot be read knows nothing; the first one is a fault to be told.
impl Probe for Tables {
    fn value(&self, position: &Position) -> Option<Wdl> {
        self.known(Self::value(self, position))
    }

    fn plies(&self, position: &Position) -> Option<u32> {
        match self.known(self.distance(position))? {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    fn fault(&self) -> Option<String> {
        self.fault
            .get()
            .filter(|_| !self.reported.swap(true, Relaxed))
            .cloned()
    }

    fn covers(&self, position: &Position) -> bool {
        self.there.contains(&Sector::of(position))
            && position.rules().without_draw_rules() == self.rules
    }

    fn is_slow(&self, _: &Position) -> bool {
        true
    }
}

/// The value of a position in which the game is over, to the side to move; `None` where it goes on
/// or the side to move is blocked.
pub fn ended(rules: &Rules, position: &Position) -> Option<Wdl> {
    Some(
        match position
            .outcome_but_blocked_or_clocks()?
            .value(position.side_to_move())
        {
            Wdl::Win => {
                // By a line of three that its owner did not just make: it cannot arise in play.
                debug_assert_eq!(rules.goal, Goal::Mill);
                Wdl::Draw
            }
            value => value,
        },
    )
}
