import { Failure } from './failure.mjs';
import { findCycles, readImports } from './import-graph.mjs';
import { toolCommand } from './npm.mjs';
import { listFiles } from './project.mjs';
import { runCommand } from './run-command.mjs';

/**
 * Runs the linter, which reads all types for its rules and also reports the compiler's errors. A
 * separate run of the compiler would be a second pass over the whole project. Then looks for cycles
 * of imports in the whole project.
 *
 * @param {readonly string[]} files an empty list means all files
 * @param {(line: string) => void} say
 */
export async function checkLintAndTypes(files, say) {
  // The changed files may be documents only, which the linter does not read.
  const args = files.length === 0 ? [] : ['--no-error-on-unmatched-pattern', ...files];
  await runCommand(...toolCommand('oxlint', args), {
    failure: 'Lint or types found mistakes',
    onLine: say,
  });
  const cycles = findCycles(readImports(listFiles()));
  if (cycles.length > 0) {
    throw new Failure(
      'Files import each other in a cycle: move what both need into a lower file',
      cycles.join('\n'),
    );
  }
}

/**
 * @param {readonly string[]} files an empty list means all files
 * @param {(line: string) => void} say
 */
export async function checkFormat(files, say) {
  await runCommand(...toolCommand('oxfmt', ['--check', ...files]), {
    failure: 'Files are not formatted: run `npm run format`',
    onLine: say,
  });
}
