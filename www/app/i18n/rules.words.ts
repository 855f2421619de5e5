// Words of the rules of the game.
import en from './en/rules.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'rules',
  en,
  import.meta.glob(['./*/rules.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
