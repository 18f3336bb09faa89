import { expect, onTestFinished, test } from 'vitest';
import { openBrokerQuestions } from '#composition/broker-questions.ts';
import { createMetrics } from '#metrics/metrics.ts';
import { startMetrics } from '#metrics/metrics-server.ts';
import { addMachine, retireMachine } from '#modules/machines/machines.service.ts';
import { gyms } from '#db/schema/gyms.ts';
import { unusedDatabase } from '#test/support/app.ts';
import { createTestDatabase } from '#test/support/database.ts';

const { db } = await createTestDatabase();
await db.insert(gyms).values({ id: 1, name: '鍛錬ジム' });
const key = Buffer.alloc(32, 9);
const path = `/broker/${key.toString('base64url')}`;
const mqttUrl = 'mqtt://tanren:a%20password@broker.example:1884';

/** Serves metrics and the questions on one port, as a node does. */
async function serve({ database = db, isAsked = true } = {}) {
  const metrics = createMetrics();
  const config = {
    nodeName: 'node-1',
    metrics: { host: '127.0.0.1', port: 0 },
    mqttUrl,
    mqttAccessKey: isAsked ? key : null,
  };
  const server = await startMetrics(metrics, {
    config,
    db,
    clock: { aheadMs: () => 0 },
    bus: { isConnected: () => true },
    countSessions: () => ({ machine: 0, door: 0, member: 0, board: 0 }),
    answerBroker: openBrokerQuestions({ config, db: database, metrics }),
  });
  onTestFinished(() => server.close());
  const { origin } = new URL(server.url ?? '');
  return {
    call: async (at: string, init: RequestInit = {}) => {
      const answer = await fetch(`${origin}${at}`, { method: 'POST', ...init });
      return { status: answer.status, text: (await answer.text()).trim() };
    },
    readCounts: async () =>
      (await metrics.registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith('tanren_broker_questions_total')),
  };
}

const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });

test('answers RabbitMQ for machines of the registry, until they are retired', async () => {
  const { call, readCounts } = await serve();
  const { machine, secret } = await addMachine(db, { gymId: 1, workoutTypeId: 1 }, new Date());
  const username = String(machine.id);
  const signIn = form({ username, password: secret, vhost: '/', client_id: username });
  expect(await call(`${path}/user`, signIn)).toEqual({ status: 200, text: 'allow' });
  const node = { username: 'tanren', password: 'a password', client_id: 'x' };
  expect((await call(`${path}/user`, form(node))).text).toBe('allow');
  expect((await call(`${path}/user`, form({ ...node, password: 'other' }))).text).toBe('deny');
  await retireMachine(db, machine.id, new Date());
  expect(await call(`${path}/user`, signIn)).toEqual({ status: 200, text: 'deny' });
  expect(await readCounts()).toEqual([
    'tanren_broker_questions_total{question="user",answer="allow"} 2',
    'tanren_broker_questions_total{question="user",answer="deny"} 2',
  ]);
});

test('answers EMQX in JSON', async () => {
  const { call } = await serve();
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const ask = async (topic: string) =>
    await call(`${path}/topic`, {
      headers,
      body: JSON.stringify({ username: '12', action: 'publish', topic, qos: 1, retain: false }),
    });
  expect(await ask('tanren/machines/12/live')).toEqual({ status: 200, text: '{"result":"allow"}' });
  expect(await ask('tanren/machines/13/live')).toEqual({ status: 200, text: '{"result":"deny"}' });
});

test('rejects a wrong key, and whatever is no question', async () => {
  const { call, readCounts } = await serve();
  const question = form({ username: '12' });
  const wrong = Buffer.alloc(32, 8).toString('base64url');
  for (const given of [wrong, `${path.slice(8)}x`, path.slice(8, -1), 'x', '%00']) {
    expect((await call(`/broker/${given}/vhost`, question)).status, `key ${given}`).toBe(403);
  }
  expect((await call(`${path}/other`, question)).status).toBe(404);
  expect((await call(`${path}/vhost`, { method: 'GET' })).status).toBe(405);
  expect((await call(`${path}/vhost`, form({ username: 'x'.repeat(5000) }))).status).toBe(413);
  const headers = { 'content-type': 'application/json' };
  for (const body of ['{', 'null', '"x"']) {
    expect((await call(`${path}/vhost`, { headers, body })).status, `body ${body}`).toBe(400);
  }
  expect((await call(`${path}/vhost`, question)).text).toBe('allow');
  expect((await call('/metrics', { method: 'GET' })).text).toContain('tanren_build_info');
  expect(await readCounts()).toContain(
    'tanren_broker_questions_total{question="unreadable",answer="deny"} 11',
  );
});

test('denies without the database, and answers nothing without a key', async () => {
  const away = await serve({ database: unusedDatabase() });
  const signIn = form({ username: '12', password: 'x', client_id: '12' });
  expect((await away.call(`${path}/user`, signIn)).text).toBe('deny');
  expect(await away.readCounts()).toEqual([
    'tanren_broker_questions_total{question="user",answer="failed"} 1',
  ]);
  const off = await serve({ isAsked: false });
  expect((await off.call(`${path}/user`, signIn)).status).toBe(404);
});
