// Checks before a commit: style and types of the changed files, and the tests near them. `npm test`
// checks everything.
import './lib/require-node.mjs';
import process from 'node:process';
import { ensureBrowser } from './lib/browser.mjs';
import { printFailure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { checkFormat, checkLintAndTypes } from './lib/lint.mjs';
import { findNearTests } from './lib/near-tests.mjs';
import { toolCommand } from './lib/npm.mjs';
import { listFiles } from './lib/project.mjs';
import { runCommand, stopChildrenOnSignals } from './lib/run-command.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { step } from './lib/step.mjs';
import { ensurePrograms } from './lib/system-programs.mjs';

/**
 * Lists the files that are not committed, or that changed since the given revision.
 *
 * @param {string} since
 */
function listChanged(since) {
  return [
    ...listFiles('diff', '--name-only', '--diff-filter=d', since),
    ...listFiles('ls-files', '--others', '--exclude-standard'),
  ];
}

/** @param {readonly string[]} tests @param {(line: string) => void} say */
async function runTests(tests, say) {
  const env = {
    ...(tests.some((test) => test.startsWith('apps/web/test/')) ? await ensureBrowser() : {}),
    ...(tests.some((test) => /^(apps\/api|packages\/user-pool)\//.test(test))
      ? await ensurePrograms('MOSQUITTO_PATH')
      : {}),
  };
  await runCommand(...toolCommand('vitest', ['run', ...tests]), {
    env,
    failure: 'Tests failed',
    onLine: say,
  });
}

stopChildrenOnSignals();
try {
  await withSetupLock(installPackages);
  const changed = listChanged(process.argv[2] ?? 'HEAD');
  if (changed.length === 0) {
    console.log('✔ Nothing has changed');
  } else {
    await step('Checking lint, types and format', async (say) => {
      await checkLintAndTypes(changed, say);
      await checkFormat(changed, say);
      return 'Lint, types and format of what changed';
    });
    await step('Running tests', async (say) => {
      const tests = findNearTests(changed, listFiles());
      await runTests(tests, say);
      return `${tests.length} test files near what changed`;
    });
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
