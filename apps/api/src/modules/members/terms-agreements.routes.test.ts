import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { termsAgreements } from '#db/schema/members.ts';
import { openWorld } from '#test/support/world.ts';

const agreedAt = new Date('2025-08-15T03:00:00.123Z');
const { db, call, addMember } = await openWorld(agreedAt);

const agree = async (sub: string, payload: unknown) =>
  await call<unknown>(sub, 'POST', '/my/terms-and-conditions-agreements', payload);

const readHistory = async (sub: string) =>
  await db.select().from(termsAgreements).where(eq(termsAgreements.sub, sub));

// spec 1.3, 7.14
test('stores the first agreement with its time, and answers the second with a conflict', async () => {
  const sub = randomUUID();
  const { status, body } = await agree(sub, { version: 3 });
  expect([status, body]).toEqual([201, { version: 3, agreedAt: agreedAt.toISOString() }]);
  expect(await agree(sub, { version: 3 })).toMatchObject({
    status: 409,
    body: { code: 'already_agreed' },
  });
  expect(await readHistory(sub)).toEqual([{ sub, version: 3, agreedAt }]);
});

test('keeps agreements to earlier versions', async () => {
  const sub = randomUUID();
  const earlier = { sub, version: 2, agreedAt: new Date('2023-01-01T00:00:00Z') };
  await db.insert(termsAgreements).values(earlier);
  expect((await agree(sub, { version: 3 })).status).toBe(201);
  expect(await readHistory(sub)).toEqual([earlier, { sub, version: 3, agreedAt }]);
});

test('the profile shows the agreement, whichever came first', async () => {
  const sub = randomUUID();
  await agree(sub, { version: 3 });
  const getUserInfo = async () => await call(sub, 'GET', '/userinfo');
  expect((await getUserInfo()).status).toBe(404);
  await addMember({ sub });
  expect((await getUserInfo()).body).toMatchObject({ agreedTermsAndConditionsVersion: 3 });
});

test('exactly one of twenty simultaneous agreements is new', async () => {
  const sub = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await agree(sub, { version: 3 })),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(409)]).toEqual([1, 19]);
  expect(await readHistory(sub)).toHaveLength(1);
});

// spec 9.1
test.each([1, 2, 4, 999_999])(
  'rejects version %d, which is not the current one',
  async (version) => {
    const sub = randomUUID();
    expect(await agree(sub, { version })).toMatchObject({
      status: 400,
      body: { code: 'terms_version_not_current', fields: [{ path: '/version', in: 'body' }] },
    });
    expect(await readHistory(sub)).toEqual([]);
  },
);
