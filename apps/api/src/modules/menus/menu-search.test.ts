import { randomUUID } from 'node:crypto';
import { type MenuSort, menuSorts } from '@tanren/contract/menus/menus';
import { anyText } from '@tanren/domain/testing/any-text';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trainingSessions, trainingSessionSearch } from '#db/schema/menus.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { bySize } from '#test/support/failures.ts';
import { openMenus, planItem, sessionItem, type MenuPage } from '#test/support/menus/menus.ts';
import { readPages } from '#test/support/world.ts';
import { findMenus } from './menu-search.service.ts';
import { decodeSearchCursor, encodeSearchCursor, type MenuFilter } from './menu-search.store.ts';

const places = fc.record({
  sort: fc.constantFrom(...menuSorts),
  value: fc.nat({ max: 2_147_483_647 }).map(String),
  id: fc.nat({ max: 2_147_483_647 }),
});

test('decodes a cursor that was encoded for the same sort order', () => {
  fc.assert(
    fc.property(places, ({ sort, ...position }) => {
      const cursor = encodeSearchCursor(sort, position);
      expect(cursor).toMatch(/^[\w-]{1,60}$/);
      expect(decodeSearchCursor(sort, cursor)).toEqual(position);
      expect(decodeSearchCursor(sort === 'new' ? 'favorites' : 'new', cursor)).toBeNull();
    }),
  );
});

test('rejects everything else', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...menuSorts),
      anyText(),
      (sort, text) => decodeSearchCursor(sort, text) === null,
    ),
  );
});

test.each([
  'n1.',
  'n.1',
  'n1',
  '1.1',
  'n-1.1',
  'n1.5.1',
  'n1e3.1',
  'n1.2147483648',
  'f2147483648.1',
  'n12345678901234567.1',
  'n١.1',
  ' n1.1',
  'N1.1',
])('rejects a cursor of %j', (text) => {
  const cursor = Buffer.from(text).toString('base64url');
  for (const sort of menuSorts) expect(decodeSearchCursor(sort, cursor)).toBeNull();
});

test('rejects other spellings of the same bytes', () => {
  const cursor = encodeSearchCursor('new', { value: '1', id: 1 });
  for (const other of [`${cursor}=`, ` ${cursor}`, `${cursor}!`]) {
    expect(decodeSearchCursor('new', other)).toBeNull();
  }
});

const { call, make, change, setFavorite, addMember, readTags, findIndexed } = await openMenus();
const reader = randomUUID();

async function search(query: Record<string, string | number>, sub: string = reader) {
  const written = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) written.set(key, String(value));
  return await call<MenuPage>(sub, 'GET', `/training-sessions?${written.toString()}`);
}

const titles = async (query: Record<string, string | number>, sub: string = reader) =>
  (await search(query, sub)).body.items.map(({ title }) => title);

/** Reads all pages of two menus. Returns the titles of each, which are one character long. */
async function readTitlePages(tag: string, sort: MenuSort, sub = reader): Promise<string[]> {
  const query = new URLSearchParams({ tag, sort, limit: '2' }).toString();
  const pages = await readPages(
    async (from) => (await call<MenuPage>(sub, 'GET', `/training-sessions?${query}${from}`)).body,
  );
  return pages.map((menus) => menus.map(({ title }) => title).join(''));
}

/** Returns a tag that no other test uses, so that each test searches only its own menus. */
const newTag = (): string => randomUUID().slice(0, 18);

describe('search words', () => {
  test.each([
    // spec 7.29
    ['ちぇすと', 'チェストの日'],
    ['チェスト', 'ちぇすとの日'],
    ['ﾁｪｽﾄ', 'チェストの日'],
    ['ＡＢＣ', 'abcの日'],
    ['脚', '太い脚'],
    ['背中', '広い背中へ'],
    ['   背中　　広い ', '広い背中へ'],
    ['🏋', '朝🏋朝'],
    ['100%', '100%の力'],
    ['a_b', 'a_b'],
    ['a\\b', 'a\\b'],
    ["'; drop", "'; drop table"],
  ])('%j finds %j', async (query, title) => {
    const tag = newTag();
    await make(randomUUID(), { title, tags: [tag], description: '' });
    expect(await titles({ query, tag })).toEqual([title]);
  });

  test.each([
    ['%', '100の力'],
    ['_', 'ab'],
    ['a_b', 'axb'],
    ['\\', 'ab'],
    ['ちと', 'ちえと'],
    // The text has all pairs of characters of the word, but not the word.
    ['ababa', 'abax baba'],
    ['日脚', '脚の日 脚'],
  ])('%j does not find %j', async (query, title) => {
    const tag = newTag();
    await make(randomUUID(), { title, tags: [tag], description: '' });
    expect(await titles({ query, tag })).toEqual([]);
  });

  test('are found in description, tags and machine names, and all must match', async () => {
    const tag = newTag();
    const items = [{ ...sessionItem, workoutTypeId: 11, loadKg: null }];
    const content = {
      title: '夜の部',
      description: '静かに。\nゆっくり',
      tags: [tag, '時短'],
      items,
    };
    await make(randomUUID(), content);
    for (const query of ['静かに', 'ゆっくり', '時短', 'れっぐぷれす', '夜 時短 レッグ 静か']) {
      expect(await titles({ query, tag })).toEqual(['夜の部']);
    }
    expect(await titles({ query: '夜 昼', tag })).toEqual([]);
  });

  test('match everything when there are none', async () => {
    const tag = newTag();
    await make(randomUUID(), { title: '何でも', tags: [tag] });
    expect(await titles({ query: ' 　', tag })).toEqual(['何でも']);
    expect((await search({ query: '', tag: '' })).body.items).toHaveLength(20);
  });
});

