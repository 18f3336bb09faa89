import process from 'node:process';
import { Failure } from './failure.mjs';
import { readJson } from './json-file.mjs';
import { npmCommand } from './npm.mjs';
import { inProject } from './project.mjs';
import { tryCommand } from './run-command.mjs';

/**
 * Licences of packages that may be shipped with a program under MIT, by SPDX name. All of them only
 * require attribution, except MPL-2.0, which requires that changes to its own files are published:
 * `web-push` is used unchanged. Adding another licence is a decision.
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
  'MPL-2.0',
  'PostgreSQL',
  'Unlicense',
]);

/**
 * @typedef {object} LockedPackage
 * @property {boolean} [dev]
 * @property {boolean} [link]
 */

/**
 * @param {unknown} licence the value in package.json
 * @returns {boolean}
 */
export function isAllowedLicence(licence) {
  if (typeof licence !== 'string') return false;
  const text = licence.trim().replace(/^\((.*)\)$/, '$1');
  // A nested expression must be checked by a person.
  if (/[()]/.test(text)) return false;
  return text
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((name) => ALLOWED.has(name.trim())));
}

/**
 * Lists the shipped packages of the lock file whose licence is not allowed. A binary for another
 * machine is not installed here, and has the licence of its parent.
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

/** @returns {string[]} packages installed here whose licence is not allowed */
function listUnknownLicences() {
  const lock = /** @type {{packages?: Record<string, LockedPackage>} | null} */ (
    readJson(inProject('package-lock.json'))
  );
  return findUnknownLicences(
    lock?.packages ?? {},
    (path) =>
      /** @type {Record<string, unknown> | null} */ (readJson(inProject(path, 'package.json'))),
  );
}

const TIMEOUT_MS = 15_000;

/**
 * Checks the licences and the known vulnerabilities of the shipped packages. The first check needs
 * no network. The second is skipped when the registry does not answer, because a test must not
 * depend on it.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string>} one line
 */
export async function auditPackages(say) {
  say('Licences');
  const unknown = listUnknownLicences();
  if (unknown.length > 0) {
    throw new Failure(
      'Packages have licences that nobody has allowed (scripts/lib/audit.mjs)',
      `${unknown.join('\n')}\n`,
    );
  }
  say('Known vulnerabilities');
  const report = await fetchAdvisories();
  const known = readAuditReport(report);
  if (known === null)
    return 'Licences are fine; vulnerabilities skipped: no answer from the registry';
  if (known.length > 0) {
    throw new Failure('Packages that ship have known vulnerabilities', `${known.join('\n')}\n`);
  }
  return 'Licences are fine, no vulnerability of level high or above is known';
}

/** @returns {Promise<string>} the output of npm */
async function fetchAdvisories() {
  const [command, args] = npmCommand([
    'audit',
    '--omit=dev',
    '--json',
    '--fetch-retries=0',
    `--fetch-timeout=${TIMEOUT_MS}`,
  ]);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const { output } = await tryCommand(command, args, {
    onSpawn: (pid) => {
      timer = setTimeout(() => endIfThere(pid), TIMEOUT_MS);
    },
  });
  clearTimeout(timer);
  return output;
}

/** @param {number} pid */
function endIfThere(pid) {
  try {
    process.kill(pid);
  } catch {
    // The process has already ended.
  }
}

/**
 * @typedef {object} Vulnerability
 * @property {string} name
 * @property {string} severity
 */

/**
 * Reads the report of npm, which writes warnings around it. When the registry did not answer, the
 * report is an error and has no list of vulnerabilities, not even an empty one.
 *
 * @param {string} output
 * @returns {string[] | null} those of level high or above, or `null` without an answer
 */
export function readAuditReport(output) {
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  try {
    const { vulnerabilities } = /** @type {{vulnerabilities?: Record<string, Vulnerability>}} */ (
      JSON.parse(text)
    );
    if (vulnerabilities === undefined) return null;
    return Object.values(vulnerabilities)
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ name, severity }) => `${name}: ${severity}`);
  } catch {
    return null;
  }
}
