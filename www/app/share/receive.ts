// A link of a game by message is opened: the game begins, or what is new in it is played. Loaded on
// demand.
import loadWords from '../i18n/share.words.ts';
import { yieldToInput } from '../ui/dom.ts';
import { other, setNotice, setSlot, type Store } from '../state.ts';
import { NOBODY } from '../game/pair.ts';
import { asName } from '../storage/names.ts';
import { storedText } from '../storage/games.ts';
import { attempt } from '../storage/local.ts';
import { reopen } from '../game/restore.ts';
import { prefix, pathTo } from '../game/paths.ts';
import { isMineLast, toSend } from '../game/sending.ts';
import type { Session } from '../game/session.ts';
import type { Core, Game, Notice, Pair, Side } from '../types.ts';
import type { Sent } from './links.ts';

/** A game by message: as one has it, or as a link has it. */
export interface Known {
  /** The position line it begins with. */
  start: string;
  turns: string[];
  /** To move after them. */
  turn: Side;
  /** Who played each. */
  sides: Side[];
  resigned: Side | null;
  /** `offered` by oneself, or by the other in a link. */
  draw: 'offered' | 'agreed' | null;
}

/**
 * What a link is to the game that one has.
 *
 * `ask`: it has turns of one's own that this device does not know, which may have been played on
 * another device, or be made up.
 */
export function compare(
  mine: Known,
  theirs: Known,
  me: Side,
): 'changed' | 'older' | 'own' | 'same' | 'new' | 'ask' {
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

/** The line of a game, at whose end it then stands. */
function knownOf(game: Game): Known {
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

/** The other player of a game by message, as a link names them. */
const pairOf = (me: Side, from: string): Pair => ({
  ...NOBODY,
  names: { ...NOBODY.names, [other(me)]: asName(from) },
});

/** A game by message that is kept here, and how it stands; null if it cannot be read. */
function kept(core: Core, id: string, text: string) {
  const table = attempt(() => reopen(core, id, text), null);
  if (!table) return null;
  const { human } = table.settings;
  const mine = knownOf(table.game);
  if (table.slot.draw?.by === human && table.slot.draw.at === mine.turns.length)
    mine.draw ??= 'offered';
  // It goes on where it was last.
  table.paused = false;
  return { table, mine };
}

/** Notes an offer of the other player, to be answered now. */
const noteOffer = (store: Store, draw: Sent['draw']) =>
  draw === 'offered' &&
  store.update((s) =>
    s.game.outcome || isMineLast(s)
      ? s
      : setSlot(s, { draw: { by: other(s.settings.human), at: toSend(s) } }),
  );

/** Plays what is new, so that it is seen. */
async function playNews(
  { store, session }: { store: Store; session: Session },
  turns: string[],
  { id, resigned, draw }: Sent,
) {
  for (const turn of turns) {
    await yieldToInput();
    if (store.get().slot.id !== id) return;
    session.edit((game) => game.play(turn));
  }
  if (resigned) session.edit((game) => game.resign(resigned));
  if (draw === 'agreed') session.edit((game) => game.agreeDraw());
  // What they have answered has reached them.
  store.update((s) => setSlot(s, { sent: toSend(s) }));
  noteOffer(store, draw);
}

export async function createReceiver({
  store,
  core,
  session,
}: {
  store: Store;
  core: Core;
  session: Session;
}) {
  await loadWords();

  const notice = (
    key: 'message.ask' | 'message.changed' | 'message.older' | 'message.own',
    action?: Notice['action'],
  ) => store.update((s) => setNotice(s, { key }, action));

  /** The first to open it plays the side to move. */
  function begin({ tail, id, draw, from }: Sent, human: Side) {
    session.open(tail, { mode: 'message', human, clock: null, pair: pairOf(human, from) });
    store.update((s) => setSlot(s, { id }));
    noteOffer(store, draw);
  }

  /**
   * Opens a link. What it says has been read by Rust once.
   * @param replace opens a game with a way back to the current one
   * @param share opens it as a game that was shared
   */
  function receive(sent: Sent, replace: (open: () => void) => void, share: () => void) {
    const { tail, id, resigned, draw, from } = sent;
    const game = core.read(tail);
    const theirs = { ...knownOf(game), resigned, draw };
    const { outcome } = game.state();
    game.free();
    const text = storedText(id);
    if (text === null)
      return outcome || resigned || draw === 'agreed'
        ? share()
        : replace(() => begin(sent, theirs.turn));

    const known = kept(core, id, text);
    if (!known) return notice('message.changed');
    const { table, mine } = known;
    const { mode, human } = table.settings;
    if (from) table.settings = { ...table.settings, pair: pairOf(human, from) };
    const what = mode === 'message' ? compare(mine, theirs, human) : 'changed';
    const open = () => session.openTable(table);
    if (store.get().slot.id === id) {
      store.update((s) => setNotice(s, null));
      open();
    } else replace(open);
    const news = theirs.turns.slice(mine.turns.length);
    const go = () => void playNews({ store, session }, news, sent);
    if (what === 'new') go();
    else if (what === 'ask') notice('message.ask', { label: { key: 'message.take' }, run: go });
    // The offer may have come after the turn.
    else if (what === 'same') noteOffer(store, draw);
    else notice(`message.${what}`);
  }

  return { receive };
}

export type Receiver = Awaited<ReturnType<typeof createReceiver>>;
