// @vitest-environment happy-dom
/**
 * A game by message, and one that was shared: what their links do to the game at the table, and
 * what the panel offers.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { messageContents, sharedContents } from '../../www/app/share/link-contents.ts';
import { createLinkPanel } from '../../www/app/share/link-panel.ts';
import { statusText } from '../../www/app/game/words.ts';
import { fromLink, sentIn } from '../../www/app/share/links.ts';
import { gameLink } from '../../www/app/share/make-link.ts';
import { createOpener } from '../../www/app/share/open.ts';
import { compare, createReceiver } from '../../www/app/share/receive.ts';
import { canAct, mayAsk, mayAnalyse, setSlot } from '../../www/app/state.ts';
import { createAutosave } from '../../www/app/game/autosave.ts';
import { playerName } from '../../www/app/game/words.ts';
import { saveNames } from '../../www/app/storage/names.ts';
import { COMPUTER, core, createTable, pageOfMoves, pass, sitDown } from './table.js';
import { mayTakeBack } from '../../www/app/game/sending.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const BLACK = /** @type {const} */ ({ mode: 'message', human: 'black' });
const WHITE = /** @type {const} */ ({ mode: 'message', human: 'white' });

/** @param {Awaited<ReturnType<typeof sitDown>>} table */
async function withLinks(table) {
  const { store, session } = table;
  const { page, moves } = pageOfMoves();
  /** @type {unknown[]} */
  const opened = [];
  const note = (/** @type {string} */ what) => () => void opened.push(what);
  await createLinkPanel({
    store,
    core,
    session,
    moves,
    openText: (text) => opener.openText(text),
    open: { analyse: note('analyse'), board: note('board'), how: note('how') },
  });
  const { receive } = await createReceiver({ store, core, session });
  const screens = {
    receive,
    openCollection: () => {},
    join: () => {},
    showBroken: (/** @type {string} */ _, /** @type {string} */ reason) => void opened.push(reason),
  };
  const opener = createOpener(store, core, session, createAutosave(store, session), screens);
  return {
    ...table,
    opened,
    text: (/** @type {string} */ css) =>
      page.querySelector('.end')?.hasAttribute('hidden')
        ? ''
        : (page.querySelector(css)?.textContent ?? ''),
    buttons: () => [...page.querySelectorAll('.end-buttons button')].map((b) => b.textContent),
    async click(/** @type {string} */ name) {
      /** @type {HTMLElement | null} */ (page.querySelector(`[data-link=${name}]`))?.click();
      await pass();
    },
    waits: () => !page.querySelector('.end-buttons + .link-field')?.hasAttribute('hidden'),
    /** Pastes the link of an answer. @param {string} text */
    async paste(text) {
      const event = new Event('paste', { cancelable: true });
      Object.defineProperty(event, 'clipboardData', { value: { getData: () => text } });
      page.querySelector('.end-buttons + .link-field')?.dispatchEvent(event);
      await pass(100);
    },
    /** The link that is to be sent. */
    link: () => gameLink(store.get(), session.link()),
    async openLink(/** @type {string} */ link) {
      opener.openText(link);
      await pass(100);
    },
    notice: () => store.get().notice?.text,
    id: () => store.get().slot.id,
  };
}

/** @param {Parameters<typeof createTable>[0]} wish */
const sit = async (wish) => withLinks(await createTable(wish));
const here = (/** @type {string} */ tail) => `${location.href.replace(/#.*/, '')}#m=${tail}`;

