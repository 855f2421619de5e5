// A link of a game by message is opened: the game begins, or what is new in it is played. Loaded on demand.
import loadWords from '../i18n/share.words.js';
import { prefix } from '../together/records.js';
import { yieldToInput } from '../platform/dom.js';
import { isMineLast, other, pathTo, setNotice, setSlot, toSend } from '../state.js';
import { NOBODY } from '../game/pair.js';
import { asName } from '../storage/names.js';
import { storedText } from '../storage/games.js';
import { attempt } from '../storage/local.js';
import { reopen } from '../storage/restore.js';

/**
 * @typedef {import('../types').Side} Side
 * @typedef {object} Known a game by message: as one has it, or as a link has it
 * @property {string} start   the position line it begins with
 * @property {string[]} turns
 * @property {Side} turn      to move after them
 * @property {Side[]} sides   who played each
 * @property {Side | null} resigned
 * @property {'offered' | 'agreed' | null} draw `offered` by oneself, or by the other in a link
 */

/**
 * What a link is to the game that one has.
 *
 * `ask`: it has turns of one's own that this device does not know, which may have been played on another device, or be made up.
 * @param {Known} mine @param {Known} theirs @param {Side} me
 * @returns {'changed' | 'older' | 'own' | 'same' | 'new' | 'ask'}
 */
export function compare(mine, theirs, me) {
  const common = prefix(mine.turns, theirs.turns);
  const more = theirs.turns.length - mine.turns.length;
  if (mine.start !== theirs.start || common < Math.min(mine.turns.length, theirs.turns.length))
    return 'changed';
  if (more < 0 || (mine.resigned && (more > 0 || theirs.resigned !== mine.resigned)))
    return 'older';
  if (theirs.resigned !== mine.resigned && theirs.resigned === me) return 'changed';
  if (mine.draw === 'agreed') return theirs.draw === 'agreed' && more === 0 ? 'same' : 'older';
  // Only what was offered can be agreed to.
  if (theirs.draw === 'agreed') return mine.draw === 'offered' && more === 0 ? 'new' : 'changed';
  if (more === 0 && theirs.resigned === mine.resigned)
    return (mine.resigned ?? mine.sides.at(-1) ?? other(mine.turn)) === me ? 'own' : 'same';
  return theirs.sides.slice(mine.turns.length).includes(me) ? 'ask' : 'new';
}

/** The line of a game, at whose end it then stands. @param {import('../types').Game} game @returns {Known} */
function knownOf(game) {
  const last = game
    .state()
    .moves.filter((m) => m.onPath)
    .at(-1);
  if (last) game.goTo(last.id);
  const { start, played, turn, outcome, moves, node } = game.state();
  return {
    start,
    turns: played,
    turn,
    sides: pathTo(moves, node).map(({ side }) => side),
    resigned: outcome?.reason === 'resignation' ? outcome.loser : null,
    draw: outcome?.reason === 'agreement' ? 'agreed' : null,
  };
}

/** @param {{ store: import('../state.js').Store, core: import('../types').Core, session: import('../game/session.js').Session }} parts */
export async function createReceiver({ store, core, session }) {
  await loadWords();

  /**
   * Opens a link. What it says has been read by Rust once.
   * @param {import('./links.js').Sent} sent
   * @param {(open: () => void) => void} replace opens a game with a way back to the current one
   * @param {() => void} share opens it as a game that was shared
   */
  function receive({ tail, id, resigned, draw, from }, replace, share) {
    const game = core.read(tail);
    const theirs = { ...knownOf(game), resigned, draw };
    const { outcome } = game.state();
    game.free();
    const text = storedText(id);
    if (text === null) return outcome || resigned || draw === 'agreed' ? share() : begin();

    const table = attempt(() => reopen(core, id, text), null);
    if (!table) return notice('message.changed');
    const { mode, human } = table.settings;
    const mine = knownOf(table.game);
    if (table.slot.draw?.by === human && table.slot.draw.at === mine.turns.length)
      mine.draw ??= 'offered';
    // It goes on where it was last.
    table.paused = false;
    if (from) table.settings = { ...table.settings, pair: pairOf(human) };
    const what = mode === 'message' ? compare(mine, theirs, human) : 'changed';
    const open = () => session.openTable(table);
    if (store.get().slot.id === id) {
      store.update((s) => setNotice(s, null));
      open();
    } else replace(open);
    const news = theirs.turns.slice(mine.turns.length);
    const go = () => void play(id, news, resigned, draw);
    if (what === 'new') go();
    else if (what === 'ask') notice('message.ask', { label: { key: 'message.take' }, run: go });
    // The offer may have come after the turn.
    else if (what === 'same') offered(draw);
    else notice(`message.${what}`);

    /** @param {Side} me @returns {import('../types').Pair} */
    function pairOf(me) {
      return { ...NOBODY, names: { ...NOBODY.names, [other(me)]: asName(from) } };
    }

    /** The first to open it plays the side to move. */
    function begin() {
      replace(() => {
        session.open(tail, {
          mode: 'message',
          human: theirs.turn,
          clock: null,
          pair: pairOf(theirs.turn),
        });
        store.update((s) => setSlot(s, { id }));
        offered(draw);
      });
    }
  }

  /** @param {'message.ask' | 'message.changed' | 'message.older' | 'message.own'} key @param {import('../types').Notice['action']} [action] */
  const notice = (key, action) => store.update((s) => setNotice(s, { key }, action));

  /** Plays what is new, so that it is seen. @param {string} id @param {string[]} turns @param {Side | null} resigned @param {'offered' | 'agreed' | null} draw */
  async function play(id, turns, resigned, draw) {
    for (const turn of turns) {
      await yieldToInput();
      if (store.get().slot.id !== id) return;
      session.edit((game) => game.play(turn));
    }
    if (resigned) session.edit((game) => game.resign(resigned));
    if (draw === 'agreed') session.edit((game) => game.agreeDraw());
    // What they have answered has reached them.
    store.update((s) => setSlot(s, { sent: toSend(s) }));
    offered(draw);
  }

  /** Notes an offer of the other player, to be answered now. @param {'offered' | 'agreed' | null} draw */
  function offered(draw) {
    if (draw === 'offered')
      store.update((s) =>
        s.game.outcome || isMineLast(s)
          ? s
          : setSlot(s, { draw: { by: other(s.settings.human), at: toSend(s) } }),
      );
  }

  return { receive };
}

/** @typedef {Awaited<ReturnType<typeof createReceiver>>} Receiver */
