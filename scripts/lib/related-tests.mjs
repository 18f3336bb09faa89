import { basename, dirname } from 'node:path';
import { listImporters } from './import-graph.mjs';

/** @typedef {import('./import-graph.mjs').Imports} Imports */

// These files import the whole product. Through them every test would be related to every file.
const ASSEMBLIES =
  /(^|\/)(app\.tsx?|main\.tsx?|router\.tsx|route-tree\.gen\.ts|render\.tsx|composition\/member-data\.ts)$/;
const TEST = /\.test\.(mjs|tsx?)$/;
const SOURCE = /\.(mjs|tsx?)$/;
const AREA =
  /^(?:apps\/api\/src\/modules|apps\/web\/src\/features|apps\/web\/test|apps\/web\/src\/routes)\/-?([\w-]+)/;

/**
 * These two tests check every call of the API and every table with a member's data. Most changes
 * that break them are in files that they do not import.
 */
const ALWAYS = ['apps/api/test/access-table.test.ts', 'apps/api/test/member-erasure.test.ts'];
/** Maximum number of nearest tests, so that the fast check takes less than a minute. */
const maxNearest = 12;

/**
 * Returns the tests for the fast check: the nearest ones up to a maximum, and those that always
 * run. `leftOut` is the number of nearest tests above the maximum.
 *
 * @param {readonly string[]} changed paths below the project, with `/`
 * @param {Imports} imports of all files
 */
export function findNearestTests(changed, imports) {
  const nearest = rankNearest(changed, [...imports.keys()], listImporters(imports));
  const tests = [...new Set([...nearest.slice(0, maxNearest), ...ALWAYS])];
  return {
    tests,
    leftOut: nearest.slice(maxNearest).filter((test) => !tests.includes(test)).length,
  };
}

/**
 * Returns all tests that may depend on these files: the nearest ones, those that import them,
 * directly or through others, those of the same area (`modules/workouts` and `web/test/workouts`)
 * as the changed files and the files that import them, and those that always run.
 *
 * @param {readonly string[]} changed paths below the project, with `/`
 * @param {Imports} imports of all files
 * @returns {string[]}
 */
export function findRelatedTests(changed, imports) {
  const sources = [...imports.keys()];
  const importers = listImporters(imports);
  const reached = new Set(changed);
  for (const file of reached) {
    if (ASSEMBLIES.test(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const near = changed.flatMap((file) => [file, ...(importers.get(file) ?? [])]);
  const areas = new Set(near.flatMap((file) => readArea(file) ?? []));
  const tests = sources.filter(
    (file) => TEST.test(file) && (reached.has(file) || areas.has(readArea(file) ?? '')),
  );
  return [...new Set([...tests, ...rankNearest(changed, sources, importers), ...ALWAYS])];
}

/**
 * Returns the changed tests, then the tests with the stem of a changed file (`workouts` in
 * `workouts.routes.ts`), then those that import one directly, then those in the same folder.
 *
 * @param {readonly string[]} changed
 * @param {readonly string[]} sources
 * @param {Imports} importers
 * @returns {string[]}
 */
function rankNearest(changed, sources, importers) {
  const tests = sources.filter((file) => TEST.test(file));
  const code = changed.filter((file) => SOURCE.test(file) && !TEST.test(file));
  const stems = new Set(code.map(readStem));
  const direct = new Set(code.flatMap((file) => [...(importers.get(file) ?? [])]));
  const folders = new Set(code.map((file) => dirname(file)));
  return [
    ...new Set([
      ...tests.filter((test) => changed.includes(test)),
      ...tests.filter((test) => stems.has(readStem(test))),
      ...tests.filter((test) => direct.has(test)),
      ...tests.filter((test) => folders.has(dirname(test))),
    ]),
  ];
}

/** @param {string} file */
function readStem(file) {
  return basename(file).split('.')[0] ?? '';
}

/** @param {string} file */
function readArea(file) {
  return AREA.exec(file)?.[1]?.replace(/-page$/, '') ?? null;
}
