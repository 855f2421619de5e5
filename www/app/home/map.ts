// A small map: the Old World and, nearer than it lies, America, with the places of the games, and a
// button for each region.
import { h } from '../ui/dom.ts';
import { inDigits } from '../i18n/digits.ts';
import { t } from '../i18n/i18n.ts';
import { GALLERY, REGIONS } from './gallery.ts';

const SVG = 'http://www.w3.org/2000/svg';
/**
 * The coasts, in half degrees of longitude and latitude; America is moved to the east by 44
 * degrees.
 */
const LAND =
  'M-18 -74l-1-3 1-9 14-1 2-5-7-5 6 0 6-4 6-4 8-3-1-6 5-1 0 4 1 3 6 0 10-1 4-4 6-1-1-4 13-2-14 0-3-3 7-7-6-2-9 8 3 4-5 6-5 3-2 0-4-7-6 2-5-2-1-6 11-4 8-8 11-4 12-2 10 2 20 5-2 3-14-1 9 5 6-2 7-3 0-4 20 0 13-1 16 1-3-6 11-3 2 10 3-8 12 0 14-6 20-2 14-3 16 7 28 1 26 2 24 3 16 2 20 0 16 2 0 8 2 5-16 5-15 0-2 8-11 10-2-12 15-10-17 5-24 0-12 11 8 2-1 9-10 9-8 2-8 7 4 6-2 3-4 1 0-6-3-5-7 2 0-4-7 4 9 4-6 4 5 7-1 6-6 8-9 4-8 4-4-2-4 5 6 10-4 7-4 4-5-7-4-3-2 8 8 10 1 6-6-3-5-10 0-10-2-7-6 1-5-12-7 1-3 2-9 8-5 7 0 5-5 5-5-10-4-8-1-8-5 0-6-8-11 0-9-3-11-3-3-4-4 1 4 6 3 3 5 2 4-4 2 4 6 3-5 7-11 7-14 6-3-1-2-7-7-9-8-14 0-3-5-1 4-3 3-8 0-3-10 1-7-1-2-5 5-3 12-2 13 1-8-7 3-4-8 2-3 3-5-4-4 4-2 5-4 3-6 0 2 5-2 3-7-10-12-8-2 2 3 4 9 5-3-1-2 5-1-4-6-3-6-5-11 1-2 3-7 5 0 4-3 1-7 2zM-12 -71l8 1 10-4 14 0 1 6 10 3 8 4 1-4 10 2 12 0 3 3 2 5 5 9 3 6 4 9 7 6 1 2 15-1-7 15-11 12-6 9 3 10-1 10-10 8 1 8-5 5-4 7-10 8-12 1-4-4-6-12-6-18 3-13-3-10-6-11 1-9-5-1-5-4-13 3-11 1-11-8-7-8-2-4 3-9-2-6 8-11 7-5 1-5zM-11 -100l14-2 0-4-4-1-3-5 0-3-6-2-1 5 5 4-3 2-1 2 4 1zM-13 -104l-7 0 0-4 5-3 4 2zM-45 -128l8 1 10-3-5-3-12 1zM99 24l2 8-7 18-6-1 1-15zM160 -20l4 5-3 3-1-4zM191 -11l17 13 4 4-1 6-9-6-5-9zM211 13l6 0 12 2 0 2-15-2zM218 -3l5-1 6-6 5-4 4 4-3 8-3 10-10-1zM239 11l-1-6 2-7 10-1-8 2 4 10-4-3zM241 -37l3 0 0 7 4 4-6-2zM244 -14l7-6 2 6-3 2zM260 -66l0 3 4-4 7 0 11-4 2-8-2-4-3 6-5 3-9 3zM280 -84l6 0 5-3-7-4zM240 -46l3-4-1 6zM262 2l8 5 12-2 13 7 6 9-15-3-9-1-1-6-10-3zM108 -142l7 1-3-5 20-7-12 1zM-244 -136l10 8-8 5 14 6 14-3 22 0 18 10 13 13 1 16 7 12 7 4 10 17 5 2-10-17 10 12 8 10 17 9 10 3 13 7 4 5 7 2 0-4-7-3 0-8-10-2 3-11-7 1-2 5-7 0-5-7 1-11 6-4 9 1 11-2 3 4 3 6 2-4-3-8 11-9 4-10 8-3 6-6 5 3 9-6-10-4 10-3 8-5-13-11-14-6-16-3 1 12-5 10-11-7-16-7-2-6 14-6 2-6-20-1-28 0-36-4-26 1-30-3zM-66 -16l4-6 6-2 8 2 12 1 4 4 6 5 11 3 3 7 4 4 8 3 10 1 8 5 0 7-6 8-2 10-4 8-8 3-7 5 0 5-7 9-6 4-6-2 2 5-2 4-8 1 0 4-6 0 3 3-4 5-4 2 3 4-6 6 2 3-6 3-6-4-3-8 3-8 1-14 4-8 2-16 1-13-12-9-6-12-4-6 2-4-1-4 3-6 3-4zM228 44l0 8 3 10-1 6 6 2 11-2 11-5 6 1 7 6 5-4 0 5 5 5 6 2 7-2 6-2 3-8 4-9-1-7-5-5-4-5-5-3-1-7-4-1-2-7-2 4-1 9-4 0-6-4 2-7-9-1-5 3-1 4-7-2-5 6-3 2-6 4zM290 82l6 0-1 5-3 0zM346 70l5 4 6 1-6 8-3-4zM345 81l3 3-7 8-4 1-4-1 9-7z';
const AMERICA = 44;
/** The radius of a place, and of the one that is chosen. */
const [SMALL, LARGE] = [4, 7.5];
/** All of it: left, top, width, height. */
const SEEN = [-248, -158, 610, 270] as const;

function svg(tag: string, attributes: Record<string, string | number>) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** @returns `mark`: the game that is chosen */
export function createMap(go: (region: (typeof REGIONS)[number]) => void): {
  element: HTMLElement;
  mark: (spec: string) => void;
} {
  const picture = svg('svg', { viewBox: SEEN.join(' '), 'aria-hidden': 'true', class: 'map-land' });
  picture.append(svg('path', { d: LAND }));
  const places: Map<string, Element> = new Map();
  for (const [spec, { at, region }] of Object.entries(GALLERY)) {
    if (!at) continue;
    const place = svg('circle', {
      cx: 2 * (at[0] + (region === 'americas' ? AMERICA : 0)),
      cy: -2 * at[1],
      r: SMALL,
    });
    places.set(spec, place);
    picture.append(place);
  }
  const buttons = REGIONS.map((region) => {
    const n = Object.values(GALLERY).filter((shown) => shown.region === region).length;
    return h(
      'button',
      { type: 'button', class: 'map-region', 'data-region': region, onclick: () => go(region) },
      t(`region.${region}`),
      ' ',
      h('span', { class: 'map-count', text: inDigits(n) }),
    );
  });
  return {
    element: h(
      'div',
      { class: 'map', role: 'group', 'aria-label': t('gallery.regions') },
      picture,
      ...buttons,
    ),
    mark(spec) {
      for (const [name, place] of places) {
        place.classList.toggle('chosen', name === spec);
        place.setAttribute('r', String(name === spec ? LARGE : SMALL));
      }
      const chosen = places.get(spec);
      if (chosen) picture.append(chosen);
    },
  };
}
