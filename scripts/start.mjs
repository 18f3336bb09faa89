import './lib/require-node.mjs';
import process from 'node:process';
import { exitWith } from './lib/failure.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';

const PARENT_CHECK_MS = 1000;

/**
 * Stops the server when npm is gone. A killed npm (`kill -9`) forwards no signal, and then no process
 * would stop the server.
 */
function stopWithoutNpm() {
  // The parent is a shell when npm was not used, and the server may outlive a shell.
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

try {
  const stopListening = stopChildrenOnSignals();
  await prepareToRun();
  stopListening();
  stopWithoutNpm();
  process.env['NODE_ENV'] ??= 'production';
  // Simulated members train in the demo. The server ignores the setting when there is no demo.
  process.env['DEMO_TRAFFIC'] ??= 'yes';
  await import(inProject('apps', 'api', 'dist', 'main.js'));
} catch (error) {
  exitWith(error);
}