test.each([
  [
    '#m=nine~d6.f4&by=ab-1',
    { tail: 'nine~d6.f4', id: 'ab-1', resigned: null, draw: null, from: '' },
  ],
  [
    'https://example.org/#m=nine~d6.f4%26by%3Dab-1&resigned=black.',
    { tail: 'nine~d6.f4', id: 'ab-1', resigned: 'black', draw: null, from: '' },
  ],
  [
    '#m=nine~d6.f4&by=ab-1&draw=offered',
    { tail: 'nine~d6.f4', id: 'ab-1', resigned: null, draw: 'offered', from: '' },
  ],
  [
    '#m=nine~d6.f4&by=ab-1&from=Anna%20%F0%9F%99%82&draw=offered',
    { tail: 'nine~d6.f4', id: 'ab-1', resigned: null, draw: 'offered', from: 'Anna 🙂' },
  ],
  ['#m=nine~d6.f4&by=ab-1&draw=wanted', null],
  ['#m=nine~d6.f4', null],
  ['#m=nine~d6.f4&by=a/b', null],
  ['#game=1. d6 {Fish & chips}', null],
  ['1. d6 {#m=nine~d6&by=ab-1}', null],
])('%s as a game by message', (link, sent) => {
  expect(sentIn(link)).toEqual(sent);
  if (sent) expect(fromLink(link)).toBe(sent.tail);
});

/**
 * @param {string} turns
 * @param {Partial<import('../../www/app/share/receive.ts').Known>} [more]
 * @returns {import('../../www/app/share/receive.ts').Known}
 */
const game = (turns, more) => ({
  start: 'nine',
  turns: turns.split(' '),
  // A capital letter is another turn of the same side.
  ...turns.split(' ').reduce(
    ({ turn, sides }, text) => {
      const side = text === text.toUpperCase() ? (sides.at(-1) ?? turn) : turn;
      return {
        turn: side === 'white' ? /** @type {const} */ ('black') : /** @type {const} */ ('white'),
        sides: [...sides, side],
      };
    },
    {
      turn: /** @type {import('../../www/app/types.ts').Side} */ ('white'),
      sides: /** @type {import('../../www/app/types.ts').Side[]} */ ([]),
    },
  ),
  resigned: null,
  draw: null,
  ...more,
});
test.each(
  /** @type {const} */ ([
    ['a b', 'a b c', {}, 'ask'],
    ['a b c', 'a b c d', {}, 'new'],
    ['a b c', 'a b c d e', {}, 'ask'],
    ['a b c', 'a b c d D', {}, 'new'],
    ['a b c', 'a b c d D e', {}, 'ask'],
    ['a b', 'a b c C', {}, 'ask'],
    ['a b c C', 'a b c C', {}, 'own'],
    ['a b c', 'a b c', {}, 'own'],
    ['a b', 'a b', {}, 'same'],
    ['a b c', 'a b', {}, 'older'],
    ['a b c', 'a x c d', {}, 'changed'],
    ['a b c', 'a x', {}, 'changed'],
    ['a b c', 'a b c d', { start: 'six' }, 'changed'],
    ['a b c', 'a b c', { resigned: 'black' }, 'new'],
    ['a b c', 'a b c d', { resigned: 'white' }, 'changed'],
  ]),
)('White knows %s, the link has %s %j: %s', (mine, theirs, more, what) =>
  expect(compare(game(mine), game(theirs, more), 'white')).toBe(what),
);

test('a resignation is the last word', () => {
  const over = game('a b c', { resigned: 'white' });
  expect(compare(over, game('a b c d'), 'white')).toBe('older');
  expect(compare(over, over, 'white')).toBe('own');
  expect(compare(over, over, 'black')).toBe('same');
  expect(compare(over, game('a b c'), 'black')).toBe('older');
});

test('only a draw that was offered is agreed, and it is the last word', () => {
  const agreed = game('a b c', { draw: 'agreed' });
  expect(compare(game('a b c', { draw: 'offered' }), agreed, 'white')).toBe('new');
  expect(compare(game('a b c'), agreed, 'white')).toBe('changed');
  expect(
    compare(game('a b c', { draw: 'offered' }), game('a b c d', { draw: 'agreed' }), 'white'),
  ).toBe('changed');
  expect(compare(agreed, agreed, 'white')).toBe('same');
  expect(compare(agreed, game('a b c d'), 'white')).toBe('older');
});

