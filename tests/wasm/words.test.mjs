/**
 * The catalogues of the languages: complete, used, filled in alike, and nothing visible outside
 * them.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { parseAst } from 'vite';
import { ideaKey } from '../../www/app/game/idea.ts';
import { selectLanguage, t } from '../../www/app/i18n/i18n.ts';
import { Game, levels, ruleSentences, rules, variants } from './load.mjs';

const app = new URL('../../www/app/', import.meta.url);
/** @typedef {string | Record<string, string>} Entry */

/**
 * The words of a language, by the part of the page that they come with.
 * @param {string} code
 * @returns {Map<string, Record<string, Entry>>}
 */
const partsOf = (code) =>
  new Map(
    readdirSync(new URL(`i18n/${code}/`, app)).map((name) => [
      name,
      JSON.parse(readFileSync(new URL(`i18n/${code}/${name}`, app), 'utf8')),
    ]),
  );
/** All of them. @param {string} code @returns {Record<string, Entry>} */
const wordsOf = (code) => Object.assign({}, ...partsOf(code).values());

const en = wordsOf('en');

/** The other languages. @type {[string, Record<string, Entry>][]} */
const catalogues = readdirSync(new URL('i18n/', app))
  .filter((name) => /^[a-z]{2}$/.test(name) && name !== 'en')
  .map((code) => [code, wordsOf(code)]);

/** The page's scripts, the names of the languages aside. @type {[string, string][]} */
const scripts = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== 'i18n/names.ts')
  .map((name) => [name, readFileSync(new URL(name, app), 'utf8')]);

/**
 * What Rust may say to a player, by the key under which it is translated.
 * @type {Map<string, Entry>}
 */
const rust = new Map();
for (const { id, spec, name, summary, kind } of variants()) {
  rust.set(`variant.${id}.name`, name).set(`variant.${id}.summary`, summary);
  assert.equal(rules(spec).id, id);
  for (const { key, choices } of kind === 'preset' ? rules(spec).options : []) {
    for (const { value, words } of choices) {
      const number = /^\d+$/.test(value) && (key === 'men' || key === 'quiet');
      rust.set(
        `option.${key}.${number ? 'n' : value}`,
        number ? { other: words.replace(/[\d½]+/, '{n}') } : words,
      );
    }
  }
}
for (const { level, name, about } of levels())
  rust.set(`level.${level}.name`, name).set(`level.${level}.about`, about);
for (const [id, text] of ruleSentences())
  assert.equal(en[`rule.${id}`], text, 'the English catalogue has the sentences of Rust');
rust.set('variant.custom', rules('nine[men=5]').name.replace(rules('nine').name, '{name}'));
const types = readFileSync(new URL('../pkg/merels.d.ts', app), 'utf8');
/** The words of a union in the boundary's types. @param {RegExp} where */
const union = (where) =>
  [...(where.exec(types)?.[1] ?? '').matchAll(/['"]([\w-]+)['"]/g)].map(([, word]) => word);
/** A line of a table of `key,"text"`. @param {string} path @returns {string[][]} */
const table = (path) =>
  [...readFileSync(new URL(path, import.meta.url), 'utf8').matchAll(/^([\w.-]+),"(.*)"$/gm)].map(
    ([, key = '', value = '']) => [key, value],
  );
// Every code of an error; some are what a set-up may have wrong, which the page says by itself.
for (const [code = '', text = ''] of table('../data/errors.csv'))
  if (!(`fault.${code}` in en)) rust.set(`error.${code}`, text);
rust
  .set('error.at.line', 'Line {line}, character {column}: {reason}')
  .set('error.at.column', 'Character {column}: {reason}');
const manifest = JSON.parse(readFileSync(new URL('../public/manifest.webmanifest', app), 'utf8'));
rust.set('manifest.name', manifest.name).set('manifest.description', manifest.description);
rust
  .set('manifest.continue', manifest.shortcuts[1].name)
  .set('manifest.continue.short', manifest.shortcuts[1].short_name);
for (const id of union(/type FactKind = ([^;]+);/)) assert.ok(`fact.${id}` in en, id);
for (const id of union(/interface Restriction \{[^}]*? id: ([^;]+);/))
  rust.set(`explain.${id}`, ['in-hand', 'removes'].includes(id) ? '{side}' : '');

// What the books of openings say; their English is nowhere else, and equal texts are one.
const books = new URL('../../data/openings/', import.meta.url);
for (const name of readdirSync(books).filter((name) => name.endsWith('.json')))
  for (const { idea, disputed } of JSON.parse(readFileSync(new URL(name, books), 'utf8')).openings)
    for (const text of [idea, disputed].filter((text) => text !== null)) {
      const key = ideaKey(text);
      assert.equal(rust.get(key) ?? text, text, `${key} begins two texts`);
      rust.set(key, text);
    }

/** Every key of the page and of Rust, with its English. @type {Map<string, Entry>} */
const english = new Map([...Object.entries(en), ...rust]);

/** @param {Entry} entry */
const forms = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry));
/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{[\w-]+\}/g) ?? [])].sort();
/** The plural forms of the numbers from 0 to 200. @type {Map<string, string[]>} */
const plurals = new Map();
/** @param {string} code */
function formsOfNumbers(code) {
  const rules = new Intl.PluralRules(code);
  const found = plurals.get(code) ?? Array.from({ length: 201 }, (_, n) => rules.select(n));
  plurals.set(code, found);
  return found;
}
/** Does a plural form stand for a single number? @param {string} code @param {string} form */
const one = (code, form) => formsOfNumbers(code).filter((f) => f === form).length === 1;
/** The plural forms that whole numbers need, and the one for all others. @param {string} code */
const needed = (code) => [...new Set(['other', ...formsOfNumbers(code)])].sort();

