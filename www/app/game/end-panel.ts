// The end of a game: who won and why, its course, the move that decided it, and what may follow.
// Loaded when a game ends.
import './end-panel.css';
import loadWords from '../i18n/analysis.words.ts';
import { within } from '../engine/timing.ts';
import { h } from '../ui/dom.ts';
import { watch } from '../ui/watch.ts';
import { isToSend, other, setSlot, type Store } from '../state.ts';
import { readResults, type Result } from '../storage/results.ts';
import { t } from '../i18n/i18n.ts';
import { createJudge, keptWorth, toKeep, type Judgement } from './review-line.ts';
import { nextPair, scoreLine, swappedText } from './pair.ts';
import { gamesAgainst, inARow, levelBeside } from './streak.ts';
import { endOf, inMoves, playerName, reasonText, resultText, sideName, yourSide } from './words.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Core, LevelInfo, PositionValues, ReviewInfo, Side, State } from '../types.ts';
import type { Session } from './session.ts';

/** Nodes per position: the course is an aside, computed while nobody waits for it. */
const NODES = 40_000;
/** How long the exact values of the move that decided the game are waited for, in milliseconds. */
const PATIENCE = 5000;
const SVG = 'http://www.w3.org/2000/svg';
const SIZE = { width: 300, height: 48 };

function svg(tag: string, props: Record<string, string | number>) {
  const el = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props)) el.setAttribute(name, String(value));
  return el;
}

/**
 * Is the end of a game on the board? A game that was shared, or has to be sent yet, has a panel of
 * its own.
 */
const isEnd = (state: State) =>
  state.game.outcome !== null &&
  !state.study &&
  !state.editor &&
  state.settings.mode !== 'shared' &&
  !isToSend(state);

/** Below this expected score a side is worse. */
const WORSE = 0.45;

/**
 * The move that decided a game: the loser's last turning point; of a draw, the last of all. None if
 * by the estimate the loser was not worse after it: who resigns a good position has lost by that
 * alone.
 */
export function decisive(
  { turns, turning, values }: Pick<ReviewInfo, 'turns' | 'turning' | 'values'>,
  loser: Side | null,
) {
  const last = Math.max(-1, ...turning.filter((at) => !loser || turns[at]?.side === loser));
  const turn = turns[last];
  if (!turn) return null;
  const white = values[last + 1]?.white ?? 0.5;
  return !turn.exact && loser && (loser === 'white' ? white : 1 - white) >= WORSE ? null : turn;
}

/**
 * What the results say about a level: the first win over it, three wins or losses in a row.
 * @param results the latest last
 * @param state with the game that has ended
 */
export function streak(
  results: Result[],
  { settings, slot, game }: State,
): 'first' | 'three-won' | 'three-lost' | null {
  if (settings.mode !== 'computer' || !game.outcome) return null;
  const level = settings.levels[other(settings.human)];
  const before = results.filter((r) => r.id !== slot.id);
  const { winner } = game.outcome;
  const now = winner === null ? 0 : winner === settings.human ? 1 : -1;
  if (now === 1 && !gamesAgainst(before, level).includes(1)) return 'first';
  const row = inARow([
    ...gamesAgainst(
      before.filter((r) => r.spec === game.spec),
      level,
    ),
    now,
  ]);
  return row ? (row === 1 ? 'three-won' : 'three-lost') : null;
}

/**
 * What is said after a game against a level of the computer, and the level that is offered: the
 * next one up after a win, the one below after a loss.
 * @param result won, drawn or lost
 */
export function whatFollows(
  core: Pick<Core, 'levels' | 'solvable'>,
  spec: string,
  level: number,
  result: 1 | 0 | -1,
  row: ReturnType<typeof streak>,
): {
  note: 'first' | 'three-won' | 'three-lost' | 'harder' | 'easier' | 'lamp' | null;
  next: LevelInfo | null;
} {
  const next = result ? levelBeside(core, spec, level, result) : null;
  if (row === 'first' || (row && next)) return { note: row, next };
  if (result === 1) return { note: next ? 'harder' : null, next };
  return { note: result ? (next ? 'easier' : 'lamp') : null, next };
}

