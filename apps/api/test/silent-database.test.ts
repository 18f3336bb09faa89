import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from './support/database.ts';
import { startStallingProxy } from './support/failures.ts';
import { runServer } from './support/server/running-server.ts';
import { makeScratchFolder } from './support/server/scratch-folder.ts';

const { url } = await createTestDatabase();

test('a node with a silent database is not ready, recovers by itself, and ends on a signal', async () => {
  const line = await startStallingProxy(() => Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(line.port);
  through.search = '';
  const server = runServer(inject('programs').server.main, {
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    DATABASE_URL: through.href,
    DATABASE_QUERY_TIMEOUT_SECONDS: '1',
    DATABASE_CONNECT_TIMEOUT_SECONDS: '1',
    DRAIN_SECONDS: '0',
    USER_POOL_KEYS: testKeys,
    LOG_LEVEL: 'silent',
  });
  const address = await server.ready;
  const request = async (place: string) => (await fetch(`${address}${place}`)).status;
  expect(await request('/api/informations')).toBe(200);

  line.stall();
  const [ready, call] = await Promise.all([request('/readyz'), request('/api/informations')]);
  expect([ready, call]).toEqual([503, 503]);
  expect(await request('/healthz')).toBe(200);
  // New connections work again. The old ones stay silent.
  line.bypass();
  await expect.poll(() => request('/readyz')).toBe(200);
  expect(await request('/api/informations')).toBe(200);

  line.stall();
  const running = fetch(`${address}/api/informations`).catch(() => null);
  await sleep(100);
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  await running;
});