describe('tag and workout type', () => {
  test('a tag is found as a whole, in any spelling', async () => {
    const tag = `ストレッチ${newTag().slice(0, 8)}`;
    await make(randomUUID(), { title: '伸ばす', tags: [tag] });
    expect(await titles({ tag: `#${tag.replace('ストレッチ', 'すとれっち')}` })).toEqual([
      '伸ばす',
    ]);
    expect(await titles({ tag: tag.slice(0, 8) })).toEqual([]);
  });

  test('a type is found among the items, and an unknown type finds nothing', async () => {
    const tag = newTag();
    const item = { ...sessionItem, workoutTypeId: 16, loadKg: null };
    await make(randomUUID(), { title: '両方', tags: [tag], items: [sessionItem, item] });
    await make(randomUUID(), { title: '片方', tags: [tag] });
    expect(await titles({ tag, workoutType: 16 })).toEqual(['両方']);
    expect(await titles({ tag, workoutType: 1 })).toEqual(['片方', '両方']);
    for (const workoutType of [2, 17, 32_767]) {
      const { body } = await search({ tag, workoutType });
      expect(body).toEqual({ items: [], nextCursor: null });
    }
  });
});

describe('visibility in search', () => {
  test("shows public menus, also the member's own, with author and favourite", async () => {
    const tag = newTag();
    const author = await addMember('たろう');
    const { trainingSessionId } = await make(author, { title: '公開', tags: [tag] });
    await setFavorite(reader, trainingSessionId, true);
    for (const sub of [reader, author]) {
      expect((await search({ tag }, sub)).body.items).toMatchObject([
        {
          trainingSessionId,
          title: '公開',
          author: { nickname: 'たろう', isMe: sub === author },
          favorite: sub === reader,
          favoriteCount: 1,
        },
      ]);
    }
  });

  test('shows private menus only to their owner, by word, tag and type', async () => {
    const tag = newTag();
    const owner = randomUUID();
    const items = [{ ...sessionItem, workoutTypeId: 11, loadKg: null }];
    await make(owner, { title: '公開', tags: [tag], items });
    await make(owner, { title: 'ひみつの脚', tags: [tag], items, visibility: 'private' });
    const other = [{ ...sessionItem, workoutTypeId: 2, loadKg: null }];
    await make(owner, { title: '別の種目', tags: [tag], items: other, visibility: 'private' });
    await make(owner, { title: '別のタグ', tags: [], items, visibility: 'private' });
    for (const sort of menuSorts) {
      expect(await titles({ tag, workoutType: 11, sort }, owner)).toEqual(['ひみつの脚', '公開']);
      expect(await titles({ tag, query: 'ヒミツ れっぐぷれす', sort }, owner)).toEqual([
        'ひみつの脚',
      ]);
      expect(await titles({ tag, sort })).toEqual(['公開']);
      expect(await titles({ query: 'ヒミツ', sort })).toEqual([]);
    }
    const { items: found } = (await search({ query: 'ひみつ' }, owner)).body;
    expect(found).toMatchObject([{ visibility: 'private', author: { isMe: true } }]);
  });

  test('pages private and public menus together, each exactly once', async () => {
    const tag = newTag();
    const owner = randomUUID();
    for (const [n, title] of ['一', '二', '三', '四', '五', '六', '七'].entries()) {
      const visibility = n % 2 === 0 ? 'private' : 'public';
      const made = await make(owner, { title, tags: [tag], visibility });
      if (n === 2) await setFavorite(owner, made.trainingSessionId, true);
    }
    expect(await readTitlePages(tag, 'new', owner)).toEqual(['七六', '五四', '三二', '一']);
    expect(await readTitlePages(tag, 'favorites', owner)).toEqual(['三七', '六五', '四二', '一']);
  });

  test('removes hidden menus at once in both orders, and restores them', async () => {
    const tag = newTag();
    const author = randomUUID();
    const made = await make(author, { title: '出たり消えたり', tags: [tag] });
    const hidden = await change(author, made, { tags: [tag], visibility: 'private' });
    for (const sort of menuSorts) expect(await titles({ tag, sort })).toEqual([]);
    await change(author, hidden.body, { title: '出た', tags: [tag] });
    for (const sort of menuSorts) expect(await titles({ tag, sort })).toEqual(['出た']);
  });
});