const SENDING = { link: '#m=nine~d6&by=ab', own: '', copied: '', mayPassOn: false };
test.each(
  /** @type {const} */ ([
    [{}, ['copy *']],
    [{ mayPassOn: true }, ['share *', 'copy']],
    [{ copied: SENDING.link }, ['copy *']],
  ]),
)('a turn to send with %j offers %j', async (more, buttons) => {
  const table = await sit(WHITE);
  await table.play('d6');
  const shown = messageContents(table.state(), core, { ...SENDING, ...more });
  expect(shown?.buttons.map(({ name, primary }) => `${name}${primary ? ' *' : ''}`)).toEqual(
    buttons,
  );
  expect(shown).toMatchObject({ link: SENDING.link, waits: false, asks: true });
  expect(messageContents(table.state(), core, { ...SENDING, own: 'Anna' })?.asks).toBe(false);
  table.store.update((s) => setSlot(s, { sent: 1 }));
  const sent = messageContents(table.state(), core, { ...SENDING, ...more });
  expect(sent).toMatchObject({ title: 'Waiting for your friend', waits: true, asks: false });
  expect(sent?.buttons.some(({ primary }) => primary)).toBe(false);
});

test('the way on from a game that was shared: to play, or where that is over, to watch', async () => {
  const { state } = await createTable(COMPUTER);
  const { game, rules } = state();
  const first = (/** @type {Partial<typeof game>} */ more) =>
    sharedContents({ rules, game: { ...game, ...more } }).buttons.map(
      ({ name, primary }) => `${name}${primary ? ' *' : ''}`,
    );
  const outcome = /** @type {any} */ ({ winner: null, loser: null, reason: 'agreement' });
  expect(first({})).toEqual(['play *', 'analyse']);
  expect(first({ played: ['d6'] })).toEqual(['play *', 'watch', 'analyse']);
  expect(first({ played: ['d6'], outcome })).toEqual(['watch *', 'analyse']);
});

test('who begins plays a turn, sends its link, and cannot take it back any more', async () => {
  /** @type {string[]} */
  const copied = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (/** @type {string} */ text) => void copied.push(text) },
  });
  const table = await sit(WHITE);
  expect([table.text('.end-title'), table.buttons()]).toEqual(['You play White', []]);
  await table.play('d6');
  expect([table.text('.end-title'), table.buttons(), canAct(table.state())]).toEqual([
    'Send this link to your friend',
    ['Copy link'],
    false,
  ]);
  table.session.undo();
  await pass();
  expect([table.played(), table.state().game.moves]).toEqual([[], []]);
  await table.play('d2');
  await table.click('copy');
  expect(copied).toEqual([`${here('nine~d2')}&by=${table.id()}`]);
  expect([
    table.text('.end-title'),
    table.text('.end-note'),
    table.text('.end-buttons'),
    table.buttons(),
  ]).toEqual(['Waiting for your friend', 'Copied', 'Copied', ['Copied']]);
  await pass(2000);
  expect(table.buttons(), 'for two seconds').toEqual(['Copy link']);
  table.session.undo();
  await pass();
  expect(table.played()).toEqual(['d2']);
  // A reload forgets nothing of it.
  const again = await withLinks(await sitDown());
  expect([
    again.state().settings.mode,
    mayTakeBack(again.state()),
    again.text('.end-title'),
  ]).toEqual(['message', false, 'Waiting for your friend']);
});

test('the friend’s link is pasted into the panel; anything else is refused there', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  const table = await sit(WHITE);
  await table.play('d6');
  expect(table.waits(), 'not before one has sent a link').toBe(false);
  await table.click('copy');
  expect(table.waits()).toBe(true);
  for (const text of ['hello', '#m=nine~d6.d6', '']) {
    await table.paste(text);
    expect([table.played(), table.text('.end-note') !== '']).toEqual([['d6'], text !== '']);
  }
  await table.paste(` ${here('nine~d6.f4')}&by=${table.id()}\n`);
  expect(table.played()).toEqual(['d6', 'f4']);
});

