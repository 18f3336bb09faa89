import './lib/require-node.mjs';
import { exitWith } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';
import { serve } from './lib/serve.mjs';

try {
  const stopListening = stopChildrenOnSignals();
  await prepareToRun();
  stopListening();
  process.exitCode = await serve();
} catch (error) {
  exitWith(error);
}
