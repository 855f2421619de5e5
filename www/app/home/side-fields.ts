// The fields of a new game that depend on who plays: names, the colour, levels, the clock.
import { h } from '../ui/dom.ts';
import { t } from '../i18n/i18n.ts';
import { check, paces, radios, selectField } from '../ui/dialog.ts';
import { clockForm } from '../game/clock-form.ts';
import { nameField } from '../game/name-field.ts';
import { readNames, saveNames } from '../storage/names.ts';
import { standings } from './opponents.ts';
import type { Core, Draft, Side } from '../types.ts';

/** What the parts of the form share: the game as it is chosen so far. */
export interface Form {
  core: Core;
  draft: () => Draft;
  change: (change: Partial<Draft>) => void;
}

export function sideFields(form: Form): HTMLElement[] {
  const { mode, pace } = form.draft();
  switch (mode) {
    case 'people':
      return [names(), clock(form), ...seats(form)];
    case 'watch':
      return [
        h(
          'div',
          { class: 'pair' },
          level(form, t('new.level.white'), 'white'),
          level(form, t('new.level.black'), 'black'),
        ),
        paces(pace, (v) => form.change({ pace: v })),
      ];
    case 'message':
      return [colour(form), nameField(t('new.name'), readNames().own, (own) => saveNames({ own }))];
    default:
      return [colour(form), level(form, t('new.level'), 'both'), clock(form)];
  }
}

function names() {
  const { white, black } = readNames();
  return h(
    'fieldset',
    { class: 'names' },
    h('legend', { text: t('new.names') }),
    h(
      'div',
      { class: 'pair' },
      nameField(t('side.white'), white, (name) => saveNames({ white: name })),
      nameField(t('side.black'), black, (name) => saveNames({ black: name })),
    ),
  );
}

const colour = ({ draft, change }: Form) =>
  radios(
    'colour',
    t('new.colour'),
    [
      ['white', t('side.white')],
      ['black', t('side.black')],
      ['toss', t('new.colour.toss')],
    ],
    draft().colour,
    (v) => change({ colour: v as Draft['colour'] }),
  );

const clock = ({ draft, change }: Form) =>
  clockForm(
    'clock-fields',
    () => draft().clock,
    (part) =>
      change({
        clock: part && { minutes: 5, increment: 0, rests: true, ...draft().clock, ...part },
      }),
  );

/** The levels after one has been chosen. */
const withLevel = (
  { white, black }: Draft['levels'],
  side: Side | 'both',
  level: number,
): Draft['levels'] => ({
  white: side === 'black' ? white : level,
  black: side === 'white' ? black : level,
});

function level({ core, draft, change }: Form, label: string, side: Side | 'both') {
  const levels = standings(core, draft().spec);
  const why = levels.find((l) => l.why)?.why;
  const value = draft().levels[side === 'black' ? 'black' : 'white'];
  const about = h('span', { class: 'quiet field-note' });
  const describe = (n: number) =>
    (about.textContent = [levels.find((l) => l.level === n)?.about, why].filter(Boolean).join(' '));
  describe(value);
  return selectField(
    label,
    levels.map((l) => ({
      value: String(l.level),
      words: `${l.level} · ${l.name}`,
      disabled: !l.playable,
    })),
    String(value),
    (v) => {
      describe(Number(v));
      change({ levels: withLevel(draft().levels, side, Number(v)) });
    },
    about,
  );
}

/**
 * How two at this device sit: the board may turn to the side to move, or what the far player reads
 * to them.
 */
function seats({ draft, change }: Form) {
  const uncheck = (box: HTMLElement) => {
    const input = box.querySelector('input');
    if (input) input.checked = false;
  };
  const turning = check(t('new.turning'), draft().turning, (v) => {
    change({ turning: v });
    if (v) saveNames({ facing: false });
    if (v) uncheck(facing);
  });
  const facing = check(t('new.facing'), readNames().facing, (v) => {
    saveNames({ facing: v });
    if (v) change({ turning: false });
    if (v) uncheck(turning);
  });
  return [turning, facing];
}
