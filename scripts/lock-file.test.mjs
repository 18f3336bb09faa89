import { expect, test } from 'vitest';
import { readJson } from './lib/json-file.mjs';
import { findMissing, findUnverified } from './lib/lock-file.mjs';
import { inProject } from './lib/project.mjs';

const { packages } =
  /** @type {{packages: import('./lib/lock-file.mjs').LockEntries}} */
  (readJson(inProject('package-lock.json')));

test('the lock file contains every dependency, with the binaries of every platform', () => {
  expect(findMissing(packages)).toEqual([]);
});

test('every package of the lock file has an integrity hash', () => {
  expect(findUnverified(packages)).toEqual([]);
  expect(
    findUnverified({
      'apps/a': { version: '1.0.0' },
      'node_modules/a': { link: true },
      'node_modules/b': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/c': { version: '1.0.0' },
      'apps/a/node_modules/c': { version: '2.0.0' },
    }),
  ).toEqual(['node_modules/c', 'apps/a/node_modules/c']);
});

test('the lock file names no registry', () => {
  const addresses = Object.values(packages).flatMap(({ resolved = '' }) =>
    resolved.includes('://') ? [resolved] : [],
  );
  expect(addresses).toEqual([]);
});

test('finds a dependency beside its parent or above it', () => {
  const optionalDependencies = { 'b-linux-x64': '1.0.0' };
  const parent = 'node_modules/x/node_modules/a';
  const at = (/** @type {string} */ path) =>
    findMissing({ [parent]: { optionalDependencies }, [path]: { version: '1.0.0' } });
  expect(at('node_modules/x/node_modules/a/node_modules/b-linux-x64')).toEqual([]);
  expect(at('node_modules/x/node_modules/b-linux-x64')).toEqual([]);
  expect(at('node_modules/b-linux-x64')).toEqual([]);
  expect(at('node_modules/y/node_modules/b-linux-x64')).toEqual(['b-linux-x64@1.0.0']);
});
