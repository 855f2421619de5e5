// The end of a game: who won and why, its course, the move that decided it, and what may follow.
// Loaded when a game ends.
import './end-panel.css';
import loadWords from '../i18n/analysis.words.ts';
import loadReasons from '../i18n/reasons.words.ts';
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import type { Store } from '../state.ts';
import { readResults } from '../storage/results.ts';
import { t } from '../i18n/i18n.ts';
import { LESSONS } from './coach.ts';
import { drawCourse, svg } from './course.ts';
import { createEndJudge, type Judged } from './end-judge.ts';
import { decidedText, endingOf, isEnd, ownMistakes, type Ending } from './ending.ts';
import { nextPair, scoreLine, swappedText } from './pair.ts';
import { reasonText } from './reason-words.ts';
import { playerName, yourSide } from './words.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Core, PositionValues, ReasonInfo, State } from '../types.ts';
import type { Session } from './session.ts';

interface Open {
  rematch: () => void;
  review: () => void;
  why: (node: number) => void;
  /** From the mistakes at these nodes. */
  learn: (nodes: number[]) => void;
  lesson: (id: string) => void;
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

function createView() {
  const title = h('h2', { class: 'end-title', id: 'end-title' });
  const joy = createJoy();
  joy.classList.add('off');
  const score = h('p', { class: 'end-score' });
  const about = h('p', { class: 'quiet end-about' });
  const graph = h('div', { class: 'end-graph', 'aria-hidden': 'true' });
  const turn = h('p', { class: 'end-turn', role: 'status' });
  const why = h('p', { class: 'end-why', role: 'status' });
  const buttons = h('div', { class: 'end-buttons' });
  const note = h('p', { class: 'quiet end-note' });
  const panel = h(
    'section',
    { class: 'end', 'aria-labelledby': 'end-title', hidden: true },
    h('div', { class: 'end-head' }, title, joy),
    score,
    about,
    graph,
    turn,
    why,
    buttons,
    note,
  );
  // The mistakes stand behind what the note says, or in the place of the move that decided.
  const [said, mistakes, learned] = [h('span'), h('span'), h('span')];
  return {
    panel,
    title,
    joy,
    score,
    about,
    graph,
    turn,
    why,
    buttons,
    note,
    said,
    mistakes,
    learned,
  };
}

type View = ReturnType<typeof createView>;

const link = (text: string, press: () => void) =>
  h('button', { type: 'button', class: 'link-button', text, onclick: press });

const button = (text: string, press: () => void, primary = false) =>
  h('button', {
    type: 'button',
    class: primary ? 'small-button primary' : 'small-button',
    text,
    onclick: () => press(),
  });

/** What may follow; the row of actions has a new game. */
function follows(
  { next, leads }: Ending,
  does: { again: () => void; play: (level: number) => void; review: () => void },
) {
  const again = button(t('action.rematch'), does.again, !leads);
  const review = button(t('action.review'), does.review);
  if (!next) return [again, review];
  const other = button(t('end.play', { level: next.name }), () => does.play(next.level), leads);
  return leads ? [other, again, review] : [again, other, review];
}

function showEnding(view: View, { title, about, note, isFirst, isCoached }: Ending) {
  view.title.textContent = title;
  view.about.textContent = about;
  view.said.textContent = [isCoached ? t('coach.won') : '', note].filter(Boolean).join(' ');
  view.joy.classList.toggle('off', !isFirst);
}

/** Shows the course of the game, the move that decided it, and one's own mistakes. */
function showJudged(
  { graph, turn, why, note, said, mistakes, learned }: View,
  { game, ...state }: State,
  { info, decisive: found, reason, topic, spared }: Judged,
  open: Open,
) {
  const at = found && info ? info.turns.findIndex(({ node }) => node === found.node) + 1 : -1;
  drawCourse(graph, info?.values ?? [], at);
  const you = yourSide(state);
  const own = ownMistakes(info, you, spared);
  mistakes.replaceChildren();
  learned.replaceChildren();
  if (topic)
    learned.append(
      ` ${t('coach.most', { kind: t(`coach.kind.${topic}`) })} `,
      link(t('door.learn'), () => open.lesson(LESSONS[topic])),
    );
  if (own.length)
    mistakes.append(
      `${t('review.mine', { n: own.length })} `,
      link(t('mistakes.start'), () => open.learn(own)),
    );
  const node = game.moves.find((m) => m.id === found?.node);
  why.textContent = reason && node ? reasonText(reason, node.text) : '';
  // Where no move decided the game, its place is free.
  if (!found || !node) {
    note.replaceChildren(said, learned);
    return turn.replaceChildren(mistakes);
  }
  note.replaceChildren(said, ' ', mistakes, learned);
  turn.replaceChildren(
    `${decidedText(found, node, you)} `,
    link(t('end.why'), () => open.why(node.id)),
  );
}

export async function createEndPanel({
  store,
  core,
  session,
  engine,
  values,
  reason,
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
  /** Why a turn gave its value away; null if it did not, or if that is not known. */
  reason: (line: string, turn: string) => Promise<ReasonInfo | null>;
  /** The list of moves, before which the panel stands. */
  moves: HTMLElement;
  levelName: (level: number) => string;
  /** Of a first win. */
  sound: () => void;
  open: Open;
}) {
  await Promise.all([loadWords(), loadReasons()]);
  const view = createView();
  moves.before(view.panel);
  const page = (moves.closest('.page') ?? moves) as HTMLElement;
  const judge = createEndJudge({ store, session, engine, values, reason }, draw);

  function draw() {
    showJudged(view, store.get(), judge.judged(), open);
  }

  function rematch(state: State) {
    if (state.settings.mode !== 'people') return open.rematch();
    session.rematch({ pair: nextPair(state) });
    session.say(swappedText(store.get()));
  }

  function show() {
    const state = store.get();
    const { settings } = state;
    const ending = isEnd(state) ? endingOf(state, core, readResults(), levelName) : null;
    view.panel.hidden = !ending;
    page.classList.toggle('ended', ending !== null);
    if (!ending) return;
    view.score.replaceChildren(
      ...(scoreLine(state, (side) => playerName(state, side, levelName)) ?? []),
    );
    if (ending.isFirst && view.joy.classList.contains('off')) sound();
    view.joy.classList.toggle('still', !state.look.animation);
    showEnding(view, ending);
    view.buttons.replaceChildren(
      ...follows(ending, {
        again: () => rematch(state),
        play: (n) => session.newGame({ ...settings, levels: { white: n, black: n } }),
        review: open.review,
      }),
    );
    draw();
    void judge.look();
  }

  observe(
    store,
    ({ game, analysis, editor, settings, slot, language, names }) => [
      game,
      analysis === null,
      editor === null,
      settings,
      slot.sent,
      language,
      names,
    ],
    show,
  );
  observe(
    store,
    ({ solving }) => [solving.status],
    () => void judge.look(),
  );
}
