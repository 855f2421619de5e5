// Words of what shows games elsewhere: the board on other pages, the page and the animation that a game is saved as.
import en from './en/show.json' with { type: 'json' };
import { addWords } from './languages.js';

export default addWords('show', en, import.meta.glob(['./*/show.json', '!./en/*'], { query: '?url', import: 'default', eager: true }));
