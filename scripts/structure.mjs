// Prints numbers about how the source is divided into files: files and folders that may be too small
// or too large. They are hints, not limits. `--list` prints the names, too.
import './lib/require-node.mjs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listImporters, readImports } from './lib/import-graph.mjs';
import { inProject, listFiles } from './lib/project.mjs';

const isWordy = process.argv.includes('--list');
const files = listFiles('ls-files');
const web = files.filter((file) => file.startsWith('apps/web/'));
const importers = listImporters(readImports(files));
const lengths = new Map(files.filter(isSource).map((file) => [file, countLines(file)]));
const webLengths = [...lengths]
  .flatMap(([file, lines]) => (file.startsWith('apps/web/src/') ? [lines] : []))
  .toSorted((a, b) => a - b);

print('tracked files', files.length);
print('of these in apps/web', web.length);
print('CSS modules', web.filter((file) => file.endsWith('.module.css')).length);
print('median lines of a web source file', webLengths[Math.floor(webLengths.length / 2)] ?? 0);
printList(
  'source files over 300 lines',
  [...lengths].flatMap(([file, lines]) => (lines > 300 ? [file] : [])),
);
printList(
  'source files under 20 lines with one importer',
  [...lengths].flatMap(([file, lines]) =>
    lines < 20 && importers.get(file)?.size === 1 ? [file] : [],
  ),
);
printList(
  'folders over 25 children',
  [...countChildren()].flatMap(([folder, { size }]) =>
    size > 25 && !mayBeLarge(folder) ? [`${folder}: ${size}`] : [],
  ),
);

/** @param {string} name @param {number} value */
function print(name, value) {
  console.log(`${String(value).padStart(6)}  ${name}`);
}

/** @param {string} name @param {readonly string[]} items */
function printList(name, items) {
  print(name, items.length);
  if (isWordy) for (const item of items) console.log(`          ${item}`);
}

/** @param {string} file */
function isSource(file) {
  return (
    /\.(?:tsx?|mjs)$/.test(file) && !/\.(?:test|spec|shots|gen)\.|\/test\/|\/testing\//.test(file)
  );
}

/** @param {string} file */
function countLines(file) {
  return readFileSync(inProject(file), 'utf8').split('\n').length - 1;
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
  return children;
}
