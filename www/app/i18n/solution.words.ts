// Words about the whole solution of a game.
import en from './en/solution.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'solution',
  en,
  import.meta.glob(['./*/solution.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
