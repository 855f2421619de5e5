// Games that are a preset with some options changed, and are known under a name of their own. They
// have it wherever this file is loaded: the first load has no room for it.
import { ownNames } from './in-words.ts';

/** The first of its names heads a game; where that is said of it. */
export const NAMED: { spec: string; names: string[]; source?: string }[] = [
  { spec: 'nine-holes[fly=never]', names: ['Djara-Badakh'] },
  { spec: 'six[protect=never]', names: ['Achi'], source: 'Murray (1952)' },
  { spec: 'three[men=4]', names: ['Achi'], source: 'Zaslavsky (1998)' },
  { spec: 'three[fly=always]', names: ['Les Pendus'], source: 'Kraitchik (1948), p. 290' },
  {
    spec: 'nine[fly=never,protect=never]',
    names: ['Triodi'],
    source: 'Abbott (1903), pp. 295–297',
  },
  {
    spec: 'twelve[fly=never,men=9,protect=never]',
    names: ['Triodi'],
    source: 'Abbott (1903), pp. 295–297',
  },
  {
    spec: 'twelve[fly=never,least=1,protect=never]',
    names: ['Tule Paid'],
    source: 'Das Gupta (1935), pp. 154–155',
  },
  {
    spec: 'nine[fly=never,least=1,men=11,protect=never]',
    names: ['Fettas'],
    source: 'Bouhajbane (1989), pp. 28–29',
  },
  {
    spec: 'nine[fly=never]',
    names: ['La Chascona'],
    source: 'Espinel Cejas and García (1994), pp. 210–212',
  },
  {
    spec: 'nine[fly=never,protect=always]',
    names: ['Mylna'],
    source: 'Davíðsson (1888–92), pp. 298–300',
  },
  { spec: 'nine[blocked=pass,protect=always]', names: ['FlyOrDie'], source: 'Gévay and Danner' },
  { spec: 'nine[fly=leap]', names: ['Mlýn'], source: 'divadlolisen.cz' },
  {
    spec: 'nine[fly=never,goal=mill,phases=mixed]',
    names: ['Sujjua'],
    source: 'Humphries (1906), pp. 124–125',
  },
  {
    spec: 'shisima[begin=hand]',
    names: ['Rundmühle'],
    source: 'Blümlein (1918), pp. 101–102',
  },
  {
    spec: 'marelle-triple[fly=3,men=12,protect=unless-all]',
    names: ['Mlabalaba'],
    source: 'Coertze (2002)',
  },
];

for (const { spec, names } of NAMED) if (names[0]) ownNames.set(spec, names[0]);
