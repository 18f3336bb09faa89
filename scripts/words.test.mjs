import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, listFiles } from './lib/project.mjs';

/** Files in which a forbidden word is allowed, each with its reason. */
const exceptions = [
  {
    file: /features\/members\/documents\/(?:terms|privacy-policy)\.md$/,
    text: /取消|取り消/g,
    why: 'terms and privacy policy say 取消し, as contracts do',
  },
  {
    file: /features\/members\/documents\/privacy-policy\.md$/,
    text: /セッションストレージ/g,
    why: 'the name of a place in the browser',
  },
  {
    file: /packages\/domain\/src\/workouts\/muscles\.ts$/,
    text: /anatomy: '[^']+'/g,
    why: 'the name that stands small beside the plain word',
  },
  {
    file: /migrations\/\d+_(?:built_in_informations|announcement_words)\.sql$/,
    text: /（TFO）/g,
    why: 'an applied migration stays as it is; the later one names what it replaces',
  },
];

const letter = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;

/** @param {string} word @param {boolean} alone */
function toPattern(word, alone) {
  if (!/^\w+$/.test(word)) return new RegExp(alone ? `${word}(?![${letter}])` : word, 'u');
  // Code also uses the name tfo. It counts as a word of the screen only beside Japanese text.
  const beside = `[${letter}（）・、。]`;
  return new RegExp(String.raw`${beside} ?${word}\b|\b${word} ?${beside}`, 'u');
}

/** Forbidden words: those in backticks in the last column of the table. */
const forbidden = readFileSync(inProject('docs/words.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...(line.split('|')[3] ?? '').matchAll(/`([^`]+)`( alone)?/g)])
  .map(([, word = '', alone]) => ({ word, pattern: toPattern(word, alone !== undefined) }));

const files = listFiles()
  .filter((file) => /^(?:apps|packages)\/.*\.(?:tsx?|mjs|json|md|sql|html|webmanifest)$/.test(file))
  .filter((file) => !/\.test\.|\/(?:test|testing)\//.test(file))
  .map((file) => ({ file, text: readFileSync(inProject(file), 'utf8') }));

/** @param {{ file: string; text: string }} source */
function findForbidden({ file, text }) {
  const read = exceptions
    .filter((one) => one.file.test(file))
    .reduce((rest, one) => rest.replaceAll(one.text, ''), text);
  return forbidden
    .filter(({ pattern }) => pattern.test(read))
    .flatMap(({ word, pattern }) =>
      read
        .split('\n')
        .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1} ${word}`] : [])),
    );
}

test('no text on the screen contains a word that docs/words.md forbids', () => {
  expect(files.flatMap(findForbidden)).toEqual([]);
});

const style = {
  'a space before kg': /[\d}] kg\b(?!=)/,
  'people counted by 名': /[\d}]名/,
  'a half-width colon before a value': new RegExp(`[${letter}]: ?\\$?\\{`, 'u'),
};

test.each(Object.entries(style))('no text on the screen contains %s', (_, pattern) => {
  const isText = new RegExp(`^(?! *(?://|/?\\*)).*[${letter}]`, 'u');
  const found = files.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => isText.test(line) && pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test.each(exceptions)('$why: still needed', ({ file, text }) => {
  expect(files.some((source) => file.test(source.file) && source.text.match(text))).toBe(true);
});

test.each([
  [`label: '重さ'`, ['重さ']],
  ['<dt>最大</dt>', ['最大']],
  ['最大重量 <b>最大の重量</b>', []],
  [`const { tfo } = { tfo: '総発揮力' };`, []],
  ['総発揮力（tfo）', ['tfo']],
  [`name: '下腿三頭筋'`, ['下腿三頭筋']],
])('%s', (text, words) => {
  expect(findForbidden({ file: 'page.tsx', text })).toEqual(
    words.map((word) => `page.tsx:1 ${word}`),
  );
});
