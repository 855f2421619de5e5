// What openings are about, in the other languages: the English is in the books themselves.
import { addWords } from './languages.ts';

export default addWords(
  'ideas',
  {},
  import.meta.glob('./*/ideas.json', { query: '?url', import: 'default', eager: true }),
);
