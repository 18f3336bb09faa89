import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tanren/contract/endpoint';
import * as trainerMenus from '@tanren/contract/trainers/trainer-member-sessions';
import * as sessions from '@tanren/contract/menus/menus';
import * as runs from '@tanren/contract/menus/menu-runs';
import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { openMenus, menuContent, storeMenu } from './support/menus/menus.ts';
import { storeTrainerLink } from './support/trainers/trainers.ts';
import { bearer } from './support/app.ts';

/*
 * Every call about sessions in the contract is sent unexpected input. It must be rejected, never
 * executed, and never cause an internal error.
 */

const { app, db, make } = await openMenus();
const [sub, stranger] = [randomUUID(), randomUUID()];
const own = await make(sub);
const foreign = await make(stranger);
const hidden = await make(stranger, { visibility: 'private' });
const link = await storeTrainerLink(db, { trainerSub: sub });
const trained = await storeMenu(db, sub, {
  forSub: link.memberSub,
  visibility: 'private',
  publishedAt: null,
});
const nowhere = 2_147_483_647;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'url' in value && 'method' in value;
const calls = [sessions, runs, trainerMenus]
  .flatMap((contract) => Object.values<unknown>(contract))
  .filter(isEndpoint)
  .map((call) => [`${call.method} ${call.url}`, call] as const);

/** Returns a valid body for each call that takes one, about the given session. */
function writeBody({ method, url }: Endpoint, trainingSessionId: unknown): object | undefined {
  const bodies: Record<string, object> = {
    'POST /my/training-sessions': { ...menuContent(), draftId: randomUUID() },
    'PUT /my/training-sessions/:trainingSessionId': { ...menuContent(), version: 1 },
    'POST /my/favorite-training-sessions': { trainingSessionId, favorite: true },
    'POST /my/training-session-run': { trainingSessionId },
    'PUT /my/training-session-run/skipped-sets': { runId: 1, position: 0, skippedSets: 0 },
    'POST /training-sessions/:trainingSessionId/reports': { reason: 'spam', comment: '' },
    'POST /trainer/members/:memberId/training-sessions': {
      ...menuContent(),
      draftId: randomUUID(),
    },
    'PUT /trainer/members/:memberId/training-sessions/:trainingSessionId': {
      ...menuContent(),
      version: 1,
    },
  };
  return bodies[`${method} ${url}`];
}

interface Sent {
  readonly id?: number | string;
  readonly memberId?: number | string;
  readonly query?: string;
  readonly body?: unknown;
}

const isOfTrainer = ({ url }: Endpoint) => url.startsWith('/trainer/');