test('the first link asks for the name that goes with it, once', async () => {
  /** @type {string[]} */
  const copied = [];
  vi.stubGlobal('navigator', {
    clipboard: { writeText: async (/** @type {string} */ text) => void copied.push(text) },
  });
  const table = await sit(WHITE);
  const box = () => /** @type {HTMLElement} */ (document.querySelector('.link-name'));
  expect(box().hidden).toBe(true);
  await table.play('d6');
  expect(box().hidden).toBe(false);
  const field = /** @type {HTMLInputElement} */ (box().querySelector('input'));
  field.value = ' Anna ';
  field.dispatchEvent(new Event('change'));
  expect([box().hidden, document.activeElement?.textContent]).toEqual([true, 'Copy link']);
  await table.click('copy');
  expect(copied).toEqual([`${here('nine~d6')}&by=${table.id()}&from=Anna`]);
});

test('a press on the board of a position that was shared says why no man moves', async () => {
  const table = await sit(COMPUTER);
  const board = document.createElement('div');
  board.className = 'board';
  const { page, moves } = pageOfMoves();
  page.append(board);
  await createLinkPanel({
    ...table,
    core,
    moves,
    openText: () => {},
    open: { analyse: () => {}, board: () => {}, how: () => {} },
  });
  await table.openLink('#m=nine~d6.f4');
  board.dispatchEvent(new Event('pointerdown'));
  expect(page.querySelector('.end-note')?.textContent).toBe(
    'This is only to look at. “Play on as White” starts a game from here.',
  );
});

test('who is invited sees by whom, to what, and how it is played, until they have played', async () => {
  const table = await sit(WHITE);
  saveNames({ own: 'Anna & Co.' });
  await table.play('d6');
  const sent = gameLink(table.state(), table.session.link(), 'Anna & Co.');
  const guest = await sit(COMPUTER);
  await guest.openLink(sent);
  expect([guest.text('.end-title'), guest.text('.end-about'), guest.buttons()]).toEqual([
    'Anna + Co. invites you to play Nine Men’s Morris',
    'You play Black · Get three in a row, take a piece',
    ['How to play'],
  ]);
  expect(playerName(guest.state(), 'white', () => '')).toBe('Anna + Co.');
  await guest.click('how');
  expect(guest.opened).toEqual(['how']);
  await guest.play('f4');
  expect(guest.text('.end-title')).toBe('Send this link to your friend');
  // The answer says who it is from, and a name is never more than one short line.
  const answer = gameLink(guest.state(), guest.session.link(), '\u202eBen\n'.repeat(20));
  await guest.openLink(sent);
  expect(guest.notice()).toEqual({ key: 'message.older' });
  const host = await sit(COMPUTER);
  await host.openLink(answer);
  expect(playerName(host.state(), 'black', () => '')).toBe('Ben Ben Ben Ben Ben');
});

test('a link that cannot be copied is shown', async () => {
  vi.stubGlobal('navigator', {});
  const table = await sit(WHITE);
  await table.play('d6');
  await table.click('copy');
  const field = /** @type {HTMLInputElement} */ (document.querySelector('.link-field'));
  expect([field.hidden, field.value, table.text('.end-title')]).toEqual([
    false,
    table.link(),
    'Send this link to your friend',
  ]);
});

test('the answer goes on in the same game; nothing helps, and earlier turns are only looked at', async () => {
  const table = await sit(WHITE);
  await table.play('d6');
  const sent = table.link();
  const id = table.id();
  table.session.newGame(COMPUTER);
  await pass();
  await table.openLink(sent.replace('~d6', '~d6.f4'));
  expect([
    table.id(),
    table.played(),
    table.state().game.last?.text,
    canAct(table.state()),
  ]).toEqual([id, ['d6', 'f4'], 'f4', true]);
  expect([
    mayAsk(table.state()),
    mayAnalyse(table.state()),
    mayTakeBack(table.state()),
    table.text('.end-title'),
  ]).toEqual([false, false, false, '']);
  table.session.step(-1);
  await pass();
  expect([table.played(), canAct(table.state())]).toEqual([['d6'], false]);
  table.session.step(1);
  await table.play('d2');
  expect(table.link()).toBe(sent.replace('~d6', '~d6.f4.d2'));
});