describe('pages of search', () => {
  test('are sorted by date or by favourites, and the cursor continues after the page', async () => {
    const tag = newTag();
    const made = [];
    for (const title of ['一', '二', '三', '四', '五']) {
      made.push(await make(randomUUID(), { title, tags: [tag] }));
    }
    for (const [n, count] of [3, 0, 1, 0, 1].entries()) {
      for (let c = 0; c < count; c += 1) {
        await setFavorite(randomUUID(), made[n]?.trainingSessionId ?? 0, true);
      }
    }
    expect(await readTitlePages(tag, 'new')).toEqual(['五四', '三二', '一']);
    expect(await readTitlePages(tag, 'favorites')).toEqual(['一五', '三四', '二']);
  });

  test('have no cursor after an exactly full last page', async () => {
    const tag = newTag();
    await make(randomUUID(), { tags: [tag] });
    expect((await search({ tag, limit: 1 })).body.nextCursor).toBeNull();
  });
});

describe('cursors of search', () => {
  test('belong to their order', async () => {
    const cursor = encodeSearchCursor('favorites', { value: '1', id: 1 });
    expect((await search({ cursor })).status).toBe(400);
  });

  test('return empty pages at the end and full ones at the start', async () => {
    for (const [sort, value] of [
      ['new', '0'],
      ['favorites', '0'],
    ] as const) {
      const cursor = encodeSearchCursor(sort, { value, id: 0 });
      expect((await search({ sort, cursor })).body).toEqual({ items: [], nextCursor: null });
    }
    const last = encodeSearchCursor('new', { value: '9'.repeat(16), id: 2_147_483_647 });
    expect((await search({ cursor: last })).body.items).toHaveLength(20);
    const max = encodeSearchCursor('favorites', { value: '2147483647', id: 2_147_483_647 });
    expect((await search({ sort: 'favorites', cursor: max })).body.items).toHaveLength(20);
  });
});

const { db: sampleDb } = await createTestDatabase();

interface Kept extends Pick<typeof trainingSessionSearch.$inferInsert, 'text' | 'publishedAt'> {
  readonly id: number;
  readonly tags: string[];
  readonly workoutTypeIds: number[];
  readonly favoriteCount: number;
}

/**
 * The words have few letters, so that they match by chance, across others and in parts. One letter
 * is rare.
 */
const letters = ['あ', 'い', 'う', '脚', '%', '_', '\\', '𠮷', 'ゑ'];
const letter = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...letters.slice(0, 5)) },
  { weight: 3, arbitrary: fc.constantFrom(...letters) },
);
const word = (maxLength: number) =>
  fc.array(letter, { minLength: 1, maxLength }).map((of) => of.join(''));
const tagName = fc.constantFrom('筋とれ', '時短', 'か"ん,ま{}', 'null');

const contents = fc.record({
  text: fc.array(word(6), { maxLength: 6 }).map((words) => words.join(' ')),
  tags: fc.uniqueArray(tagName, { maxLength: 3 }),
  workoutTypeIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  // Many menus share a time and a number of favourites, so that the id decides.
  publishedAt: fc.integer({ min: 0, max: 40 }).map((n) => new Date(Date.UTC(2026, 0, 1, 0, 0, n))),
  favoriteCount: fc.integer({ min: 0, max: 12 }),
});

const sessions = await keep(fc.sample(contents, { numRuns: 400, seed: 7 }));

async function keep(made: (typeof contents extends fc.Arbitrary<infer T> ? T : never)[]) {
  const rows = made.map(({ publishedAt, favoriteCount }) => ({
    authorSub: randomUUID(),
    title: '',
    description: '',
    tags: [],
    visibility: 'public' as const,
    items: [planItem()],
    createdAt: publishedAt,
    updatedAt: publishedAt,
    publishedAt,
    favoriteCount,
  }));
  const ids = await sampleDb
    .insert(trainingSessions)
    .values(rows)
    .returning({ id: trainingSessions.id });
  const kept = made.map((content, n): Kept => ({ ...content, id: ids[n]?.id ?? 0 }));
  await sampleDb
    .insert(trainingSessionSearch)
    .values(kept.map(({ id, ...content }) => ({ trainingSessionId: id, ...content })));
  // Private menus have no search row, and the order of favourites must leave them out.
  const hidden = rows.map((row) => ({ ...row, visibility: 'private' as const }));
  await sampleDb.insert(trainingSessions).values(hidden.slice(0, 100));
  return kept;
}

