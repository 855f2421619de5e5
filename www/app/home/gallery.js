// What the list of games shows of each preset.

/** @typedef {{ position: string, minutes: number, known?: 'draw' | 'win' }} Shown */

/**
 * A typical position, without the rule set; about how long a game takes, and what the start is worth where that is known: see docs/solving.md.
 * The time is about the median of games between levels 4 and 5, at ten seconds a turn.
 * @type {Record<string, Shown>}
 */
export const GALLERY = {
  three: { position: 'WB1/1W1/BWB w 0,0 0 4', minutes: 2, known: 'win' },
  'nine-holes': { position: 'WB1/1WB/BW1 w 0,0 0 4', minutes: 5, known: 'draw' },
  five: { position: 'WBW/B1W/WB1B/1B1/3 b 0,0 3 8', minutes: 5, known: 'draw' },
  six: { position: '2W/1BW/W1WB/BBW/1BW w 0,0 6 10', minutes: 5, known: 'draw' },
  seven: { position: '1B1/WW1/BBBB1/B2/WBW b 0,0 1 14', minutes: 5, known: 'win' },
  nine: { position: '3/BB1/BWB/2WWBB/WW1/1WW/1W1 w 0,0 1 13', minutes: 10, known: 'draw' },
  lasker: { position: '1WB/3/WB1/B1B1WW/WWW/B2/3 w 1,0 1 14', minutes: 10, known: 'draw' },
  eleven: { position: '1BW/BWW/W1W/1W1WBB/WBW/2W/B1W w 0,0 3 15', minutes: 10, known: 'win' },
  twelve: { position: 'B1W/2B/W1W/WWWB1W/WWW/B1W/BBW w 0,0 1 16', minutes: 10, known: 'win' },
  morabaraba: { position: '1WB/WBW/2B/1BWWWB/WWW/BBB/B2 b 0,0 7 19 -,-', minutes: 10 },
};
