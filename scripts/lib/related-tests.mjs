import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { inProject } from './project.mjs';

// These files import the whole product. Through them every test would be related to every file.
const ASSEMBLIES =
  /(^|\/)(app\.tsx?|main\.tsx?|router\.tsx|route-tree\.gen\.ts|render\.tsx|composition\/member-data\.ts)$/;
const TEST = /\.test\.(mjs|tsx?)$/;
const SOURCE = /\.(mjs|tsx?)$/;
const IMPORT = /(?:from|import|import\()\s*'([^']+)'/g;
const NOUN =
  /^(?:apps\/api\/src\/modules|apps\/web\/src\/features|apps\/web\/test|apps\/web\/src\/routes)\/-?([\w-]+)/;

/**
 * Returns the tests to run after these files were changed: those that import them, directly or
 * through others, and those with the same noun (`modules/workouts` and `web/test/workouts`) as the
 * changed files and the files that import them.
 *
 * @param {readonly string[]} changed paths below the project, with `/`
 * @param {readonly string[]} files all tracked files
 * @returns {string[]}
 */
export function findRelatedTests(changed, files) {
  const sources = files.filter((file) => SOURCE.test(file));
  const importers = listImporters(sources);
  const reached = new Set(changed);
  for (const file of reached) {
    if (ASSEMBLIES.test(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const near = changed.flatMap((file) => [file, ...(importers.get(file) ?? [])]);
  const nouns = new Set(near.flatMap((file) => readNoun(file) ?? []));
  return sources.filter(
    (file) => TEST.test(file) && (reached.has(file) || nouns.has(readNoun(file) ?? '')),
  );
}

/** @param {string} file */
function readNoun(file) {
  return NOUN.exec(file)?.[1]?.replace(/-page$/, '') ?? null;
}

/**
 * @param {readonly string[]} sources
 * @returns {Map<string, Set<string>>} the importers of each file
 */
function listImporters(sources) {
  const known = new Set(sources);
  /** @type {Map<string, Set<string>>} */
  const importers = new Map();
  for (const file of sources) {
    const text = readFileSync(inProject(file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const target = resolveImport(file, specifier);
      if (target === null || !known.has(target)) continue;
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return importers;
}

/**
 * @param {string} file
 * @param {string} specifier
 * @returns {string | null} `null` when the import is not a file of this project
 */
function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  const [kind = '', name = ''] = file.split('/');
  if (specifier.startsWith('#test/')) return join(kind, name, specifier.slice(1));
  if (specifier.startsWith('#')) return join(kind, name, 'src', specifier.slice(1));
  const [, found, path] = /^@tanren\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  return path === undefined ? null : `packages/${found}/src/${path}.ts`;
}
