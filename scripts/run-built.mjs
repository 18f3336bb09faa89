// Runs `npm run machine` and the operator's commands in this process.
import './lib/require-node.mjs';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { exitWith } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';

// The remaining arguments are for the program, which reads process.argv itself.
const [program = ''] = process.argv.splice(2, 1);
try {
  // A command runs the build that the server runs, also as a user who may not write here.
  const isCommand = program.startsWith('apps/api/');
  if (!isCommand || !existsSync(inProject(program))) await prepareToRun();
  await import(inProject(program));
} catch (error) {
  exitWith(error);
}
