import './lib/require-node.mjs';
import { exitWith } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';

stopChildrenOnSignals();
await prepareToRun().catch(exitWith);
