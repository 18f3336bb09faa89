import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolCommand } from './npm.mjs';
import { cacheDir, inProject } from './project.mjs';
import { runCommand } from './run-command.mjs';
import { countPlaywright, countVitest, timePlaywright, timeVitest } from './test-report.mjs';

/** @typedef {import('./test-report.mjs').TestCount} TestCount */
/** @typedef {import('./test-report.mjs').TimedTest} TimedTest */
/**
 * @typedef {object} StageInput
 * @property {Record<string, string>} env
 * @property {readonly string[]} extraArgs typed after the part's name, for the test runner
 * @property {(line: string) => void} say
 * @property {(count: TestCount) => void} count
 * @property {(tests: TimedTest[]) => void} time is told how long each test took
 */
/**
 * @typedef {object} Stage
 * @property {string} part its name on the command line
 * @property {string} title
 * @property {(input: StageInput) => Promise<void>} run
 */

/**
 * In this order: what fails fastest comes first.
 *
 * @type {readonly Stage[]}
 */
export const testStages = [
  { part: 'lint', title: 'Lint and format', run: checkStyle },
  { part: 'types', title: 'Types', run: checkTypes },
  { part: 'unit', title: 'Unit tests', run: runVitest('unit') },
  { part: 'component', title: 'Component tests', run: runVitest('component') },
  { part: 'api', title: 'API tests', run: runVitest('api') },
  { part: 'e2e', title: 'Journeys', run: runPlaywright },
];

/** @param {StageInput} input */
async function checkStyle({ say }) {
  await runCommand(...toolCommand('oxlint', []), { failure: 'Lint found mistakes', onLine: say });
  await runCommand(...toolCommand('oxfmt', ['--check']), {
    failure: 'Files are not formatted: run `npm run format`',
    onLine: say,
  });
}

/** @param {StageInput} input */
async function checkTypes({ say }) {
  await checkTypesOf(listTypeScriptProjects(), say);
}

/**
 * Two at a time: one alone leaves a core idle while it reads its files.
 *
 * @param {readonly string[]} projects
 * @param {(line: string) => void} say
 */
export async function checkTypesOf(projects, say) {
  const waiting = [...projects];
  const work = async () => {
    for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
      say(project);
      await runCommand(...toolCommand('tsc', ['--noEmit', '-p', project]), {
        failure: `Types do not fit in ${project}`,
      });
    }
  };
  await Promise.all([work(), work()]);
}

/** @returns {string[]} every folder with a tsconfig.json, relative to the project */
export function listTypeScriptProjects() {
  const workspaces = ['packages', 'apps'].flatMap(listFolders);
  const inner = workspaces.flatMap(listFolders);
  return [...workspaces, ...inner, 'bench', 'e2e', 'scripts'].filter((folder) =>
    existsSync(inProject(folder, 'tsconfig.json')),
  );
}

/** @param {string} folder */
function listFolders(folder) {
  return readdirSync(inProject(folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** @param {'unit' | 'component' | 'api'} project */
function runVitest(project) {
  const report = join(cacheDir, `vitest-${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  /** @param {StageInput} input */
  return async ({ env, extraArgs, say, count, time }) => {
    rmSync(report, { force: true });
    const colour = process.stdout.isTTY ? [] : ['--no-color'];
    const args = ['run', '--project', project, ...colour, ...reporters, ...extraArgs];
    try {
      await runCommand(...toolCommand('vitest', args), {
        env,
        failure: `Tests failed (${project})`,
        onLine: say,
      });
    } finally {
      count(countVitest(report));
      time(timeVitest(report));
    }
  };
}

/** @param {StageInput} input */
async function runPlaywright({ env, extraArgs, say, count, time }) {
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
  }
}
