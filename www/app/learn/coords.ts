// The coordinate trainer: find a named point, or name a marked one, in rounds of half a minute.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { radios } from '../ui/dialog.ts';
import { readCoords, saveCoords } from './progress.ts';
import type { LessonTable } from '../game/lesson-board.ts';

/** The length of a round in seconds. */
const ROUND = 30;

export function coordsView({
  table,
  spec,
  flipped,
}: {
  table: LessonTable;
  /** The rule set. */
  spec: string;
  /** The orientation of the main board. */
  flipped: boolean;
}) {
  table.set(spec, { coordinates: false, flipped });
  const points = table.points();
  let mode: 'find' | 'name' = 'find';
  let point = '';
  let score = 0;
  let end = 0;
  let timer = 0;
  let file = '';

  const prompt = h('p', { class: 'lesson-task', role: 'status' });
  const time = h('p', { class: 'quiet coords-time' });
  const tally = h('p', { class: 'quiet coords-time' });
  const said = h('p', { class: 'lesson-said', role: 'status' });
  const best = h('p', { class: 'quiet' });
  const begin = h('button', {
    type: 'button',
    class: 'button primary',
    text: t('coords.begin'),
    onclick: start,
  });
  const keys = (name: string, label: string, chosen: (key: string) => void, at: number) =>
    h(
      'div',
      { class: 'coords-keys', role: 'group', 'aria-label': label, 'data-keys': name },
      ...[...new Set(points.map((p) => p.name[at] ?? ''))].sort().map((key) =>
        h('button', {
          type: 'button',
          class: 'small-button',
          text: key,
          onclick: () => chosen(key),
        }),
      ),
    );
  const files = keys('file', t('coords.file'), choose, 0);
  const ranks = keys('rank', t('coords.rank'), (rank) => file && answer(file + rank), 1);
  const pad = h('div', { class: 'coords-pad', hidden: true }, files, ranks);

  function choose(chosen: string) {
    file = chosen;
    for (const key of files.children)
      key.setAttribute('aria-pressed', String(key.textContent === file));
  }

  const running = () => end > 0;

  function showBest() {
    const n = readCoords()[mode];
    best.textContent = n === undefined ? t('coords.about', { n: ROUND }) : t('coords.best', { n });
  }

  function start() {
    score = 0;
    end = performance.now() + ROUND * 1000;
    said.textContent = '';
    begin.hidden = true;
    pad.hidden = mode !== 'name';
    clearInterval(timer);
    timer = window.setInterval(tick, 250);
    ask();
    tick();
    if (mode === 'name') (files.firstElementChild as HTMLElement | null)?.focus();
    else (view.querySelector('[data-point][tabindex="0"]') as HTMLElement | null)?.focus();
  }

  function ask() {
    const others = points.filter((p) => p.name !== point);
    point = others[Math.floor(Math.random() * others.length)]?.name ?? '';
    prompt.textContent =
      mode === 'find' ? t('coords.prompt.find', { point }) : t('coords.prompt.name');
    prompt.dataset.wanted = mode === 'find' ? point : '';
    table.draw(mode === 'name' ? [{ from: point, to: point }] : [], true);
    choose('');
  }

  function tick() {
    if (!view.isConnected) return stop();
    const left = Math.ceil((end - performance.now()) / 1000);
    time.textContent = t('coords.left', { n: Math.max(0, left) });
    tally.textContent = t('coords.score', { n: score });
    if (left <= 0) finish();
  }

  function stop() {
    clearInterval(timer);
    end = 0;
  }

  function finish() {
    stop();
    if (score > (readCoords()[mode] ?? 0)) saveCoords(mode, score);
    table.draw([]);
    pad.hidden = true;
    prompt.textContent = t('coords.over', { n: score });
    time.textContent = tally.textContent = said.textContent = '';
    begin.hidden = false;
    begin.textContent = t('learn.again');
    begin.focus();
    showBest();
  }

  function answer(given: string) {
    if (!running()) return;
    if (given === point) {
      score++;
      said.textContent = '';
      ask();
      return tick();
    }
    said.textContent = t('coords.wrong', { point: mode === 'find' ? given : point });
    if (mode === 'name') ask();
  }

  table.onWords(() => {});
  table.onPlay((turn) => mode === 'find' && answer(turn));
  showBest();
  const view = h(
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
        (v) => {
          mode = v === 'name' ? 'name' : 'find';
          stop();
          begin.hidden = false;
          pad.hidden = true;
          prompt.textContent = time.textContent = tally.textContent = said.textContent = '';
          table.draw([]);
          showBest();
        },
      ),
      best,
      prompt,
      pad,
      h('div', { class: 'coords-row' }, time, tally),
      said,
      h('div', { class: 'lesson-buttons' }, begin),
    ),
  );
  return view;
}
