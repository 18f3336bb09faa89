// Runs `npm run machine` and the operator's commands: builds what changed, then runs the program in
// this process.
import './lib/require-node.mjs';
import process from 'node:process';
import { exitWith, Failure } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';

/** @type {ReadonlyMap<string, readonly string[]>} */
const programs = new Map([
  ['accounts', ['apps', 'api', 'dist', 'accounts.js']],
  ['backup', ['apps', 'api', 'dist', 'backup.js']],
  ['machine', ['apps', 'machine', 'dist', 'main.js']],
  ['machines', ['apps', 'api', 'dist', 'machines.js']],
  ['migrate', ['apps', 'api', 'dist', 'migrate.js']],
  ['restore', ['apps', 'api', 'dist', 'restore.js']],
  ['rotate-signing-key', ['apps', 'api', 'dist', 'rotate-signing-key.js']],
]);

// The remaining arguments are for the program, which reads process.argv itself.
const [name = ''] = process.argv.splice(2, 1);
const program = programs.get(name);
try {
  if (program === undefined) {
    throw new Failure(`Unknown program ${name}. There are: ${[...programs.keys()].join(', ')}`);
  }
  await prepareToRun();
  await import(inProject(...program));
} catch (error) {
  exitWith(error);
}