/** Filters all menus one by one, as the expected result. */
function filterAll({ words, tag: wanted, workoutTypeId }: MenuFilter, sort: MenuSort) {
  const rank = ({ publishedAt, favoriteCount }: Kept) =>
    sort === 'new' ? publishedAt.getTime() : favoriteCount;
  return sessions
    .filter(({ text }) => words.every((each) => text.includes(each)))
    .filter(({ tags }) => wanted === null || tags.includes(wanted))
    .filter(({ workoutTypeIds: of }) => workoutTypeId === null || of.includes(workoutTypeId))
    .toSorted((one, other) => rank(other) - rank(one) || other.id - one.id)
    .map(({ id }) => id);
}

const searches = fc.record({
  words: fc.uniqueArray(word(3), { maxLength: 3 }),
  tag: fc.option(tagName, { freq: 3 }),
  workoutTypeId: fc.option(fc.integer({ min: 1, max: 5 }), { freq: 3 }),
  sort: fc.constantFrom(...menuSorts),
  limit: fc.integer({ min: 1, max: 60 }),
  // The walks range from those that end at once to those that see everything.
  walks: fc.record({
    first: fc.integer({ min: 1, max: 300 }),
    near: fc.integer({ min: 1, max: 500 }),
    further: fc.integer({ min: 1, max: 500 }),
  }),
});

test('all pages together equal a scan of every menu, each exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async ({ walks, ...wanted }) => {
      const pages: number[][] = [];
      let after = null;
      for (;;) {
        const page = await findMenus(sampleDb, { ...wanted, after }, walks);
        expect(page.length).toBeLessThanOrEqual(wanted.limit);
        pages.push(page.map(({ id }) => id));
        if (page.length < wanted.limit) break;
        after = page.at(-1) ?? null;
      }
      expect(pages.flat()).toEqual(filterAll(wanted, wanted.sort));
    }),
    { numRuns: bySize(80, 1000) },
  );
});

test('the tested searches find many, few and no menus', () => {
  const counts = fc
    .sample(searches, { numRuns: 300, seed: 7 })
    .map((wanted) => filterAll(wanted, wanted.sort).length);
  expect(counts.some((count) => count > 100)).toBe(true);
  expect(counts.filter((count) => count > 0 && count < 20).length).toBeGreaterThan(20);
  expect(counts).toContain(0);
});

const mine = '/my/training-sessions';

describe('the search index', () => {
  test('contains the current public words, folded, with machine names', async () => {
    const sub = randomUUID();
    const made = await make(sub, { title: 'ﾁｪｽﾄの日', description: 'ABC', tags: ['ストレッチ'] });
    const id = made.trainingSessionId;
    const first = await findIndexed(id);
    expect(first).toMatchObject({
      text: 'ちぇすとの日 abc すとれっち ちぇすとぷれす',
      tags: ['すとれっち'],
      workoutTypeIds: [1],
    });
    const hidden = await change(sub, made, { visibility: 'private' });
    expect(await findIndexed(id)).toBeUndefined();
    await change(sub, hidden.body, { title: '脚', description: '', tags: [] });
    // A menu that is published again keeps its first date of publication.
    expect(await findIndexed(id)).toMatchObject({
      text: '脚 ちぇすとぷれす',
      tags: [],
      publishedAt: first?.publishedAt,
    });
  });

  test('does not contain private menus, and adds a published one as new', async () => {
    const sub = randomUUID();
    const made = await make(sub, { visibility: 'private' });
    expect(await findIndexed(made.trainingSessionId)).toBeUndefined();
    const shown = await change(sub, made, {});
    const row = await findIndexed(made.trainingSessionId);
    expect(row?.publishedAt.toISOString()).toBe(shown.body.updatedAt);
  });

  test('counts tags of public menus only', async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const one = await make(sub, { tags: ['数える', 'ひとつ'] });
    const two = await make(other, { tags: ['かぞえる', '数える'] });
    await make(sub, { tags: ['数える'], visibility: 'private' });
    expect(await readTags()).toMatchObject({ 数える: 2, ひとつ: 1, かぞえる: 1 });
    const hidden = await change(sub, one, { tags: ['数える'], visibility: 'private' });
    expect(await readTags()).toMatchObject({ 数える: 1 });
    expect(await readTags()).not.toHaveProperty('ひとつ');
    await change(sub, hidden.body, { tags: ['ヒトツ', '数える'] });
    expect(await readTags()).toMatchObject({ 数える: 2, ヒトツ: 1 });
    await call(other, 'DELETE', `${mine}/${two.trainingSessionId}`);
    expect(await readTags()).toMatchObject({ 数える: 1 });
    expect(await readTags()).not.toHaveProperty('かぞえる');
  });
});
