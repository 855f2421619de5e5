// Words of what shows games elsewhere: the board on other pages, the page and the animation that a game is saved as.
export default {
  'show.first': 'To the start',
  'show.back': 'A turn back',
  'show.play': 'Play the turns',
  'show.pause': 'Stop',
  'show.next': 'A turn on',
  'show.last': 'To the end',
  'show.flip': 'Turn the board',
  'show.buttons': 'Walk through the game',
  'show.help': 'Arrow keys go a turn back and on, Home and End to both ends, Space plays the turns.',
  'show.failed': 'The board could not be loaded.',
  'show.empty': 'There is no game to show here yet.',
};
