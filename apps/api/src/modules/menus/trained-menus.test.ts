import { randomUUID } from 'node:crypto';
import type { Problem } from '@tanren/contract/problem';
import type { MenuContent, TrainingSession } from '@tanren/contract/menus/menus';
import { trainerLimits } from '@tanren/domain/trainers/trainers';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { trainingSessionRuns, trainingSessions } from '#db/schema/menus.ts';
import { openMenus, menuContent, type MenuPage, storeMenu } from '#test/support/menus/menus.ts';
import { endTrainerLink, storeTrainerLink } from '#test/support/trainers/trainers.ts';

const { db, now, call, make, change, setFavorite, addMember, readTags, findIndexed } =
  await openMenus();
const mine = '/my/training-sessions';
const forMe = '/trainer-training-sessions';

/** Stores a linked trainer and member, and returns the trainer's calls for the member. */
async function open() {
  const [trainerSub, memberSub] = [await addMember('佐藤'), await addMember('はるき')];
  const link = await storeTrainerLink(db, { trainerSub, memberSub });
  return { ...link, ...callAs(trainerSub, link.id) };
}

function callAs(trainerSub: string, memberId: number) {
  const as = `${trainerSub}/trainer`;
  const path = `/trainer/members/${memberId}/training-sessions`;
  const post = async (content: object) =>
    await call<TrainingSession & Problem>(as, 'POST', path, content);
  const at = async (method: 'GET' | 'DELETE', id: number) =>
    await call<TrainingSession & Problem>(as, method, `${path}/${id}`);
  return {
    post,
    at,
    create: async (changes: Partial<MenuContent> = {}) => (await post(menuContent(changes))).body,
    put: async (id: number, version: number, changes: Partial<MenuContent> = {}) =>
      await call<TrainingSession & Problem>(as, 'PUT', `${path}/${id}`, {
        ...menuContent(changes),
        version,
      }),
    list: async (query = '') => (await call<MenuPage>(as, 'GET', `${path}${query}`)).body,
    listStatus: async () => (await call(as, 'GET', path)).status,
  };
}

const listTitles = async (sub: string, path: string) =>
  (await call<MenuPage>(sub, 'GET', path)).body.items.map(({ title }) => title);

