import './lib/require-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitWith } from './lib/failure.mjs';
import { loadVite } from './lib/installed.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';

const OUT_DIR = inProject('apps', 'api', 'dist-dev');

/**
 * Rebuilds the server on every change and restarts it.
 *
 * @param {Record<string, string>} env
 * @returns {Promise<() => Promise<void>>} stops it
 */
async function runApiOnChange(env) {
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
      // The server has its own process group, so that Ctrl-C reaches it once, through this script.
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
  // Restarts run one after the other, because two quick changes must not start two servers on one
  // data folder.
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

/**
 * Takes settings and the cookie against forgery from the server's page. In production the server
 * fills both into each page, but here Vite serves the page.
 *
 * @param {string} apiOrigin
 * @returns {import('vite').Plugin}
 */
function pageFromApi(apiOrigin) {
  let config = '{}';
  return {
    name: 'tanren-page-from-api',
    configureServer: (vite) => {
      vite.middlewares.use((request, response, next) => {
        if (request.headers.accept?.includes('text/html') !== true) {
          next();
          return;
        }
        fetch(`${apiOrigin}/login`, { headers: { cookie: request.headers.cookie ?? '' } })
          .then(async (page) => {
            config = readConfig(await page.text()) ?? config;
            response.setHeader('set-cookie', page.headers.getSetCookie());
          })
          // While the server restarts, the page gets the settings it had before.
          .catch(() => undefined)
          .finally(next);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace('__CLIENT_CONFIG__', () => config).replaceAll('__CSP_NONCE__', 'dev'),
    },
  };
}

/** @param {string} html */
function readConfig(html) {
  return /<meta\s+name="tanren-config"\s+content="([^"]*)"/.exec(html)?.[1] ?? null;
}

const SERVER_PATHS = ['/api', '/builds', '/cognito', '/mqtt', '/healthz', '/readyz'];

/** @type {(() => Promise<void>)[]} */
const closers = [];
const stopListening = stopChildrenOnSignals();
try {
  // The prerendered pages and the build manifest come from the last complete build.
  await prepareToRun();
  stopListening();
  closeOnSignals();
  const port = Number(process.env['PORT'] ?? '3000');
  const apiPort = port + 1;
  const apiOrigin = `http://localhost:${apiPort}`;
  closers.push(
    await runApiOnChange({
      PORT: String(apiPort),
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    }),
  );
  process.env['BUILD_ID'] = await readBuildId(apiOrigin);
  const { createServer: createViteServer } = await loadVite();
  const vite = await createViteServer({
    root: inProject('apps', 'web'),
    plugins: [pageFromApi(apiOrigin)],
    server: {
      port,
      strictPort: true,
      proxy: Object.fromEntries(
        SERVER_PATHS.map((path) => [path, { target: apiOrigin, ws: true }]),
      ),
    },
  });
  closers.push(() => vite.close());
  await vite.listen();
  vite.printUrls();
} catch (error) {
  exitWith(error);
}

function closeOnSignals() {
  let closing = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal and npm send one signal each.
      if (closing) return;
      closing = true;
      void Promise.all(closers.map((close) => close())).then(() => process.exit(0), exitWith);
    });
  }
}

/**
 * Reads the id of an existing build, because the app requests the manifest of its build.
 *
 * @param {string} apiOrigin
 */
async function readBuildId(apiOrigin) {
  for (;;) {
    try {
      const answer = await fetch(`${apiOrigin}/builds/latest.json`);
      const { id } = /** @type {{id: string}} */ (await answer.json());
      return id;
    } catch {
      await sleep(100);
    }
  }
}
