import './lib/require-node.mjs';
import { exitWith } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';

try {
  await prepareToRun();
  await import(inProject('apps', 'api', 'dist', 'accounts.js'));
} catch (error) {
  exitWith(error);
}
