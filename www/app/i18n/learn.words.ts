// Words of hints, lessons, puzzles and the coordinate trainer.
import en from './en/learn.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'learn',
  en,
  import.meta.glob(['./*/learn.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
