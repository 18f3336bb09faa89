// For whoever changes dependencies, after `npm install`: see lib/lock-file.mjs for the reason.
import './lib/require-node.mjs';
import { readJson, writeJson } from './lib/json-file.mjs';
import { describeBinary, findMissingBinaries } from './lib/lock-file.mjs';
import { inProject } from './lib/project.mjs';

/** @typedef {import('./lib/lock-file.mjs').LockEntries} LockEntries */

const path = inProject('package-lock.json');
const lock = /** @type {{packages: LockEntries}} */ (readJson(path));
const missing = findMissingBinaries(lock.packages);
const entries = [
  ...Object.entries(lock.packages),
  ...missing.map((entry) => /** @type {const} */ ([entry.path, describeBinary(entry)])),
];
entries.sort(([a], [b]) => a.localeCompare(b, 'en'));
writeJson(path, { ...lock, packages: Object.fromEntries(entries) });
console.log(`✔ The lock file is complete (${missing.length} entries added)`);
