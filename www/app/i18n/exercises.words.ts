// Words of the exercises.
import en from './en/exercises.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'exercises',
  en,
  import.meta.glob(['./*/exercises.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
