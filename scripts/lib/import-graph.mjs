import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from './project.mjs';

const SOURCE = /\.(?:mjs|tsx?)$/;
/** Matches static imports, re-exports, `import()` and imports in types. */
const IMPORT = /\b(?:from|import|import\()\s*['"`]([.#][^'"`\s]*|@tanren\/[^'"`\s]+)['"`]/g;

/** @typedef {ReadonlyMap<string, ReadonlySet<string>>} Imports files by their paths below the folder */

/**
 * Reads which source files import which others of the same list. Node resolves the names, so the
 * `imports` and `exports` of each package.json count.
 *
 * @param {readonly string[]} files paths below the folder, with `/`
 * @returns {Imports}
 */
export function readImports(files, folder = root) {
  const sources = new Set(files.filter((file) => SOURCE.test(file)));
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {string} file @param {string} name */
  const resolve = (file, name) => {
    if (name.startsWith('.')) return join(dirname(file), name);
    // All files of a package resolve a name alike.
    const key = `${file.split('/', 2).join('/')} ${name}`;
    const path = known.get(key) ?? resolveInPackage(join(folder, file), name, folder);
    known.set(key, path);
    return path;
  };
  return new Map(
    [...sources].map((file) => {
      const names = readFileSync(join(folder, file), 'utf8').matchAll(IMPORT);
      const found = [...names].map(([, name = '']) => resolve(file, name));
      return [file, new Set(found.filter((imported) => sources.has(imported)))];
    }),
  );
}

/** @param {string} file @param {string} name @param {string} folder */
function resolveInPackage(file, name, folder) {
  try {
    return relative(folder, createRequire(file).resolve(name));
  } catch {
    // The name is part of a text, or names a file that a build writes.
    return '';
  }
}

/**
 * Finds files that import themselves through others. Unlike the rule `import/no-cycle` of the
 * linter it also follows `import()`.
 *
 * @param {Imports} imports
 * @returns {string[]} a line for each cycle
 */
export function findCycles(imports) {
  /** @type {string[]} */
  const cycles = [];
  /** @type {string[]} */
  const path = [];
  const visited = new Set();
  /** @param {string} file */
  const visit = (file) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    } else if (!visited.has(file)) {
      visited.add(file);
      path.push(file);
      for (const imported of imports.get(file) ?? []) visit(imported);
      path.pop();
    }
  };
  for (const file of imports.keys()) visit(file);
  return cycles;
}
