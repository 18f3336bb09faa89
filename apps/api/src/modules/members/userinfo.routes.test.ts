import { randomUUID } from 'node:crypto';
import type { NewUserInfo, UserInfo } from '@tanren/contract/members/userinfo';
import type { Problem } from '@tanren/contract/problem';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { termsAgreements, userInfos } from '#db/schema/members.ts';
import { type Method, openWorld } from '#test/support/world.ts';
import { findUserInfo } from './userinfo.store.ts';

const now = new Date('2025-08-15T03:00:00Z');
const world = await openWorld(now);
const { db } = world;

const least: NewUserInfo = {
  nickname: '鍛太郎',
  height: 170.5,
  weight: 62.5,
  exerciseHabit: 'weekly-2-3',
  trainingPurposes: ['strength', 'health'],
};
const profile: NewUserInfo = { ...least, birthDate: '1990-04-01', sex: 'male' };

const call = async (sub: string, method: Method, payload?: unknown) => {
  const { status, body } = await world.call<unknown>(sub, method, '/userinfo', payload);
  return { status, body };
};

async function makeMember(changes: Partial<NewUserInfo> = {}): Promise<string> {
  const sub = randomUUID();
  expect((await call(sub, 'POST', { ...profile, ...changes })).status).toBe(201);
  return sub;
}

const fieldsOf = (answer: { body: unknown }) =>
  (answer.body as Problem).fields?.map(({ path }) => path);

describe('without a profile', () => {
  test('reading and changing answer 404', async () => {
    const sub = randomUUID();
    expect(await call(sub, 'GET')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await call(sub, 'PATCH', { height: 170 })).toMatchObject({ status: 404 });
    expect(await db.$count(userInfos)).toBe(0);
  });
});

test('reads all columns of a profile except the times, also in the hand-written statement', async () => {
  const sub = await makeMember();
  const [row] = await db.select().from(userInfos).where(eq(userInfos.sub, sub));
  const times = { createdAt: row?.createdAt, updatedAt: row?.updatedAt };
  expect({ ...(await findUserInfo(db, sub)), ...times }).toEqual({ ...row, agreedVersion: 0 });
});

