import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { auditPackages } from './audit.mjs';
import { Failure } from './failure.mjs';
import { findCircles, readImports } from './import-graph.mjs';
import { toolCommand } from './npm.mjs';
import { cacheDir, inProject, listFiles } from './project.mjs';
import { runCommand } from './run-command.mjs';
import {
  countPlaywright,
  countVitest,
  listFailedFiles,
  listFailedVitest,
  listRetriedPlaywright,
  listRetriedVitest,
  timePlaywright,
  timeVitest,
} from './test-report.mjs';

/** @typedef {import('./test-report.mjs').TestCount} TestCount */
/** @typedef {import('./test-report.mjs').TimedTest} TimedTest */
/**
 * @typedef {object} StageInput
 * @property {Record<string, string>} env
 * @property {readonly string[]} extraArgs arguments after the part's name, for the test runner
 * @property {(line: string) => void} say
 * @property {(count: TestCount) => void} count
 * @property {(line: string) => void} note prints a line below the stage's own
 * @property {(tests: TimedTest[]) => void} time called with the duration of each test
 */
/**
 * @typedef {object} Stage
 * @property {string} part its name on the command line
 * @property {string} title
 * @property {(input: StageInput) => Promise<void>} run
 */

/**
 * Stages in their order: those that fail fastest come first.
 *
 * @type {readonly Stage[]}
 */
const testStages = [
  { part: 'lint', title: 'Lint, types and format', run: checkStyle },
  { part: 'unit', title: 'Unit tests', run: runVitest('unit') },
  { part: 'component', title: 'Component tests', run: runVitest('component') },
  { part: 'api', title: 'API tests', run: runVitest('api') },
  { part: 'e2e', title: 'Journeys', run: runPlaywright },
];

/** @param {StageInput} input */
async function checkStyle({ say, note }) {
  // The audit waits for the network while the other checks keep the processor busy.
  const audited = auditPackages(() => {});
  const checked = checkLintAndTypes([], say).then(async () => await checkFormat([], say));
  const [, found] = await Promise.all([checked, audited]);
  note(found);
}

/**
 * Runs the linter, which reads all types for its rules and also reports the compiler's errors. A
 * separate run of the compiler would be a second pass over the whole project. Then looks for circles
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
  const circles = findCircles(readImports(listFiles()));
  if (circles.length > 0) {
    throw new Failure(
      'Files import each other in a circle: move what both need into a lower file',
      circles.join('\n'),
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

/** Maximum number of failed files that are repeated. More failures have a real cause. */
const maxFilesToRepeat = 5;

/** @param {'unit' | 'component' | 'api'} project */
function runVitest(project) {
  /** @param {StageInput} input */
  return async ({ env, extraArgs, say, count, note, time }) => {
    /**
     * @param {string} report path of the report that vitest writes
     * @param {readonly string[]} more
     */
    const run = async (report, more) => {
      rmSync(report, { force: true });
      const colour = process.stdout.isTTY ? [] : ['--no-color'];
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
      const args = ['run', '--project', project, ...colour, ...reporters, ...more];
      const failure = `Tests failed (${project})`;
      await runCommand(...toolCommand('vitest', args), { env, failure, onLine: say });
    };
    const report = join(cacheDir, `vitest-${project}.json`);
    let found = { passed: 0, failed: 0 };
    try {
      await run(report, extraArgs);
      found = countVitest(report);
    } catch (error) {
      found = countVitest(report);
      const files = listFailedFiles(report);
      if (project === 'unit' || files.length === 0 || files.length > maxFilesToRepeat) throw error;
      // These tests stop programs, databases and connections or wait for a page, and depend on
      // time. They fail on a machine that was stopped for seconds, but must pass when they run
      // alone.
      say(`Once more, one file at a time: ${files.join(', ')}`);
      await run(join(cacheDir, `vitest-${project}-again.json`), [...files, '--maxWorkers=1']);
      for (const name of listFailedVitest(report)) note(`  passed at the second try: ${name}`);
      found = { passed: found.passed + found.failed, failed: 0 };
    } finally {
      count(found);
      time(timeVitest(report));
      for (const name of listRetriedVitest(report)) note(`  passed at the second try: ${name}`);
    }
  };
}

/** @param {StageInput} input */
async function runPlaywright({ env, extraArgs, say, count, note, time }) {
  const report = join(cacheDir, 'playwright.json');
  rmSync(report, { force: true });
  try {
    await runCommand(...toolCommand('playwright', ['test', '--reporter=list,json', ...extraArgs]), {
      cwd: inProject('e2e'),
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      failure: 'Journeys failed',
      onLine: say,
    });
  } finally {
    count(countPlaywright(report));
    time(timePlaywright(report));
    for (const name of listRetriedPlaywright(report)) note(`  passed at the second try: ${name}`);
  }
}

const FLAGS = ['--long', '--slow'];

/**
 * Reads arguments such as `npm test -- api --long --slow reservations`: the parts to run, whether
 * to include the long tests, whether to list the slowest tests, and the arguments of the test
 * runner.
 *
 * @param {readonly string[]} args
 */
export function readTestArguments(args) {
  const names = testStages.map((stage) => stage.part);
  const parts = args.filter((arg) => names.includes(arg));
  const extraArgs = args.filter((arg) => !FLAGS.includes(arg) && !names.includes(arg));
  if (extraArgs.length > 0 && parts.length !== 1) {
    throw new Failure(`Unknown part ${extraArgs.join(' ')}. The parts are: ${names.join(', ')}`);
  }
  return {
    stages: testStages.filter((stage) => parts.length === 0 || parts.includes(stage.part)),
    long: args.includes('--long'),
    slow: args.includes('--slow'),
    extraArgs,
  };
}
