import process from 'node:process';
import { Failure } from './failure.mjs';
import { listUnknownLicences } from './licences.mjs';
import { npmCommand } from './npm.mjs';
import { tryCommand } from './run-command.mjs';

const PATIENCE_MS = 15_000;

/**
 * Looks at what ships: its licences, and what is known against it. The first needs no network; the
 * second is skipped where nobody answers, for a test must not depend on a stranger's day.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string>} one line
 */
export async function auditPackages(say) {
  say('Licences');
  const unknown = listUnknownLicences();
  if (unknown.length > 0) {
    throw new Failure(
      'Packages have licences that nobody has allowed (scripts/lib/licences.mjs)',
      `${unknown.join('\n')}\n`,
    );
  }
  say('Known vulnerabilities');
  const report = await askRegistry();
  const known = readAuditReport(report);
  if (known === null)
    return 'Licences are fine; vulnerabilities skipped: no answer from the registry';
  if (known.length > 0) {
    throw new Failure('Packages that ship have known vulnerabilities', `${known.join('\n')}\n`);
  }
  return 'Licences are fine, no vulnerability of level high or above is known';
}

/** @returns {Promise<string>} whatever npm says */
async function askRegistry() {
  const [command, args] = npmCommand([
    'audit',
    '--omit=dev',
    '--json',
    '--fetch-retries=0',
    `--fetch-timeout=${PATIENCE_MS}`,
  ]);
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const { output } = await tryCommand(command, args, {
    onSpawn: (pid) => {
      timer = setTimeout(() => endIfThere(pid), PATIENCE_MS);
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
    // It went by itself.
  }
}

/**
 * @typedef {object} Vulnerability
 * @property {string} name
 * @property {string} severity
 */

/**
 * npm writes warnings around its report; and a report of an error, where nobody answered, has no
 * vulnerabilities in it, not even an empty list.
 *
 * @param {string} output
 * @returns {string[] | null} those of level high or above; null without an answer
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
