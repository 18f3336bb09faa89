import { randomUUID } from 'node:crypto';
import type { Problem } from '@tanren/contract/problem';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { trainingSessionReports } from '#db/schema/menus.ts';
import { storeTrainerLink } from '#test/support/trainers/trainers.ts';
import { openMenus, type MenuPage } from '#test/support/menus/menus.ts';
import { hideMenu, restoreMenu } from './menu-moderation.ts';

const { db, call, make, change, setFavorite, readTags, findIndexed } = await openMenus();
const hideReason = '個人の連絡先が書かれています。';

const hide = async (id: number) =>
  await db.transaction(async (tx) => await hideMenu(tx, id, hideReason));
const restore = async (id: number) => await db.transaction(async (tx) => await restoreMenu(tx, id));
const read = async (sub: string, id: number) =>
  await call<TrainingSession & Problem>(sub, 'GET', `/training-sessions/${id}`);

test('the author of a hidden menu can change it, but not publish it', async () => {
  const author = randomUUID();
  const made = await make(author, { tags: ['公開できない札'] });
  await hide(made.trainingSessionId);
  const rejected = { status: 409, body: { code: 'hidden_by_staff' } };
  expect(await change(author, made, {})).toMatchObject(rejected);
  const { body: seen } = await read(author, made.trainingSessionId);
  expect(await change(author, seen, { title: '直した' })).toMatchObject(rejected);
  const changed = await change(author, seen, { title: '直した', visibility: 'private' });
  expect(changed).toMatchObject({
    status: 200,
    body: { title: '直した', hiddenReason: hideReason },
  });
  expect(await readTags()).not.toHaveProperty('公開できない札');
});

test('a restored menu is public, searchable and counted again, with its old date', async () => {
  const [author, fan] = [randomUUID(), randomUUID()];
  const made = await make(author, { title: '戻す日', tags: ['戻す札'] });
  const { trainingSessionId: id } = made;
  await setFavorite(fan, id, true);
  const before = await findIndexed(id);
  await hide(id);
  await restore(id);
  expect(await findIndexed(id)).toEqual(before);
  expect((await readTags())['戻す札']).toBe(1);
  const shown = { visibility: 'public', hiddenReason: null, version: 3, favorite: true };
  expect((await read(fan, id)).body).toMatchObject({ ...shown, updatedAt: made.updatedAt });
  // Restoring a menu that is not hidden changes nothing.
  const { body: seen } = await read(author, id);
  await change(author, seen, { visibility: 'private' });
  await restore(id);
  expect((await read(author, id)).body).toMatchObject({ visibility: 'private', version: 4 });
});

test('restoring does not publish a menu that its author had made private', async () => {
  const author = randomUUID();
  const made = await make(author);
  await change(author, made, { visibility: 'private' });
  await hide(made.trainingSessionId);
  await hide(made.trainingSessionId);
  await restore(made.trainingSessionId);
  const { body: seen } = await read(author, made.trainingSessionId);
  expect(seen).toMatchObject({ visibility: 'private', hiddenReason: null });
  expect(await change(author, seen, {})).toMatchObject({ body: { visibility: 'public' } });
});

test("a trainer's menu is hidden from the member, and the trainer reads the reason", async () => {
  const { id: memberId, trainerSub, memberSub } = await storeTrainerLink(db);
  const path = `/trainer/members/${memberId}/training-sessions`;
  const trainer = `${trainerSub}/trainer`;
  const { title, description, tags, visibility, items } = await make(trainerSub);
  const content = { title, description, tags, visibility, items };
  const { body } = await call<TrainingSession>(trainer, 'POST', path, content);
  const { trainingSessionId: id } = body;
  await hide(id);
  expect((await read(memberSub, id)).status).toBe(404);
  const forMe = await call<MenuPage>(memberSub, 'GET', '/trainer-training-sessions');
  expect(forMe.body.items).toEqual([]);
  expect((await call(trainer, 'GET', `${path}/${id}`)).body).toMatchObject({
    hiddenReason: hideReason,
  });
  await restore(id);
  expect((await read(memberSub, id)).body).toMatchObject({
    visibility: 'private',
    hiddenReason: null,
  });
});

