import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { trainingSessionReports } from '#db/schema/training-sessions.ts';
import { openSessions } from '#test/support/training-sessions.ts';

const { db, call, make, change } = await openSessions();

const report = async (sub: string, id: number, reason = 'spam', comment = '') =>
  await call(sub, 'POST', `/training-sessions/${id}/reports`, { reason, comment });

const listReports = async (sub: string) =>
  await db.select().from(trainingSessionReports).where(eq(trainingSessionReports.reporterSub, sub));

test('keeps who, what and why, with the words as they were', async () => {
  const [author, sub] = [randomUUID(), randomUUID()];
  const made = await make(author, { title: '<b>悪い</b>', description: '宣伝です' });
  const id = made.trainingSessionId;
  expect(await report(sub, id, 'dangerous', ' 危ない\r\n動き ')).toEqual({
    status: 204,
    body: null,
  });
  await change(author, made, { title: '良い', description: '' });
  expect(await listReports(sub)).toMatchObject([
    {
      trainingSessionId: id,
      authorSub: author,
      reason: 'dangerous',
      comment: '危ない\n動き',
      title: '<b>悪い</b>',
      description: '宣伝です',
    },
  ]);
});

test('again by the same member replaces, by another adds', async () => {
  const [author, sub, other] = [randomUUID(), randomUUID(), randomUUID()];
  const made = await make(author);
  const id = made.trainingSessionId;
  await report(sub, id, 'spam', '一度目');
  await report(other, id, 'other', '別の人');
  await change(author, made, { title: '変えた' });
  await report(sub, id, 'offensive', '二度目');
  expect(await listReports(sub)).toMatchObject([
    { reason: 'offensive', comment: '二度目', title: '変えた' },
  ]);
  expect(await listReports(other)).toMatchObject([{ comment: '別の人', title: '胸の日' }]);
});

test('of twenty at once one is kept', async () => {
  const sub = randomUUID();
  const { trainingSessionId: id } = await make(randomUUID());
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await report(sub, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await listReports(sub)).toHaveLength(1);
});

test("one's own cannot be reported, and a hidden one is not there", async () => {
  const author = randomUUID();
  const { trainingSessionId: shown } = await make(author);
  const { trainingSessionId: hidden } = await make(author, { visibility: 'private' });
  expect(await report(author, shown)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await report(author, hidden)).toMatchObject({ status: 403 });
  expect(await report(randomUUID(), hidden)).toMatchObject({ status: 404 });
  expect(await report(randomUUID(), 2_147_483_647)).toMatchObject({ status: 404 });
});

test('500 characters after trimming, no more', async () => {
  const sub = randomUUID();
  const { trainingSessionId: id } = await make(randomUUID());
  expect((await report(sub, id, 'spam', `  ${'鍛'.repeat(500)}\n`)).status).toBe(204);
  expect(await report(sub, id, 'spam', '鍛'.repeat(501))).toMatchObject({
    status: 400,
    body: { fields: [{ path: '/comment', in: 'body' }] },
  });
  expect((await listReports(sub))[0]?.comment).toHaveLength(500);
});

test.each([
  ['boring', ''],
  ['', ''],
  ['spam', 'a\0'],
])('%j with %j is none', async (reason, comment) => {
  const { trainingSessionId: id } = await make(randomUUID());
  expect((await report(randomUUID(), id, reason, comment)).status).toBe(400);
});

test('20 a day, however many come at once; the next after a day', async () => {
  const [author, sub] = [randomUUID(), randomUUID()];
  const ids: number[] = [];
  for (let n = 0; n < 24; n += 1) ids.push((await make(author)).trainingSessionId);
  const answers = await Promise.all(ids.map(async (id) => await report(sub, id)));
  const refused = ids.filter((_, at) => answers[at]?.status === 429);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(20);
  expect(refused).toHaveLength(4);
  const again = ids.find((id) => !refused.includes(id)) ?? 0;
  expect((await report(sub, again, 'other', 'もう一度')).status).toBe(204);
  // A deleted session does not make room.
  await call(author, 'DELETE', `/my/training-sessions/${again}`);
  expect((await report(sub, refused[0] ?? 0)).status).toBe(429);
  await db
    .update(trainingSessionReports)
    .set({ reportedAt: new Date('2026-04-29T00:00:00Z') })
    .where(eq(trainingSessionReports.reporterSub, sub));
  expect((await report(sub, refused[0] ?? 0)).status).toBe(204);
});

test('stays for staff when the session is deleted', async () => {
  const [author, sub] = [randomUUID(), randomUUID()];
  const { trainingSessionId: id } = await make(author, { title: '消える' });
  await report(sub, id, 'spam', '残る');
  await call(author, 'DELETE', `/my/training-sessions/${id}`);
  expect(await listReports(sub)).toMatchObject([
    { trainingSessionId: null, title: '消える', comment: '残る', authorSub: author },
  ]);
});
