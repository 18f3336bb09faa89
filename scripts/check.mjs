// For before a commit: style, types and the tests related to what changed. `npm test` runs them all.
import './lib/require-node.mjs';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { ensureBrowser } from './lib/browser.mjs';
import { sayFailure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { ensureMosquitto } from './lib/mosquitto.mjs';
import { toolCommand } from './lib/npm.mjs';
import { inProject } from './lib/project.mjs';
import { findRelatedTests } from './lib/related-tests.mjs';
import { runCommand, stopChildrenOnSignals } from './lib/run-command.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { step } from './lib/step.mjs';
import { checkTypesOf, listTypeScriptProjects } from './lib/test-stages.mjs';

/** @param {readonly string[]} args */
async function listFiles(args) {
  const output = await runCommand('git', args, { failure: 'git does not answer' });
  return output.split('\n').filter((file) => file !== '' && existsSync(inProject(file)));
}

/** What is not committed, or since the revision that was given. */
async function listChanged() {
  const since = process.argv[2] ?? 'HEAD';
  return [
    ...(await listFiles(['diff', '--name-only', '--diff-filter=d', since])),
    ...(await listFiles(['ls-files', '--others', '--exclude-standard'])),
  ];
}

/** @param {readonly string[]} changed */
async function checkStyle(changed) {
  const sources = changed.filter((file) => /\.(mjs|tsx?)$/.test(file));
  if (sources.length > 0) {
    await runCommand(...toolCommand('oxlint', sources), { failure: 'Lint found mistakes' });
  }
  const failure = 'Files are not formatted: run `npm run format`';
  await runCommand(...toolCommand('oxfmt', ['--check', ...changed]), { failure });
}

/** @param {readonly string[]} changed */
function listProjects(changed) {
  const everywhere = changed.some((file) => /^(packages\/|tsconfig)/.test(file));
  return listTypeScriptProjects().filter(
    (project) => everywhere || changed.some((file) => file.startsWith(`${project}/`)),
  );
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
  const changed = await listChanged();
  if (changed.length === 0) {
    console.log('✔ Nothing has changed');
  } else {
    const tests = findRelatedTests(changed, [...(await listFiles(['ls-files'])), ...changed]);
    await step('Checking the style of what changed', async () => {
      await checkStyle(changed);
      return `Style of ${changed.length} changed files`;
    });
    await step('Checking types', async (say) => {
      const projects = listProjects(changed);
      await checkTypesOf(projects, say);
      return `Types of ${projects.join(', ') || 'nothing'}`;
    });
    await step('Running related tests', async (say) => {
      if (tests.length > 0) await runTests(tests, say);
      return `${tests.length} related test files`;
    });
  }
} catch (error) {
  sayFailure(error);
  process.exitCode = 1;
}
