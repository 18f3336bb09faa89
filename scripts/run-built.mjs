// Runs `npm run machine` and the operator's commands: builds what changed, then runs the program in
// this process.
import './lib/require-node.mjs';
import process from 'node:process';
import { exitWith } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';

// The remaining arguments are for the program, which reads process.argv itself.
const [program = ''] = process.argv.splice(2, 1);
try {
  await prepareToRun();
  await import(inProject(program));
} catch (error) {
  exitWith(error);
}
