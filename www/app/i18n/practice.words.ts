// Words of the practice.
import en from './en/practice.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'practice',
  en,
  import.meta.glob(['./*/practice.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
