import { randomUUID } from 'node:crypto';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trainingSessionRuns, trainingSessions } from '#db/schema/menus.ts';
import { userInfos } from '#db/schema/members.ts';
import { gymAuthor } from '@tanren/domain/menus/built-in-menus';
import { openMenus, menuContent, sessionItem, type MenuPage } from '#test/support/menus/menus.ts';
import { ensureBeginnersMenu, removeBeginnersMenu } from './menus.service.ts';

const { db, now, call, make, change, setFavorite, addMember, readTags, findIndexed } =
  await openMenus();
const mine = '/my/training-sessions';

describe('a draft', () => {
  // spec 7.16
  test('sent again is the same menu, also after it was changed', async () => {
    const sub = randomUUID();
    const draft = { ...menuContent(), draftId: randomUUID() };
    const first = await call<TrainingSession>(sub, 'POST', mine, draft);
    await change(sub, first.body, { title: '別の日' });
    const again = await call<TrainingSession>(sub, 'POST', mine, { ...draft, title: '三つ目' });
    expect(again).toMatchObject({ status: 201, body: { title: '別の日', version: 2 } });
    expect(again.body.trainingSessionId).toBe(first.body.trainingSessionId);
  });

  test('sent twenty times at once is one menu', async () => {
    const sub = randomUUID();
    const draft = { ...menuContent({ tags: ['同時'] }), draftId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await call<TrainingSession>(sub, 'POST', mine, draft)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.trainingSessionId)).size).toBe(1);
    expect((await readTags())['同時']).toBe(1);
  });

  test('belongs to its author: the same id of another member is another menu', async () => {
    const draft = { ...menuContent(), draftId: randomUUID() };
    const ids = await Promise.all(
      [randomUUID(), randomUUID()].map(
        async (sub) =>
          (await call<TrainingSession>(sub, 'POST', mine, draft)).body.trainingSessionId,
      ),
    );
    expect(new Set(ids).size).toBe(2);
  });
});

test('a member has at most 200 menus, also at once', async () => {
  const sub = randomUUID();
  const at = now();
  const row = {
    ...menuContent(),
    authorSub: sub,
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
  };
  await db
    .insert(trainingSessions)
    .values(Array.from({ length: 195 }, () => ({ ...row, items: [] })));
  const draftId = randomUUID();
  expect((await call(sub, 'POST', mine, { ...menuContent(), draftId })).status).toBe(201);
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => await call(sub, 'POST', mine, menuContent())),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(409)]).toEqual([4, 8]);
  expect(await call(sub, 'POST', mine, menuContent())).toMatchObject({
    status: 409,
    body: { code: 'session_limit_reached' },
  });
  // A draft that was already stored is still answered, and the limit does not affect other members.
  expect((await call(sub, 'POST', mine, { ...menuContent(), draftId })).status).toBe(201);
  expect((await call(randomUUID(), 'POST', mine, menuContent())).status).toBe(201);
});

describe('changing a menu', () => {
  // spec 7.17, 7.18
  test('replaces everything, increases the version and keeps the creation time', async () => {
    const sub = randomUUID();
    const made = await make(sub, { visibility: 'private' });
    const next = menuContent({
      title: '脚',
      tags: [],
      items: [{ ...sessionItem, workoutTypeId: 11 }],
    });
    const { status, body } = await change(sub, made, next);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...next,
      version: 2,
      createdAt: made.createdAt,
      workoutTypeIds: [11],
    });
    expect(Date.parse(body.updatedAt)).toBeGreaterThan(Date.parse(made.updatedAt));
    expect((await call(sub, 'GET', `${mine}/${made.trainingSessionId}`)).body).toEqual(body);
  });

  test('is a conflict when it has changed since it was read', async () => {
    const sub = randomUUID();
    const made = await make(sub);
    await change(sub, made, { title: '一台目' });
    expect(await change(sub, made, { title: '二台目' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version' },
    });
    const { body } = await call(sub, 'GET', `${mine}/${made.trainingSessionId}`);
    expect(body).toMatchObject({ title: '一台目', version: 2 });
  });

  test('can be repeated after a lost answer', async () => {
    const sub = randomUUID();
    const made = await make(sub, { tags: ['再送'] });
    const first = await change(sub, made, { title: '新しい', tags: ['再送'] });
    expect(await change(sub, made, { title: '新しい', tags: ['再送'] })).toEqual(first);
    expect((await readTags())['再送']).toBe(1);
  });

  test('one of twenty different simultaneous changes wins', async () => {
    const sub = randomUUID();
    const made = await make(sub, { tags: [] });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const { status } = await change(sub, made, { title: `${n}`, tags: [`競争${n}`] });
        return { status, n };
      }),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const tags = Object.keys(await readTags()).filter((tag) => tag.startsWith('競争'));
    expect(tags).toEqual([`競争${winners[0]?.n}`]);
  });

  test('is impossible for others, who get no information about it', async () => {
    const made = await make(randomUUID());
    const other = randomUUID();
    expect((await change(other, made, {})).status).toBe(404);
    expect((await call(other, 'GET', `${mine}/${made.trainingSessionId}`)).status).toBe(404);
    expect((await call(other, 'DELETE', `${mine}/${made.trainingSessionId}`)).status).toBe(404);
  });
});

