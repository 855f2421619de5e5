// What the page says and shows of games in which turns do not alternate, men are removed without a
// move, or points and lines are used up. Loaded with the first such game: until then the words and
// the board go without.
import loadWords from '../i18n/special.words.ts';
import { fit, drawMan } from '../board/men.ts';
import { spent } from '../board/spent.ts';
import { t, type Said } from '../i18n/i18n.ts';
import {
  bottomSide,
  candidates,
  other,
  setLanguage,
  shownHand,
  takenTogether,
  type Store,
} from '../state.ts';
import { TIMES } from '../board/animate.ts';
import { trayLayout } from './players.ts';
import { moveText, sideName, special, type Special } from './words.ts';
import type { Board } from '../board/board.ts';
import type { BoardInfo, GameState, LegalMove, Side, State } from '../types.ts';

const SIDES = ['white', 'black'] as const;

const SPECIAL: Special = {
  status(game: GameState, who: 'you' | 'side') {
    const { turn, last, legal, owed, hands } = game;
    const values = {
      side: sideName(turn),
      other: sideName(other(turn)),
      man: t(`man.a.${other(turn)}`),
    };
    const n = owed[turn];
    if (game.removes && legal[0]?.kind !== 'remove') return t(`special.none.${who}`, values);
    if (game.removes && n > 0) return t(`special.remove.${who}`, { ...values, n });
    if (game.removes) return t(n < 0 ? `special.own.${who}` : `special.beside.${who}`, values);
    if (game.mustFree) return t(`special.free.${who}`, values);
    if (last?.side !== turn || legal[0]?.kind === 'pass') return '';
    if (last.kind === 'place')
      return t(
        hands.white + hands.black ? `special.again.place.${who}` : `special.first.${who}`,
        values,
      );
    return last.kind === 'move' ? t(`special.again.move.${who}`, values) : '';
  },

  take({ game, rules, pending }: Pick<State, 'game' | 'rules' | 'pending'>, who: 'you' | 'side') {
    const { turn } = game;
    const marks =
      pending?.from === null &&
      rules.options.some(({ key, value }) => key === 'placing' && value === 'mark');
    const values = { side: sideName(turn), man: t(`man.a.${other(turn)}`) };
    if (marks) return t(`special.mark.${who}`, values);
    // One man, and no mill: it is enclosed.
    const turns = candidates({ game, pending });
    return turns.some(({ captures }) => captures.length === 1) &&
      turns.every(({ closes }) => !closes.length) &&
      !takenTogether({ game, pending }).length
      ? t(`special.enclosed.${who}`, values)
      : '';
  },

  leapt({ game, rules }: Pick<State, 'game' | 'rules'>, from: string | null, to: string) {
    const leaps = rules.options.some(({ key, value }) => key === 'leap' && value === 'take');
    const ends = [from, to].map((point) =>
      rules.board.points.findIndex(({ name }) => name === point),
    );
    const steps = rules.board.edges.some((edge) => ends.every((end) => edge.includes(end)));
    if (!leaps || !from || steps) return [];
    // The man that is leapt over is in all such turns, so it need not be chosen.
    const [first, ...others] = candidates({ game, pending: { from, to, taken: [] } });
    return (first?.captures ?? []).filter((point) =>
      others.every(({ captures }) => captures.includes(point)),
    );
  },

  move(move: LegalMove, after?: GameState): string | null {
    const { kind, side, captures, fromHand } = move;
    const points = captures.join(t('move.and'));
    if (kind === 'remove') return t('special.move.remove', { side: sideName(side), points });
    if (fromHand)
      return t('special.move.hand', {
        move: moveText({ ...move, fromHand: 0 }),
        other: sideName(other(side)),
      });
    // While points are marked, a mill closed by placing has marked one.
    const marks = kind === 'place' && captures.length && after?.marked.length;
    return marks
      ? t('special.move.marks', { move: moveText({ ...move, captures: [] }), points })
      : null;
  },

  refused(
    { game, rules }: Pick<State, 'game' | 'rules'>,
    point: string,
    man: '' | Side,
  ): Said | null {
    const { turn, owed } = game;
    const theirs = man === other(turn);
    if (game.marked.includes(rules.board.points.findIndex(({ name }) => name === point)))
      return { key: 'special.hint.dead' };
    if (game.removes && theirs && owed[turn] < 0) return { key: 'special.hint.own' };
    if (game.removes && theirs && owed[turn] === 0) return { key: 'special.hint.beside' };
    if (game.mustFree && !theirs)
      return { key: 'special.hint.frees', values: { side: { key: `side.${other(turn)}` } } };
    return null;
  },

  point: (game: GameState, point: string, index: number) =>
    game.marked.includes(index) ? t('special.point.dead', { point }) : null,

  read({ game, rules }: State) {
    const name = (i: number | undefined) => rules.board.points[i ?? -1]?.name ?? '';
    const used = SIDES.flatMap((side) => {
      const lines = game.used[side].map((line) => `${name(line[0])}–${name(line.at(-1))}`);
      return lines.length ? [t('special.read.used', { side: sideName(side), lines })] : [];
    });
    return [
      ...(game.marked.length ? [t('special.read.dead', { points: game.marked.map(name) })] : []),
      ...used,
    ].join(' ');
  },

  onBoard: ({ marked, used }: GameState, board: BoardInfo) => ({
    marked,
    under: spent({ marked, used, board }),
  }),
};

Object.assign(special, SPECIAL);

export async function createSpecial(store: Store, board: Board) {
  await loadWords();
  // What is on the screen is told and drawn again.
  store.update((s) => setLanguage(s, { ...s.language }));
  store.subscribe((now, before) => {
    const { last, ply, lost } = now.game;
    if (
      !last?.fromHand ||
      ply !== before.game.ply + 1 ||
      now.slot.id !== before.slot.id ||
      lost === before.game.lost
    )
      return;
    if (now.look.animation && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      leaveHand(now, other(last.side), board);
  });
}

/** A man that is lost from the hand sinks in its tray, and leaves an outline. */
function leaveHand(state: State, side: Side, board: Board) {
  const { trays } = board.get();
  const tray = side === bottomSide(state) ? trays.bottom : trays.top;
  const seen = tray?.firstElementChild;
  if (!tray || !seen) return;
  const { width, height } = seen.getBoundingClientRect();
  const hand = shownHand(state, side);
  const { men } = state.rules;
  // From where it stood to where its outline is.
  const from = trayLayout({ width, height }, men, hand + 1)(hand);
  const to = trayLayout({ width, height }, men, hand)(hand);
  const { r } = to;
  const man = document.createElement('canvas');
  man.className = 'leaving';
  man.style.left = '0';
  man.style.right = 'auto';
  man.setAttribute('aria-hidden', 'true');
  tray.append(man);
  const box = Math.ceil(r * 3);
  man.style.inlineSize = man.style.blockSize = `${box}px`;
  const put = ({ x, y }: typeof to) => `translate(${x - box / 2}px, ${y - box / 2}px)`;
  drawMan(fit(man, box, box), board.theme(), side, box / 2, box / 2, r);
  const sinks = man.animate(
    [
      { transform: put(from), opacity: 1 },
      { transform: `${put(to)} scale(0.7)`, opacity: 0 },
    ],
    { delay: TIMES.drop, duration: TIMES.tray * 1.5, easing: 'ease-in', fill: 'backwards' },
  );
  sinks.onfinish = sinks.oncancel = () => man.remove();
}