describe('a menu that a trainer makes for a member', () => {
  test('is always private, and both see that a trainer made it', async () => {
    const { memberSub, post, at, put } = await open();
    const sent = menuContent({ title: '肩の日', tags: ['秘密の札'], visibility: 'public' });
    const { status, body: made } = await post(sent);
    expect(status).toBe(201);
    expect(made).toMatchObject({
      title: '肩の日',
      visibility: 'private',
      byTrainer: true,
      author: { nickname: '佐藤', isMe: true },
      version: 1,
    });
    const id = made.trainingSessionId;
    expect((await at('GET', id)).body).toEqual(made);
    const seen = await call(memberSub, 'GET', `/training-sessions/${id}`);
    const author = { nickname: '佐藤', isMe: false };
    expect(seen.body).toEqual({ ...made, author });
    expect(await readTags()).not.toHaveProperty('秘密の札');
    const changed = await put(id, 1, { visibility: 'public', tags: ['秘密の札'] });
    expect(changed).toMatchObject({ status: 200, body: { visibility: 'private', version: 2 } });
    expect(await findIndexed(id)).toBeUndefined();
    expect(await readTags()).not.toHaveProperty('秘密の札');
  });

  test('has a fixed order if the trainer wants it, which a run copies and other menus never have', async () => {
    const { memberSub, create, put } = await open();
    const made = await create({ fixedOrder: true });
    expect(made.fixedOrder).toBe(true);
    const id = made.trainingSessionId;
    const run = { trainingSessionId: id };
    expect((await call(memberSub, 'POST', '/my/training-session-run', run)).status).toBe(201);
    const ofMember = eq(trainingSessionRuns.sub, memberSub);
    const [stored] = await db.select().from(trainingSessionRuns).where(ofMember);
    expect(stored?.fixedOrder).toBe(true);
    // A page of the previous release does not send it.
    expect((await put(id, 1, { title: '新しい名前' })).body.fixedOrder).toBe(true);
    expect((await put(id, 1, { title: '新しい名前', fixedOrder: false })).code).toBe(
      'stale_version',
    );
    expect((await put(id, 2, { fixedOrder: false })).body.fixedOrder).toBeUndefined();
    expect((await make(memberSub, { fixedOrder: true })).fixedOrder).toBeUndefined();
  });

  test("is in no list of the trainer's own menus, and answers 404 after the link has ended", async () => {
    const { trainerSub, create } = await open();
    const { trainingSessionId: id } = await create({ title: '担当の一枚', tags: ['担当の札'] });
    await make(trainerSub, { title: '自分の一枚', visibility: 'private' });
    expect(await listTitles(trainerSub, mine)).toEqual(['自分の一枚']);
    expect(await listTitles(trainerSub, '/training-sessions?query=担当の一枚')).toEqual([]);
    expect(await listTitles(trainerSub, forMe)).toEqual([]);
    const tags = await call(trainerSub, 'GET', '/training-session-tags?query=担当の札');
    expect(tags.body).toEqual([]);
    const statuses = [
      (await call(trainerSub, 'GET', `/training-sessions/${id}`)).status,
      (await call(trainerSub, 'GET', `${mine}/${id}`)).status,
      (await call(trainerSub, 'DELETE', `${mine}/${id}`)).status,
      (await call(trainerSub, 'PUT', `${mine}/${id}`, { ...menuContent(), version: 1 })).status,
      (await setFavorite(trainerSub, id, true)).status,
      (await call(trainerSub, 'POST', '/my/training-session-run', { trainingSessionId: id }))
        .status,
    ];
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  });

  test('can be read, liked, copied and run by the member, but not changed', async () => {
    const { memberSub, create } = await open();
    const made = await create({ title: '肩の日' });
    const { trainingSessionId: id } = made;
    expect(await listTitles(memberSub, forMe)).toEqual(['肩の日']);
    expect(await listTitles(memberSub, mine)).toEqual([]);
    expect((await setFavorite(memberSub, id, true)).body).toMatchObject({ favoriteCount: 1 });
    expect(await listTitles(memberSub, '/my/favorite-training-sessions')).toEqual(['肩の日']);
    const started = await call(memberSub, 'POST', '/my/training-session-run', {
      trainingSessionId: id,
    });
    expect(started.status).toBe(201);
    const { title, description, tags, visibility, items } = made;
    const copy = await make(memberSub, { title, description, tags, visibility, items });
    expect(copy).toMatchObject({ byTrainer: false, author: { isMe: true } });
    expect((await change(memberSub, made, {})).status).toBe(404);
    expect((await call(memberSub, 'GET', `${mine}/${id}`)).status).toBe(404);
    expect((await call(randomUUID(), 'GET', `/training-sessions/${id}`)).status).toBe(404);
  });

  test('can be deleted by the member and by no other member', async () => {
    const { memberSub, create, at } = await open();
    const { trainingSessionId: id } = await create({ title: '肩の日' });
    const path = `${mine}/${id}`;
    expect((await call(randomUUID(), 'DELETE', path)).status).toBe(404);
    expect((await at('GET', id)).status).toBe(200);
    expect((await call(memberSub, 'DELETE', path)).status).toBe(204);
    expect((await at('GET', id)).status).toBe(404);
    expect((await call(memberSub, 'DELETE', path)).status).toBe(404);
  });

  test('is listed by the last change, page by page, without those of other members or trainers', async () => {
    const { trainerSub, memberSub, create, put, list } = await open();
    const first = await create({ title: '一' });
    for (const title of ['二', '三']) await create({ title });
    const elsewhere = await storeTrainerLink(db, { trainerSub });
    await callAs(trainerSub, elsewhere.id).create({ title: '別の会員' });
    await storeMenu(db, randomUUID(), {
      forSub: memberSub,
      title: '前のトレーナー',
      visibility: 'private',
      publishedAt: null,
      updatedAt: now(),
    });
    await put(first.trainingSessionId, 1, { title: '一改' });
    const page = await list('?limit=2');
    expect(page.items.map(({ title, byTrainer }) => [title, byTrainer])).toEqual([
      ['一改', true],
      ['三', true],
    ]);
    const rest = await list(`?limit=2&cursor=${page.nextCursor}`);
    expect(rest).toMatchObject({ items: [{ title: '二' }], nextCursor: null });
    const all = ['一改', '前のトレーナー', '三', '二'];
    expect(await listTitles(memberSub, forMe)).toEqual(all);
    const two = await call<MenuPage>(memberSub, 'GET', `${forMe}?limit=2`);
    const cursor = two.body.nextCursor ?? '';
    expect(await listTitles(memberSub, `${forMe}?limit=2&cursor=${cursor}`)).toEqual(all.slice(2));
  });

  test('is changed by its version and deleted once', async () => {
    const { create, put, at } = await open();
    const { trainingSessionId: id } = await create();
    const changed = await put(id, 1, { title: '新しい' });
    expect(changed).toMatchObject({ status: 200, body: { title: '新しい', version: 2 } });
    // The same change is accepted again, as after a lost answer. The first one was sent as public,
    // like this one.
    expect(await put(id, 1, { title: '新しい' })).toEqual(changed);
    expect(await put(id, 1, { title: '古い' })).toMatchObject({
      status: 409,
      body: { code: 'stale_version' },
    });
    expect((await at('DELETE', id)).status).toBe(204);
    expect((await at('DELETE', id)).status).toBe(404);
    expect((await put(id, 2)).status).toBe(404);
  });

  test('is created once from a draft, which belongs to one list', async () => {
    const { trainerSub, post } = await open();
    const draft = { ...menuContent(), draftId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await post(draft)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.trainingSessionId)).size).toBe(1);
    const other = callAs(trainerSub, (await storeTrainerLink(db, { trainerSub })).id);
    expect(await other.post(draft)).toMatchObject({
      status: 400,
      body: { fields: [{ path: '/draftId' }] },
    });
    expect((await call(trainerSub, 'POST', mine, draft)).status).toBe(400);
  });

  test('is limited in number per member, separately for each', async () => {
    const { trainerSub, memberSub, post } = await open();
    const at = now();
    const row = { ...menuContent({ visibility: 'private' }), items: [], updatedAt: at };
    const made = { ...row, authorSub: trainerSub, forSub: memberSub, createdAt: at };
    const max = trainerLimits.sessions;
    await db.insert(trainingSessions).values(Array.from({ length: max - 2 }, () => made));
    // The menus of another trainer do not count for the limit.
    await db.insert(trainingSessions).values({ ...made, authorSub: randomUUID() });
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => await post(menuContent())),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(201), count(409)]).toEqual([2, 3]);
    const rejected = await post(menuContent());
    expect(rejected).toMatchObject({ status: 409, body: { code: 'session_limit_reached' } });
    const other = callAs(trainerSub, (await storeTrainerLink(db, { trainerSub })).id);
    expect((await other.post(menuContent())).status).toBe(201);
    expect((await call(trainerSub, 'POST', mine, menuContent())).status).toBe(201);
  });
});

