// What the list of games shows of each preset.

/** The regions where the games are at home, in the order in which they are listed. */
export const REGIONS = /** @type {const} */ (['europe', 'africa', 'asia', 'americas']);

/** @typedef {{ region: (typeof REGIONS)[number], position: string, minutes: number, known?: 'draw' | 'win' }} Shown */

/**
 * In each region the smaller boards come first. Of each game a typical position, without the rule set; about how long a game takes, and
 * what the start is worth where that is known: see docs/solving.md. The time is about the median of games between levels 4 and 5, at ten
 * seconds a turn.
 * @type {Record<string, Shown>}
 */
export const GALLERY = {
  three: { region: 'europe', position: 'WB1/1W1/BWB w 0,0 0 4', minutes: 2, known: 'win' },
  'nine-holes': { region: 'europe', position: 'WB1/1WB/BW1 w 0,0 0 4', minutes: 5, known: 'draw' },
  five: { region: 'europe', position: 'WBW/B1W/WB1B/1B1/3 b 0,0 3 8', minutes: 5, known: 'draw' },
  six: { region: 'europe', position: '2W/1BW/W1WB/BBW/1BW w 0,0 6 10', minutes: 5, known: 'draw' },
  seven: { region: 'europe', position: '1B1/WW1/BBBB1/B2/WBW b 0,0 1 14', minutes: 5, known: 'win' },
  'six-penny-madell': { region: 'europe', position: 'W/W/1/2WB/1B/WW1/1BB/B1W w 0,0 4 9', minutes: 5, known: 'win' },
  nine: { region: 'europe', position: '3/BB1/BWB/2WWBB/WW1/1WW/1W1 w 0,0 1 13', minutes: 10, known: 'draw' },
  lasker: { region: 'europe', position: '1WB/3/WB1/B1B1WW/WWW/B2/3 w 1,0 1 14', minutes: 10, known: 'draw' },
  'marelle-triple': { region: 'europe', position: 'BBB/2B/WBB/W1WW2/BW1/WW1/3 b 0,0 1 12', minutes: 10 },
  eleven: { region: 'europe', position: '1BW/BWW/W1W/1W1WBB/WBW/2W/B1W w 0,0 3 15', minutes: 10, known: 'win' },
  twelve: { region: 'europe', position: 'B1W/2B/W1W/WWWB1W/WWW/B1W/BBW w 0,0 1 16', minutes: 10, known: 'win' },
  'tsoro-yematatu': { region: 'africa', position: 'W/WBB/B1W b 0,0 1 4', minutes: 2, known: 'draw' },
  shisima: { region: 'africa', position: 'B1B/WW1/W1B b 0,0 7 4', minutes: 2, known: 'draw' },
  morabaraba: { region: 'africa', position: '1WB/WBW/2B/1BWWWB/WWW/BBB/B2 b 0,0 7 19 -,-', minutes: 10, known: 'win' },
  'tant-fant': { region: 'asia', position: 'B1B/1WB/W1W b 0,0 9 5', minutes: 2, known: 'draw' },
  'nao-guti': { region: 'asia', position: 'WWB/1W1/WBB/WBWB1W/WB1/W1B/B2 b 0,0 1 10', minutes: 5 },
  'mul-mulan': { region: 'asia', position: 'B2/2W/3/BW1B2/WWW/1WB/BWW w 0,0 0 12', minutes: 5 },
  picaria: { region: 'americas', position: 'W1B/B1/1W1/1B/2W w 0,0 2 5', minutes: 2, known: 'win' },
};
