// Words of setting up a position.
import en from './en/setup.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'setup',
  en,
  import.meta.glob(['./*/setup.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
