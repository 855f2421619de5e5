// Words of the analysis and the review.
import en from './en/analysis.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'analysis',
  en,
  import.meta.glob(['./*/analysis.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
