import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inProject } from './project.mjs';

// Made by builds and tools, or never part of one: a changed test is no reason to build again.
const SKIPPED_FOLDERS = new Set(['node_modules', 'test', 'testing', 'coverage']);
const SKIPPED_FILES = /\.test\.tsx?$|\.gen\.ts$|\.tsbuildinfo$|\.log$/;

/**
 * A hash over paths and contents, the same on every machine.
 *
 * @param {readonly string[]} inputs files and folders, relative to the project
 */
export function fingerprint(inputs) {
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
