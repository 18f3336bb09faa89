import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { loadVite } from './installed.mjs';
import { inProject } from './project.mjs';

const OUT_DIR = inProject('apps', 'api', 'dist-dev');

/**
 * Rebuilds the server on every change and restarts it.
 *
 * @param {Record<string, string>} env
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function runApiOnChange(env) {
  const { build } = await loadVite();
  /** @type {import('node:child_process').ChildProcess | null} */
  let server = null;
  const stop = async () => {
    const old = server;
    server = null;
    if (old === null || old.exitCode !== null || old.signalCode !== null) return;
    const ended = once(old, 'exit');
    old.kill('SIGTERM');
    await ended;
  };
  const restart = async () => {
    await stop();
    server = spawn(process.execPath, ['--enable-source-maps', `${OUT_DIR}/main.js`], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Its own process group, so that Ctrl-C reaches it once, through us.
      detached: true,
      env: { ...process.env, ...env },
    });
  };
  const watcher = await build({
    root: inProject('apps', 'api'),
    mode: 'development',
    logLevel: 'warn',
    build: { outDir: OUT_DIR, emptyOutDir: true, watch: {} },
  });
  if (!('on' in watcher)) throw new Error('vite did not watch the server');
  // One after the other: two quick changes must not start two servers on one data folder.
  let turn = Promise.resolve();
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') turn = turn.then(restart);
    if (event.code === 'ERROR') console.error(event.error.message);
  });
  return async () => {
    await watcher.close();
    await turn;
    await stop();
  };
}