const report = async (sub: string, id: number, reason = 'spam', comment = '') =>
  await call(sub, 'POST', `/training-sessions/${id}/reports`, { reason, comment });

const listReports = async (sub: string) =>
  await db.select().from(trainingSessionReports).where(eq(trainingSessionReports.reporterSub, sub));

test('stores reporter, reason and the reported text', async () => {
  const [author, sub] = [randomUUID(), randomUUID()];
  const made = await make(author, { title: '<b>悪い</b>', description: '宣伝です' });
  const id = made.trainingSessionId;
  expect(await report(sub, id, 'dangerous', ' 危ない\r\n動き ')).toMatchObject({
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

test('a second report by the same member replaces the first, and one by another member adds to it', async () => {
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

test('stores one of twenty simultaneous reports', async () => {
  const sub = randomUUID();
  const { trainingSessionId: id } = await make(randomUUID());
  const answers = await Promise.all(Array.from({ length: 20 }, async () => await report(sub, id)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await listReports(sub)).toHaveLength(1);
});

test("rejects a report of the member's own menu, and answers 404 for a hidden one", async () => {
  const author = randomUUID();
  const { trainingSessionId: shown } = await make(author);
  const { trainingSessionId: hidden } = await make(author, { visibility: 'private' });
  expect(await report(author, shown)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await report(author, hidden)).toMatchObject({ status: 403 });
  expect(await report(randomUUID(), hidden)).toMatchObject({ status: 404 });
  expect(await report(randomUUID(), 2_147_483_647)).toMatchObject({ status: 404 });
});

test('accepts up to 500 characters after trimming', async () => {
  const sub = randomUUID();
  const { trainingSessionId: id } = await make(randomUUID());
  expect((await report(sub, id, 'spam', `  ${'鍛'.repeat(500)}\n`)).status).toBe(204);
  expect(await report(sub, id, 'spam', '鍛'.repeat(501))).toMatchObject({
    status: 400,
    body: { fields: [{ path: '/comment', in: 'body' }] },
  });
  expect((await listReports(sub))[0]?.comment).toHaveLength(500);
});

test('accepts 20 reports per day, also at once, and more a day later', async () => {
  const [author, sub] = [randomUUID(), randomUUID()];
  const ids: number[] = [];
  for (let n = 0; n < 24; n += 1) ids.push((await make(author)).trainingSessionId);
  const answers = await Promise.all(ids.map(async (id) => await report(sub, id)));
  const rejected = ids.filter((_, at) => answers[at]?.status === 429);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(20);
  expect(rejected).toHaveLength(4);
  const again = ids.find((id) => !rejected.includes(id)) ?? 0;
  expect((await report(sub, again, 'other', 'もう一度')).status).toBe(204);
  // A deleted menu still counts for the limit of reports.
  await call(author, 'DELETE', `/my/training-sessions/${again}`);
  expect((await report(sub, rejected[0] ?? 0)).status).toBe(429);
  await db
    .update(trainingSessionReports)
    .set({ reportedAt: new Date('2026-04-29T00:00:00Z') })
    .where(eq(trainingSessionReports.reporterSub, sub));
  expect((await report(sub, rejected[0] ?? 0)).status).toBe(204);
});

test('stays visible to staff after the menu is deleted', async () => {
  const [author, sub] = [randomUUID(), randomUUID()];
  const { trainingSessionId: id } = await make(author, { title: '消える' });
  await report(sub, id, 'spam', '残る');
  await call(author, 'DELETE', `/my/training-sessions/${id}`);
  expect(await listReports(sub)).toMatchObject([
    { trainingSessionId: null, title: '消える', comment: '残る', authorSub: author },
  ]);
});
