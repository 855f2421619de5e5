// Words of games in which a turn is more than a man placed or moved.
import en from './en/special.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'special',
  en,
  import.meta.glob(['./*/special.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
