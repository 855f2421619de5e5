// The frame of the analysis: the value as a bar beside the board and in words, and the containers
// of the panels.
import './value-bar.css';
import { bottomSide, setLook, type Store } from '../state.ts';
import { h, put } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { inDigits } from '../i18n/digits.ts';
import { t, type Key } from '../i18n/i18n.ts';
import { movesOf, outcomeText, valuesNote } from '../game/words.ts';
import { withPlies, type Scores } from './scores.ts';
import { tallyText } from './tally.ts';
import { arePlacingsComing } from './thinker.ts';
import { createTabs } from './tabs.ts';
import { areValuesComing, exactValue } from './exact.ts';
import type { Core, Score, State, Analysis } from '../types.ts';
import type { Acts } from './acts.ts';

interface Frame {
  store: Store;
  core: Core;
  section: HTMLElement;
  scores: Scores;
  acts: Acts;
  parts: ReturnType<typeof createParts>;
  tabs: ReturnType<typeof createTabs>;
  options: ReturnType<typeof createOptions>;
}

const createPlaces = () => ({
  why: h('div', { class: 'analysis-why', hidden: true }),
  lines: h('ol', { class: 'analysis-lines' }),
  explorer: h('div', { class: 'analysis-explorer', hidden: true }),
  tree: h('div', { class: 'analysis-tree' }),
  remarks: h('div', { class: 'analysis-remarks' }),
  graph: h('div', { class: 'analysis-graph' }),
  review: h('div', { class: 'analysis-review' }),
});

function createParts() {
  const white = h('span', { class: 'bar-white' });
  return {
    white,
    bar: h('div', { class: 'analysis-bar', role: 'img' }, white),
    worth: h('h2', { class: 'analysis-worth', tabindex: -1 }),
    tally: h('p', { class: 'analysis-tally', hidden: true }),
    depth: h('p', { class: 'quiet analysis-depth' }),
  };
}

const tick = (key: Key, name: string, set: (on: boolean) => void) =>
  h(
    'label',
    { class: 'check' },
    h('input', {
      type: 'checkbox',
      name,
      onchange: (e: Event) => set((e.target as HTMLInputElement).checked),
    }),
    h('span', { text: () => t(key) }),
  );

function createOptions(store: Store, acts: Acts) {
  const lines = h(
    'select',
    { id: 'analysis-lines', onchange: () => acts.set({ lines: Number(lines.value) }) },
    ...[1, 2, 3, 4, 5].map((n) => h('option', { value: n, text: inDigits(n) })),
  ) as HTMLSelectElement;
  const element = h(
    'details',
    { class: 'analysis-options' },
    h('summary', { text: () => t('analysis.options') }),
    tick('analysis.thinks', 'thinks', (thinks) => acts.set({ thinks })),
    tick('analysis.values', 'values', (values) => acts.set({ values })),
    tick('analysis.arrows', 'arrows', (arrows) => acts.set({ arrows })),
    tick('settings.threats', 'threats', (threats) => store.update((s) => setLook(s, { threats }))),
    h(
      'div',
      { class: 'field analysis-count' },
      h('label', { class: 'field-label', for: 'analysis-lines', text: () => t('analysis.lines') }),
      lines,
    ),
    h('p', { class: 'quiet', text: () => `${t('analysis.about')} ${t('analysis.distance')}` }),
    h('p', { class: 'quiet', text: () => t('analysis.chances') }),
    h('p', { class: 'quiet', text: () => t('review.legend') }),
  );
  return {
    element,
    show(analysis: Analysis, { threats }: State['look']) {
      for (const name of ['thinks', 'values', 'arrows', 'threats'] as const) {
        const box = element.querySelector(`[name=${name}]`) as HTMLInputElement;
        box.checked = name === 'threats' ? threats : analysis[name];
      }
      lines.value = String(analysis.lines);
    },
  };
}

/** The best known score of the position. */
function score(state: State) {
  const { game, analysis } = state;
  const exact = exactValue(state);
  const found = analysis?.found?.line === game.line ? analysis.found.lines[0]?.score : undefined;
  return exact ? withPlies(exact, found) : (found ?? null);
}

/** Are exact values awaited, rather than estimates shown? */
const isWaiting = (state: State) =>
  areValuesComing(state) ||
  (arePlacingsComing(state) && state.analysis?.found?.line !== state.game.line);

