// Words of the path from the rules to strong play.
import en from './en/path.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'path',
  en,
  import.meta.glob(['./*/path.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
