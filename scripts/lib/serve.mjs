import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { inProject } from './project.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

// Ctrl-C arrives twice: the terminal signals its whole foreground group, and npm forwards its own
// signal. A person who presses it again takes longer than this.
const SAME_SIGNAL_MS = 400;
const PARENT_CHECK_MS = 1000;

/**
 * Runs the built server until it ends and returns the exit code to end with.
 *
 * @returns {Promise<number>}
 */
export async function serve() {
  const server = spawn(process.execPath, [inProject('apps', 'api', 'dist', 'main.js')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The server has its own process group, so that Ctrl-C reaches it once, through this script.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: process.env['NODE_ENV'] ?? 'production',
      // Simulated members train in the demo. The server ignores the setting when there is no demo.
      DEMO_TRAFFIC: process.env['DEMO_TRAFFIC'] ?? 'yes',
    },
  });
  const stopRelaying = relaySignals(server);
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('exit', (code, signal) => {
      stopRelaying();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {() => void} stops it
 */
function relaySignals(server) {
  let relayedAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  const relay = (signal) => {
    const now = performance.now();
    if (now - relayedAt < SAME_SIGNAL_MS) return;
    relayedAt = now;
    // A closed terminal must also end the server in an orderly way.
    server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
  };
  for (const signal of SIGNALS) process.on(signal, relay);
  const stopWatching = watchParent(() => {
    if (relayedAt === Number.NEGATIVE_INFINITY) relay('SIGTERM');
  });
  return () => {
    stopWatching();
    for (const signal of SIGNALS) process.removeListener(signal, relay);
  };
}

/**
 * Calls `onGone` when npm is gone. A killed npm (`kill -9`) forwards no signal, and then no process
 * would stop the server.
 *
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  // The parent is a shell when npm was not used, and the server may outlive a shell.
  if (process.env['npm_lifecycle_event'] === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  return () => {
    clearInterval(timer);
  };
}
