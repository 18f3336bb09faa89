import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { closedObject, endpoint } from '@tanren/contract/endpoint';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import type { WriteKind } from '@tanren/contract/queued-calls';
import { count, eq, sql } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import * as Type from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from './app-error.ts';
import { productModules } from '#app.ts';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { idempotencyKeys } from '#db/schema/server.ts';
import { trainingSessions } from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { describeKeyedCall, lockKey, purgeIdempotencyKeys } from './idempotency-keys.ts';
import { bearer, buildTestApp } from '#test/support/app.ts';
import * as raw from '#test/support/database.ts';
import { openMenus, menuContent } from '#test/support/menus/menus.ts';

const { db, url, app, make } = await openMenus();

interface Sent {
  readonly sub: string;
  readonly key: string;
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET';
  readonly path?: string;
  readonly body?: object;
}

const menus = '/my/training-sessions';

/** Creates the request without a draft id, so that only the key prevents a second menu. */
function toRequest({ sub, key, method = 'POST', path = menus, body }: Sent): InjectOptions {
  const headers = { ...bearer(sub), 'idempotency-key': key };
  const payload = body ?? (method === 'POST' ? menuContent() : undefined);
  return { method, url: `/api${path}`, headers, ...(payload === undefined ? {} : { payload }) };
}

async function send(sent: Sent, node: FastifyInstance = app) {
  const { statusCode, body, headers } = await node.inject(toRequest(sent));
  return { status: statusCode, body, type: headers['content-type'] };
}

const newKey = () => `"${randomUUID()}"`;
const codeOf = ({ body }: { readonly body: string }) => (JSON.parse(body) as { code: string }).code;

async function countMenus(sub: string): Promise<number> {
  const [found] = await db
    .select({ menus: count() })
    .from(trainingSessions)
    .where(eq(trainingSessions.authorSub, sub));
  return found?.menus ?? 0;
}

const readKeys = async (sub: string) =>
  await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.sub, sub));

test('does not repeat a call with the same key, and repeats its answer', async () => {
  const sent = { sub: randomUUID(), key: newKey() };
  const first = await send(sent);
  expect(first.status).toBe(201);
  expect([await send(sent), await send(sent)]).toEqual([first, first]);
  expect(await countMenus(sent.sub)).toBe(1);
  // Another key is another request, and so is the same key of another member.
  expect((await send({ ...sent, key: newKey() })).body).not.toBe(first.body);
  expect((await send({ ...sent, sub: randomUUID() })).body).not.toBe(first.body);
  expect(await countMenus(sent.sub)).toBe(2);
});

test('stores a long answer uncompressed', async () => {
  const body = { ...menuContent(), description: 'あ'.repeat(1000) };
  const request = toRequest({ sub: randomUUID(), key: newKey(), body });
  const sendRequest = async (encoding: string) =>
    await app.inject({ ...request, headers: { ...request.headers, 'accept-encoding': encoding } });
  const [first, plain] = [await sendRequest('br'), await sendRequest('identity')];
  expect(plain.body.length).toBeGreaterThan(1400);
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(plain.body);
});

test('repeats rejections and answers without a body as well', async () => {
  const sub = randomUUID();
  const made = await make(sub);
  const path = `${menus}/${made.trainingSessionId}`;
  const stale = { sub, key: newKey(), method: 'PUT', path } as const;
  const body = { ...menuContent({ title: '別' }), version: 7 };
  const rejected = await send({ ...stale, body });
  expect([rejected.status, codeOf(rejected)]).toEqual([409, 'stale_version']);
  const removed = { sub, key: newKey(), method: 'DELETE', path } as const;
  expect(await send(removed)).toMatchObject({ status: 204, body: '' });
  expect(await send(removed)).toMatchObject({ status: 204, body: '' });
  expect(await send({ ...stale, body })).toEqual(rejected);
  expect((await send({ ...removed, key: newKey() })).status).toBe(404);
});

test('accepts a key for one call only', async () => {
  const sent = { sub: randomUUID(), key: newKey() };
  await send(sent);
  const others = [
    { ...sent, body: menuContent({ title: '別の題' }) },
    {
      ...sent,
      path: '/my/favorite-training-sessions',
      body: { trainingSessionId: 1, favorite: true },
    },
  ];
  for (const other of others) {
    const answer = await send(other);
    expect([answer.status, codeOf(answer)]).toEqual([422, 'idempotency_key_reused']);
  }
  expect(await countMenus(sent.sub)).toBe(1);
});