test('the first to open it plays the other colour, in a game of its own', async () => {
  const table = await sit(COMPUTER);
  await table.play('d6');
  await pass(500);
  const before = table.id();
  await table.openLink(`${here('six~b2')}&by=friend-1`);
  expect(table.state()).toMatchObject({
    slot: { id: 'friend-1' },
    settings: { mode: 'message', human: 'black' },
    flipped: true,
    notice: { text: { key: 'share.opened' } },
  });
  await table.openLink(`${here('six~')}&by=friend-2`);
  expect(table.state()).toMatchObject({
    slot: { id: 'friend-2' },
    settings: { mode: 'message', human: 'white' },
  });
  await table.openLink(`${here('six~b2')}&by=friend-1`);
  expect([table.id(), table.played()]).toEqual(['friend-1', ['b2']]);
  table.session.resumeGame(before, '');
  await pass();
  expect(table.state()).toMatchObject({
    settings: { mode: 'computer' },
    game: { played: ['d6', expect.any(String)] },
  });
});

test.each([
  ['d6', 'message.own'],
  ['', 'message.older'],
  ['f4.d6', 'message.changed'],
  ['d6.f4.d2', 'message.ask'],
])('after d6 by oneself, a link with "%s" says %s and changes nothing', async (turns, key) => {
  const table = await sit(WHITE);
  await table.play('d6');
  await table.openLink(`${here(`nine~${turns}`)}&by=${table.id()}`);
  expect([table.notice(), table.played()]).toEqual([{ key }, ['d6']]);
});

test('turns of one’s own from another device are added when one says so', async () => {
  const table = await sit(BLACK);
  const id = table.id();
  table.store.update((s) => setSlot(s, { sent: 0 }));
  await pass();
  // A game that was sent is kept before its first turn.
  table.session.newGame(COMPUTER);
  await pass();
  await table.openLink(`${here('nine~d6.f4.d2')}&by=${id}`);
  expect([table.id(), table.played()]).toEqual([id, []]);
  table.state().notice?.action?.run();
  await pass(100);
  expect(table.played()).toEqual(['d6', 'f4', 'd2']);
});

test('a foreign game under the id of one’s own is refused, and so is a turn that the rules refuse', async () => {
  const table = await sit({ mode: 'people' });
  await table.play('d6');
  await table.openLink(`${here('nine~d6.f4')}&by=${table.id()}`);
  expect([table.notice(), table.played(), table.state().settings.mode]).toEqual([
    { key: 'message.changed' },
    ['d6'],
    'people',
  ]);
  await expect(table.openLink(`${here('nine~d6.d6')}&by=other`)).rejects.toThrow();
  expect([table.played(), table.state().settings.mode]).toEqual([['d6'], 'people']);
});

test('a resignation goes with the link, and ends the game there', async () => {
  const table = await sit(WHITE);
  await table.play('d6');
  table.session.resign();
  await pass();
  expect(table.link()).toMatch(/~d6&by=[\w-]+&resigned=white$/);
  expect([table.text('.end-title'), table.text('.end-about')]).toEqual([
    'Send this link to your friend',
    'You resigned.',
  ]);
  const other = await sit(BLACK);
  other.store.update((s) => setSlot(s, { sent: 0 }));
  await pass();
  await other.openLink(`${here('nine~')}&by=${other.id()}&resigned=white`);
  expect(other.state().game.outcome).toMatchObject({ winner: 'black', reason: 'resignation' });
  expect(other.text('.end-title')).toBe('');
  await other.openLink(`${here('nine~')}&by=elsewhere&resigned=white`);
  expect(other.state().settings.mode).toBe('shared');
});

