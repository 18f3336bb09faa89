import { randomUUID } from 'node:crypto';
import { machineTopic, memberLiveTopic } from '@tanren/contract/machines/machine-messages';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type AppModules, productModules } from '#app.ts';
import { readConfig } from '#config/config.ts';
import { currentSpan } from '#http/log/request-context.ts';
import { createIngestQueue } from '#modules/workouts/ingest/workouts.mqtt.ts';
import { connectBus } from '#mqtt/connect.ts';
import type { BusHandler, MessageBus } from '#mqtt/message-bus.ts';
import { createMachineSecret } from '#mqtt/machine-secret.ts';
import { buildTestApp, silentPush } from '#test/support/app.ts';
import { connectMqtt, startMosquitto } from '#test/support/broker.ts';
import { openTestPool, password } from '#test/support/identity/pool-world.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { type CollectedSpan, openTraceCollector } from '#test/support/server/trace-collector.ts';
import { createCall } from '#test/support/world.ts';
import { callPoolFrom, readTokens } from '@tanren/user-pool/testing/pool-client';
import { openTracer } from './open-telemetry.ts';
import { traceMailer, traceMessages, tracePush, traceQueries } from './traced-parts.ts';

const collector = await openTraceCollector();
const pool = await openTestPool();
const { db, config, mailer, now, identity } = pool;

function startTracer(settings: Readonly<Record<string, string>> = {}) {
  collector.requests.length = 0;
  const { tracing } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings });
  if (tracing === null) throw new Error('traces are off');
  return openTracer(tracing, { nodeName: 'shibuya-1', version: '1.2.3' });
}

type Tracer = ReturnType<typeof startTracer>;

async function openTracedBus(url: string, tracer: Tracer) {
  const bus = connectBus({ url, onState: () => {} });
  onTestFinished(() => bus.close());
  await expect.poll(() => bus.isConnected(), { timeout: 10_000 }).toBe(true);
  return traceMessages(bus, tracer);
}

/** Opens two nodes with one broker. A machine is connected to it. */
async function openNodes(tracer: Tracer) {
  const secret = createMachineSecret();
  const machine = await addMachine(db, secret);
  const mosquitto = await startMosquitto([{ id: machine.id, ...secret }]);
  const bus = await openTracedBus(mosquitto.url, tracer);
  const other = await openTracedBus(mosquitto.url, tracer);
  const parts = { db, config, mailer, now, modules: productModules, ...identity };
  const app = await buildTestApp({ ...parts, bus, tracer });
  await app.ready();
  const connected = await connectMqtt(`mqtt://127.0.0.1:${mosquitto.machinePort}`, {
    username: String(machine.id),
    password: secret.secret,
    protocolVersion: 5,
  });
  return { app, machine, secret, other, connected };
}

async function signIn(app: Awaited<ReturnType<typeof buildTestApp>>, email: string) {
  const AuthParameters = { USERNAME: email, PASSWORD: password };
  const flow = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters, ClientId: 'tanren-web' };
  return readTokens(await callPoolFrom(app, '127.0.0.1', 'InitiateAuth', flow, {}));
}

const tap = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const traceparent = `00-${tap.traceId}-${tap.spanId}-00`;