describe('without the trainer link', () => {
  test.each([
    ['the link has ended', async (id: number) => await endTrainerLink(db, id)],
    ['the link belongs to another trainer', null],
  ])('answers 404 because %s', async (_why, end) => {
    const { id, memberSub, create, ...trainer } = await open();
    const { trainingSessionId } = await create({ title: '残る' });
    await end?.(id);
    const { at, put, post, listStatus } = end === null ? callAs(randomUUID(), id) : trainer;
    const statuses = [
      await listStatus(),
      (await at('GET', trainingSessionId)).status,
      (await put(trainingSessionId, 1)).status,
      (await at('DELETE', trainingSessionId)).status,
      (await post(menuContent())).status,
    ];
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    // The menu stays with the member.
    expect(await listTitles(memberSub, forMe)).toEqual(['残る']);
    const seen = await call(memberSub, 'GET', `/training-sessions/${trainingSessionId}`);
    expect(seen).toMatchObject({ status: 200, body: { title: '残る', byTrainer: true } });
  });

  test("another member's number does not find the menu, nor does the trainer's own list", async () => {
    const { trainerSub, id, create } = await open();
    const { trainingSessionId } = await create();
    const other = callAs(trainerSub, (await storeTrainerLink(db, { trainerSub })).id);
    expect((await other.at('GET', trainingSessionId)).status).toBe(404);
    expect((await other.put(trainingSessionId, 1)).status).toBe(404);
    expect((await other.at('DELETE', trainingSessionId)).status).toBe(404);
    const own = await make(trainerSub);
    const trainer = callAs(trainerSub, id);
    expect((await trainer.at('GET', own.trainingSessionId)).status).toBe(404);
    expect((await trainer.put(own.trainingSessionId, 1)).status).toBe(404);
    expect((await trainer.at('DELETE', own.trainingSessionId)).status).toBe(404);
  });
});
