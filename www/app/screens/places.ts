// All parts of the page that keep something on this device: loaded, they know their entries, and can
// add those of a file to them. A test finds what is missing here.
import '../learn/progress.ts';
import '../puzzles/puzzle-record.ts';
import '../setup/draft.ts';
import '../storage/exercises.ts';
import '../storage/games.ts';
import '../storage/names.ts';
import '../storage/practice.ts';
import '../storage/results.ts';
import '../storage/storage.ts';
import '../storage/weeks.ts';
import '../together/saved-matches.ts';
