import path from 'node:path';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, inject, test, vi } from 'vitest';
import { startBalancer, startLoad } from './support/balancer.ts';
import { createTestDatabase } from './support/database.ts';
import { runServer } from './support/running-server.ts';
import { makeScratchFolder } from './support/scratch-folder.ts';

const bundle = inject('programs').server;
const { url } = await createTestDatabase();
const patience = { timeout: 60_000, interval: 20 };

async function startNode(drainSeconds: number) {
  const node = runServer(bundle.main, {
    DATABASE_URL: url,
    DATA_DIR: path.join(await makeScratchFolder(), 'data-dir'),
    USER_POOL_KEYS: testKeys,
    TRAINER_CODE_KEY: Buffer.alloc(32, 'drain').toString('base64url'),
    DRAIN_SECONDS: String(drainSeconds),
  });
  return { ...node, address: await node.ready };
}

test('a node that is told to stop leaves its balancer first: no request fails; told twice, it ends at once', async () => {
  const [leaving, staying] = [await startNode(2), await startNode(300)];
  const balancer = await startBalancer([leaving.address, staying.address]);
  const load = startLoad(balancer.url, 4, [
    { path: '/healthz' },
    { path: '/healthz' },
    { path: '/api/informations' },
  ]);
  await vi.waitUntil(() => balancer.countAnswers(leaving.address) > 20, patience);

  leaving.child.kill('SIGTERM');
  await vi.waitUntil(() => !balancer.isReady(leaving.address), patience);
  // It says no, and still answers whoever has not heard it.
  expect((await fetch(`${leaving.address}/healthz`)).status).toBe(200);
  expect(await leaving.exited).toEqual({ code: 0, signal: null });
  const before = balancer.countAnswers(staying.address);
  await vi.waitUntil(() => balancer.countAnswers(staying.address) > before + 20, patience);
  await load.stop();
  expect(load.failures).toEqual([]);

  staying.child.kill('SIGTERM');
  await vi.waitUntil(() => !balancer.isReady(staying.address), patience);
  staying.child.kill('SIGTERM');
  expect(await staying.exited).toEqual({ code: 143, signal: null });
});
