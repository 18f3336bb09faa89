import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readJson } from './lib/json-file.mjs';
import { inProject, listFiles } from './lib/project.mjs';

const files = listFiles();

/**
 * Abbreviations of folders in the documents, which may also name several files by `*` and `{a,b}`.
 */
const shortened = {
  'api/': 'apps/api/src/',
  'web/': 'apps/web/',
  'pool/': 'packages/user-pool/src/',
  'contract/': 'packages/contract/src/',
  'domain/': 'packages/domain/src/',
};

/** @param {string} name */
function toPattern(name) {
  const found = Object.entries(shortened).find(([short]) => name.startsWith(short));
  const whole = found === undefined ? name : name.replace(found[0], found[1]);
  const pattern = whole
    .replaceAll(/[.$+()[\]]/g, String.raw`\$&`)
    .replaceAll('*', '[^/]*')
    .replaceAll(/\{([^}]*)\}/g, (_, names) => `(?:${String(names).replaceAll(',', '|')})`);
  // A name such as `.routes.ts` means every file that ends with it.
  return new RegExp(`(?:^|/)${name.startsWith('.') ? '.*' : ''}${pattern}$`);
}

const documents = files.filter((file) => /^(?:[A-Z]+|docs\/.+)\.md$/.test(file));

test.each(documents)('every file that %s names exists', (document) => {
  const text = readFileSync(inProject(document), 'utf8');
  const names = [...text.matchAll(/`([\w./*${},-]+\.(?:tsx?|mjs|css|sql))`/g)].map(
    ([, name = '']) => name,
  );
  const missing = names.filter((name) => {
    const pattern = toPattern(name);
    return !files.some((file) => pattern.test(file));
  });
  expect(missing).toEqual([]);
});

test('docs/settings.md names exactly the environment variables that the program reads', () => {
  const folder = 'apps/api/src/config';
  const sources = [
    ...readdirSync(inProject(folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
    'apps/machine/src/command-line/settings.ts',
  ].map((file) => readFileSync(inProject(file), 'utf8'));
  const read = sources.flatMap((source) =>
    [...source.matchAll(/(?:\bread\w*\(|\benv\[)\s*'([A-Z][A-Z_]+)'/g)].map(([, name]) => name),
  );
  const document = readFileSync(inProject('docs/settings.md'), 'utf8');
  const named = [...document.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map(([, name]) => name);
  expect([...new Set(read)].filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !read.includes(name))).toEqual([]);
});

test('every link of a document leads to a file', () => {
  const missing = documents.flatMap((document) =>
    [...readFileSync(inProject(document), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
      .map(([, target = '']) => join(dirname(document), target))
      .filter((target) => !files.some((file) => file === target || file.startsWith(`${target}/`)))
      .map((target) => `${document} links ${target}`),
  );
  expect(missing).toEqual([]);
});

test('the newest entry of CHANGELOG.md is about the version of the program', () => {
  const entries = [...readFileSync(inProject('CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)$/gm)];
  expect(readJson(inProject('package.json'))).toMatchObject({ version: entries[0]?.[1] });
});

test('every decision has the four headings', () => {
  const headings = ['## Context', '## Decision', '## Consequences', '## Alternatives considered'];
  for (const document of documents.filter((file) => file.startsWith('docs/decisions/'))) {
    const lines = readFileSync(inProject(document), 'utf8').split('\n');
    const found = lines.filter((line) => line.startsWith('## '));
    expect({ document, found }).toEqual({ document, found: headings });
  }
});
