// A viewer for a game: board, buttons, moves and comments. It knows neither the rules nor any
// texts.
import { boardToSpeech } from '../board/board-to-speech.ts';
import { createView, type View } from '../board/view.ts';
import { h, iconOf, reveal } from '../ui/dom.ts';
import { positionOf } from './position.ts';
import type { Ply, Show, ShowWords, Shown } from './types.ts';

/** Icon paths, as in platform/dom.ts. */
const ICONS = {
  first: 'M18 5l-8 7 8 7M6 5v14',
  back: 'M15 5l-7 7 7 7',
  play: 'M8 5.500v13l10.500-6.500z',
  pause: 'M8 5.500v13M16 5.500v13',
  next: 'M9 5l7 7-7 7',
  last: 'M6 5l8 7-8 7M18 5v14',
  flip: 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5',
};

const SIDES = ['white', 'black'] as const;
/** The minimum time between two turns, in milliseconds. */
const FASTEST = 100;
let count = 0;

/** Fills in the placeholders of a text. */
const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

interface Options {
  /** The initial position. */
  ply: number;
  /** Is Black at the bottom? */
  flipped: boolean;
  coordinates: boolean;
  /** Is the move list shown? */
  list: boolean;
  /** Milliseconds per turn during playback. */
  pace: number;
  /** Aborted to destroy it. */
  signal: AbortSignal;
  /** Called after each step. */
  onPly?: (n: number) => void;
}

type Step = Exclude<keyof typeof ICONS, 'pause'>;

const KEYS: Record<string, Step> = {
  ArrowLeft: 'back',
  ArrowRight: 'next',
  Home: 'first',
  End: 'last',
};

/** @param stage where the space bar plays */
function listen(
  root: HTMLElement,
  stage: HTMLElement,
  presses: Record<Step, () => void>,
  signal: AbortSignal,
) {
  const press = (event: KeyboardEvent) => {
    const step = event.key === ' ' && event.target === stage ? 'play' : KEYS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    presses[step]();
    event.preventDefault();
  };
  root.addEventListener('keydown', press, { signal });
}

const buttonOf = (words: ShowWords, name: Step, run: () => void) =>
  h(
    'button',
    {
      type: 'button',
      class: 'step',
      'data-step': name,
      'aria-label': words[name],
      title: words[name],
      onclick: run,
    },
    iconOf(ICONS[name]),
  );

function barOf(words: ShowWords, presses: Record<Step, () => void>) {
  const button = (name: Step) => buttonOf(words, name, presses[name]);
  const back = [button('first'), button('back')];
  const forward = [button('next'), button('last')];
  const play = button('play');
  const bar = h(
    'div',
    { class: 'bar', part: 'buttons', role: 'group', dir: 'ltr', 'aria-label': words.buttons },
    ...back,
    play,
    ...forward,
    button('flip'),
  );
  return { bar, back, forward, play };
}

const sideOf = ({ words, players }: Show, side: (typeof SIDES)[number], count: HTMLElement) =>
  h(
    'p',
    { class: 'side', part: `player ${side}`, 'data-side': side },
    h('span', { class: `disc ${side}`, 'aria-hidden': 'true' }),
    players[side] === words[side] ? null : h('span', { class: 'unseen', text: `${words[side]}: ` }),
    h('bdi', { class: 'name', text: players[side] }),
    count,
  );

function turnList({ moves, first }: Show, walk: (n: number) => void) {
  const flow = h('p', { class: 'turns', dir: 'ltr' });
  let numbered = true;
  moves.forEach(({ text, label, number, side, comment: remark }, i) => {
    const before = side === first ? `${number}. ` : numbered ? `${number}… ` : '';
    flow.append(
      h(
        'button',
        {
          type: 'button',
          class: 'turn',
          'data-ply': i + 1,
          'aria-label': label,
          tabindex: -1,
          onclick: () => walk(i + 1),
        },
        before ? h('span', { class: 'number', text: before }) : null,
        text,
      ),
      ' ',
    );
    // Turns need not alternate.
    numbered = remark !== '' || moves[i + 1]?.side === side;
    if (remark) flow.append(h('bdi', { class: 'remark', text: remark }), ' ');
  });
  return flow;
}

/** Marks the current move and scrolls it into view within the list. */
function mark(list: HTMLElement, at: number) {
  const all = [...list.querySelectorAll('.turn')] as HTMLElement[];
  const had = all.some((el) => el.matches(':focus'));
  all.forEach((el, i) => {
    if (i + 1 === at) el.setAttribute('aria-current', 'step');
    else el.removeAttribute('aria-current');
    el.tabIndex = i === Math.max(0, at - 1) ? 0 : -1;
  });
  const current = all[at - 1];
  if (had) (current ?? all[0])?.focus({ preventScroll: true });
  if (current) reveal(list, current);
  else list.scrollTop = 0;
}