test.each([
  'abcdefgh-ijkl-mnop',
  '"short"',
  `"${'x'.repeat(129)}"`,
  '"a-key-of-some-length',
  '"ключ-ключ-ключ-ключ"',
  '""',
])('rejects an invalid key: %s', async (key) => {
  const sub = randomUUID();
  const answer = await send({ sub, key: Buffer.from(key).toString('latin1') });
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toMatchObject({
    fields: [{ in: 'headers', path: '/idempotency-key' }],
  });
  expect(await countMenus(sub)).toBe(0);
});

test('ignores the key of a read', async () => {
  const sent = { sub: randomUUID(), key: 'anything', method: 'GET' } as const;
  expect((await send(sent)).status).toBe(200);
});

test('answers that the first call is still running, on any node', async () => {
  const sent = { sub: randomUUID(), key: newKey() };
  await db.transaction(async (tx) => {
    expect(await lockKey(tx, describeKeyedCall(sent.sub, sent.key.slice(1, -1), ''))).toBe(true);
    const answer = await app.inject(toRequest(sent));
    expect(answer.headers['retry-after']).toBe('1');
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'request_in_progress']);
  });
  expect((await send(sent)).status).toBe(201);
});

test('carries out one of many simultaneous calls on two nodes', async () => {
  const otherDb = openDatabase(url);
  onTestFinished(() => closeDatabase(otherDb));
  const other = await buildTestApp({ db: otherDb, modules: productModules });
  const sent = { sub: randomUUID(), key: newKey() };
  const nodes = Array.from({ length: 24 }, (_, n) => (n % 2 === 0 ? app : other));
  const answers = await Promise.all(nodes.map((node) => send(sent, node)));
  const first = answers.find(({ status }) => status === 201);
  const others = answers.filter(({ status }) => status !== 201);
  expect(
    answers.filter((answer) => !others.includes(answer) && answer.body !== first?.body),
  ).toEqual([]);
  expect(others.filter((answer) => codeOf(answer) !== 'request_in_progress')).toEqual([]);
  expect(await send(sent, other)).toEqual(first);
  expect(await countMenus(sent.sub)).toBe(1);
  expect(db.$client.totalCount - db.$client.idleCount).toBe(0);
});

