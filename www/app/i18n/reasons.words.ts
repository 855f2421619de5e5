// Words of the reasons of mistakes.
import en from './en/reasons.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'reasons',
  en,
  import.meta.glob(['./*/reasons.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
