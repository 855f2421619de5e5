// The coordinate trainer: find a named point, or name a marked one, in rounds of half a minute.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { radios } from '../ui/dialog.ts';
import { readCoords, saveCoords } from './progress.ts';
import type { LessonTable } from '../game/lesson-board.ts';
import type { BoardInfo } from '../types.ts';

type Mode = 'find' | 'name';

/** The length of a round in seconds. */
const ROUND = 30;

interface Trainer {
  table: LessonTable;
  points: BoardInfo['points'];
  parts: ReturnType<typeof createParts>;
  /** The view, once it is laid out. */
  view: HTMLElement;
  mode: Mode;
  /** The point that is asked for. */
  point: string;
  /** The file that was pressed, before its rank. */
  file: string;
  score: number;
  /** When the round ends; 0 while none runs. */
  end: number;
  timer: number;
}

function createParts(start: () => void) {
  return {
    prompt: h('p', { class: 'lesson-task', role: 'status' }),
    time: h('p', { class: 'quiet coords-time' }),
    tally: h('p', { class: 'quiet coords-time' }),
    said: h('p', { class: 'lesson-said', role: 'status' }),
    best: h('p', { class: 'quiet' }),
    begin: h('button', {
      type: 'button',
      class: 'button primary',
      text: t('coords.begin'),
      onclick: start,
    }),
    pad: h('div', { class: 'coords-pad', hidden: true }),
  };
}

/** The keys for one part of a point's name. */
const keys = (name: string, label: string, texts: string[], chosen: (key: string) => void) =>
  h(
    'div',
    { class: 'coords-keys', role: 'group', 'aria-label': label, 'data-keys': name },
    ...[...new Set(texts)].sort().map((key) =>
      h('button', {
        type: 'button',
        class: 'small-button',
        text: key,
        onclick: () => chosen(key),
      }),
    ),
  );

function choose(trainer: Trainer, file: string) {
  trainer.file = file;
  for (const key of trainer.parts.pad.firstElementChild?.children ?? [])
    key.setAttribute('aria-pressed', String(key.textContent === file));
}

function showBest({ mode, parts }: Trainer) {
  const n = readCoords()[mode];
  parts.best.textContent =
    n === undefined ? t('coords.about', { n: ROUND }) : t('coords.best', { n });
}

function start(trainer: Trainer) {
  const { parts, view, mode } = trainer;
  trainer.score = 0;
  trainer.end = performance.now() + ROUND * 1000;
  parts.said.textContent = '';
  parts.begin.hidden = true;
  parts.pad.hidden = mode !== 'name';
  clearInterval(trainer.timer);
  trainer.timer = window.setInterval(() => tick(trainer), 250);
  ask(trainer);
  tick(trainer);
  const first = mode === 'name' ? '.coords-pad button' : '[data-point][tabindex="0"]';
  (view.querySelector(first) as HTMLElement | null)?.focus();
}

function ask(trainer: Trainer) {
  const { table, points, mode, parts } = trainer;
  const others = points.filter((p) => p.name !== trainer.point);
  const point = others[Math.floor(Math.random() * others.length)]?.name ?? '';
  trainer.point = point;
  parts.prompt.textContent =
    mode === 'find' ? t('coords.prompt.find', { point }) : t('coords.prompt.name');
  parts.prompt.dataset.wanted = mode === 'find' ? point : '';
  table.draw(mode === 'name' ? [{ from: point, to: point }] : [], true);
  choose(trainer, '');
}

function tick(trainer: Trainer) {
  const { view, parts, end, score } = trainer;
  if (!view.isConnected) return stop(trainer);
  const left = Math.ceil((end - performance.now()) / 1000);
  parts.time.textContent = t('coords.left', { n: Math.max(0, left) });
  parts.tally.textContent = t('coords.score', { n: score });
  if (left <= 0) finish(trainer);
}

function stop(trainer: Trainer) {
  clearInterval(trainer.timer);
  trainer.end = 0;
}

/** Shows that no round runs. */
function clear(trainer: Trainer, words: string) {
  const { prompt, time, tally, said, begin, pad } = trainer.parts;
  stop(trainer);
  trainer.table.draw([]);
  pad.hidden = true;
  prompt.textContent = words;
  time.textContent = tally.textContent = said.textContent = '';
  begin.hidden = false;
  showBest(trainer);
}

function finish(trainer: Trainer) {
  const { mode, score, parts } = trainer;
  if (score > (readCoords()[mode] ?? 0)) saveCoords(mode, score);
  clear(trainer, t('coords.over', { n: score }));
  parts.begin.textContent = t('learn.again');
  parts.begin.focus();
}

function answer(trainer: Trainer, given: string) {
  const { mode, point, parts } = trainer;
  if (!trainer.end) return;
  if (given === point) {
    trainer.score++;
    parts.said.textContent = '';
    ask(trainer);
    return tick(trainer);
  }
  parts.said.textContent = t('coords.wrong', { point: mode === 'find' ? given : point });
  if (mode === 'name') ask(trainer);
}

function layOut({ table, mode, parts }: Trainer, chosen: (mode: Mode) => void) {
  return h(
    'div',
    { class: 'lesson' },
    h('div', { class: 'lesson-table' }, table.element),
    h(
      'div',
      { class: 'lesson-words' },
      radios(
        'coords',
        t('learn.coords'),
        [
          ['find', t('coords.find')],
          ['name', t('coords.name')],
        ],
        mode,
        (value) => chosen(value === 'name' ? 'name' : 'find'),
      ),
      parts.best,
      parts.prompt,
      parts.pad,
      h('div', { class: 'coords-row' }, parts.time, parts.tally),
      parts.said,
      h('div', { class: 'lesson-buttons' }, parts.begin),
    ),
  );
}

/**
 * @param spec the rule set
 * @param flipped as the main board
 */
export function coordsView({
  table,
  spec,
  flipped,
}: {
  table: LessonTable;
  spec: string;
  flipped: boolean;
}) {
  table.set(spec, { coordinates: false, flipped });
  const points = table.points();
  const names = (at: number) => points.map((p) => p.name[at] ?? '');
  const parts = createParts(() => start(trainer));
  const trainer: Trainer = {
    table,
    points,
    parts,
    view: parts.pad,
    mode: 'find',
    point: '',
    file: '',
    score: 0,
    end: 0,
    timer: 0,
  };
  parts.pad.append(
    keys('file', t('coords.file'), names(0), (file) => choose(trainer, file)),
    keys('rank', t('coords.rank'), names(1), (rank) => {
      if (trainer.file) answer(trainer, trainer.file + rank);
    }),
  );
  table.onWords(() => {});
  table.onPlay((turn) => trainer.mode === 'find' && answer(trainer, turn));
  showBest(trainer);
  trainer.view = layOut(trainer, (mode) => {
    trainer.mode = mode;
    clear(trainer, '');
  });
  return trainer.view;
}
