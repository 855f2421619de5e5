// A viewer for a game: board, buttons, moves and comments. It knows neither the rules nor any
// texts.
import { boardToSpeech } from '../board/board-to-speech.ts';
import { createView } from '../board/view.ts';
import { drawPicture } from '../board/picture.ts';
import { readTheme } from '../board/palette.ts';
import { h, iconOf, reveal } from '../ui/dom.ts';
import { positionOf } from './position.ts';
import type { Shown } from './types.ts';

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

const KEYS: Record<string, (n: number, most: number) => number> = {
  ArrowLeft: (n) => n - 1,
  ArrowRight: (n) => n + 1,
  Home: () => 0,
  End: (_, most) => most,
};

const SIDES = ['white', 'black'] as const;
/** The minimum time between two turns, in milliseconds. */
const FASTEST = 100;
let count = 0;

/** Fills in the placeholders of a text. */
const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

/** @param root to fill; its custom properties set the colours */
export function createPlayer(
  root: HTMLElement,
  { show, ply }: Shown,
  {
    ply: begin,
    flipped,
    coordinates,
    list: listed,
    pace,
    signal,
    onPly,
  }: {
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
  },
) {
  const most = show.moves.length;
  const { words } = show;
  const id = `merels-${++count}`;
  let at = Math.min(most, Math.max(0, begin));
  let here = ply(at);
  let timer = 0;

  /* Elements. */

  const described = h('p', { class: 'unseen', id: `${id}-position` });
  const help = h('p', { class: 'unseen', id: `${id}-help`, text: words.help });
  const stage = h('div', {
    class: 'stage',
    role: 'group',
    tabindex: 0,
    'aria-label': words.board,
    'aria-describedby': `${id}-position ${id}-help`,
  });
  const live = h('p', { class: 'said', role: 'status' });
  const comment = h('p', { class: 'comment', dir: 'auto' });
  const counts = { white: h('span', { class: 'count' }), black: h('span', { class: 'count' }) };
  const [white, black] = SIDES.map((side) =>
    h(
      'p',
      { class: 'side', 'data-side': side },
      h('span', { class: `disc ${side}`, 'aria-hidden': 'true' }),
      show.players[side] === words[side]
        ? null
        : h('span', { class: 'unseen', text: `${words[side]}: ` }),
      h('bdi', { class: 'name', text: show.players[side] }),
      counts[side],
    ),
  );
  const button = (name: keyof typeof ICONS, run: () => void) =>
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
  const back = [button('first', () => walk(0)), button('back', () => walk(at - 1))];
  const forward = [button('next', () => walk(at + 1)), button('last', () => walk(most))];
  const play = button('play', () => (timer ? pause() : start()));
  const bar = h(
    'div',
    { class: 'bar', role: 'group', dir: 'ltr', 'aria-label': words.buttons },
    ...back,
    play,
    ...forward,
    button('flip', () => flip(!board.get().flipped)),
  );
  const turns = turnList();
  const list = h('section', { class: 'list', 'aria-label': words.moves }, turns);
  const table = h('div', { class: 'table' }, stage);
  if (show.comment) list.prepend(h('p', { class: 'comment', dir: 'auto', text: show.comment }));
  root.lang = show.lang;
  root.dir = show.dir;
  root.classList.add('merels');
  const spread = h('div', { class: 'spread' }, table);
  root.append(spread, described, help);
  const board = createView(stage, {
    board: show.board,
    ...positionOf(here, show.board),
    flipped,
    coordinates,
  });
  signal.addEventListener('abort', board.destroy);

  /** Places each player at their side of the board. */
  function lay() {
    const [upper, lower] = board.get().flipped ? [white, black] : [black, white];
    const walks = most ? [bar] : [];
    table.replaceChildren(
      ...[upper, stage, lower, ...walks, live, comment].filter((part) => part !== undefined),
    );
  }
  lay();
  if (listed && (most || show.comment)) spread.append(list);

  function turnList() {
    const flow = h('p', { class: 'turns', dir: 'ltr' });
    let numbered = true;
    show.moves.forEach(({ text, label, number, side, comment: remark }, i) => {
      const before = side === show.first ? `${number}. ` : numbered ? `${number}… ` : '';
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
      numbered = remark !== '' || show.moves[i + 1]?.side === side;
      if (remark) flow.append(h('bdi', { class: 'remark', text: remark }), ' ');
    });
    return flow;
  }

  /* Updates. */

  function update() {
    const { moves } = show;
    described.textContent = boardToSpeech(board.get(), {
      rank: (rank, men) => fill(words.rank, { rank, men }),
      man: (side, point) => fill(words.man, { side: words[side], point }),
      empty: words.empty,
    });
    live.textContent = here.said;
    comment.textContent = moves[at - 1]?.comment ?? '';
    comment.hidden = !comment.textContent;
    for (const who of SIDES) counts[who].textContent = here.counts[who];
    for (const el of back) el.setAttribute('aria-disabled', String(at === 0));
    for (const el of forward) el.setAttribute('aria-disabled', String(at === most));
    mark();
  }

  /** Marks the current move and scrolls it into view within the list. */
  function mark() {
    const all = [...turns.querySelectorAll('button')] as HTMLElement[];
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
    pause();
    go(n);
  }

  function start() {
    if (!most || signal.aborted) return;
    if (at === most) go(0);
    timer = window.setInterval(
      () => {
        go(at + 1);
        if (at === most) pause();
      },
      Math.max(FASTEST, pace),
    );
    label('pause');
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    label('play');
  }

  /** Updates the play button. */
  function label(name: 'play' | 'pause') {
    play.setAttribute('aria-label', words[name]);
    play.title = words[name];
    play.replaceChildren(iconOf(ICONS[name]));
  }

  function flip(turned: boolean) {
    if (board.get().flipped === turned) return;
    const had = [...bar.children].find((el) => el.matches(':focus'));
    board.set({ flipped: turned });
    lay();
    if (had instanceof HTMLElement) had.focus({ preventScroll: true });
    update();
  }

  root.addEventListener(
    'keydown',
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !most) return;
      const to = KEYS[event.key];
      if (to) walk(to(at, most));
      else if (event.key === ' ' && event.target === stage) play.click();
      else return;
      event.preventDefault();
    },
    { signal },
  );
  signal.addEventListener('abort', pause);
  update();

  return {
    get ply() {
      return at;
    },
    get position() {
      return here;
    },
    get playing() {
      return timer !== 0;
    },
    go: walk,
    start,
    pause,
    flip,
    retheme: board.refresh,
    /** A picture of the position for printing. */
    picture: () => drawPicture(board.get(), readTheme(root)),
  };
}

export type Player = ReturnType<typeof createPlayer>;
