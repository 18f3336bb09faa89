// Checks before a commit, in less than a minute: style and types of the changed files, and the tests
// nearest to them. `--all` checks the whole project and runs all related tests. `npm test` runs all
// tests.
import './lib/require-node.mjs';
import process from 'node:process';
import { ensureBrowser } from './lib/browser.mjs';
import { printFailure } from './lib/failure.mjs';
import { readImports } from './lib/import-graph.mjs';
import { installPackages } from './lib/install.mjs';
import { checkFormat, checkLintAndTypes } from './lib/lint.mjs';
import { toolCommand } from './lib/npm.mjs';
import { listFiles } from './lib/project.mjs';
import { findNearestTests, findRelatedTests } from './lib/related-tests.mjs';
import { runCommand, stopChildrenOnSignals } from './lib/run-command.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { step } from './lib/step.mjs';
import { ensureMosquitto } from './lib/system-programs.mjs';

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
      ? await ensureMosquitto()
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
  const args = process.argv.slice(2);
  const isAll = args.includes('--all');
  const changed = listChanged(args.find((arg) => arg !== '--all') ?? 'HEAD');
  if (changed.length === 0) {
    console.log('✔ Nothing has changed');
  } else {
    await step('Checking lint, types and format', async (say) => {
      await checkLintAndTypes(isAll ? [] : changed, say);
      await checkFormat(changed, say);
      return `Lint and types of ${isAll ? 'everything' : 'what changed'}, format of what changed`;
    });
    const imports = readImports(listFiles());
    await step('Running tests', async (say) => {
      if (isAll) {
        const tests = findRelatedTests(changed, imports);
        await runTests(tests, say);
        return `${tests.length} related test files`;
      }
      const { tests, leftOut } = findNearestTests(changed, imports);
      await runTests(tests, say);
      const rest = leftOut === 0 ? '' : `, without ${leftOut} more`;
      return `${tests.length} nearest test files${rest}; --all runs all related ones`;
    });
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