/** Fails with the whole list. @param {string} what @param {string[]} list */
const none = (what, list) =>
  assert.ok(list.length === 0, `${list.length} ${what}:\n${list.join('\n')}`);

test('all twenty languages are there', () => {
  const named =
    readFileSync(new URL('i18n/names.ts', app), 'utf8')
      .match(/^ {2}([a-z]{2}): '/gm)
      ?.map((line) => line.trim().slice(0, 2)) ?? [];
  assert.deepEqual([...named].sort(), ['en', ...catalogues.map(([code]) => code)].sort());
  assert.equal(named.length, 20, 'the number is also in the documentation: see CONTRIBUTING.md');
});

test('what Rust says has an id of its own', () => {
  assert.equal(union(/interface Restriction \{[^}]*? id: ([^;]+);/).length, 5);
  assert.equal(union(/type FactKind = ([^;]+);/).length, 21);
  const reasons = union(/reason: ('fewer[^;]+);/);
  assert.equal(reasons.length, 12);
  for (const reason of reasons) assert.ok(`over.${reason}` in en, `over.${reason}`);
  const game = Game.start('nine');
  game.play('d6');
  game.play('d2');
  const why = game.whyNot('d6');
  assert.deepEqual(why && [why.id, why.side], ['in-hand', 'white']);
  assert.equal(game.whyNot('a1'), null);
  game.free();
});

for (const [code, words] of catalogues) {
  test(`${code}: every key is there and none is left over`, () => {
    none(
      'missing',
      [...english.keys()].filter((key) => !(key in words)),
    );
    none(
      'left over',
      Object.keys(words).filter((key) => !english.has(key)),
    );
    for (const [key, entry] of Object.entries(words))
      for (const text of forms(entry)) assert.ok(text.length > 0, key);
  });

  test(`${code}: each part has the words that it has in English`, () => {
    const parts = partsOf(code);
    const absent = [...partsOf('en')].flatMap(([name, part]) =>
      Object.keys(part)
        .filter((key) => !(key in (parts.get(name) ?? {})))
        .map((key) => `${name}: ${key}`),
    );
    none('not in their file', absent);
    /** Where words without English of their own are. @type {Record<string, string>} */
    const apart = { rule: 'rules.json', idea: 'ideas.json' };
    for (const [name, part] of parts)
      for (const key in part)
        assert.ok(key in en || name === (apart[key.split('.')[0] ?? ''] ?? 'main.json'), key);
  });

  test(`${code}: placeholders and plural forms match`, () => {
    for (const [key, entry] of Object.entries(words)) {
      const original = english.get(key) ?? '';
      // No game has rules with "1 man", so that English needs no plural forms there.
      if (!key.startsWith('rule.'))
        assert.equal(typeof entry, typeof original, `${key}: is it counted?`);
      else
        assert.equal(
          forms(entry)[0]?.split('\n').length,
          forms(original)[0]?.split('\n').length,
          `${key}: as long a list`,
        );
      if (typeof entry !== 'string')
        assert.deepEqual(Object.keys(entry).sort(), needed(code), `${key}: plural forms`);
      const expected = placeholders(forms(original).at(-1) ?? '');
      for (const [form, text] of typeof entry === 'string'
        ? [['', entry]]
        : Object.entries(entry)) {
        // What stands for one number alone may say it in a word.
        const said =
          one(code, form) && !text.includes('{n}') && expected.includes('{n}')
            ? [...placeholders(text), '{n}'].sort()
            : placeholders(text);
        assert.deepEqual(said, expected, `${key}: ${text}`);
      }
    }
  });

  test(`${code}: nothing looks untranslated`, () => {
    /** Words that are the same in several languages. */
    const same =
      /^(Merels|Africa|Asia|Europe|Morabaraba|Nao Guti|Marelle Triple|Picaria|Shisima|Tsoro Yematatu|Tant Fant|Six Penny Madell|Mul mulan|Dooz|Cham Gonu|Zhi Qi|Cheng San Qi|Da San Qi|Nerenchi|El Filja|Shax|Pause|Date|Animations?|Vibrations?|Sources|Start|blunder|Link|Expert|Champion|Computer|Beginner|Novice|Online|PNG|FEN|ltr|Hint|Home|End|Del|Esc|Enter|Ctrl Z|Ctrl Y|Delete|merels (?:(?:playok|sanmill) )?(?:txt|png|gif|html))$/;
    const found = Object.entries(words).filter(([key, entry]) => {
      const text = forms(entry).at(-1) ?? '';
      const bare = text
        .replace(/\{[\w-]+\}/g, ' ')
        .replace(/[^\p{L}]+/gu, ' ')
        .trim();
      return bare !== '' && !same.test(bare) && text === forms(english.get(key) ?? '').at(-1);
    });
    assert.deepEqual(found, []);
  });

  test(`${code}: set with care`, () => {
    for (const [key, entry] of Object.entries(words))
      for (const text of forms(entry)) {
        assert.ok(!/ {2}|['"]|\.\.\.(?!\.)/.test(text), `${key}: ${text}`);
        const join = key.endsWith('.and');
        assert.ok(join || text === text.trim(), `${key}: spaces around “${text}”`);
        const ends = /[.。?？؟]$/;
        const original = forms(english.get(key) ?? '').at(-1) ?? '';
        if (key.startsWith('error.') && !/^error\.(at|field|ring)\./.test(key))
          assert.match(text, /([.。]|\{ended\}|\?!)$/, `${key}: a whole sentence`);
        else if (original.length > 24 && !key.startsWith('explain.'))
          assert.equal(ends.test(text), ends.test(original), `${key}: the full stop of “${text}”`);
      }
  });
}

/** What is said in one way, and no longer in these, by language. @type {Record<string, RegExp>} */
const GONE = {
  en: /exact play|perfect play|other side|(?:black|white) man|\b(?:he|him|his)\b|(?:\{n\}|\d) turns/i,
  es: /juego perfecto|ordenador/i,
  it: /gioco perfetto/i,
  nl: /(?:optimaal|volmaakt|perfect) spel|slaat aan dat/i,
  pt: /jogo perfeito|encerrad/i,
  af: /perfekte spel|presiese spel|met plasing/i,
  uk: /(?:бездоганної|точної) гри/i,
  cs: /dokonalé hře|kmit|po zprávách/i,
  hu: /hibátlan játék/i,
  tr: /kusursuz oyun|kesin oyun/i,
  id: /permainan (?:sempurna|tepat)/i,
  zh: /[一两每十几多]手(?![册段])|手数/,
  ko: /(?:완벽하게|정확히) 두면/,
  ar: /باللعب (?:الكامل|الدقيق)/,
  ru: /по сообщениям|завсегдатай/i,
  fa: /بازی دقیق/,
};
/**
 * A half-move, in every language: moves are counted as the list of moves does. Only a field of a
 * position line has it.
 */
const HALF_MOVE =
  /half-?moves?|\bpl(?:y|ies)\b|halbz[uü]g|demi-coup|medias? jugada|semimoss|halve zet|mei[oa]s? (?:lance|jogada)|półruch|полуход|півх[оі]д|půltah|féllép|halfskui|yarım hamle|setengah langkah|半手|半步|半回合|반수|نصف نقلة|نیم‌?حرکت/i;
/** Lines and files by their number or letter: lessons name the points of a line. */
const NUMBERED =
  /\b[a-g]-file|\b(?:first|second|fourth|sixth) rank|\b[a-g]-(?:Linie|lijn|oszlop|kolom)|(?:colonn[ae]|columna|coluna|kolumn\S+|вертикал\S+|sloup\S+|lajur|العمود|ستون) [a-g]\b|\b[a-g] ?(?:sütun|列|세로줄)/;

/**
 * What is wrong with a text.
 * @param {string} code
 * @param {string} key
 * @param {string} text
 * @returns {string[]}
 */
function wrong(code, key, text) {
  return Object.entries({
    'an old term': GONE[code]?.test(text),
    'two units': key !== 'error.clock-field' && HALF_MOVE.test(text),
    // English from Rust is set with typographic apostrophes where it is shown.
    'a straight quote': /['"]/.test(text) && !(code === 'en' && rust.has(key)),
    // Lines may break there.
    'an ordinary space': code === 'fr' && / [:;!?»]|« /.test(text),
    'a numbered line': key === 'lessons' && NUMBERED.test(text),
  }).flatMap(([what, found]) => (found ? [what] : []));
}

/**
 * The texts of lessons and pages; people of the past may be "he".
 * @param {string} code
 * @returns {[string, string][]}
 */
const written = (code) =>
  ['', '.pages'].flatMap((part) => {
    const text = readFileSync(new URL(`lessons/${code}${part}.json`, app), 'utf8');
    return [...text.matchAll(/"((?:[^"\\]|\\.)*)"(?!:)/g)].map(
      ([, said = '']) =>
        /** @type {[string, string]} */ ([
          `lessons${part}`,
          part ? said.replace(/\bhis\b|\bhe says\b/gi, '') : said,
        ]),
    );
  });

for (const [code, words] of [
  /** @type {const} */ (['en', Object.fromEntries(english)]),
  ...catalogues,
])
  test(`${code}: one term for one thing, one unit, and typographic quotes, in lessons too`, () => {
    const said = [
      ...Object.entries(words).flatMap(([key, entry]) =>
        forms(entry ?? '').map((text) => /** @type {[string, string]} */ ([key, text])),
      ),
      ...written(code),
    ];
    assert.deepEqual(
      said.flatMap(([key, text]) =>
        wrong(code, key, text).map((what) => `${what} in ${key}: ${text}`),
      ),
      [],
    );
  });

test('planted faults are found', () => {
  /** @type {[string, string, string, string][]} */
  const planted = [
    ['en', 'values.win', 'White wins in {n} turns.', 'an old term'],
    ['en', 'review.legend', 'Take a black man.', 'an old term'],
    ['uk', 'values.exact', 'За точної гри нічия.', 'an old term'],
    ['zh', 'over.ten-moves', '双方各走十手而无吃子。', 'an old term'],
    ['en', 'rule.quiet', 'A draw after 50 moves, or 100 half-moves.', 'two units'],
    ['de', 'rule.quiet', 'Remis nach 50 Zügen, also 100 Halbzügen.', 'two units'],
    ['ru', 'lessons', 'Ничья через 100 полуходов.', 'two units'],
    ['fr', 'over.win', "L'adversaire a un moulin.", 'a straight quote'],
    ['fr', 'over.mill', 'Moulin !', 'an ordinary space'],
    ['ja', 'lessons.pages', '"ミル"', 'a straight quote'],
    ['en', 'lessons', 'Your mill on the b-file is closed.', 'a numbered line'],
    ['pl', 'lessons', 'Młynek w kolumnie b.', 'a numbered line'],
  ];
  for (const [code, key, text, what] of planted)
    assert.deepEqual(wrong(code, key, text), [what], text);
  assert.deepEqual(wrong('en', 'error.clock-field', 'the clock is a number of half-moves'), []);
});

test('every language writes small numbers and large ones as its browser does', () => {
  for (const [code, catalogue] of [['en', null], ...catalogues]) {
    selectLanguage(code, catalogue);
    const numbers = new Intl.NumberFormat(code);
    for (const n of [...Array(1001).keys(), -1, -20, 0.5, 1234.5, 98765])
      assert.equal(
        t('limits.quiet', { n }),
        t('limits.quiet', { n: numbers.format(n) }),
        `${code}: ${n}`,
      );
  }
  selectLanguage('en', null);
});

test('every key of the English catalogue is used', () => {
  const all =
    scripts.map(([, text]) => text).join('\n') +
    readFileSync(new URL('../index.html', app), 'utf8');
  const literals = new Set([...all.matchAll(/['"]([a-z][\w.-]*)['"]/g)].map(([, key]) => key));
  // `over.${reason}` uses every key of that shape.
  const shapes = [...all.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`\s]*)`/g)].map(
    ([, shape]) =>
      new RegExp(
        `^${shape
          .replace(/\$\{[^}]*\}/g, '\0')
          .replace(/[.-]/g, '\\$&')
          .replaceAll('\0', '[\\w-]+')}$`,
      ),
  );
  // The sentences of the rules are those of Rust.
  const unused = Object.keys(en).filter(
    (key) =>
      !key.startsWith('rule.') && !literals.has(key) && !shapes.some((shape) => shape.test(key)),
  );
  assert.deepEqual(unused, []);
});

test('English counts what is counted', () => {
  for (const [key, entry] of Object.entries(en))
    if (typeof entry !== 'string')
      assert.deepEqual(Object.keys(entry).sort(), ['one', 'other'], key);
});

/** Names of fonts, and what programs and not people read. */
const ALLOWED = [
  /^(?:<!doctype|">\n|<\/pre>)/,
  /^\d+ 1em /,
  /^[A-Za-z]+Error$/,
  /^Arrow/,
  /^Merels$/,
  /^\([a-z-]+: /,
  /^[a-z]=/,
  /^ typ host$/,
  // Classes and a selector.
  /^(?:(?:small-)?button|graph-point|turning-go) [a-z]+$/,
  /^\.coords-pad button$/,
];
/** Calls and properties whose texts nobody sees, and names that are the same in every language. */
const UNSEEN = new Set([
  'Error',
  'TypeError',
  'DOMException',
  'Trouble',
  'RegExp',
  'warn',
  'error',
  'querySelector',
  'querySelectorAll',
  'matches',
  'closest',
  'matchMedia',
  'getContext',
  'addEventListener',
  'removeEventListener',
  'defineProperty',
  'CustomEvent',
  'class',
  'style',
  'font',
  'viewBox',
  'd',
  'key',
  'code',
  'press',
  'includes',
  'postMessage',
  'aria-describedby',
  'tag',
  'said',
  'names',
  'also',
  'source',
]);

/** Texts that may reach a person. @param {any} node @param {(text: string) => void} found */
function texts(node, found) {
  if (Array.isArray(node)) return node.forEach((child) => texts(child, found));
  if (node === null || typeof node !== 'object') return;
  const name = (/** @type {any} */ n) => n?.name ?? n?.value ?? n?.property?.name ?? '';
  switch (node.type) {
    case 'Literal':
      if (typeof node.value === 'string') found(node.value);
      return;
    case 'TemplateElement':
      return found(node.value.cooked ?? '');
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return;
    case 'BinaryExpression':
      if (/^[!=]==?$|^in$/.test(node.operator)) return;
      break;
    case 'SwitchCase':
      return texts(node.consequent, found);
    case 'CallExpression':
    case 'NewExpression':
      if (UNSEEN.has(name(node.callee))) return;
      break;
    case 'Property':
      if (UNSEEN.has(name(node.key))) return;
      if (node.computed) texts(node.key, found);
      return texts(node.value, found);
    case 'AssignmentExpression':
      if (UNSEEN.has(name(node.left))) return;
      break;
    case 'MemberExpression':
      return texts(node.object, found);
  }
  for (const [key, child] of Object.entries(node)) if (key !== 'type') texts(child, found);
}

test('no script holds a text that belongs in the catalogue', () => {
  /** @type {string[]} */
  const found = [];
  for (const [name, source] of scripts)
    texts(parseAst(source, { lang: 'ts' }), (text) => {
      // Two words in a row, or one with a capital: class names and keys have neither.
      const speaks = /\p{L}{2,}[,.;:!?]?\s+\p{L}{2,}|^\s*\p{Lu}\p{Ll}+[.!?…]?\s*$/u.test(text);
      if (speaks && !ALLOWED.some((pattern) => pattern.test(text))) found.push(`${name}: ${text}`);
    });
  assert.deepEqual(found, []);
});

test('index.html says nothing of its own but where the page cannot run', () => {
  const html = readFileSync(new URL('../index.html', app), 'utf8');
  const body = html.slice(html.indexOf('<body>')).replace(/<!--.*?-->/gs, '');
  assert.doesNotMatch(body, /\s(?:aria-label|title|alt|placeholder)=/);
  // Sentences in English, and marked as such: there is no script that could translate them.
  const rest = body.replace(/<(main|div)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '');
  for (const [, key, text] of rest.matchAll(/data-words="([\w.-]+)">([^<]*)</g))
    assert.equal(text?.trim(), en[key ?? ''], key);
  const left = rest
    .replace(/data-words="[\w.-]+">[^<]*</g, '<')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\bMerels\b/g, '')
    .trim();
  assert.equal(left, '');
});
