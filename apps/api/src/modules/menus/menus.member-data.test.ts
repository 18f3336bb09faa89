import { randomUUID } from 'node:crypto';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { trainingSessionReports, trainingSessions } from '#db/schema/menus.ts';
import { findTraces } from '#test/support/members/member-traces.ts';
import { createExportReader } from '#test/support/members/exports.ts';
import { openMenus, sessionItem, type MenuPage, storeMenu } from '#test/support/menus/menus.ts';
import { trainingSessionData } from './menus.member-data.ts';

const { db, url, call, make, change, setFavorite, addMember, readTags } = await openMenus();

const readPart = createExportReader(db, trainingSessionData);

const report = async (sub: string, id: number, comment: string) =>
  await call(sub, 'POST', `/training-sessions/${id}/reports`, { reason: 'spam', comment });

const erase = async (sub: string) =>
  await db.transaction(async (tx) => await trainingSessionData.erase(tx, sub));

test('exports own menus, also private ones', async () => {
  const sub = randomUUID();
  const made = await make(sub, {
    title: '=脚の日',
    tags: ['脚', '初心者'],
    visibility: 'private',
    items: [
      { ...sessionItem, loadKg: 42.5 },
      { ...sessionItem, workoutTypeId: 11, loadKg: null, sets: 1 },
    ],
  });
  await make(randomUUID());
  const rows = await readPart('training-sessions', sub);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.cells.slice(0, 6)).toEqual([
    made.trainingSessionId,
    '=脚の日',
    'ゆっくり下ろします。',
    '脚、初心者',
    '非公開',
    'チェストプレス 42.5kg 10回×3セット 休憩90秒\nレッグプレス おすすめの重量 10回×1セット 休憩90秒',
  ]);
  expect(rows[0]?.record).toMatchObject({
    trainingSessionId: made.trainingSessionId,
    visibility: 'private',
    items: made.items,
  });
});

/** Stores a menu that a trainer made for a member. */
async function storeTrained(trainer: string, member: string, changes: object = {}) {
  const hidden = { visibility: 'private', publishedAt: null } as const;
  return await storeMenu(db, trainer, { ...hidden, forSub: member, ...changes });
}

test("a trainer's menu is in both exports, and does not name the member", async () => {
  const [trainer, member] = [await addMember('佐藤'), await addMember('はるき')];
  const texts = { title: '肩の日', description: '左肩に痛みがあります。', tags: ['肩'] };
  const { id } = await storeTrained(trainer, member, texts);
  await storeTrained(randomUUID(), member, { title: '名のない人から' });
  await storeTrained(trainer, member, { title: '隠された', hiddenReason: '不適切' });
  const [first, second, ...rest] = await readPart('training-sessions', member);
  expect(rest).toEqual([]);
  expect(first?.cells.slice(0, 7)).toEqual([
    id,
    '肩の日',
    '左肩に痛みがあります。',
    '肩',
    '非公開',
    'チェストプレス 40kg 10回×3セット 休憩90秒',
    '佐藤',
  ]);
  expect(first?.record).toMatchObject({ trainer: '佐藤', forMember: false });
  expect(second?.cells[6]).toBe('トレーナー');
  const made = await readPart('training-sessions', trainer);
  expect(made.map(({ cells }) => cells.slice(1, 8))).toEqual([
    ['肩の日', '', '肩', '担当会員だけ', 'チェストプレス 40kg 10回×3セット 休憩90秒', '自分', ''],
    [
      '隠された',
      '',
      '',
      '担当会員だけ',
      'チェストプレス 40kg 10回×3セット 休憩90秒',
      '自分',
      '不適切',
    ],
  ]);
  for (const word of [member, 'はるき', '左肩']) expect(JSON.stringify(made)).not.toContain(word);
});

test('when a trainer is erased, members keep the menus made for them as their own', async () => {
  const [trainer, member, other] = [randomUUID(), randomUUID(), randomUUID()];
  const draftId = randomUUID();
  const { id } = await storeTrained(trainer, member, { title: '残る一枚', draftId });
  await storeTrained(trainer, other, { title: '別の会員の一枚' });
  await storeTrained(trainer, member, { title: '隠された一枚', hiddenReason: '不適切' });
  await make(trainer, { title: 'トレーナーの一枚' });
  await setFavorite(member, id, true);
  await erase(trainer);
  expect(await findTraces(url, [trainer, draftId, 'トレーナーの一枚', '隠された一枚'])).toEqual([]);
  const own = await call<MenuPage>(member, 'GET', '/my/training-sessions');
  expect(own.body.items).toMatchObject([
    { title: '残る一枚', byTrainer: false, author: { isMe: true }, favorite: true },
  ]);
  const forMe = await call<MenuPage>(member, 'GET', '/trainer-training-sessions');
  expect(forMe.body.items).toEqual([]);
  const { body } = await call<TrainingSession>(member, 'GET', `/my/training-sessions/${id}`);
  expect(await change(member, body, { visibility: 'public' })).toMatchObject({ status: 200 });
});

