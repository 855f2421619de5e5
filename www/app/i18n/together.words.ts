// Words of playing with another device.
import en from './en/together.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'together',
  en,
  import.meta.glob(['./*/together.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
