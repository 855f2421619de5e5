// Words of the openings.
import en from './en/openings.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'openings',
  en,
  import.meta.glob(['./*/openings.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
