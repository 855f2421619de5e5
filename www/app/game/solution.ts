// A row about the whole solution of a game: how much of it is on this device, and a button to keep
// or remove it.
import './solution.css';
import { createPackCache } from '../engine/pack-cache.ts';
import { PACKS } from '../platform/packs.ts';
import { createKeeping } from '../engine/solution.ts';
import { h } from '../ui/dom.ts';
import { observe } from '../ui/observe.ts';
import { t } from '../i18n/i18n.ts';
import loadWords from '../i18n/solution.words.ts';
import { packText } from './words.ts';
import type { Solution } from '../engine/lazy-values.ts';
import type { Store } from '../state.ts';
import type { Packed } from '../types.ts';

/** In whole megabytes, at least 1. */
const mega = (bytes: number) => Math.max(1, Math.round(bytes / 1e6));

/** @param removable without, there is nothing to be seen once all of it is there */
export async function createSolution(store: Store, solution: Solution, removable: boolean) {
  await loadWords();
  const words = h('p', { class: 'quiet solution-words', role: 'status' });
  const progress = h('progress', { class: 'solution-progress', max: 1 }) as HTMLProgressElement;
  const keeping = createKeeping(store, solution);
  const keep = button(() => void keeping.keep());
  const pause = button(keeping.pause);
  const remove = button(keeping.remove);
  const row = h(
    'div',
    { class: 'solution' },
    words,
    progress,
    h('div', { class: 'solution-buttons' }, keep, pause, remove),
  );
  let looked = false;

  function show() {
    const { can, pack } = store.get().solving;
    const { bytes, kept, keeping } = pack ?? { bytes: 0, kept: 0, keeping: false };
    const whole = kept > 0 && kept >= bytes;
    row.hidden = pack === null || (whole && !removable);
    if (!pack) return;
    if (!looked && can.pack) void look(can.pack);
    looked = true;
    const said = wordsFor(pack, whole);
    if (words.textContent !== said) words.textContent = said;
    words.hidden = said === '';
    progress.hidden = !keeping;
    progress.value = bytes ? kept / bytes : 0;
    progress.setAttribute('aria-label', t('solution.progress'));
    keep.textContent = t('solution.keep', { size: mega(bytes - kept) });
    keep.hidden = keeping || whole;
    pause.textContent = t('solution.pause');
    pause.hidden = !keeping;
    remove.textContent = t('solution.remove');
    remove.hidden = keeping || !kept || !removable;
  }

  /** What is on this device can be seen without the network. */
  async function look(name: string) {
    const version = PACKS[name]?.version ?? '';
    const count = await createPackCache(name, version)
      .count()
      .catch(() => 0);
    if (count && store.get().solving.can.pack === name) void solution.open();
  }

  observe(store, ({ solving, language }) => [solving.pack, language], show);
  return row;
}

const button = (run: () => void) =>
  h('button', { type: 'button', class: 'small-button', onclick: run });

function wordsFor({ bytes, kept, keeping, trouble }: Packed, whole: boolean) {
  const sizes = { done: Math.floor(kept / 1e6), size: mega(bytes) };
  if (keeping && trouble === 'host') return t('solution.waiting.host', sizes);
  if (keeping) return t(trouble === 'offline' ? 'solution.waiting' : 'solution.keeping', sizes);
  if (whole) return t('solution.kept', sizes);
  if (trouble === 'full') return t('solution.full', { size: mega(bytes - kept) });
  if (trouble === 'no-storage') return t('solution.no-storage');
  return trouble ? t('solution.failed', { reason: packText(trouble) }) : '';
}