describe('deleting a menu', () => {
  // spec 7.19
  test('deletes its favourites, and keeps its runs', async () => {
    const [sub, fan] = [randomUUID(), randomUUID()];
    const { trainingSessionId: id } = await make(sub, { tags: ['消す'] });
    await setFavorite(fan, id, true);
    const at = now();
    const run = {
      sub: fan,
      trainingSessionId: id,
      title: '胸の日',
      items: [],
      startedAt: at,
      endsBy: at,
    };
    const [started] = await db.insert(trainingSessionRuns).values(run).returning();
    const deleted = await call(sub, 'DELETE', `${mine}/${id}`);
    expect(deleted).toMatchObject({ status: 204, body: null });
    expect((await call(sub, 'DELETE', `${mine}/${id}`)).status).toBe(404);
    expect((await call(fan, 'GET', `/training-sessions/${id}`)).status).toBe(404);
    expect((await call<MenuPage>(fan, 'GET', '/my/favorite-training-sessions')).body.items).toEqual(
      [],
    );
    expect(await findIndexed(id)).toBeUndefined();
    expect(await readTags()).not.toHaveProperty('消す');
    const { id: runId } = trainingSessionRuns;
    const kept = await db
      .select()
      .from(trainingSessionRuns)
      .where(eq(runId, started?.id ?? 0));
    expect(kept).toMatchObject([{ title: '胸の日', trainingSessionId: null }]);
  });
});

// spec 7.30
test("shows the author's current nickname, or none", async () => {
  const sub = await addMember('前の名前');
  const reader = randomUUID();
  const { trainingSessionId: id } = await make(sub);
  const readAuthor = async () =>
    (await call<TrainingSession>(reader, 'GET', `/training-sessions/${id}`)).body.author;
  expect(await readAuthor()).toEqual({ nickname: '前の名前', isMe: false });
  await db.update(userInfos).set({ nickname: '今の名前' }).where(eq(userInfos.sub, sub));
  expect(await readAuthor()).toEqual({ nickname: '今の名前', isMe: false });
  await db.delete(userInfos).where(eq(userInfos.sub, sub));
  expect(await readAuthor()).toEqual({ nickname: '', isMe: false });
});

describe('the built-in menu', () => {
  const find = async (sub: string) =>
    (
      await call<MenuPage>(
        sub,
        'GET',
        '/training-sessions?query=%E5%85%A8%E8%BA%AB%E3%83%9E%E3%82%B7%E3%83%B36',
      )
    ).body.items;

  test('is created once by nodes that start together, has no owner, and is found', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    await Promise.all([1, 2, 3, 4].map(async () => await ensureBeginnersMenu(db, now())));
    await ensureBeginnersMenu(db, now());
    const [found, ...more] = await find(sub);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      title: 'はじめての全身マシン6種',
      author: { nickname: 'TANREN', isMe: false },
      visibility: 'public',
      setCount: 12,
    });
    expect((await readTags())['初心者']).toBe(1);
    const path = `${mine}/${found?.trainingSessionId ?? 0}`;
    expect((await call(sub, 'DELETE', path)).status).toBe(404);
    expect((await call(other, 'GET', path)).status).toBe(404);
    expect(await find(other)).toHaveLength(1);
  });

  test('is replaced by the demo world, with its tags', async () => {
    await db.transaction(async (tx) => await removeBeginnersMenu(tx));
    await ensureBeginnersMenu(db, now());
    expect((await readTags())['初心者']).toBe(1);
    await db.transaction(async (tx) => await removeBeginnersMenu(tx));
    expect((await readTags())['初心者']).toBeUndefined();
  });

  test('stays hidden when staff have hidden it', async () => {
    await ensureBeginnersMenu(db, now());
    const { authorSub } = trainingSessions;
    const hidden = { visibility: 'private', hiddenReason: '古い内容' } as const;
    await db.update(trainingSessions).set(hidden).where(eq(authorSub, gymAuthor.sub));
    await ensureBeginnersMenu(db, now());
    const rows = await db.select().from(trainingSessions).where(eq(authorSub, gymAuthor.sub));
    expect(rows).toMatchObject([hidden]);
  });
});
