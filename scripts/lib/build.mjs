import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { buildSteps } from './build-steps.mjs';
import { Failure } from './failure.mjs';
import { readJson, writeJson } from './json-file.mjs';
import { inProject } from './project.mjs';
import { runCommand } from './run-command.mjs';
import { step } from './step.mjs';

// These are made by builds and tools, or are never part of a build: a changed test needs no new
// build.
const SKIPPED_FOLDERS = new Set(['node_modules', 'test', 'testing', 'coverage']);
const SKIPPED_FILES = /\.test\.tsx?$|\.gen\.ts$|\.tsbuildinfo$|\.log$/;

/**
 * Returns a hash over paths and contents, which is the same on every machine.
 *
 * @param {readonly string[]} inputs files and folders, relative to the project
 */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(listFiles)) {
    const content = readFileSync(inProject(path));
    hash.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!statSync(inProject(path)).isDirectory()) return [path];
  return readdirSync(inProject(path), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.isDirectory())
        return isSkippedFolder(entry.name) ? [] : listFiles(join(path, entry.name));
      return entry.isFile() && !SKIPPED_FILES.test(entry.name) ? [join(path, entry.name)] : [];
    });
}

/** @param {string} name */
function isSkippedFolder(name) {
  return SKIPPED_FOLDERS.has(name) || name.startsWith('dist') || name.startsWith('.');
}

/** @typedef {import('./build-steps.mjs').BuildStep} BuildStep */

const STAMP = '.build-stamp.json';

/** Builds everything that changed since its last build. */
export async function buildWhatChanged() {
  for (const buildStep of buildSteps) {
    await step(`Building the ${buildStep.name}`, async (say) => {
      const inputs = fingerprint(buildStep.inputs);
      if (isBuilt(buildStep, inputs)) return `The ${buildStep.name} is up to date`;
      await build(buildStep, inputs, say);
      return `Built the ${buildStep.name}`;
    });
  }
}

/**
 * @param {BuildStep} buildStep
 * @param {string} inputs
 */
function isBuilt({ folder }, inputs) {
  const stamp = /** @type {{inputs: string} | null} */ (readJson(inProject(folder, 'dist', STAMP)));
  return stamp?.inputs === inputs;
}

/**
 * Builds into a new folder that replaces the old one when it is complete, including its stamp. A
 * killed build changes nothing, and a server in another terminal sees either the old files or the
 * new ones.
 *
 * @param {BuildStep} buildStep
 * @param {string} inputs
 * @param {(detail: string) => void} say
 */
async function build({ name, folder, command }, inputs, say) {
  const place = inProject(folder);
  const draft = join(place, `dist-${process.pid}`);
  removeDrafts(place);
  const [program, args] = command(draft);
  await runCommand(program, args, {
    cwd: place,
    env: { NODE_ENV: 'production', BUILD_ID: inputs.slice(0, 12), BUILD_OUT_DIR: draft },
    failure: `The ${name} could not be built`,
    onLine: say,
  });
  if (!existsSync(draft)) throw new Failure(`The build of the ${name} wrote nothing`);
  writeJson(join(draft, STAMP), { inputs });
  if (existsSync(join(place, 'dist'))) renameSync(join(place, 'dist'), `${draft}-old`);
  renameSync(draft, join(place, 'dist'));
  removeDrafts(place);
}

/** @param {string} place */
function removeDrafts(place) {
  for (const entry of readdirSync(place)) {
    if (/^dist-\d+(-old)?$/.test(entry))
      rmSync(join(place, entry), { recursive: true, force: true });
  }
}