/** Three men that fall into a line, which is then lit. */
function createJoy() {
  const picture = svg('svg', { class: 'end-joy', viewBox: '0 0 96 24', 'aria-hidden': 'true' });
  picture.append(svg('path', { class: 'end-joy-line', d: 'M12 12h72' }));
  for (const x of [12, 48, 84])
    picture.append(
      svg('circle', { class: 'man-white', cx: x, cy: 12, r: 9 }),
      svg('circle', { class: 'mark-white', cx: x, cy: 12, r: 5.5 }),
    );
  return picture;
}

export async function createEndPanel({
  store,
  core,
  session,
  engine,
  values,
  moves,
  levelName,
  sound,
  open,
}: {
  store: Store;
  core: Core;
  session: Session;
  engine: EngineClient;
  values: (line: string) => Promise<PositionValues | null>;
  /** The list of moves, before which the panel stands. */
  moves: HTMLElement;
  levelName: (level: number) => string;
  /** Of a first win. */
  sound: () => void;
  /** `learn` from the mistakes at these nodes. */
  open: {
    rematch: () => void;
    review: () => void;
    why: (node: number) => void;
    learn: (nodes: number[]) => void;
  };
}) {
  await loadWords();
  const title = h('h2', { class: 'end-title', id: 'end-title' });
  const joy = createJoy();
  joy.classList.add('off');
  const score = h('p', { class: 'end-score' });
  const about = h('p', { class: 'quiet end-about' });
  const graph = h('div', { class: 'end-graph', 'aria-hidden': 'true' });
  const turn = h('p', { class: 'end-turn', role: 'status' });
  const buttons = h('div', { class: 'end-buttons' });
  const note = h('p', { class: 'quiet end-note' });
  const said = h('span');
  const mistakes = h('span');
  const panel = h(
    'section',
    { class: 'end', 'aria-labelledby': 'end-title', hidden: true },
    h('div', { class: 'end-head' }, title, joy),
    score,
    about,
    graph,
    turn,
    buttons,
    note,
  );
  moves.before(panel);
  const page = (moves.closest('.page') ?? moves) as HTMLElement;

  /**
   * The game that is judged, what is known of it, and in the end the move that decided it. `spared`
   * is one that only seemed to.
   */
  interface Judged {
    key: string;
    spared?: number | undefined;
    found: Judgement | null;
    info: ReviewInfo | null;
    decisive: ReviewInfo['turns'][number] | null;
  }

  let judged: Judged = { key: '', found: null, info: null, decisive: null };

  /** Exact values, where they cost nothing: nobody has asked for any. */
  async function known(line: string) {
    const { status, pack } = store.get().solving;
    return status === 'ready' || pack?.status === 'ready' ? values(line) : null;
  }
  const judge = createJudge({ session, engine, values: known, nodes: NODES });

  async function look() {
    const { game, slot, solving } = store.get();
    if (!isEnd(store.get())) return;
    // Once there are exact values, it is judged by them.
    const of = `${slot.id} ${game.start} ${game.played.join(' ')} `;
    const key = `${of}${solving.status === 'ready'}`;
    if (judged.key === key) return;
    // What is known of this game stays in sight until there is better.
    const had = judged.key.startsWith(of) ? judged : { info: null, decisive: null };
    const mine = (judged = { ...had, key, found: null } as Judged);
    draw();
    const current = () => judged === mine && store.get().game === game && isEnd(store.get());
    try {
      const line = game.moves.filter((m) => m.onPath);
      const isReady = solving.status === 'ready' || solving.pack?.status === 'ready';
      // Exact values, once there are any, replace the estimates of a review that is kept.
      const worth = keptWorth(
        slot.review,
        line.map((m) => m.text),
        !isReady,
      );
      await judge.line(
        game.start,
        line,
        current,
        (found) => {
          mine.found = found;
          if (found.known < found.nodes.length) return;
          mine.info = found.info;
          draw();
        },
        worth,
      );
      if (mine.found?.info.values.every(Boolean) && current()) keep(mine.found);
      if (mine.info?.values.every(Boolean)) {
        const loser = game.outcome?.loser ?? null;
        mine.decisive = await decided(mine.info, loser);
        mine.spared = mine.decisive ? undefined : decisive(mine.info, loser)?.node;
      }
      if (current()) draw();
    } catch (error) {
      judged = { ...mine, key: '' };
      if (!(error instanceof DOMException && error.name === 'AbortError')) console.warn(error);
    }
    // Interrupted: another time.
    if (!current() && judged === mine) judged = { ...mine, key: '' };
  }

  /** Keeps what was found with the game, for the review. */
  function keep(found: Judgement) {
    const { game, slot } = store.get();
    const review = toKeep(game.moves, { ...found, effort: NODES });
    if (JSON.stringify(review.line) === JSON.stringify(slot.review?.line))
      review.effort = Math.max(NODES, slot.review?.effort ?? 0);
    if (JSON.stringify(review) !== JSON.stringify(slot.review))
      store.update((s) => setSlot(s, { review }));
  }

  /**
   * The move that decided the game. One that was only estimated is looked up, and not named where
   * it kept the value.
   */
  async function decided(info: ReviewInfo, loser: Side | null) {
    const found = decisive(info, loser);
    const move = found && store.get().game.moves.find((m) => m.id === found.node);
    if (!found || found.exact || !move) return found;
    const exact = await within(PATIENCE, values(session.look((game) => game.lineAt(move.parent))));
    return exact?.moves.find(({ text }) => text === move.text)?.rank === 0 ? null : found;
  }

  /** The course of the game, and the move that decided it. */
  function draw() {
    const { game } = store.get();
    const { info } = judged;
    const picture = svg('svg', {
      viewBox: `0 0 ${SIZE.width} ${SIZE.height}`,
      preserveAspectRatio: 'none',
    });
    const middle = SIZE.height / 2;
    picture.append(
      svg('line', { class: 'end-middle', x1: 0, x2: SIZE.width, y1: middle, y2: middle }),
    );
    const all = info?.values ?? [];
    const step = SIZE.width / Math.max(1, all.length - 1);
    const y = (white: number) => 3 + (SIZE.height - 6) * (1 - white);
    const points = all.flatMap((value, i) =>
      value ? [`${(i * step).toFixed(1)},${y(value.white).toFixed(1)}`] : [],
    );
    // Half a course would move while it is looked at: until it is there, only its place is.
    graph.classList.toggle('coming', !all.length || !all.every(Boolean));
    if (points.length > 1 && all.every(Boolean))
      picture.append(svg('polyline', { class: 'end-line', points: points.join(' ') }));
    const found = judged.decisive;
    const at = found && info ? info.turns.findIndex(({ node }) => node === found.node) + 1 : -1;
    const value = all[at];
    const dot = value ? h('span', { class: 'end-dot' }) : null;
    if (dot && value) {
      dot.style.left = `clamp(0.3125rem, ${((at * step) / SIZE.width) * 100}%, 100% - 0.3125rem)`;
      dot.style.top = `${(y(value.white) / SIZE.height) * 100}%`;
    }
    graph.replaceChildren(
      picture,
      h('span', { class: 'end-side', text: sideName('white') }),
      h('span', { class: 'end-side low', text: sideName('black') }),
      ...(dot ? [dot] : []),
    );
    const node = game.moves.find((m) => m.id === found?.node);
    turn.replaceChildren();
    showMistakes();
    // Where no move decided the game, its place is free.
    if (found && node) {
      note.replaceChildren(said, ' ', mistakes);
    } else {
      note.replaceChildren(said);
      turn.append(mistakes);
    }
    if (!found || !node) return;
    const { judgement } = found;
    const own = node.side === yourSide(store.get());
    const move = own
      ? `${node.number}. ${node.text}`
      : t('review.item', { number: node.number, side: sideName(node.side), move: node.text });
    const key =
      judgement === 'draw-lost'
        ? 'end.gave-draw'
        : judgement.startsWith('win-')
          ? 'end.gave-win'
          : 'end.mistake';
    turn.append(
      `${t(key, { move })} `,
      h('button', {
        type: 'button',
        class: 'link-button',
        text: t('end.why'),
        onclick: () => open.why(node.parent),
      }),
    );
  }

  /** Offers to learn from one's own mistakes, once all are known. */
  function showMistakes() {
    const { info, spared } = judged;
    const you = yourSide(store.get());
    const own = info?.values.every(Boolean)
      ? info.turns.filter(
          ({ side, node }, at) => side === you && node !== spared && info.turning.includes(at),
        )
      : [];
    mistakes.replaceChildren();
    if (own.length)
      mistakes.append(
        `${t('review.mine', { n: own.length })} `,
        h('button', {
          type: 'button',
          class: 'link-button',
          text: t('mistakes.start'),
          onclick: () => open.learn(own.map(({ node }) => node)),
        }),
      );
  }

  function rematch(state: State) {
    if (state.settings.mode !== 'people') return open.rematch();
    session.rematch({ pair: nextPair(state) });
    session.say(swappedText(store.get()));
  }

  function show() {
    const state = store.get();
    const { game, settings } = state;
    const shown = isEnd(state);
    panel.hidden = !shown;
    page.classList.toggle('ended', shown);
    const end = endOf(game);
    if (!shown || !end) return;
    const you = yourSide(state);
    const { winner } = end;
    const name =
      !you && winner && !state.names && settings.mode === 'people' && settings.pair?.names[winner];
    title.textContent = name ? t('match.wins', { name }) : resultText(end, you);
    score.replaceChildren(
      ...(scoreLine(state, (side) => playerName(state, side, levelName)) ?? []),
    );
    about.textContent = [
      reasonText(end, you).replace(/[.。]$/, ''),
      t('games.moves', { n: inMoves(game.ply) }),
    ].join(' · ');
    const level = settings.mode === 'computer' && you ? settings.levels[other(you)] : 0;
    const row = level ? streak(readResults(), state) : null;
    const result = winner === null ? 0 : winner === you ? 1 : -1;
    const { note: words, next } = level
      ? whatFollows(core, state.rules.spec, level, result, row)
      : { note: null, next: null };
    const isFirst = row === 'first';
    if (isFirst && joy.classList.contains('off')) sound();
    joy.classList.toggle('off', !isFirst);
    joy.classList.toggle('still', !state.look.animation);
    const button = (text: string, run: () => void, primary = false) =>
      h('button', {
        type: 'button',
        class: primary ? 'small-button primary' : 'small-button',
        text,
        onclick: () => run(),
      });
    const leads = next !== null && (result === 1 || row === 'three-lost');
    const offered =
      next &&
      button(
        t('end.play', { level: next.name }),
        () => session.newGame({ ...settings, levels: { white: next.level, black: next.level } }),
        leads,
      );
    const again = button(t('action.rematch'), () => rematch(state), !leads);
    // The row of actions has a new game.
    buttons.replaceChildren(
      ...(leads && offered ? [offered, again] : offered ? [again, offered] : [again]),
      button(t('action.review'), open.review),
    );
    said.textContent = words
      ? t(`end.${words}`, {
          level: words === 'harder' || words === 'easier' ? (next?.name ?? '') : levelName(level),
        })
      : '';
    draw();
    void look();
  }

  watch(
    store,
    ({ game, study, editor, settings, slot, language, names }) => [
      game,
      study === null,
      editor === null,
      settings,
      slot.sent,
      language,
      names,
    ],
    show,
  );
  watch(
    store,
    ({ solving }) => [solving.status],
    () => void look(),
  );
}
