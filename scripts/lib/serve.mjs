import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { inProject } from './project.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

// Ctrl-C reaches us twice: the terminal signals its whole foreground group, and npm passes on what
// it got itself. A person who presses it again takes longer than this.
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
    // Its own process group: the terminal's Ctrl-C must reach it once, through us.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: process.env['NODE_ENV'] ?? 'production',
      // People come and train in the demo world; the server ignores it where there is none.
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
    // A closed terminal asks for the same orderly end.
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
 * A killed npm (`kill -9`) passes nothing on, and nobody is left to stop the server.
 *
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  // Without npm the parent is a shell, and to outlive that one is everybody's right.
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
