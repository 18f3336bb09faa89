import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';

import { buildTestApp } from '#test/support/app.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Starts an app with a call that lasts until it is released, and a keep-alive client. */
async function start() {
  const reached = gate();
  const released = gate();
  const app = await buildTestApp({
    modules: {
      async open(scope) {
        scope.get('/slow', { config: { access: 'public' } }, async () => {
          reached.open();
          await released.opened;
          return 'finished';
        });
      },
    },
  });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  return { app, agent, reached: reached.opened, release: released.open };
}

function get(url: string, agent: Agent): Promise<{ answer: IncomingMessage; body: string }> {
  return new Promise((resolve, reject) => {
    httpGet(url, { agent }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      answer.on('end', () => resolve({ answer, body }));
    }).on('error', reject);
  });
}

test('finishes a running call, and its connection does not delay the end', async () => {
  const { app, agent, reached, release } = await start();
  const begun = gate();
  app.addHook('preClose', async () => begun.open());
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const slow = get(`${address}/api/slow`, agent);
  await reached;
  const closed = app.close();
  await begun.opened;
  release();
  const { answer, body } = await slow;
  expect(body).toBe('finished');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.connection).toBe('close');
  await closed;
});

test('answers calls that arrive while closing so that they go to another node', async () => {
  const { app, agent } = await start();
  const begun = gate();
  const blocker = gate();
  app.addHook('preClose', async () => {
    begun.open();
    await blocker.opened;
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  expect((await get(`${address}/healthz`, agent)).answer.headers.connection).toBe('keep-alive');

  const closed = app.close();
  await begun.opened;
  for (const path of ['/healthz', '/readyz', '/api/slow', '/api/none']) {
    const { answer, body } = await get(`${address}${path}`, agent);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers.connection).toBe('close');
    expect(JSON.parse(body)).toMatchObject({ code: 'not_ready' });
  }
  expect((await get(`${address}/login`, agent)).answer.statusCode).toBe(503);
  blocker.open();
  await closed;
});

test('while draining fails only the readiness check and closes the connection after every answer', async () => {
  const { app, agent, release } = await start();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  app.startDraining();
  const { answer, body } = await get(`${address}/readyz`, agent);
  expect(answer.statusCode).toBe(503);
  expect(JSON.parse(body)).toMatchObject({ code: 'not_ready' });
  release();
  for (const path of ['/healthz', '/api/slow']) {
    const other = await get(`${address}${path}`, agent);
    expect(other.answer.statusCode).toBe(200);
    expect(other.answer.headers.connection).toBe('close');
  }
});

test('idle connections do not delay the end', async () => {
  const { app, agent } = await start();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { answer } = await get(`${address}/healthz`, agent);
  expect(answer.headers.connection).toBe('keep-alive');
  await app.close();
});