test('a draw is offered by a link, and agreed by the next', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  const white = await sit(WHITE);
  white.session.offerDraw();
  expect(white.state().message?.text).toEqual({ key: 'message.draw.next' });
  await white.play('d6');
  const offer = white.link();
  expect(offer).toMatch(/~d6&by=[\w-]+&draw=offered$/);
  expect(white.text('.end-about')).toContain('The link carries your draw offer.');
  await white.click('copy');
  expect([white.text('.end-title'), white.link()]).toEqual(['Waiting for your friend', offer]);
  const kept = { ...localStorage };

  const black = await sit(COMPUTER);
  await black.openLink(offer);
  expect([black.state().settings.mode, statusText(black.state())]).toEqual([
    'message',
    'White offers a draw. Black, do you accept?',
  ]);
  black.session.answerDraw(true);
  await pass(100);
  const agreed = black.link();
  expect([black.state().game.outcome?.reason, black.text('.end-title')]).toEqual([
    'agreement',
    'Send this link to your friend',
  ]);
  expect(agreed).toMatch(/~d6&by=[\w-]+&draw=agreed$/);

  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  const again = await withLinks(await sitDown());
  await again.openLink(agreed);
  expect(again.state().game.outcome).toMatchObject({ winner: null, reason: 'agreement' });
  expect(again.text('.end-title'), 'nothing is to be sent').toBe('');
});

test('an offer is declined by playing on; it can be made after the turn was sent, and is not agreed where none was made', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  const table = await sit(WHITE);
  await table.play('d6');
  await table.click('copy');
  await table.openLink(`${here('nine~d6')}&by=${table.id()}&draw=agreed`);
  expect([table.notice(), table.state().game.outcome]).toEqual([{ key: 'message.changed' }, null]);
  table.session.offerDraw();
  await pass();
  expect([table.text('.end-title'), mayTakeBack(table.state())]).toEqual([
    'Send this link to your friend',
    false,
  ]);
  await table.click('copy');
  await table.openLink(`${here('nine~d6.f4')}&by=${table.id()}&draw=offered`);
  expect([table.played(), statusText(table.state())]).toEqual([
    ['d6', 'f4'],
    'Black offers a draw. White, do you accept?',
  ]);
  await table.play('d2');
  expect(table.link()).toMatch(/~d6\.f4\.d2&by=[\w-]+$/);
  expect(table.state().game.outcome).toBeNull();
});

test('a shared game asks, is looked through, and is played on from its end', async () => {
  const table = await sit(COMPUTER);
  await table.play('d6');
  await pass(500);
  const before = table.played();
  await table.openLink(here('six~b2.e5'));
  expect([table.text('.end-title'), table.text('.end-about')]).toEqual([
    'Shared game',
    'Six Men’s Morris · White to move · 1 move',
  ]);
  expect([table.buttons(), canAct(table.state()), table.computer.asked.length]).toEqual([
    ['Play on as White', 'Watch', 'Analyse'],
    false,
    1,
  ]);
  await table.click('watch');
  expect([table.played(), table.text('.end-title')]).toEqual([[], '']);
  table.session.step(1);
  table.session.step(1);
  await pass();
  await table.click('analyse');
  // What an analysis tries at the end of the game does not hide the question.
  table.session.edit((game) => game.play('c1'));
  table.session.edit((game) => game.undo());
  await pass();
  await table.click('play');
  expect(table.opened).toEqual(['analyse', 'board']);
  expect(table.state()).toMatchObject({
    settings: { mode: 'computer', human: 'white' },
    game: { played: ['b2', 'e5'] },
  });
  expect([canAct(table.state()), table.text('.end-title')]).toEqual([true, '']);
  table.state().notice?.action?.run();
  await pass();
  expect(table.played()).toEqual(before);
});

test('a position that was shared cannot be watched, and a game that is over not played on', async () => {
  const table = await sit(COMPUTER);
  await table.openLink(here('six_3/3/4/3/3_b_6,6_0_1'));
  expect([table.text('.end-title'), table.buttons()]).toEqual([
    'Shared position',
    ['Play on as Black', 'Analyse'],
  ]);
  await table.openLink(here('three~b2.a1.a2.c1.c2'));
  expect([table.text('.end-about'), table.buttons()]).toEqual([
    'Three Men’s Morris · White wins · 3 moves',
    ['Watch', 'Analyse'],
  ]);
  // A record too: nobody has said who plays in it, nor for how long.
  await table.openLink('[Variant "six"]\n\n1. b2 *');
  expect(table.state()).toMatchObject({
    settings: { mode: 'shared' },
    clock: null,
    game: { played: ['b2'] },
  });
  expect(table.buttons()).toEqual(['Play on as Black', 'Watch', 'Analyse']);
});
