// Words of the pictures that show how to play.
import en from './en/howto.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'howto',
  en,
  import.meta.glob(['./*/howto.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