describe('POST', () => {
  // spec 1.2, 3.6, 3.8, 3.9, 3.10, 3.11, 7.31, 7.32
  test('creates the profile and returns it', async () => {
    const sub = randomUUID();
    const made = await call(sub, 'POST', profile);
    const expected: UserInfo = {
      nickname: '鍛太郎',
      height: 170.5,
      weight: 62.5,
      birthDate: '1990-04-01',
      sex: 'male',
      exerciseHabit: 'weekly-2-3',
      trainingPurposes: ['health', 'strength'],
      rankingVisible: true,
      isProfileCompleted: true,
      agreedTermsAndConditionsVersion: 0,
    };
    expect(made).toEqual({ status: 201, body: expected });
    expect(await call(sub, 'GET')).toEqual({ status: 200, body: expected });
  });

  test('accepts a profile without the optional fields', async () => {
    const answers = [
      await call(randomUUID(), 'POST', least),
      await call(randomUUID(), 'POST', { ...least, birthDate: null, sex: null }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body).not.toHaveProperty('birthDate');
      expect(body).not.toHaveProperty('sex');
    }
  });

  test('stores the normalised nickname and the choice about rankings', async () => {
    const sub = await makeMember({ nickname: '　Ｔａｎ ﾚﾝ　', rankingVisible: false });
    expect((await call(sub, 'GET')).body).toMatchObject({
      nickname: 'Tan レン',
      rankingVisible: false,
    });
  });

  test('answers a second one with a conflict and changes nothing', async () => {
    const sub = await makeMember();
    const second = await call(sub, 'POST', { ...profile, nickname: '別人' });
    expect(second).toMatchObject({ status: 409, body: { code: 'profile_exists' } });
    expect((await call(sub, 'GET')).body).toMatchObject({ nickname: '鍛太郎' });
  });

  test('exactly one of twenty simultaneous calls wins', async () => {
    const sub = randomUUID();
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, n) => await call(sub, 'POST', { ...profile, height: 150 + n }),
      ),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([1, 19]);
    const winner = answers.find(({ status }) => status === 201);
    expect((await call(sub, 'GET')).body).toEqual(winner?.body);
  });

  /** Values that only the rules of a profile reject. */
  const rejected: Readonly<Record<string, readonly unknown[]>> = {
    height: [170.25],
    weight: [62.55],
    birthDate: ['1899-12-31', '2010-08-16', '2025-08-16'],
    nickname: ['　', 'あ'.repeat(21), 'a\u202eb', 'a\nb'],
  };
  const cases = Object.entries(rejected).flatMap(([field, values]) =>
    values.map((value) => [field, value] as const),
  );

  // spec 5.4, 5.5
  test.each(cases)('rejects and names %s: %j', async (field, value) => {
    const sub = randomUUID();
    const answer = await call(sub, 'POST', { ...profile, [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(fieldsOf(answer)).toEqual([`/${field}`]);
    expect((await call(sub, 'GET')).status).toBe(404);
  });

  test('names all invalid fields at once', async () => {
    const wrong = { ...profile, nickname: ' ', height: 170.25, birthDate: '2025-08-16' };
    expect(fieldsOf(await call(randomUUID(), 'POST', wrong))).toEqual([
      '/nickname',
      '/height',
      '/birthDate',
    ]);
  });
});

describe('PATCH', () => {
  // spec 7.33
  test('changes the given fields and keeps the rest', async () => {
    const sub = await makeMember();
    const { body } = await call(sub, 'GET');
    const changed = { ...(body as UserInfo), weight: 61.9, rankingVisible: false };
    expect(await call(sub, 'PATCH', { weight: 61.9, rankingVisible: false })).toEqual({
      status: 200,
      body: changed,
    });
    expect((await call(sub, 'GET')).body).toEqual(changed);
  });

  test('clears optional fields', async () => {
    const sub = await makeMember();
    const { body } = await call(sub, 'PATCH', { birthDate: null, sex: null });
    expect(body).not.toHaveProperty('birthDate');
    expect(body).not.toHaveProperty('sex');
  });

  test('without fields changes nothing', async () => {
    const sub = await makeMember();
    expect(await call(sub, 'PATCH', {})).toEqual(await call(sub, 'GET'));
  });

  test.each([
    [{ weight: 62.55 }, '/weight'],
    [{ nickname: '\u200b' }, '/nickname'],
    [{ birthDate: '2025-08-16' }, '/birthDate'],
  ])('rejects %j', async (changes, path) => {
    const sub = await makeMember();
    const answer = await call(sub, 'PATCH', { rankingVisible: false, ...changes });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toEqual([path]);
    expect((await call(sub, 'GET')).body).toMatchObject({ rankingVisible: true });
  });

  test('keeps all fields when devices change different ones at once', async () => {
    const sub = await makeMember();
    const changes = [
      { nickname: '新しい名前' },
      { height: 171 },
      { weight: 60 },
      { sex: 'other' },
      { exerciseHabit: 'weekly-1' },
      { trainingPurposes: ['stress'] },
      { rankingVisible: false },
    ];
    const answers = await Promise.all(
      changes.map(async (change) => await call(sub, 'PATCH', change)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const kept = Object.assign({}, ...changes) as Partial<UserInfo>;
    expect((await call(sub, 'GET')).body).toMatchObject(kept);
  });
});

describe('PATCH of a profile that two devices change', () => {
  test('is rejected when a field has neither its old nor its new value', async () => {
    const sub = await makeMember();
    const change = { weight: 61, expected: { weight: 62.5 } };
    await call(sub, 'PATCH', { weight: 60 });
    expect(await call(sub, 'PATCH', change)).toMatchObject({
      status: 409,
      body: { code: 'stale_version' },
    });
    expect((await call(sub, 'GET')).body).toMatchObject({ weight: 60 });
    // A device that has read the present value can change it.
    const again = await call(sub, 'PATCH', { ...change, expected: { weight: 60 } });
    expect(again).toMatchObject({ status: 200, body: { weight: 61 } });
  });

  test('can be repeated, and ignores other fields', async () => {
    const sub = await makeMember();
    const change = {
      birthDate: null,
      trainingPurposes: ['stress', 'health'],
      expected: { birthDate: '1990-04-01', trainingPurposes: ['strength', 'health'], height: 1e2 },
    };
    expect((await call(sub, 'PATCH', change)).status).toBe(200);
    await call(sub, 'PATCH', { nickname: '別の端末' });
    const { status, body } = await call(sub, 'PATCH', change);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('birthDate');
    expect(body).toMatchObject({ nickname: '別の端末', trainingPurposes: ['health', 'stress'] });
  });

  test('one of two simultaneous ones gets a conflict', async () => {
    const sub = await makeMember();
    const answers = await Promise.all(
      [61, 63].map(
        async (weight) => await call(sub, 'PATCH', { weight, expected: { weight: 62.5 } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('an older profile', () => {
  // spec 3.6
  test('is incomplete until the fields that became mandatory are filled in', async () => {
    const sub = randomUUID();
    await db.insert(userInfos).values({ sub, nickname: '古参', createdAt: now, updatedAt: now });
    expect((await call(sub, 'GET')).body).toEqual({
      nickname: '古参',
      height: null,
      weight: null,
      exerciseHabit: null,
      trainingPurposes: [],
      rankingVisible: true,
      isProfileCompleted: false,
      agreedTermsAndConditionsVersion: 0,
    });
    const steps = [
      { height: 165 },
      { weight: 55.5 },
      { exerciseHabit: 'almost-none' },
      { trainingPurposes: ['health'] },
    ];
    const completed: unknown[] = [];
    for (const step of steps) {
      completed.push(((await call(sub, 'PATCH', step)).body as UserInfo).isProfileCompleted);
    }
    expect(completed).toEqual([false, false, false, true]);
  });
});

// spec 3.7
test('the agreed version is the highest one', async () => {
  const sub = await makeMember();
  await db.insert(termsAgreements).values([
    { sub, version: 1, agreedAt: now },
    { sub, version: 2, agreedAt: now },
  ]);
  expect((await call(sub, 'GET')).body).toMatchObject({ agreedTermsAndConditionsVersion: 2 });
});

describe("another member's profile", () => {
  test('cannot be read or changed, because no call names a member', async () => {
    const alice = await makeMember({ nickname: 'アリス' });
    const bob = await makeMember({ nickname: 'ボブ' });
    await call(bob, 'PATCH', { nickname: 'ロバート' });
    expect((await call(alice, 'GET')).body).toMatchObject({ nickname: 'アリス' });
    expect((await call(bob, 'DELETE')).status).toBe(204);
    expect((await call(alice, 'GET')).body).toMatchObject({ nickname: 'アリス' });
    expect((await call(bob, 'GET')).status).toBe(404);
  });
});

test('erasure can be repeated', async () => {
  const sub = await makeMember();
  expect(await call(sub, 'DELETE')).toEqual({ status: 204, body: null });
  expect(await call(sub, 'DELETE')).toEqual({ status: 204, body: null });
});
