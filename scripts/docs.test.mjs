import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, root } from './lib/project.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

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

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/coverage.md',
  'docs/operating.md',
  'docs/security.md',
])('every file that %s names is there', (document) => {
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