/** The exact values of all moves; null if they are not known. */
const allValues = ({ game, exact }: State) =>
  !game.outcome && exact?.line === game.line ? exact.values : null;

/** The status of the search, or what the exact values count. */
function progress(state: State) {
  const { analysis, game } = state;
  if (!analysis || game.outcome || analysis.review?.running) return '';
  const values = allValues(state);
  if (values)
    return !('draw' in values.value) &&
      values.moves.some(({ value }) => !('draw' in value) && movesOf(value) === null)
      ? `${t('values.exact')} ${t('analysis.distance')}`
      : valuesNote(values);
  if (!analysis.thinks || isWaiting(state)) return '';
  const { found } = analysis;
  if (found?.line !== game.line) return t('analysis.thinking');
  return t(found.done ? 'analysis.done' : 'analysis.depth', {
    depth: found.lines[0]?.depth ?? 0,
    nodes: found.nodes,
  });
}

/** What is said of the position, with its score if there is one. */
function verdict(state: State, scores: Scores) {
  const { game } = state;
  if (game.outcome) return { best: null, words: outcomeText({ ...state, analysis: null }) };
  const coming = isWaiting(state);
  const best = coming && !exactValue(state) ? null : score(state);
  return {
    best,
    words: best
      ? scores.sentence(best, game.turn)
      : t(coming ? 'values.reading' : 'analysis.unknown'),
  };
}

/** White's share of the bar. */
function shareOf({ outcome, turn }: State['game'], best: Score | null, scores: Scores) {
  if (outcome) return outcome.winner ? Number(outcome.winner === 'white') : 0.5;
  return best ? scores.white(best, turn) : 0.5;
}

function showWorth({ scores, parts }: Frame, state: State) {
  const { game } = state;
  const { worth, tally, depth, white, bar } = parts;
  const say = (el: HTMLElement, words: string) => {
    if (el.textContent !== words) el.textContent = words;
  };
  const { best, words } = verdict(state, scores);
  say(worth, words);
  const moves = tallyText(allValues(state)?.moves.map(({ value }) => value) ?? []);
  say(tally, moves);
  tally.hidden = !moves;
  say(depth, progress(state));
  white.style.blockSize = `${(shareOf(game, best, scores) * 100).toFixed(1)}%`;
  bar.classList.toggle('flipped', bottomSide(state) === 'black');
  bar.classList.toggle('estimate', !game.outcome && !(best && scores.isExact(best)));
  bar.setAttribute('aria-label', words);
}

function show(frame: Frame) {
  const { section, parts, tabs, options } = frame;
  const state = frame.store.get();
  const { analysis, game, look, editor } = state;
  section.hidden = !analysis || editor !== null;
  // What is to be found is not given away.
  const learning = analysis?.learning ? analysis.learning.state !== 'shown' : false;
  parts.bar.hidden = section.hidden || learning;
  if (!analysis || section.hidden) return;
  section.classList.toggle('learning', learning);
  section.classList.toggle('over', game.outcome !== null);
  tabs.offer([analysis.thinks && !game.outcome, analysis.opening !== null]);
  showWorth(frame, state);
  options.show(analysis, look);
}

/** @param board beside which the bar stands */
export function createAnalysisFrame(
  store: Store,
  core: Core,
  section: HTMLElement,
  board: HTMLElement,
  scores: Scores,
  acts: Acts,
) {
  const parts = createParts();
  const places = createPlaces();
  const tabs = createTabs([
    { name: 'analysis.tab.lines', content: places.lines },
    { name: 'explorer.title', content: places.explorer },
  ]);
  const options = createOptions(store, acts);
  const { bar, worth, tally, depth } = parts;
  put(section, { 'aria-label': () => t('analysis.title') });
  board.after(bar);
  section.append(
    h(
      'div',
      { class: 'analysis-top' },
      worth,
      tally,
      places.why,
      depth,
      ...tabs.elements,
      places.graph,
    ),
    h(
      'div',
      { class: 'analysis-rest' },
      places.tree,
      places.review,
      places.remarks,
      options.element,
    ),
  );
  const frame: Frame = { store, core, section, scores, acts, parts, tabs, options };
  observe(
    store,
    ({ analysis, game, exact, solving, look, language, editor, flipped }) => [
      analysis,
      game,
      exact,
      solving,
      look,
      language,
      editor,
      flipped,
    ],
    () => show(frame),
  );
  return { ...places, focus: () => worth.focus({ preventScroll: true }) };
}
