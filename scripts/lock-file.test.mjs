import { expect, test } from 'vitest';
import { readJson } from './lib/json-file.mjs';
import { inProject } from './lib/project.mjs';

/**
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {boolean} [dev]
 * @property {boolean} [link]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {Record<string, LockEntry>} LockEntries */

const { packages } = /** @type {{packages: LockEntries}} */ (
  readJson(inProject('package-lock.json'))
);
/** Links to the workspaces and the workspaces themselves are not installed from a registry. */
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

/**
 * Returns the packages that an entry depends on but the lock file lacks. npm leaves out the
 * binaries for other machines when the registry does not have them, and then rejects the lock file
 * on those machines. The remedy is a version whose binaries are all published.
 *
 * @param {LockEntries} entries
 */
function findMissing(entries) {
  return Object.entries(entries).flatMap(([parent, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !placesFor(parent, name).some((path) => path in entries))
      .map(([name, version]) => `${name}@${version}`),
  );
}

/**
 * Returns the paths where Node looks for a package: beside the parent, then in each folder above.
 *
 * @param {string} parent
 * @param {string} name
 */
function placesFor(parent, name) {
  const folders = parent.split('/node_modules/');
  const parents = folders.map((_, i) => folders.slice(0, i + 1).join('/node_modules/'));
  return [`node_modules/${name}`, ...parents.map((folder) => `${folder}/node_modules/${name}`)];
}

test('the lock file contains every dependency, with the binaries of every platform', () => {
  expect(findMissing(packages)).toEqual([]);
});

test('every package of the lock file has an integrity hash', () => {
  expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
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

/**
 * Licences of packages that may be shipped with a program under MIT, by SPDX name. All of them only
 * require attribution, except MPL-2.0, which requires that changes to its own files are published:
 * `web-push` is used unchanged. Adding another licence is a decision.
 */
const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PostgreSQL',
  'Unlicense',
];

/** @param {string} licence an SPDX expression; a nested one must be checked by a person */
function isAllowedLicence(licence) {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) =>
    choice.split(' AND ').every((name) => allowedLicences.includes(name)),
  );
}

test('every package that ships has an allowed licence', () => {
  const unknown = installed.flatMap(([path, { dev, license = 'none' }]) =>
    dev === true || isAllowedLicence(license) ? [] : [`${path}: ${license}`],
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['(GPL-2.0 OR (GPL-3.0 AND MIT))', false],
  ['(MIT AND (GPL-2.0 OR ISC))', false],
  ['none', false],
])('the licence %j may ship: %s', (licence, allowed) => {
  expect(isAllowedLicence(licence)).toBe(allowed);
});
