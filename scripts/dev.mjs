import './lib/require-node.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import process from 'node:process';
import { runApiOnChange } from './lib/dev-api.mjs';
import { pageFromApi } from './lib/dev-page.mjs';
import { exitWith } from './lib/failure.mjs';
import { findFreePort } from './lib/free-port.mjs';
import { loadVite } from './lib/installed.mjs';
import { prepareToRun } from './lib/prepare.mjs';
import { inProject } from './lib/project.mjs';
import { stopChildrenOnSignals } from './lib/run-command.mjs';

const SERVER_PATHS = ['/api', '/builds', '/cognito', '/mqtt', '/healthz', '/readyz'];

/** @type {(() => Promise<void>)[]} */
const closers = [];
const stopListening = stopChildrenOnSignals();
try {
  // The prerendered pages and the build manifest come from the last whole build.
  await prepareToRun();
  stopListening();
  closeOnSignals();
  const port = Number(process.env['PORT'] ?? '3000');
  const apiPort = await findFreePort();
  const apiOrigin = `http://localhost:${apiPort}`;
  closers.push(
    await runApiOnChange({
      PORT: String(apiPort),
      PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
    }),
  );
  process.env['BUILD_ID'] = await readBuildId(apiOrigin);
  const { createServer } = await loadVite();
  const vite = await createServer({
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
      // The terminal and npm send one each.
      if (closing) return;
      closing = true;
      void Promise.all(closers.map((close) => close())).then(() => process.exit(0), exitWith);
    });
  }
}

/**
 * The app asks for the manifest of the build it belongs to, so it must be one that exists.
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
