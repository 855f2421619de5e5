// The path, at the top of the lessons: where one stands, and what is next.
import './path.css';
import { h, icon, type Props } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { lessonOf, nextOf, pathOf, type Facts, type PathStep } from './path.ts';

interface Path {
  facts: Facts;
  levelName: (level: number) => string;
  /** A link to a screen. */
  link: (screen: 'learn' | 'puzzles', ...path: string[]) => Props;
  /** Begins a beginner's game against a level. */
  begin: (level: number) => void;
}

/** How many steps are shown before the next one, and after it. */
const BEFORE = 1;
const AFTER = 3;

function titleOf({ id, level, progress }: PathStep) {
  if (id === 'beat') return t('path.beat', { n: level });
  if (id === 'rating') return t('path.rating', { n: inDigits(level) });
  return id === 'puzzles' ? t('path.puzzles', { n: progress?.all ?? 0 }) : t(`path.${id}`);
}

function aboutOf({ id, level, open, done }: PathStep, { facts, levelName }: Path) {
  if (id === 'beat' || id === 'game') return t('player.computer', { level: levelName(level || 1) });
  if (id === 'rating')
    return `${t('puzzles.rating')}: ${inDigits(Math.round(facts.puzzles.rating))}`;
  return t(id === 'mistakes' && !open && !done ? 'practice.none' : `path.${id}.about`);
}

/** Where a step is gone on with. */
function go(step: PathStep, { facts, link, begin }: Path) {
  const props = { class: 'button primary', 'data-path': step.id };
  const to = (address: Props) => h('a', { ...props, ...address }, t('path.go'));
  switch (step.id) {
    case 'first':
      return to(link('learn', 'first'));
    case 'game':
    case 'beat':
      return h('button', {
        ...props,
        type: 'button',
        text: t('path.go'),
        onclick: () => begin(step.level || 1),
      });
    case 'puzzles':
    case 'rating':
      return to(link('puzzles'));
    case 'mistakes':
      return to(link('learn', 'practice'));
    case 'exercises':
      return to(link('learn', 'exercises'));
    default:
      return to(link('learn', String(lessonOf(step, facts.lessons))));
  }
}

function item(step: PathStep, isNext: boolean, path: Path) {
  const { done, progress } = step;
  const about = done ? '' : aboutOf(step, path);
  const count = progress && !done && progress.n ? t('path.progress', { ...progress }) : '';
  return h(
    'li',
    { class: done ? 'done' : isNext ? 'next' : '', 'aria-current': isNext ? 'step' : null },
    h('span', { class: 'path-mark' }, done ? icon('tick') : null),
    h(
      'span',
      { class: 'path-words' },
      h('span', { class: 'path-title', text: titleOf(step) }),
      done ? h('span', { class: 'unseen', text: ` ${t('learn.done')}` }) : null,
      h('span', { class: 'quiet', text: [about, count].filter(Boolean).join(' · ') }),
    ),
    isNext ? go(step, path) : null,
  );
}

export function pathView(path: Path) {
  const steps = pathOf(path.facts);
  const next = nextOf(steps);
  const last = steps.length - 1;
  const from = Math.max(0, Math.min((next < 0 ? last : next) - BEFORE, last - BEFORE - AFTER));
  const items = steps.map((step, i) => item(step, i === next, path));
  const far = items.filter((_, i) => i < from || i > from + BEFORE + AFTER);
  for (const el of far) el.hidden = true;
  const all = h('button', {
    type: 'button',
    class: 'path-all',
    hidden: !far.length,
    text: t('path.all', { n: steps.length }),
    onclick() {
      for (const el of far) el.hidden = false;
      all.hidden = true;
      (section.querySelector('h2') as HTMLElement).focus();
    },
  });
  const section = h(
    'section',
    { class: 'path', 'aria-labelledby': 'path-title' },
    h(
      'div',
      { class: 'learn-head' },
      h('h2', { id: 'path-title', tabindex: -1, text: t('path.title') }),
      h('span', {
        class: 'quiet',
        text: t('learn.progress', {
          n: steps.filter(({ done }) => done).length,
          all: steps.length,
        }),
      }),
    ),
    h('ol', {}, ...items),
    next < 0 ? h('p', { class: 'quiet', text: t('path.end') }) : null,
    all,
  );
  return section;
}
