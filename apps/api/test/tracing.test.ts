import { chmod, mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { createEmptyDatabase } from './support/database.ts';
import { runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';
import { openTraceCollector } from './support/server/trace-collector.ts';

const bundle = inject('programs').server;
const collector = await openTraceCollector();

/** Runs the built program for one call. Returns the files it has loaded, by Node's own list. */
async function runOnce(dataDir: string, settings: Readonly<Record<string, string>>) {
  const coverage = path.join(await makeScratchFolder(), 'coverage');
  await mkdir(coverage);
  // The program of root gives up root, and writes the list at its end.
  await chmod(coverage, 0o777);
  const server = runServer(bundle.main, {
    DATA_DIR: dataDir,
    NODE_V8_COVERAGE: coverage,
    ...settings,
  });
  const address = await server.ready;
  const answer = await fetch(`${address}/api/gyms`);
  server.child.kill('SIGTERM');
  expect(await server.exited).toMatchObject({ code: 0 });
  const loaded = await Promise.all(
    (await readdir(coverage)).map(async (name) => {
      const text = await readFile(path.join(coverage, name), 'utf8');
      return (JSON.parse(text) as { result: { url: string }[] }).result.map((file) => file.url);
    }),
  );
  const files = loaded.flat();
  expect(files).toContain(new URL(`file://${bundle.main}`).href);
  return {
    requestId: answer.headers.get('x-request-id'),
    sdk: files.filter((file) => /open-?telemetry/.test(file)),
  };
}

test('loads OpenTelemetry and sends spans only when an address is given', async () => {
  const dataDir = path.join(await makeScratchFolder(), 'data-dir');
  const database = { DATABASE_URL: await createEmptyDatabase() };
  const off = await runOnce(dataDir, { ...database, OTEL_SERVICE_NAME: 'tanren' });
  expect(off.sdk).toEqual([]);
  expect(collector.requests).toEqual([]);
  const on = await runOnce(dataDir, {
    ...database,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    NODE_NAME: 'shibuya-1',
  });
  expect(on.sdk.length).toBeGreaterThan(0);
  const span = collector
    .listSpans()
    .find(({ attributes }) => attributes['tanren.request_id'] === on.requestId);
  expect(span?.name).toBe('GET /api/gyms');
  expect(collector.listServices()[0]).toMatchObject({ 'service.instance.id': 'shibuya-1' });
});
