import { readJson } from './json-file.mjs';
import { inProject } from './project.mjs';

/**
 * What may be shipped with a program under MIT, by its SPDX name: nothing here asks for more than
 * to be named. Another one is a decision, made by adding it.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
]);

/**
 * @typedef {object} LockedPackage
 * @property {boolean} [dev]
 * @property {boolean} [link]
 */

/**
 * @param {unknown} licence as package.json has it
 * @returns {boolean}
 */
export function isAllowedLicence(licence) {
  if (typeof licence !== 'string') return false;
  const text = licence.trim().replace(/^\((.*)\)$/, '$1');
  // Whoever nests them gets read by a person.
  if (/[()]/.test(text)) return false;
  return text
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((name) => ALLOWED.has(name.trim())));
}

/**
 * What ships, as the lock file names it, with a licence that nobody has allowed. A binary for
 * another machine is not installed here, and has the licence of its parent.
 *
 * @param {Record<string, LockedPackage>} packages
 * @param {(path: string) => Record<string, unknown> | null} readManifest
 * @returns {string[]}
 */
export function findUnknownLicences(packages, readManifest) {
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .flatMap(([path]) => {
      const manifest = readManifest(path);
      if (manifest === null || isAllowedLicence(manifest['license'])) return [];
      const licence = JSON.stringify(manifest['license'] ?? 'none');
      return [`${path.replace(/^.*node_modules\//, '')}: ${licence}`];
    });
}

/** @returns {string[]} of the packages that are installed here */
export function listUnknownLicences() {
  const lock = /** @type {{packages?: Record<string, LockedPackage>} | null} */ (
    readJson(inProject('package-lock.json'))
  );
  return findUnknownLicences(
    lock?.packages ?? {},
    (path) =>
      /** @type {Record<string, unknown> | null} */ (readJson(inProject(path, 'package.json'))),
  );
}
