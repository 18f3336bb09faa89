// Prints numbers about how the source is divided into files: folders that are too many, too small
// or too large. They are hints, not limits.
import './lib/require-node.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listImporters, readImports } from './lib/import-graph.mjs';
import { inProject, listFiles } from './lib/project.mjs';

const wordy = process.argv.includes('--list');
const files = listFiles('ls-files');
const texts = new Map(
  files.filter(isCode).map((file) => [file, readFileSync(inProject(file), 'utf8')]),
);
const imports = readImports(files);
const importersOf = listImporters(imports);

const web = files.filter((file) => file.startsWith('apps/web/'));
const webSources = web.filter((file) => file.startsWith('apps/web/src/') && isSource(file));
const lengths = webSources.map(countLines).toSorted((a, b) => a - b);
const tooLong = [...texts.keys()].filter((file) => isSource(file) && countLines(file) > 300);
const small = [...texts.keys()].filter(
  (file) => isSource(file) && countLines(file) < 20 && importersOf.get(file)?.size === 1,
);
const crowded = countChildren().filter(([folder, count]) => count > 25 && !mayBeLarge(folder));
const closure = collectImports('apps/web/src/routes/reservations.index.tsx');

print('tracked files', files.length);
print('of these in apps/web', web.length);
print('CSS modules', web.filter((file) => file.endsWith('.module.css')).length);
print('median lines of a web source file', lengths[Math.floor(lengths.length / 2)] ?? 0);
print('source files over 300 lines', tooLong.length, tooLong);
print('source files under 20 lines with one importer', small.length, small);
print(
  'folders over 25 children',
  crowded.length,
  crowded.map(([folder, count]) => `${folder}: ${count}`),
);
print('web files behind the reservations page', closure.length, closure);

/** @param {string} name @param {number} value @param {readonly string[]} [items] */
function print(name, value, items = []) {
  console.log(`${String(value).padStart(6)}  ${name}`);
  if (wordy) for (const item of items) console.log(`          ${item}`);
}

/** @param {string} file */
function isCode(file) {
  return /\.(?:tsx?|mjs)$/.test(file) && !file.endsWith('.gen.ts');
}

/** @param {string} file */
function isSource(file) {
  return isCode(file) && !/\.(?:test|spec|shots)\.|\/test\/|\/testing\//.test(file);
}

/** @param {string} file */
function countLines(file) {
  return (texts.get(file) ?? '').split('\n').length - 1;
}

/**
 * Returns whether a folder may be large: each page is a file in `routes`, and migrations are only
 * added.
 * @param {string} folder
 */
function mayBeLarge(folder) {
  return /(?:src\/routes|migrations)$/.test(folder);
}

function countChildren() {
  /** @type {Map<string, Set<string>>} */
  const children = new Map();
  for (const file of files) {
    for (let inner = file; path.dirname(inner) !== '.'; inner = path.dirname(inner)) {
      const folder = path.dirname(inner);
      children.set(folder, (children.get(folder) ?? new Set()).add(inner));
    }
  }
  return [...children].map(([folder, set]) => /** @type {const} */ ([folder, set.size]));
}

/**
 * Lists the files of the web source that a page imports, directly or through others.
 * @param {string} file
 */
function collectImports(file, found = new Set([file])) {
  for (const imported of imports.get(file) ?? []) {
    if (found.has(imported) || !imported.startsWith('apps/web/src/')) continue;
    found.add(imported);
    collectImports(imported, found);
  }
  return [...found].toSorted();
}
