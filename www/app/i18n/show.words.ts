// Words of the embedded board and of games exported as an animation.
import en from './en/show.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'show',
  en,
  import.meta.glob(['./*/show.json', '!./en/*'], { query: '?url', import: 'default', eager: true }),
);