/** All that is shown, but for what is on the board. */
function createElements(show: Show, presses: Record<Step, () => void>, walk: (n: number) => void) {
  const { words } = show;
  const most = show.moves.length;
  const id = `merels-${++count}`;
  const described = h('p', { class: 'unseen', id: `${id}-position` });
  const help = h('p', { class: 'unseen', id: `${id}-help`, text: words.help });
  const stage = h('div', {
    class: 'stage',
    part: 'board',
    role: 'group',
    tabindex: 0,
    'aria-label': words.board,
    'aria-describedby': `${id}-position ${id}-help`,
  });
  const live = h('p', { class: 'said', part: 'said', role: 'status' });
  const comment = h('p', { class: 'comment', part: 'comment', dir: 'auto' });
  const counts = { white: h('span', { class: 'count' }), black: h('span', { class: 'count' }) };
  const sides = {
    white: sideOf(show, 'white', counts.white),
    black: sideOf(show, 'black', counts.black),
  };
  const { bar, back, forward, play } = barOf(words, presses);
  const list = h(
    'section',
    { class: 'list', part: 'moves', 'aria-label': words.moves },
    turnList(show, walk),
  );
  if (show.comment) list.prepend(h('p', { class: 'comment', dir: 'auto', text: show.comment }));
  const table = h('div', { class: 'table' }, stage);

  const spread = h('div', { class: 'spread' }, table);

  return {
    spread,
    stage,
    list,
    bar,
    fill(root: HTMLElement) {
      root.lang = show.lang;
      root.dir = show.dir;
      root.classList.add('merels');
      root.append(spread, described, help);
    },
    /** Places each player at their side of the board. */
    lay(flipped: boolean) {
      const [upper, lower] = flipped ? [sides.white, sides.black] : [sides.black, sides.white];
      table.replaceChildren(upper, stage, lower, ...(most ? [bar] : []), live, comment);
    },
    update(at: number, here: Ply, position: ReturnType<View['get']>) {
      described.textContent = boardToSpeech(position, {
        rank: (rank, men) => fill(words.rank, { rank, men }),
        man: (side, point) => fill(words.man, { side: words[side], point }),
        empty: words.empty,
      });
      live.textContent = here.said;
      comment.textContent = show.moves[at - 1]?.comment ?? '';
      comment.hidden = !comment.textContent;
      for (const who of SIDES) counts[who].textContent = here.counts[who];
      for (const el of back) el.setAttribute('aria-disabled', String(at === 0));
      for (const el of forward) el.setAttribute('aria-disabled', String(at === most));
      mark(list, at);
    },
    /** Updates the play button. */
    label(name: 'play' | 'pause') {
      play.setAttribute('aria-label', words[name]);
      play.title = words[name];
      play.replaceChildren(iconOf(ICONS[name]));
    },
  };
}

/**
 * Goes on by itself.
 * @param step returns whether there is another
 */
function createPlayback(
  pace: number,
  label: (name: 'play' | 'pause') => void,
  step: () => boolean,
) {
  let timer = 0;
  function pause() {
    clearInterval(timer);
    timer = 0;
    label('play');
  }
  return {
    isOn: () => timer !== 0,
    start() {
      timer = window.setInterval(() => step() || pause(), Math.max(FASTEST, pace));
      label('pause');
    },
    pause,
  };
}

/** @param root to fill; its custom properties set the colours */
export function createPlayer(
  root: HTMLElement,
  { show, ply }: Shown,
  { ply: begin, flipped, coordinates, list, pace, signal, onPly }: Options,
) {
  const most = show.moves.length;
  let at = Math.min(most, Math.max(0, begin));
  let here = ply(at);

  const presses: Record<Step, () => void> = {
    first: () => walk(0),
    back: () => walk(at - 1),
    play: () => (playback.isOn() ? playback.pause() : start()),
    next: () => walk(at + 1),
    last: () => walk(most),
    flip: () => flip(!board.get().flipped),
  };
  const view = createElements(show, presses, walk);
  view.fill(root);
  const board = createView(view.stage, {
    board: show.board,
    ...positionOf(here, show.board),
    flipped,
    coordinates,
  });
  signal.addEventListener('abort', board.destroy);
  view.lay(board.get().flipped);
  if (list && (most || show.comment)) view.spread.append(view.list);

  const update = () => view.update(at, here, board.get());
  const playback = createPlayback(pace, view.label, () => (go(at + 1), at < most));

  function go(n: number) {
    const to = Math.min(most, Math.max(0, n));
    if (to === at) return;
    here = ply(to);
    board.set(positionOf(here, show.board), here.last && to === at + 1 ? here.last.closes : []);
    at = to;
    update();
    onPly?.(at);
  }

  /** Goes to a position on the user's request, which stops the playback. */
  function walk(n: number) {
    playback.pause();
    go(n);
  }

  function start() {
    if (!most || signal.aborted) return;
    if (at === most) go(0);
    playback.start();
  }

  function flip(turned: boolean) {
    if (board.get().flipped === turned) return;
    const had = [...view.bar.children].find((el) => el.matches(':focus'));
    board.set({ flipped: turned });
    view.lay(turned);
    if (had instanceof HTMLElement) had.focus({ preventScroll: true });
    update();
  }

  if (most) listen(root, view.stage, presses, signal);
  signal.addEventListener('abort', playback.pause);
  update();

  return {
    get ply() {
      return at;
    },
    get position() {
      return here;
    },
    get playing() {
      return playback.isOn();
    },
    go: walk,
    start,
    pause: playback.pause,
    flip,
    retheme: board.refresh,
  };
}

export type Player = ReturnType<typeof createPlayer>;
