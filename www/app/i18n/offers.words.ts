// Words of what is offered before the first move.
import en from './en/offers.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'offers',
  en,
  import.meta.glob(['./*/offers.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
