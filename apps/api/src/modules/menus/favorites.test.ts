import { randomUUID } from 'node:crypto';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { count, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transaction } from '#db/database.ts';
import { favoriteTrainingSessions, trainingSessions } from '#db/schema/menus.ts';
import { openMenus, type MenuPage } from '#test/support/menus/menus.ts';
import { changeFavoriteCounts } from './favorites.ts';

const { db, call, make, change, setFavorite, findIndexed } = await openMenus();
const favorites = '/my/favorite-training-sessions';

async function listTitles(sub: string): Promise<string[]> {
  const { body } = await call<MenuPage>(sub, 'GET', favorites);
  return body.items.map(({ title }) => title);
}

async function see(sub: string, id: number) {
  const { body } = await call<TrainingSession>(sub, 'GET', `/training-sessions/${id}`);
  return [body.favorite, body.favoriteCount];
}

/** Returns the count of the menu, the count of its search row, and the number of favourite rows. */
async function countAll(id: number) {
  const [stored] = await db
    .select({ favoriteCount: trainingSessions.favoriteCount })
    .from(trainingSessions)
    .where(eq(trainingSessions.id, id));
  const [rows] = await db
    .select({ rows: count() })
    .from(favoriteTrainingSessions)
    .where(eq(favoriteTrainingSessions.trainingSessionId, id));
  const indexed = await findIndexed(id);
  return [stored?.favoriteCount, indexed?.favoriteCount ?? stored?.favoriteCount, rows?.rows];
}

// spec 3.20, 7.13
test('sets and removes a favourite, and repeating changes nothing', async () => {
  const [sub, other] = [randomUUID(), randomUUID()];
  const { trainingSessionId: id } = await make(randomUUID());
  await setFavorite(other, id, true);
  for (const favorite of [true, true, false, false, true]) {
    const { body } = await setFavorite(sub, id, favorite);
    expect(body).toEqual({ trainingSessionId: id, favorite, favoriteCount: favorite ? 2 : 1 });
    expect(await see(sub, id)).toEqual([favorite, favorite ? 2 : 1]);
  }
  expect(await see(randomUUID(), id)).toEqual([false, 2]);
});

/**
 * Returns the number of rows that this transaction has updated, and how many of them stayed on
 * their page.
 */
async function readUpdates(tx: Transaction) {
  const table = sql`'training_session_search'::regclass`;
  const { rows } = await tx.execute<{ updated: number; hot: number }>(sql`
    select pg_stat_get_xact_tuples_updated(${table})::int as updated,
      pg_stat_get_xact_tuples_hot_updated(${table})::int as hot`);
  return rows[0] ?? { updated: 0, hot: 0 };
}

test('does not rewrite the search index', async () => {
  const { trainingSessionId: id } = await make(randomUUID());
  const [before, after] = await db.transaction(async (tx) => {
    const first = await readUpdates(tx);
    await changeFavoriteCounts(tx, [id], 1);
    return [first, await readUpdates(tx)];
  });
  expect(after).toEqual({ updated: before.updated + 1, hot: before.hot + 1 });
});

test('does not change the version of the menu', async () => {
  const author = randomUUID();
  const made = await make(author);
  await setFavorite(randomUUID(), made.trainingSessionId, true);
  const { body } = await call(author, 'GET', `/my/training-sessions/${made.trainingSessionId}`);
  expect(body).toEqual({ ...made, favoriteCount: 1 });
});

// spec 7.12
test('lists the last added first, page by page, and adding again keeps the position', async () => {
  const sub = randomUUID();
  for (const title of ['一', '二', '三']) {
    const { trainingSessionId } = await make(randomUUID(), { title });
    await setFavorite(sub, trainingSessionId, true);
    if (title === '三') await setFavorite(sub, trainingSessionId, true);
  }
  const first = await call<MenuPage>(sub, 'GET', `${favorites}?limit=2`);
  expect(first.body.items.map(({ title }) => title)).toEqual(['三', '二']);
  const path = `${favorites}?limit=2&cursor=${first.body.nextCursor}`;
  const second = await call<MenuPage>(sub, 'GET', path);
  expect(second.body.items.map(({ title, favorite }) => [title, favorite])).toEqual([['一', true]]);
  expect(second.body.nextCursor).toBeNull();
});

