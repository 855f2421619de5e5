// Words of hints, lessons, puzzles and the trainer of coordinates.
import en from './en/learn.json' with { type: 'json' };
import { addWords } from './languages.js';

export default addWords('learn', en, import.meta.glob(['./*/learn.json', '!./en/*'], { query: '?url', import: 'default', eager: true }));