/** Forwards requests and cuts the connection when the answer comes. */
async function openCuttingProxy(port: number): Promise<number> {
  const proxy = createServer((client) => {
    const server = connect(port, '127.0.0.1');
    client.on('error', () => {}).pipe(server);
    server
      .on('error', () => {})
      .once('data', () => {
        client.destroy();
        server.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void proxy.close());
  return (proxy.address() as AddressInfo).port;
}

test('repeats an answer that was lost on its way', async () => {
  const node = await buildTestApp({ db, modules: productModules });
  await node.listen({ port: 0, host: '127.0.0.1' });
  const port = await openCuttingProxy((node.server.address() as AddressInfo).port);
  const sent = { sub: randomUUID(), key: newKey() };
  const headers = {
    ...bearer(sent.sub),
    'idempotency-key': sent.key,
    'content-type': 'application/json',
  };
  const request = { method: 'POST', headers, body: JSON.stringify(menuContent()) };
  await expect(fetch(`http://127.0.0.1:${port}/api${menus}`, request)).rejects.toThrow(
    'fetch failed',
  );
  expect(await countMenus(sent.sub)).toBe(1);
  const again = await send(sent);
  expect([again.status, await countMenus(sent.sub)]).toEqual([201, 1]);
  const { trainingSessionId } = JSON.parse(again.body) as TrainingSession;
  const [made] = await db
    .select()
    .from(trainingSessions)
    .where(eq(trainingSessions.authorSub, sent.sub));
  expect(trainingSessionId).toBe(made?.id);
});

const failure = [
  'none',
  'thrown',
  'connection lost',
  'connection lost at a conflict',
  'too often',
  'too long',
] as const;

const writeTwice = endpoint({
  method: 'POST',
  url: '/write-twice',
  access: 'member',
  summary: 'Writes in two transactions of its own and a query without one',
  schema: {
    body: closedObject({ failure: Type.Enum([...failure]) }),
    response: { 200: Type.Object({ text: Type.String() }) },
  },
});

/** Opens a call that can be made to fail after it has written. */
async function openFailures() {
  let now: (typeof failure)[number] = 'none';
  const told: number[] = [];
  const written = async (sub: string) => {
    const rows = await raw.sql(url, 'select 1 from user_infos where nickname = $1', [sub]);
    return rows.length;
  };
  const node = await buildTestApp({
    db,
    modules: {
      members: async (scope) => {
        scope.route({
          ...writeTwice,
          handler: async ({ db: given, afterCommit, identity: { sub: nickname } }) => {
            const times = { createdAt: new Date(), updatedAt: new Date() };
            const row = () => ({ sub: randomUUID(), nickname, ...times });
            await given.transaction(async (tx) => await tx.insert(userInfos).values(row()));
            await given.insert(userInfos).values(row());
            await afterCommit(async () => void told.push(await written(nickname)));
            // A failed inner transaction is rolled back alone.
            const failed = given.transaction(async (tx) => {
              await tx.insert(userInfos).values(row());
              throw new Error('taken back');
            });
            await expect(failed).rejects.toThrow('taken back');
            if (now === 'thrown') throw new Error('on purpose');
            if (now === 'too often') throw new AppError('too_many_requests');
            if (now.startsWith('connection lost')) {
              await raw.sql(
                url,
                `select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and state = 'idle in transaction'`,
              );
            }
            if (now === 'connection lost at a conflict') throw new AppError('machine_in_use');
            return { text: now === 'too long' ? 'x'.repeat(300_000) : 'done' };
          },
        });
      },
    },
    logger: false,
  });
  const sub = randomUUID();
  const sent = { sub, key: newKey(), path: '/write-twice', body: { failure: 'none' } };
  return {
    sub,
    told,
    written: () => written(sub),
    send: async (next: typeof now) => {
      now = next;
      const { status, body } = await send(sent, node);
      expect(body).not.toMatch(/failed query|insert into/i);
      return status;
    },
  };
}

test.each(['thrown', 'connection lost', 'connection lost at a conflict', 'too long'] as const)(
  'a failed call has no effect and can be repeated: %s',
  async (how) => {
    const { sub, told, written, send: tryIt } = await openFailures();
    expect(await tryIt(how)).toBeGreaterThanOrEqual(500);
    expect([await written(), (await readKeys(sub)).length, told]).toEqual([0, 0, []]);
    expect(await tryIt('none')).toBe(200);
    expect(await tryIt('thrown')).toBe(200);
    // The notification ran once, after the commit.
    expect([await written(), (await readKeys(sub)).length, told]).toEqual([2, 1, [2]]);
    await expect.poll(() => db.$client.totalCount - db.$client.idleCount).toBe(0);
  },
);

test('does not store an answer that asks to try later, but keeps what was written', async () => {
  const { sub, written, send: tryIt } = await openFailures();
  expect(await tryIt('too often')).toBe(429);
  expect([await written(), (await readKeys(sub)).length]).toEqual([2, 0]);
  expect(await tryIt('none')).toBe(200);
});

const writeElsewhere = endpoint({
  method: 'POST',
  url: '/write-elsewhere',
  access: 'member',
  summary: 'Writes with the handle of the pool instead of its own, and fails',
  schema: { response: { 204: Type.Null() } },
});

test('commits a transaction of the pool by itself, although the keyed call around it fails', async () => {
  const sub = randomUUID();
  const node = await buildTestApp({
    db,
    modules: {
      members: async (scope) => {
        scope.route({
          ...writeElsewhere,
          handler: async () => {
            const times = { createdAt: new Date(), updatedAt: new Date() };
            const row = { sub, nickname: '別の接続', ...times };
            await db.transaction(async (tx) => await tx.insert(userInfos).values(row));
            throw new Error('on purpose');
          },
        });
      },
    },
  });
  expect((await send({ sub, key: newKey(), path: '/write-elsewhere' }, node)).status).toBe(500);
  expect(await raw.sql(url, 'select 1 from user_infos where sub = $1', [sub])).toHaveLength(1);
});

async function ageKeys(sub: string, hours: number): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ createdAt: sql`now() - ${hours}::int * interval '1 hour'` })
    .where(eq(idempotencyKeys.sub, sub));
}

test('keeps keys for a day by the clock of the database and then deletes them', async () => {
  const [young, old] = [
    { sub: randomUUID(), key: newKey() },
    { sub: randomUUID(), key: newKey() },
  ];
  const first = await send(young);
  await send(old);
  await ageKeys(young.sub, 23);
  await ageKeys(old.sub, 25);
  expect(await send(young)).toEqual(first);
  // An expired key counts as unused, also before it is purged.
  expect((await send(old)).status).toBe(201);
  expect(await countMenus(old.sub)).toBe(2);
  await ageKeys(old.sub, 25);
  await purgeIdempotencyKeys(db);
  expect([await readKeys(old.sub), (await readKeys(young.sub)).length]).toEqual([[], 1]);
});

