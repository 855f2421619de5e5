// Words of game collections and the statistics.
import en from './en/library.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'library',
  en,
  import.meta.glob(['./*/library.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
