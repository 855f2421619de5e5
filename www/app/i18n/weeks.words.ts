// Words of what was practised each week.
import en from './en/weeks.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'weeks',
  en,
  import.meta.glob(['./*/weeks.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