test("when a member is erased, menus made for them are deleted, and the trainer's other menus stay", async () => {
  const [trainer, member, other] = [randomUUID(), randomUUID(), randomUUID()];
  await storeTrained(trainer, member, { title: '消える会員の一枚' });
  const kept = await storeTrained(trainer, other);
  await make(trainer);
  await erase(member);
  expect(await findTraces(url, [member, '消える会員の一枚'])).toEqual([]);
  expect((await readPart('training-sessions', trainer)).map(({ cells }) => cells[4])).toEqual([
    '担当会員だけ',
    '公開',
  ]);
  expect((await call(other, 'GET', `/training-sessions/${kept.id}`)).status).toBe(200);
});

test('exports favourites with their titles, except hidden menus', async () => {
  const [sub, author] = [randomUUID(), randomUUID()];
  const shown = await make(author, { title: '見える' });
  const hidden = await make(author, { title: '秘密' });
  await setFavorite(sub, shown.trainingSessionId, true);
  await setFavorite(sub, hidden.trainingSessionId, true);
  await change(author, hidden, { title: '秘密', visibility: 'private' });
  const rows = await readPart('favorite-training-sessions', sub);
  expect(rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
    [shown.trainingSessionId, '見える'],
    [hidden.trainingSessionId, '（現在は公開されていません）'],
  ]);
  expect(JSON.stringify(rows)).not.toContain('秘密');
});

test('exports reports to the member who wrote them, never to the author', async () => {
  const [sub, author] = [randomUUID(), randomUUID()];
  const { trainingSessionId: id } = await make(author, { title: '宣伝' });
  await report(sub, id, '商品の宣伝です');
  const rows = await readPart('training-session-reports', sub);
  expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
    ['宣伝', '宣伝・迷惑行為', '商品の宣伝です'],
  ]);
  expect(await readPart('training-session-reports', author)).toEqual([]);
});

test('exports more than one page', async () => {
  const sub = randomUUID();
  const at = new Date('2026-01-01T00:00:00Z');
  const row = {
    authorSub: sub,
    title: '',
    description: '',
    tags: [],
    visibility: 'private' as const,
    items: [],
    createdAt: at,
    updatedAt: at,
  };
  await db
    .insert(trainingSessions)
    .values(Array.from({ length: 200 }, (_, n) => ({ ...row, title: String(n) })));
  const titles = (await readPart('training-sessions', sub)).map(({ cells }) => cells[1]);
  expect(titles).toEqual(Array.from({ length: 200 }, (_, n) => String(n)));
});

test('erasure leaves nothing of the member, and changes nothing of others', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const own = await make(sub, { title: '消える一枚', tags: ['残る', '消える'] });
  const kept = await make(other, { title: '残る一枚', tags: ['残る'] });
  for (const { trainingSessionId: id } of [own, kept]) {
    await setFavorite(sub, id, true);
    await setFavorite(other, id, true);
  }
  await report(sub, kept.trainingSessionId, '私が書いた');
  await report(other, own.trainingSessionId, '私について');
  const words = [sub, '消える一枚', '私が書いた', '私について'];
  expect(await findTraces(url, words)).toEqual([
    'public.favorite_training_sessions',
    'public.training_session_reports',
    'public.training_session_search',
    'public.training_sessions',
  ]);

  await erase(sub);
  expect(await findTraces(url, words)).toEqual([]);
  expect(await readTags()).toMatchObject({ 残る: 1 });
  expect(await readTags()).not.toHaveProperty('消える');
  const { body } = await call(other, 'GET', `/training-sessions/${kept.trainingSessionId}`);
  expect(body).toMatchObject({ title: '残る一枚', favorite: true, favoriteCount: 1 });
  await erase(sub);
});

test("erases reports about a member's already deleted menus", async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const { trainingSessionId: id } = await make(sub);
  await report(other, id, '');
  await call(sub, 'DELETE', `/my/training-sessions/${id}`);
  await erase(sub);
  const { authorSub } = trainingSessionReports;
  expect(await db.select().from(trainingSessionReports).where(eq(authorSub, sub))).toEqual([]);
});

test('members who like and report each other can be erased at the same time', async () => {
  const subs = Array.from({ length: 8 }, () => randomUUID());
  const made = await Promise.all(
    subs.map(async (sub, n) => await make(sub, { tags: ['皆', `${n % 3}番`] })),
  );
  const ids = made.map(({ trainingSessionId }) => trainingSessionId);
  for (const sub of subs) {
    for (const id of ids) await setFavorite(sub, id, true);
  }
  await Promise.all(subs.map(async (sub, n) => await report(sub, ids[(n + 1) % 8] ?? 0, '')));
  await Promise.all(subs.map(erase));
  expect(await findTraces(url, subs)).toEqual([]);
  expect(await readTags()).not.toHaveProperty('皆');
});
