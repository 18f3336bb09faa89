import './lib/require-node.mjs';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { checkVulnerabilities } from './lib/audit.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { buildWhatChanged } from './lib/build.mjs';
import { Failure, printFailure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { checkFormat, checkLintAndTypes } from './lib/lint.mjs';
import { makeMemoryFolder } from './lib/memory-folder.mjs';
import { toolCommand } from './lib/npm.mjs';
import { cacheDir, inProject } from './lib/project.mjs';
import { stopChildrenOnSignals, tryCommand } from './lib/run-command.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';
import { step } from './lib/step.mjs';
import { ensurePrograms } from './lib/system-programs.mjs';
import { readPlaywrightReport, readVitestReport } from './lib/test-report.mjs';

/** Titles of the stages in their order: those that fail fastest come first. */
const TITLES = {
  lint: 'Lint, types and format',
  unit: 'Unit tests',
  component: 'Component tests',
  api: 'API tests',
  e2e: 'Journeys',
};
/** @typedef {keyof typeof TITLES} Stage */

/**
 * Stages that run at the same time. Some unit tests wait for what a broken machine never sends.
 * Component and API tests wait for half of their time, for a page or a database. With the journeys
 * beside them, two cores were slower than with one after the other.
 *
 * @type {readonly Stage[][]}
 */
const GROUPS = [['lint', 'unit'], ['component', 'api'], ['e2e']];

const allStages = /** @type {Stage[]} */ (Object.keys(TITLES));
const args = process.argv.slice(2);
const isLong = args.includes('--long');
const named = allStages.filter((stage) => args.includes(stage));
/** Arguments for the test runner of the named stage, such as a part of a file name. */
const extraArgs = args.filter((arg) => arg !== '--long' && !named.some((stage) => stage === arg));
const stages = named.length === 0 ? allStages : named;
const total = { passed: 0, failed: 0 };

/** @returns {Promise<Record<string, string>>} the environment of the tests */
async function prepareEnvironment() {
  // The long tests fill disks and simulate power cuts, so they must write to a real disk.
  const memory = isLong ? null : makeMemoryFolder();
  return {
    ...(stages.includes('component') || stages.includes('e2e') ? await ensureBrowser() : {}),
    ...(stages.includes('api') ? await ensurePrograms('MOSQUITTO_PATH') : {}),
    ...(stages.includes('api') && isLong
      ? await ensurePrograms(
          'POSTGRES_BIN',
          'PYTHON_PATH',
          'PGBOUNCER_PATH',
          'RABBITMQ_BIN',
          'PATRONI_PATH',
          'ETCD_PATH',
          'HAPROXY_PATH',
        )
      : {}),
    ...(isLong ? { TEST_LONG: '1' } : {}),
    ...(memory === null ? {} : { TMPDIR: memory }),
  };
}

/**
 * @param {Stage} stage
 * @param {Record<string, string>} env
 * @param {(line: string) => void} say
 */
async function runStage(stage, env, say) {
  return stage === 'lint' ? await checkStyle(say) : await runTests(stage, env, say);
}

/** @param {(line: string) => void} say */
async function checkStyle(say) {
  // The audit waits for the network while the other checks keep the processor busy.
  const audited = checkVulnerabilities();
  const checked = checkLintAndTypes([], say).then(async () => await checkFormat([], say));
  const [found] = await Promise.all([audited, checked]);
  return `${TITLES.lint}\n  ${found}`;
}

/**
 * @param {Exclude<Stage, 'lint'>} stage
 * @param {Record<string, string>} env
 * @param {(line: string) => void} say
 */
async function runTests(stage, env, say) {
  const report = join(cacheDir, `${stage}-report.json`);
  rmSync(report, { force: true });
  const isE2e = stage === 'e2e';
  const colour = process.stdout.isTTY ? [] : ['--no-color'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const command = isE2e
    ? toolCommand('playwright', ['test', '--reporter=list,json', ...extraArgs])
    : toolCommand('vitest', ['run', '--project', stage, ...colour, ...reporters, ...extraArgs]);
  const { code, output } = await tryCommand(...command, {
    cwd: inProject(isE2e ? 'e2e' : '.'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    onLine: say,
  });
  const { passed, failed, retried } = (isE2e ? readPlaywrightReport : readVitestReport)(report);
  total.passed += passed;
  // A file that breaks before its first test has no failed test.
  total.failed += code === 0 ? 0 : Math.max(failed, 1);
  const notes = retried.map((name) => `  passed only at the second try, fix it: ${name}`);
  if (code !== 0) throw new Failure([`${TITLES[stage]} failed`, ...notes].join('\n'), output);
  return [`${TITLES[stage]}: ${passed} passed`, ...notes].join('\n');
}

stopChildrenOnSignals();
try {
  if (extraArgs.length > 0 && named.length !== 1) {
    throw new Failure(`Unknown stage ${extraArgs.join(' ')}. There are: ${allStages.join(', ')}`);
  }
  await withSetupLock(installPackages);
  const env = await prepareEnvironment();
  for (const group of isLong ? allStages.map((stage) => [stage]) : GROUPS) {
    const wanted = group.filter((stage) => stages.includes(stage));
    if (wanted.length === 0) continue;
    if (wanted.includes('e2e')) await withSetupLock(buildWhatChanged);
    await step(wanted.map((stage) => TITLES[stage]).join(', '), async (say) => {
      const runs = wanted.map((stage) => runStage(stage, env, say));
      // A failed stage waits for the others, so that one run shows all failures.
      const settled = await Promise.allSettled(runs);
      const failures = settled.filter((run) => run.status === 'rejected');
      for (const { reason } of failures.slice(1)) printFailure(reason);
      return (await Promise.all(runs)).join('\n');
    });
  }
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
