import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, listFiles } from './lib/project.mjs';

/**
 * Checks that `docs/coverage.md` and the tests agree. The document has a row for each statement of
 * the specification, and each row names tests. A comment above each such test has the number of the
 * statement.
 *
 * @typedef {{ no: string, section: number, state: string, tests: string[] }} Row
 */

const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/** Matches test files and the tables of cases that tests use. */
const testFile = /\.(?:test|spec)\.(?:tsx?|mjs)$|^(?:apps\/\w+\/test|e2e)\/.*\.tsx?$/;
const mark = /^\s*\/\/ spec\b(.*)$/;
const markedNumbers = /^ \d+\.\d+(?:, \d+\.\d+)*$/;

/** @param {string} document */
function readRows(document) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const errors = [];
  let section = 0;
  for (const line of document.split('\n')) {
    const title = /^## (\d+)\. /.exec(line);
    if (title) section = Number(title[1]);
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [, no = '', , state = '', tests = ''] = cells;
    if (!line.startsWith('|') || no === 'no.' || /^:?-+:?$/.test(no)) continue;
    if (cells.length !== 6 || !/^\d+\.\d+$/.test(no)) {
      errors.push(`this line is no row of number, statement, state and tests: ${line}`);
    } else {
      const names = [...tests.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      rows.push({ no, section, state, tests: names });
    }
  }
  return { rows, errors };
}

/** @param {Row[]} rows */
function checkNumbers(rows) {
  return sections.flatMap((section) => {
    const numbers = rows.flatMap((row) => (row.section === section ? [row.no] : []));
    if (numbers.length === 0) return [`section ${section} has no rows`];
    const wrong = numbers.findIndex((no, at) => no !== `${section}.${at + 1}`);
    if (wrong === -1) return [];
    return [`${numbers[wrong]} stands where ${section}.${wrong + 1} is due`];
  });
}

/** @param {Row} row */
function checkState({ no, state, tests }) {
  if (/^holds(?:, (?:and|with) \S.*)?$/.test(state))
    return tests.length === 0 ? [`${no} holds, and names no test`] : [];
  return /^otherwise: \S/.test(state) ? [] : [`${no} neither holds nor says "otherwise: " and why`];
}

/**
 * Collects the numbers in the comments above tests, by file.
 *
 * @param {ReadonlyMap<string, string>} files
 */
function readMarks(files) {
  /** @type {Map<string, Set<string>>} */
  const marks = new Map();
  /** @type {string[]} */
  const errors = [];
  for (const [file, text] of files) {
    const lines = text.split('\n');
    const numbers = lines.flatMap((line, at) => {
      const list = mark.exec(line)?.[1];
      if (list === undefined) return [];
      if (!markedNumbers.test(list)) errors.push(`${file} lists no numbers in "${line.trim()}"`);
      else if (!lines[at + 1]?.trim()) errors.push(`${file} has no test below "${line.trim()}"`);
      return list.match(/\d+\.\d+/g) ?? [];
    });
    marks.set(file, new Set(numbers));
  }
  return { marks, errors };
}

/**
 * @param {string} document
 * @param {ReadonlyMap<string, string>} files test files and their contents
 */
function findErrors(document, files) {
  const { rows, errors: unread } = readRows(document);
  const { marks, errors: unmarked } = readMarks(files);
  const named = new Set(rows.flatMap(({ no, tests }) => tests.map((file) => `${no} ${file}`)));
  const missing = rows.flatMap(({ no, tests }) =>
    tests.flatMap((file) => {
      if (!files.has(file)) return [`${no} names ${file}, which is no test file`];
      return marks.get(file)?.has(no)
        ? []
        : [`${no} names ${file}, where no test is marked with it`];
    }),
  );
  const unnamed = [...marks].flatMap(([file, numbers]) =>
    [...numbers].flatMap((no) =>
      named.has(`${no} ${file}`) ? [] : [`${file} marks ${no}, whose row does not name it`],
    ),
  );
  return [
    ...unread,
    ...checkNumbers(rows),
    ...rows.flatMap(checkState),
    ...unmarked,
    ...missing,
    ...unnamed,
  ];
}

function readTestFiles() {
  const names = listFiles().filter((name) => testFile.test(name));
  return new Map(names.map((name) => [name, readFileSync(inProject(name), 'utf8')]));
}

test('every statement of the specification has its row and tests, and every mark its row', () => {
  const document = readFileSync(inProject('docs/coverage.md'), 'utf8');
  expect(findErrors(document, readTestFiles())).toEqual([]);
});

/** @param {Record<number, string[]>} changed rows without the bars at their ends, by section */
function write(changed) {
  const lines = sections.flatMap((section) => [
    `## ${section}. Title`,
    '| no. | statement | state | tests |',
    '| --- | --------- | ----- | ----- |',
    ...(changed[section] ?? [`${section}.1 | said | holds | \`a.test.ts\``]).map(
      (row) => `| ${row} |`,
    ),
  ]);
  return lines.join('\n');
}

const all = sections.map((section) => `${section}.1`).join(', ');
const marked = `// spec ${all}\ntest();`;

test.each([
  ['nothing', {}, marked, []],
  [
    'a gap',
    { 2: ['2.2 | x | holds | `a.test.ts`'] },
    `${marked}\n// spec 2.2\ntest();`,
    ['2.2 stands where 2.1 is due', 'a.test.ts marks 2.1, whose row does not name it'],
  ],
  [
    'no rows',
    { 9: [] },
    marked,
    ['section 9 has no rows', 'a.test.ts marks 9.1, whose row does not name it'],
  ],
  [
    'a number twice',
    { 2: ['2.1 | x | holds | `a.test.ts`', '2.1 | y | holds | `a.test.ts`'] },
    marked,
    ['2.1 stands where 2.2 is due'],
  ],
  [
    'no test',
    { 2: ['2.1 | x | otherwise: why | ', '2.2 | x | holds | '] },
    marked,
    ['2.2 holds, and names no test', 'a.test.ts marks 2.1, whose row does not name it'],
  ],
  [
    'no reason',
    { 2: ['2.1 | x | otherwise: | `a.test.ts`'] },
    marked,
    ['2.1 neither holds nor says "otherwise: " and why'],
  ],
  [
    'another state',
    { 2: ['2.1 | x | soon | `a.test.ts`'] },
    marked,
    ['2.1 neither holds nor says "otherwise: " and why'],
  ],
  [
    'an old row',
    { 2: ['a rule | a file | a test', '2.1 | x | holds | `a.test.ts`'] },
    marked,
    ['this line is no row of number, statement, state and tests: | a rule | a file | a test |'],
  ],
  [
    'a deleted file',
    { 2: ['2.1 | x | holds | `a.test.ts`, `b.test.ts`'] },
    marked,
    ['2.1 names b.test.ts, which is no test file'],
  ],
  [
    'a number with the same beginning',
    {},
    marked.replace(' 2.1,', ' 2.10,'),
    [
      '2.1 names a.test.ts, where no test is marked with it',
      'a.test.ts marks 2.10, whose row does not name it',
    ],
  ],
  [
    'words among the numbers',
    {},
    marked.replaceAll(',', ' and'),
    [`a.test.ts lists no numbers in "// spec ${all.replaceAll(',', ' and')}"`],
  ],
  [
    'a mark above nothing',
    {},
    `${marked}\n// spec 2.1\n\ntest();`,
    ['a.test.ts has no test below "// spec 2.1"'],
  ],
])('reports %s', (_, changed, file, expected) => {
  expect(findErrors(write(changed), new Map([['a.test.ts', file]]))).toEqual(expected);
});