function find(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} in ${JSON.stringify(spans)}`);
  return found;
}

test('one trace leads from a tap to statements, to the message to the machine and to the other node, without secrets', async () => {
  const tracer = startTracer({ OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=hunter2' });
  onTestFinished(traceQueries(db.$client, tracer));
  const { app, machine, secret, other, connected } = await openNodes(tracer);
  const { email, sub } = await pool.addAccount();
  const { IdToken, RefreshToken } = await signIn(app, email);
  const received: string[] = [];
  await other.subscribe(memberLiveTopic(sub), ({ topic }) => void received.push(topic));
  const headers = { traceparent, 'x-request-id': '4829-0377-5612' };
  const call = createCall(app);
  const code = showLinkCode(machine, now());
  const linked = await call(IdToken, 'POST', '/tanren-connection', { code }, { headers });
  expect(linked.status).toBe(201);
  const ended = await call(IdToken, 'DELETE', '/tanren-connection', undefined, { headers });
  expect(ended.status).toBe(204);
  await expect.poll(() => received).toHaveLength(1);
  // The machine begins a trace of its own.
  await connected.subscribe(machineTopic(machine.id, 'acks'));
  const workout = JSON.stringify({ workoutUuid: randomUUID(), sets: 'hunter3' });
  await connected.client.publishAsync(machineTopic(machine.id, 'workouts'), workout, { qos: 1 });
  await expect.poll(() => connected.received.join()).toContain('rejected');
  await tracer.close();

  expect(collector.requests[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-collector-key': 'hunter2' },
  });
  expect(collector.listServices()[0]).toEqual({
    'service.name': 'tanren',
    'service.version': '1.2.3',
    'service.instance.id': 'shibuya-1',
  });
  const spans = collector.listSpans();
  const ofTap = spans.filter(({ traceId }) => traceId === tap.traceId);
  const post = find(ofTap, 'POST /api/tanren-connection');
  expect(post).toMatchObject({
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/tanren-connection',
      'http.response.status_code': 201,
      'tanren.request_id': '4829-0377-5612',
    },
  });
  // The page does not record its tap, so the calls are the first spans.
  expect(post.parentSpanId || null).toBeNull();
  const remove = find(ofTap, 'DELETE /api/tanren-connection');
  const statements = ofTap.filter(({ name }) => name === 'insert');
  expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(post.spanId);
  expect(statements.map(({ attributes }) => String(attributes['db.query.text'])).join()).toContain(
    'insert into "tanren_connections"',
  );
  const command = find(ofTap, 'publish tanren/machines/{id}/commands');
  expect(command).toMatchObject({
    parentSpanId: post.spanId,
    attributes: { 'tanren.message.type': 'linked' },
  });
  const live = find(ofTap, 'publish tanren/members/{id}/live');
  expect(live.parentSpanId).toBe(remove.spanId);
  expect(find(ofTap, 'receive tanren/members/{id}/live').parentSpanId).toBe(live.spanId);

  const receipt = find(spans, 'receive tanren/machines/{id}/workouts');
  expect(receipt.traceId).not.toBe(tap.traceId);
  const ofWorkout = spans.filter(({ traceId }) => traceId === receipt.traceId);
  expect(find(ofWorkout, 'insert').parentSpanId).toBe(receipt.spanId);
  expect(find(ofWorkout, 'publish tanren/machines/{id}/acks').parentSpanId).toBe(receipt.spanId);

  const text = collector.readText();
  const secrets = [password, IdToken, RefreshToken, email, sub, secret.secret, code, 'hunter'];
  expect(secrets.filter((value) => text.includes(value))).toEqual([]);
  expect(text).not.toContain(`machines/${machine.id}/`);
});

const message = { traceId: '1af7651916cd43dd8448eb211c80319c', spanId: 'c7ad6b7169203331' };

/** Publishes nothing: the test sends messages to the handlers itself. */
function openSilentBus() {
  const handlers = new Map<string, BusHandler>();
  const listen = async (topic: string, handler: BusHandler) => {
    handlers.set(topic, handler);
    return async () => {};
  };
  const bus: MessageBus = {
    publish: async () => {},
    subscribe: listen,
    subscribeShared: (pattern, _qos, handler) => listen(pattern, handler),
    isConnected: () => true,
    close: async () => {},
  };
  const send = async (topic: string, sender?: string) =>
    await handlers.get(topic)?.({ topic, payload: Buffer.from('{}'), traceparent: sender });
  return { bus, send };
}

test.each([
  ['continues the trace of a sender that records', '-01', message.traceId, message.spanId],
  ['keeps the trace id of a sender that does not record', '-00', message.traceId, null],
  ['begins a trace after a traceparent that is not well-formed', '-1', null, null],
])('%s', async (_name, flags, traceId, parentSpanId) => {
  const tracer = startTracer();
  const { bus, send } = openSilentBus();
  await traceMessages(bus, tracer).subscribeShared('a/b/1', 1, () => {});
  await send('a/b/1', `00-${message.traceId}-${message.spanId}${flags}`);
  await tracer.close();
  const [span] = collector.listSpans();
  expect(span?.traceId === message.traceId ? span.traceId : null).toBe(traceId);
  expect(span?.parentSpanId || null).toBe(parentSpanId);
});

test('records failures of statements, mails and pushes by their codes', async () => {
  const tracer = startTracer();
  onTestFinished(traceQueries(db.$client, tracer));
  const sendNothing = async () => {
    throw Object.assign(new Error('no mailbox taro@example.jp'), { code: 'EENVELOPE' });
  };
  const mail = { to: 'taro@example.jp', subject: 'hunter2', text: 'hunter2' };
  const { bus, send } = openSilentBus();
  await traceMessages(bus, tracer).subscribeShared('a/b/1', 1, async () => {
    await db.execute(sql`select ${'hunter2'}::int, 'hunter2'`).catch(() => undefined);
    await traceMailer({ send: sendNothing }, tracer)
      .send(mail)
      .catch(() => undefined);
    await tracePush(silentPush, tracer).send(
      {
        endpoint: 'https://push.example/hunter2',
        keys: { p256dh: 'hunter2', auth: 'hunter2' },
        message: { title: 'hunter2', body: 'hunter2', path: '/hunter2', topic: 'hunter2' },
        urgency: 'normal',
        ttlSeconds: 1,
      },
      now(),
    );
    throw new TypeError('hunter2');
  });
  await expect(send('a/b/1')).rejects.toThrow('hunter2');
  await tracer.close();
  const spans = collector.listSpans();
  const readErrors = (name: string) => {
    const { attributes, status } = find(spans, name);
    return [attributes['error.type'], status.code];
  };
  expect(readErrors('receive a/b/{id}')).toEqual(['TypeError', 2]);
  expect(readErrors('select')).toEqual(['22P02', 2]);
  expect(readErrors('send mail')).toEqual(['EENVELOPE', 2]);
  expect(find(spans, 'send push').attributes).toEqual({ 'tanren.push.outcome': 'sent' });
  expect(find(spans, 'select').attributes['db.query.text']).toBe('select $1::int, ?');
  expect(collector.readText()).not.toMatch(/hunter|example/);
});

test('marks a call that fails in the server, and names the problem', async () => {
  const tracer = startTracer();
  const modules: Partial<AppModules> = {
    async open(scope) {
      scope.get('/broken', { config: { access: 'public' } }, () => {
        throw new Error('hunter2');
      });
    },
  };
  const app = await buildTestApp({ tracer, modules });
  await app.inject({ url: '/api/broken?password=hunter2' });
  await app.inject({ url: '/api/no-such-path/hunter2' });
  await app.inject({ url: '/healthz' });
  await tracer.close();
  const [broken, missing, ...others] = collector.listSpans();
  expect(broken).toMatchObject({
    name: 'GET /api/broken',
    attributes: { 'error.type': 'internal_error', 'http.response.status_code': 500 },
    status: { code: 2 },
  });
  expect(missing).toMatchObject({
    attributes: { 'tanren.problem': 'not_found', 'http.response.status_code': 404 },
    status: { code: 0 },
  });
  expect(others).toEqual([]);
  expect(collector.readText()).not.toContain('hunter2');
});

test('records the given share of the traces, and the same ones on every node', async () => {
  const settings = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' };
  const nodes = [startTracer(settings), startTracer(settings)] as const;
  const traceIds = Array.from({ length: 200 }, () => randomUUID().replaceAll('-', ''));
  const sampled = nodes.map((tracer) =>
    traceIds.filter((traceId) => {
      const given = `00-${traceId}-${message.spanId}-00`;
      const start = { name: 'call', kind: 'server', attributes: {}, traceparent: given } as const;
      return tracer.start(start) !== null;
    }),
  );
  expect(sampled[0]).toEqual(sampled[1]);
  expect(sampled[0]?.length).toBeGreaterThan(50);
  expect(sampled[0]?.length).toBeLessThan(150);
});

test('a batch of workouts belongs to the trace of its first message', async () => {
  const tracer = startTracer();
  const owners: unknown[] = [];
  let endBatch = () => {};
  const queue = createIngestQueue<string>({
    capacity: 10,
    largestBatch: 10,
    run: async () => {
      owners.push(currentSpan()?.traceId);
      await new Promise<void>((resolve) => (endBatch = resolve));
    },
  });
  const { bus, send } = openSilentBus();
  await traceMessages(bus, tracer).subscribeShared('a/b/1', 1, ({ topic, runInContext }) => {
    void queue.push(topic, runInContext);
  });
  const traceIds = [1, 2, 3].map(() => randomUUID().replaceAll('-', ''));
  for (const traceId of traceIds) await send('a/b/1', `00-${traceId}-${message.spanId}-01`);
  endBatch();
  await expect.poll(() => owners).toEqual(traceIds.slice(0, 2));
  endBatch();
  await queue.stop();
  await tracer.close();
});

test('logs one line when the collector takes no spans, and one when it is back', async () => {
  const tracer = startTracer();
  const lines: string[] = [];
  const write = (_about: object, text: string) => void lines.push(text);
  tracer.watch({ warn: write, info: write });
  const record = async () => {
    tracer.start({ name: 'call', kind: 'server', attributes: {} })?.end();
    await tracer.flush();
  };
  onTestFinished(() => collector.answerWith(200));
  collector.answerWith(400);
  await record();
  await record();
  collector.answerWith(200);
  await record();
  await record();
  expect(lines).toEqual([
    'the collector of traces takes no spans',
    'the collector of traces is back',
  ]);
});
