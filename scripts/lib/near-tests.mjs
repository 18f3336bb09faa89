import { basename, dirname } from 'node:path';

const TEST = /\.test\.(mjs|tsx?)$/;

/**
 * These two tests check every call of the API and every table with a member's data. Most changes
 * that break them are in other folders.
 */
const ALWAYS = ['apps/api/test/access-table.test.ts', 'apps/api/test/member-erasure.test.ts'];

/**
 * Returns the changed tests, the tests in the folders of the changed files or with the stem of one
 * (`workouts` in `workouts.routes.ts`), and those that always run.
 *
 * @param {readonly string[]} changed paths below the project, with `/`
 * @param {readonly string[]} files all files of the project
 */
export function findNearTests(changed, files) {
  const folders = new Set(changed.map((file) => dirname(file)));
  const stems = new Set(changed.map(readStem));
  const near = files.filter(
    (file) => TEST.test(file) && (folders.has(dirname(file)) || stems.has(readStem(file))),
  );
  return [...new Set([...near, ...ALWAYS])];
}

/** @param {string} file */
function readStem(file) {
  return basename(file).split('.')[0] ?? '';
}
