// Words of games that come or go by a link.
import en from './en/share.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'share',
  en,
  import.meta.glob(['./*/share.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
