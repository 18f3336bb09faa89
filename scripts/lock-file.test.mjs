import { expect, test } from 'vitest';
import { readJson } from './lib/json-file.mjs';
import { describeBinary, findMissingBinaries } from './lib/lock-file.mjs';
import { inProject } from './lib/project.mjs';

test('the lock file names the binaries of every machine (else: node scripts/complete-lock-file.mjs)', () => {
  const lock = /** @type {{packages: import('./lib/lock-file.mjs').LockEntries}} */ (
    readJson(inProject('package-lock.json'))
  );
  expect(findMissingBinaries(lock.packages)).toEqual([]);
});

test('a binary may lie beside its parent or above it', () => {
  const optionalDependencies = { 'b-linux-x64': '1.0.0' };
  const parent = 'node_modules/x/node_modules/a';
  const at = (/** @type {string} */ path) =>
    findMissingBinaries({ [parent]: { optionalDependencies }, [path]: { version: '1.0.0' } });
  expect(at('node_modules/x/node_modules/a/node_modules/b-linux-x64')).toEqual([]);
  expect(at('node_modules/x/node_modules/b-linux-x64')).toEqual([]);
  expect(at('node_modules/b-linux-x64')).toEqual([]);
  expect(at('node_modules/y/node_modules/b-linux-x64')).toEqual([
    { path: 'node_modules/b-linux-x64', version: '1.0.0', dev: false },
  ]);
});

test('the name of a binary tells its machine', () => {
  const describe = (/** @type {string} */ path) =>
    describeBinary({ path, version: '1.0.0', dev: true });
  expect(describe('node_modules/@a/binding-linux-arm64-musl')).toEqual({
    version: '1.0.0',
    cpu: ['arm64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
  expect(describe('node_modules/@a/binding-win32-x64-msvc')).toMatchObject({
    cpu: ['x64'],
    os: ['win32'],
  });
  expect(() => describe('node_modules/@a/binding-wasm32-wasi')).toThrow('machine');
});