/** Sends each call twice, a week apart: the first answer was lost, and its key has expired. */
async function sendAWeekLater(...calls: readonly Sent[]): Promise<number[]> {
  for (const sent of calls) expect((await send(sent)).status).toBeLessThan(300);
  for (const { sub } of calls) await ageKeys(sub, 7 * 24);
  const statuses: number[] = [];
  for (const sent of calls) statuses.push((await send(sent)).status);
  return statuses;
}

test('queued writes are neither repeated nor rejected after their keys have expired', async () => {
  const sub = randomUUID();
  const [kept, gone] = [await make(sub), await make(sub)];
  const { trainingSessionId } = kept;
  const createdAt = new Date();
  await db
    .insert(userInfos)
    .values({ sub, nickname: '鍛太郎', weight: 65, createdAt, updatedAt: createdAt });
  const profile = { method: 'PATCH', path: '/userinfo' } as const;
  const hidden = { rankingVisible: false, expected: { rankingVisible: true } };
  /** The calls of each kind, and the answers a week later. */
  const kinds: Record<WriteKind, readonly (readonly [Omit<Sent, 'sub' | 'key'>, number])[]> = {
    draft: [[{ body: { ...menuContent({ title: '地下の日' }), draftId: randomUUID() } }, 201]],
    favorite: [
      [
        { path: '/my/favorite-training-sessions', body: { trainingSessionId, favorite: true } },
        200,
      ],
    ],
    menu: [
      [
        {
          method: 'PUT',
          path: `${menus}/${trainingSessionId}`,
          body: { ...menuContent({ title: '変えた日' }), version: 1 },
        },
        200,
      ],
      // The app accepts this as done.
      [{ method: 'DELETE', path: `${menus}/${gone.trainingSessionId}` }, 404],
    ],
    profile: [[{ ...profile, body: { weight: 61, expected: { weight: 65 } } }, 200]],
    'ranking-visibility': [[{ ...profile, body: hidden }, 200]],
    // It is sent again for ten minutes only. The app then looks it up.
    reservation: [],
  };
  const calls = Object.values(kinds).flat();
  const sent = calls.map(([call]): Sent => ({ sub, key: newKey(), ...call }));
  expect(await sendAWeekLater(...sent)).toEqual(calls.map(([, status]) => status));
  const left = await db
    .select()
    .from(trainingSessions)
    .where(eq(trainingSessions.authorSub, sub))
    .orderBy(trainingSessions.id);
  expect(left.map(({ title, version, favoriteCount }) => [title, version, favoriteCount])).toEqual([
    ['変えた日', 2, 1],
    ['地下の日', 1, 0],
  ]);
});

test('limits the number of keys of an account', async () => {
  const sent = { sub: randomUUID(), key: newKey() };
  const first = await send(sent);
  await db.execute(sql`
    insert into idempotency_keys (sub, key_hash, fingerprint, status, sealed_answer)
    select ${sent.sub}::uuid, sha256(n::text::bytea), '', 200, '' from generate_series(2, 1500) n`);
  const full = await app.inject(toRequest({ ...sent, key: newKey() }));
  expect([full.statusCode, full.headers['retry-after']]).toEqual([429, '3600']);
  expect(await countMenus(sent.sub)).toBe(1);
  expect(await send(sent)).toEqual(first);
});

test('stores neither the key nor the answer in plain text', async () => {
  const sent = { sub: randomUUID(), key: newKey() };
  const secret = 'とても秘密の題';
  await send({ ...sent, body: menuContent({ title: secret }) });
  const [row] = await readKeys(sent.sub);
  const stored = Buffer.concat([
    row?.keyHash ?? Buffer.alloc(0),
    row?.fingerprint ?? Buffer.alloc(0),
    row?.sealedAnswer ?? Buffer.alloc(0),
  ]);
  expect(stored.length).toBeGreaterThan(100);
  for (const text of [secret, sent.key.slice(1, -1), 'trainingSessionId']) {
    expect(stored.includes(text)).toBe(false);
  }
});

test('lists the calls that accept a key in the API document', async () => {
  const document = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
  }>();
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      call: `${method} ${path}`,
      takes: parameters.some((one) => one.in === 'header' && one.name === 'idempotency-key'),
    })),
  );
  const reads = calls.filter(({ call }) => call.startsWith('get '));
  expect(reads.filter(({ takes }) => takes)).toEqual([]);
  const without = calls.filter(({ call, takes }) => !call.startsWith('get ') && !takes);
  expect(without.map(({ call }) => call).toSorted()).toEqual([
    'delete /api/userinfo',
    'post /api/tanren-connection',
    'post /api/trainer/members',
  ]);
});
