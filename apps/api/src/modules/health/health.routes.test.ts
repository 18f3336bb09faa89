import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import { closeDatabase, openDatabase } from '#db/database.ts';
import { buildTestApp } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { db } = await createTestDatabase();

test('alive and ready while the database answers', async () => {
  const app = await buildTestApp({ db });
  for (const url of ['/healthz', '/readyz']) {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test('alive but not ready while the database refuses', async () => {
  const app = await buildTestApp();
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  const answer = await app.inject('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'not_ready' });
  expect(answer.headers['retry-after']).toBe('1');
});

test('not ready, within a bound, while the database is silent; one connection is enough', async () => {
  const connections: Socket[] = [];
  const silent = createServer((socket) => void connections.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const mute = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`);
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    silent.close();
    await closeDatabase(mute);
  });
  const app = await buildTestApp({ db: mute });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => app.inject('/readyz')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503]);
  expect(connections).toHaveLength(1);
});

test.each(['/healthz', '/readyz'])('%s is read only', async (url) => {
  const app = await buildTestApp({ db });
  const answer = await app.inject({ method: 'POST', url });
  expect(answer.statusCode).toBe(405);
  expect(answer.json()).toMatchObject({ code: 'method_not_allowed' });
});