async function send(call: Endpoint, { id = ownId(call), memberId, query = '', body }: Sent) {
  const path = call.url
    .replace(':trainingSessionId', String(id))
    .replace(':memberId', String(memberId ?? link.id));
  const payload = body === undefined ? writeBody(call, id) : body;
  const response = await app.inject({
    method: call.method,
    url: `/api${path}${query}`,
    headers: {
      ...bearer(isOfTrainer(call) ? `${sub}/trainer` : sub),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
  return response.statusCode;
}

/** Returns the caller's session. For a trainer's call it is one that was made for a member. */
function ownId(call: Endpoint): number {
  return isOfTrainer(call) ? trained.id : own.trainingSessionId;
}

const takesId = calls.filter(
  ([, { url, ...call }]) =>
    url.includes(':trainingSessionId') ||
    'trainingSessionId' in (writeBody({ url, ...call }, 1) ?? {}),
);
const takesMember = calls.filter(([, { url }]) => url.includes(':memberId'));

test('finds calls to try', () => {
  expect(calls).toHaveLength(22);
  expect(takesId.map(([name]) => name)).toHaveLength(10);
  expect(takesMember.map(([name]) => name)).toHaveLength(5);
  const withBody = calls.filter(([, { schema }]) => schema.body !== undefined);
  expect(withBody.filter(([, call]) => writeBody(call, 1) === undefined)).toEqual([]);
});

/** Texts that are never a valid id. */
const wrongIds = [
  '0',
  '-1',
  '1.5',
  'x',
  'null',
  'NaN',
  '2147483648',
  '99999999999999',
  '9'.repeat(30),
  '9'.repeat(90),
  '9'.repeat(400),
  '1e999',
  'Infinity',
  '-Infinity',
  '１',
  '1%00',
  '%ED%A0%80',
  '..%2F1',
  "1'%20or%201=1",
  `${own.trainingSessionId},${own.trainingSessionId}`,
];

describe.each(takesId)('%s', (_name, call) => {
  test.each([
    ['a private menu of another member', hidden.trainingSessionId],
    ['an unknown menu', nowhere],
  ])('with %s answers 404', async (_what, id) => {
    expect(await send(call, { id })).toBe(404);
  });

  test.each(wrongIds)('with the id %s is rejected', async (id) => {
    expect([400, 404]).toContain(await send(call, { id }));
  });
});

test.each(takesMember)('%s of an unknown member is rejected', async (_name, call) => {
  const statuses = [String(nowhere), ...wrongIds].map(
    async (memberId) => await send(call, { memberId }),
  );
  expect((await Promise.all(statuses)).filter((status) => ![400, 404].includes(status))).toEqual(
    [],
  );
});

test.each(takesId.filter(([, { url }]) => url.startsWith('/my/training-sessions/')))(
  '%s with a public menu of another member answers 404',
  async (_name, call) => {
    expect(await send(call, { id: foreign.trainingSessionId })).toBe(404);
  },
);

const strange: readonly unknown[] = [
  null,
  true,
  '',
  '1',
  'x',
  'a\0b',
  '\ud800',
  'x'.repeat(5000),
  0,
  -1,
  1.5,
  2_147_483_648,
  99_999_999_999_999,
  1e300,
  [],
  [null],
  {},
  { $gt: 0 },
  JSON.parse('{"__proto__": {"length": 1}}'),
];

/** Yields the body with each of its values, at any depth, replaced by the given one. */
function* replaceEach(whole: unknown, by: unknown): Generator {
  yield by;
  if (typeof whole !== 'object' || whole === null) return;
  for (const [key, part] of Object.entries(whole)) {
    for (const changed of replaceEach(part, by)) {
      const copy: unknown = structuredClone(whole);
      yield Object.assign(copy as object, { [key]: changed });
    }
  }
}

const takesBody = calls.filter(([, { schema }]) => schema.body !== undefined);

describe.each(takesBody)('%s', (_name, call) => {
  test('rejects every invalid value in its body', async () => {
    const right = writeBody(call, ownId(call));
    const failures: unknown[] = [];
    for (const value of strange) {
      for (const body of replaceEach(right, value)) {
        // The body is compared as the API parses it: JSON has no `undefined`.
        const fits = call.schema.body !== undefined && Check(call.schema.body, body);
        const status = await send(call, { body });
        if (fits ? status >= 500 : status !== 400) failures.push([status, body]);
      }
    }
    expect(failures).toEqual([]);
  });

  test('rejects extra fields, missing fields and an empty body', async () => {
    const right = writeBody(call, ownId(call)) ?? {};
    expect(await send(call, { body: { ...right, sub: stranger } })).toBe(400);
    expect(await send(call, { body: { ...right, authorSub: stranger } })).toBe(400);
    for (const key of Object.keys(right).filter((name) => name !== 'draftId')) {
      const rest = Object.fromEntries(Object.entries(right).filter(([name]) => name !== key));
      expect(await send(call, { body: rest })).toBe(400);
    }
    expect(await send(call, { body: {} })).toBe(400);
  });
});

const takesQuery = calls.filter(([, { schema }]) => schema.querystring !== undefined);
const needsMenu = (call: Endpoint) =>
  call.url === '/my/training-session-runs' ? `&trainingSessionId=${own.trainingSessionId}` : '';

describe.each(takesQuery)('%s', (_name, call) => {
  test.each([
    'cursor=',
    'cursor=x',
    'cursor=MTIz',
    `cursor=${Buffer.from('99999999999999999.1').toString('base64url')}`,
    `cursor=${Buffer.from('1.9999999999').toString('base64url')}`,
    `cursor=${'A'.repeat(200)}`,
    `cursor=${'A'.repeat(201)}`,
    'cursor=%00',
    'cursor=a&cursor=b',
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=1.5',
    'limit=x',
    'limit=99999999999999',
    'limit=Infinity',
    `limit=${'9'.repeat(400)}`,
    'unknown=1',
    'query=%00',
    `query=${'x'.repeat(101)}`,
    'sort=old',
    'tag[]=x',
    'workoutType=0',
    'workoutType=99999999999999',
    'workoutType=x',
    `workoutType=${'9'.repeat(400)}`,
    'trainingSessionId=0',
    'trainingSessionId=99999999999999',
    'trainingSessionId=x',
    `trainingSessionId=${'9'.repeat(400)}`,
    'trainingSessionId=1.5',
  ])('with ?%s is rejected', async (query) => {
    const session = query.startsWith('trainingSessionId') ? '' : needsMenu(call);
    expect(await send(call, { query: `?${query}${session}` })).toBe(400);
  });

  test.each([
    'query=%ED%A0%80',
    'query=%25_%5C',
    'query=%F0%9F%92%AA',
    'query=%E0%A4%A',
    'tag=%27',
  ])('with ?%s causes no server error', async (query) => {
    expect(await send(call, { query: `?${query}${needsMenu(call)}` })).toBeLessThan(500);
  });
});

test('lists no runs of a foreign, hidden or unknown menu', async () => {
  for (const { trainingSessionId } of [foreign, hidden, { trainingSessionId: nowhere }]) {
    const url = `/api/my/training-session-runs?trainingSessionId=${trainingSessionId}`;
    const { statusCode, body } = await app.inject({ url, headers: bearer(sub) });
    expect([statusCode, JSON.parse(body)]).toEqual([200, { items: [], nextCursor: null }]);
  }
});

test('the calls have changed nothing of other members', async () => {
  const read = async (id: number) => {
    const url = `/api/my/training-sessions/${id}`;
    return (await app.inject({ url, headers: bearer(stranger) })).json<unknown>();
  };
  expect(await read(foreign.trainingSessionId)).toEqual(foreign);
  expect(await read(hidden.trainingSessionId)).toEqual(hidden);
});
