import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from './lib/project.mjs';

const shortened = {
  'api/': 'apps/api/src/',
  'web/': 'apps/web/',
  'pool/': 'packages/user-pool/src/',
  'contract/': 'packages/contract/src/',
  'domain/': 'packages/domain/src/',
};

/** @param {string} name */
function expand(name) {
  const found = Object.entries(shortened).find(([short]) => name.startsWith(short));
  return found === undefined ? name : name.replace(found[0], found[1]);
}

test('every test that the security page names is there', () => {
  const page = readFileSync(inProject('docs', 'security.md'), 'utf8');
  const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.(?:tsx?|mjs))`/g)].map(
    ([, name = '']) => expand(name),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !existsSync(inProject(name)))).toEqual([]);
});