describe('a favourite whose menu is hidden', () => {
  test('disappears for others at once, and returns with it', async () => {
    const [author, fan, other] = [randomUUID(), randomUUID(), randomUUID()];
    const made = await make(author, { title: '隠れる' });
    const id = made.trainingSessionId;
    await setFavorite(fan, id, true);
    await setFavorite(author, id, true);
    const hidden = await change(author, made, { visibility: 'private' });
    expect(hidden.body).toMatchObject({ favorite: true, favoriteCount: 1 });
    expect(await listTitles(fan)).toEqual([]);
    expect((await call(fan, 'GET', `/training-sessions/${id}`)).status).toBe(404);
    expect(
      (await call(fan, 'POST', favorites, { trainingSessionId: id, favorite: true })).status,
    ).toBe(404);
    expect((await setFavorite(other, id, true)).status).toBe(404);
    expect(await countAll(id)).toEqual([2, 2, 2]);

    await change(author, hidden.body, { title: '戻る' });
    expect(await listTitles(fan)).toEqual(['戻る']);
    expect(await see(other, id)).toEqual([false, 2]);
  });

  test('can be removed, without revealing the menu', async () => {
    const [author, fan] = [randomUUID(), randomUUID()];
    const made = await make(author);
    const id = made.trainingSessionId;
    await setFavorite(fan, id, true);
    await setFavorite(randomUUID(), id, true);
    await change(author, made, { visibility: 'private' });
    const { body } = await setFavorite(fan, id, false);
    expect(body).toEqual({ trainingSessionId: id, favorite: false, favoriteCount: 0 });
    expect(await countAll(id)).toEqual([1, 1, 1]);
    // The member has no favourite now, so the hidden menu does not exist for them either.
    expect((await setFavorite(fan, id, false)).status).toBe(404);
    expect((await setFavorite(randomUUID(), id, false)).status).toBe(404);
  });

  test('is not counted in a page', async () => {
    const [author, fan] = [randomUUID(), randomUUID()];
    const shown = await make(author, { title: '見える' });
    const hidden = await make(author);
    await setFavorite(fan, shown.trainingSessionId, true);
    await setFavorite(fan, hidden.trainingSessionId, true);
    await change(author, hidden, { visibility: 'private' });
    const { body } = await call<MenuPage>(fan, 'GET', `${favorites}?limit=1`);
    expect(body.items.map(({ title }) => title)).toEqual(['見える']);
    expect(body.nextCursor).toBeNull();
  });

  test("accepts an author's own private menu", async () => {
    const author = randomUUID();
    const { trainingSessionId: id } = await make(author, { visibility: 'private' });
    expect((await setFavorite(author, id, true)).body).toMatchObject({ favoriteCount: 1 });
    expect(await listTitles(author)).toHaveLength(1);
  });
});

test('the counter equals the number of rows after many simultaneous changes', async () => {
  const author = randomUUID();
  const fans = Array.from({ length: 6 }, () => randomUUID());
  const toggles = fc.array(fc.tuple(fc.nat(5), fc.nat(1), fc.boolean()), {
    minLength: 20,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(toggles, async (toggled) => {
      const sessions = [await make(author), await make(author)];
      const ids = sessions.map(({ trainingSessionId }) => trainingSessionId);
      const answers = await Promise.all(
        toggled.map(
          async ([fan, at, favorite]) =>
            await setFavorite(fans[fan] ?? author, ids[at] ?? 0, favorite),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      for (const id of ids) {
        const [stored, indexed, rows] = await countAll(id);
        expect([stored, indexed]).toEqual([rows, rows]);
      }
      for (const id of ids) await call(author, 'DELETE', `/my/training-sessions/${id}`);
    }),
    { numRuns: 5 },
  );
});

test('twenty simultaneous taps make one favourite', async () => {
  const sub = randomUUID();
  const { trainingSessionId: id } = await make(randomUUID());
  await Promise.all(Array.from({ length: 20 }, async () => await setFavorite(sub, id, true)));
  expect(await countAll(id)).toEqual([1, 1, 1]);
  await Promise.all(Array.from({ length: 20 }, async () => await setFavorite(sub, id, false)));
  expect(await countAll(id)).toEqual([0, 0, 0]);
});

test('hiding, deleting and liking at once leaves consistent data', async () => {
  const author = randomUUID();
  const made = await make(author);
  const id = made.trainingSessionId;
  const likes = Array.from({ length: 20 }, async () => await setFavorite(randomUUID(), id, true));
  const hiding = change(author, made, { visibility: 'private' });
  const deleting = call(author, 'DELETE', `/my/training-sessions/${id}`);
  const answers = await Promise.all([...likes, hiding, deleting]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await countAll(id)).toEqual([undefined, undefined, 0]);
});
