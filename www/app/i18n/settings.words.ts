// Words of the settings and of the list of keys.
import en from './en/settings.json' with { type: 'json' };
import { addWords } from './languages.ts';

export default addWords(
  'settings',
  en,
  import.meta.glob(['./*/settings.json', '!./en/*'], {
    query: '?url',
    import: 'default',
    eager: true,
  }),
);
