// What the list of games shows of each preset.

/** The regions where the games are at home, in the order in which they are listed. */
export const REGIONS = ['europe', 'africa', 'asia', 'americas'] as const;

interface Shown {
  region: (typeof REGIONS)[number];
  at?: [longitude: number, latitude: number];
  position: string;
  minutes: number;
  known?: 'draw' | 'win';
  names?: string[];
  also?: string[];
}

/**
 * In each region the smaller boards come first. Of each game a typical position, without the rule
 * set; about how long a game takes, and what the start is worth where that is known: see
 * docs/solving.md. `at`: where it is played, where its sources name a country or a place; `names`:
 * what else it is called; `also`: names in other languages, by which it is found. The time is about the median of games between levels 4 and 5, at ten
 * seconds a turn.
 */
export const GALLERY: Record<string, Shown> = {
  three: {
    region: 'europe',
    position: 'WB1/1W1/BWB w 0,0 0 4',
    minutes: 2,
    known: 'win',
    names: ['Tapatan', 'Luk Tsut K’i', 'Fanorona Telo'],
    also: ['Engijn Zirge', 'Liu Tsi', 'Marelle', 'Dreiermühle', 'Üçtaş'],
  },
  'nine-holes': {
    region: 'europe',
    position: 'WB1/1WB/BW1 w 0,0 0 4',
    minutes: 5,
    known: 'draw',
    names: ['Akidada', 'San-Noku-Narabe', 'Driesticken', 'Dris at-Talata'],
  },
  five: { region: 'europe', position: 'WBW/B1W/WB1B/1B1/3 b 0,0 3 8', minutes: 5, known: 'draw' },
  six: { region: 'europe', position: '2W/1BW/W1WB/BBW/1BW w 0,0 6 10', minutes: 5, known: 'draw' },
  seven: {
    region: 'europe',
    position: '1B1/WW1/BBBB1/B2/WBW b 0,0 1 14',
    minutes: 5,
    known: 'win',
  },
  'six-penny-madell': {
    region: 'europe',
    at: [-1.5, 52.5],
    position: 'W/W/1/2WB/1B/WW1/1BB/B1W w 0,0 4 9',
    minutes: 5,
    known: 'win',
  },
  nine: {
    region: 'europe',
    position: '3/BB1/BWB/2WWBB/WW1/1WW/1W1 w 0,0 1 13',
    minutes: 10,
    known: 'draw',
    names: ['Mill', 'Merels', 'Merrills', 'Cowboy Checkers', 'Navakankari', 'Daadi'],
    also: [
      'Mills',
      'Mühle',
      'Muehle',
      'Malom',
      'Mérelles',
      'Jeu du moulin',
      'Trilla',
      'Trilha',
      'Mulino',
      'Molino',
      'Molenspel',
      'Meulspel',
      'Mylly',
      'Mølle',
      'Młynek',
      'Mlýn',
      'Țintar',
      'Dokuz Taş',
      'Dokuztaş',
      'Мельница',
      'Млин',
      'Saalu Mane Ata',
      'Jodpi Ata',
      'Char-Par',
      'Navkakri',
    ],
  },
  lasker: {
    region: 'europe',
    position: '1WB/3/WB1/B1B1WW/WWW/B2/3 w 1,0 1 14',
    minutes: 10,
    known: 'draw',
  },
  'one-time': {
    region: 'europe',
    at: [40, 56],
    position: '1BW/1B1/1BW/B3BW/1B1/BW1/WWW b 0,0 3 15 g7-g1+a1-g1,d7-d5+b6-b2',
    minutes: 15,
  },
  'marelle-triple': {
    region: 'europe',
    at: [2.5, 47],
    position: 'BBB/2B/WBB/W1WW2/BW1/WW1/3 b 0,0 1 12',
    minutes: 10,
  },
  eleven: {
    region: 'europe',
    position: '1BW/BWW/W1W/1W1WBB/WBW/2W/B1W w 0,0 3 15',
    minutes: 10,
    known: 'win',
  },
  twelve: {
    region: 'europe',
    position: 'B1W/2B/W1W/WWWB1W/WWW/B1W/BBW w 0,0 1 16',
    minutes: 10,
    known: 'win',
  },
  'tsoro-yematatu': {
    region: 'africa',
    at: [30, -19],
    position: 'W/WBB/B1W b 0,0 1 4',
    minutes: 2,
    known: 'draw',
  },
  shisima: {
    region: 'africa',
    at: [37, 0.5],
    position: 'B1B/WW1/W1B b 0,0 7 4',
    minutes: 2,
    known: 'draw',
  },
  'el-filja': {
    region: 'africa',
    at: [3, 33],
    position: 'WBW/WBB/WWB/W1BB2/BB1/B2/WWW w 0,0 1 18 0,0',
    minutes: 10,
  },
  shax: {
    region: 'africa',
    at: [46, 5],
    position: 'WWB/WBW/WBB/BBW1BW/B1W/WBB/BWW w 0,0 3 16 0,0 - -',
    minutes: 10,
    names: ['Shah'],
  },
  morabaraba: {
    region: 'africa',
    at: [26, -29],
    position: '1WB/WBW/2B/1BWWWB/WWW/BBB/B2 b 0,0 7 19 -,-',
    minutes: 10,
    names: ['Umlabalaba'],
    also: ['Mlabalaba'],
  },
  'tant-fant': {
    region: 'asia',
    at: [89, 24],
    position: 'B1B/1WB/W1W b 0,0 9 5',
    minutes: 2,
    known: 'draw',
    names: ['Epelle'],
  },
  'nao-guti': {
    region: 'asia',
    at: [71.5, 32.6],
    position: 'WWB/1W1/WBB/WBWB1W/WB1/W1B/B2 b 0,0 1 10',
    minutes: 5,
  },
  'cheng-san-qi': {
    region: 'asia',
    at: [108, 33],
    position: 'WBB/1BW/1W1/WB1BWW/W2/1BW/1WB b 0,0 2 13',
    minutes: 10,
  },
  dooz: {
    region: 'asia',
    at: [53, 32],
    position: '1BW/BWB/WB1/WWBWWB/BWB/WBW/BBW b 0,0 7 15 0,0',
    minutes: 10,
  },
  'cham-gonu': {
    region: 'asia',
    at: [127.5, 36.5],
    position: 'BBW/BWW/XWX/B2BBW/WBW/W1B/BWW b 1,2 0 11',
    minutes: 10,
  },
  'zhi-qi': {
    region: 'asia',
    at: [112, 36],
    position: 'WBB/WWW/WB1/BBBBWW/1W1/W1B/WB1 b 0,0 3 17 0,0',
    minutes: 10,
  },
  'da-san-qi': {
    region: 'asia',
    at: [112, 29.5],
    position: 'BWW/W1X/B1W/WWBBWB/BWB/X1B/WBW b 1,2 0 11',
    minutes: 10,
  },
  nerenchi: {
    region: 'asia',
    at: [80.8, 7.5],
    position: 'BBB/WWB/B1W/WWBBW1/3/B2/WBW b 0,0 4 23',
    minutes: 5,
  },
  'mul-mulan': {
    region: 'asia',
    at: [110, -7.2],
    position: 'B2/2W/3/BW1B2/WWW/1WB/BWW w 0,0 0 12',
    minutes: 5,
  },
  picaria: {
    region: 'americas',
    at: [-106.7, 34.9],
    position: 'W1B/B1/1W1/1B/2W w 0,0 2 5',
    minutes: 2,
    known: 'win',
  },
};
