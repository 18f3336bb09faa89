import { Failure } from './failure.mjs';
import { npmCommand } from './npm.mjs';
import { tryCommand } from './run-command.mjs';

const TIMEOUT_MS = 15_000;

/**
 * Checks the known vulnerabilities of the shipped packages. A test must not depend on the network,
 * so the check is skipped when the registry does not answer.
 *
 * @returns {Promise<string>} one line
 */
export async function checkVulnerabilities() {
  const waits = ['--fetch-retries=0', `--fetch-timeout=${TIMEOUT_MS}`];
  const [command, args] = npmCommand(['audit', '--omit=dev', '--json', ...waits]);
  const { output } = await tryCommand(command, args, { timeoutMs: TIMEOUT_MS });
  const known = readAuditReport(output);
  if (known === null) return 'Known vulnerabilities: not checked, the registry does not answer';
  if (known.length > 0) {
    throw new Failure('Packages that ship have known vulnerabilities', known.join('\n'));
  }
  return 'Known vulnerabilities: none of level high or above';
}

/**
 * Reads the report of npm, which writes warnings around it. When the registry did not answer, the
 * report is an error and has no list of vulnerabilities, not even an empty one.
 *
 * @param {string} output
 * @returns {string[] | null} those of level high or above, or `null` without an answer
 */
export function readAuditReport(output) {
  /** @typedef {{vulnerabilities?: Record<string, {name: string, severity: string}>}} Report */
  const text = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  try {
    const { vulnerabilities } = /** @type {Report} */ (JSON.parse(text));
    if (vulnerabilities === undefined) return null;
    return Object.values(vulnerabilities)
      .filter(({ severity }) => severity === 'high' || severity === 'critical')
      .map(({ name, severity }) => `${name}: ${severity}`);
  } catch {
    return null;
  }
}
