// Words of streaks of puzzles and of runs against the clock.
import en from './en/rush.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'rush',
  en,
  import.meta.glob(['./*/rush.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
