import { randomUUID } from 'node:crypto';
import { sessionSorts } from '@tanren/contract/training-sessions';
import { describe, expect, test } from 'vitest';
import { openSessions, sessionItem, type SessionPage } from '#test/support/training-sessions.ts';
import { encodeSearchCursor } from './session-search.store.ts';

const { call, make, change, setFavorite, addMember } = await openSessions();
const reader = randomUUID();

async function search(query: Record<string, string | number>, sub: string = reader) {
  const written = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) written.set(key, String(value));
  return await call<SessionPage>(sub, 'GET', `/training-sessions?${written.toString()}`);
}

const titles = async (query: Record<string, string | number>, sub: string = reader) =>
  (await search(query, sub)).body.items.map(({ title }) => title);

/** Each test searches among its own: by a tag that no other has. */
const newTag = (): string => randomUUID().slice(0, 18);

describe('words', () => {
  test.each([
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
    // All its pairs of characters are there, the word is not.
    ['ababa', 'abax baba'],
    ['日脚', '脚の日 脚'],
  ])('%j does not find %j', async (query, title) => {
    const tag = newTag();
    await make(randomUUID(), { title, tags: [tag], description: '' });
    expect(await titles({ query, tag })).toEqual([]);
  });

  test('are found in description, tags and names of machines, and each must be somewhere', async () => {
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

  test('none at all is no condition', async () => {
    const tag = newTag();
    await make(randomUUID(), { title: '何でも', tags: [tag] });
    expect(await titles({ query: ' 　', tag })).toEqual(['何でも']);
    expect((await search({ query: '', tag: '' })).body.items).toHaveLength(20);
  });
});

describe('tag and type', () => {
  test('a tag is found whole, however it is written', async () => {
    const tag = `ストレッチ${newTag().slice(0, 8)}`;
    await make(randomUUID(), { title: '伸ばす', tags: [tag] });
    expect(await titles({ tag: `#${tag.replace('ストレッチ', 'すとれっち')}` })).toEqual([
      '伸ばす',
    ]);
    expect(await titles({ tag: tag.slice(0, 8) })).toEqual([]);
  });

  test('a type is found among the items; one that does not exist finds nothing', async () => {
    const tag = newTag();
    const item = { ...sessionItem, workoutTypeId: 16, loadKg: null };
    await make(randomUUID(), { title: '両方', tags: [tag], items: [sessionItem, item] });
    await make(randomUUID(), { title: '片方', tags: [tag] });
    expect(await titles({ tag, workoutType: 16 })).toEqual(['両方']);
    expect(await titles({ tag, workoutType: 1 })).toEqual(['片方', '両方']);
    for (const workoutType of [2, 17, 32_767]) {
      expect(await search({ tag, workoutType })).toEqual({
        status: 200,
        body: { items: [], nextCursor: null },
      });
    }
  });
});

describe('who sees what', () => {
  test('public ones, also of oneself, with author and favourite; never private ones', async () => {
    const tag = newTag();
    const author = await addMember('たろう');
    const { trainingSessionId } = await make(author, { title: '公開', tags: [tag] });
    await make(author, { title: '秘密', tags: [tag], visibility: 'private' });
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

  test('what is hidden is gone at once in both orders, and comes back', async () => {
    const tag = newTag();
    const author = randomUUID();
    const made = await make(author, { title: '出たり消えたり', tags: [tag] });
    const hidden = await change(author, made, { tags: [tag], visibility: 'private' });
    for (const sort of sessionSorts) expect(await titles({ tag, sort })).toEqual([]);
    await change(author, hidden.body, { title: '出た', tags: [tag] });
    for (const sort of sessionSorts) expect(await titles({ tag, sort })).toEqual(['出た']);
  });
});

describe('pages', () => {
  test('new ones first, or those with most favourites; the cursor goes on where a page ended', async () => {
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
    const orders = { new: '五四三二一', favorites: '一五三四二' };
    for (const sort of sessionSorts) {
      const pages: string[] = [];
      let cursor: string | null = null;
      do {
        const page: SessionPage = (
          await search({ tag, sort, limit: 2, ...(cursor === null ? {} : { cursor }) })
        ).body;
        pages.push(page.items.map(({ title }) => title).join(''));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
      expect(pages.join('')).toBe(orders[sort]);
    }
  });

  test('a page that just fills has none behind it', async () => {
    const tag = newTag();
    await make(randomUUID(), { tags: [tag] });
    expect((await search({ tag, limit: 1 })).body.nextCursor).toBeNull();
  });
});

describe('what makes no sense is 400', () => {
  const ofOther = encodeSearchCursor('favorites', { value: '1', id: 1 });
  test.each([
    { cursor: 'x' },
    { cursor: ofOther },
    { cursor: Buffer.from('n9999999999999999.2147483648').toString('base64url') },
    { sort: 'best' },
    { workoutType: 0 },
    { workoutType: '99999999999999999999' },
    { workoutType: '1.5' },
    { workoutType: 'x' },
    { limit: 0 },
    { limit: 101 },
    { query: 'あ'.repeat(101) },
    { query: '\0' },
    { other: '1' },
  ])('%j', async (query) => {
    expect((await search(query as Record<string, string | number>)).status).toBe(400);
  });

  test('but the furthest cursors that could be ours are empty pages', async () => {
    for (const [sort, value] of [
      ['new', '0'],
      ['favorites', '0'],
    ] as const) {
      const cursor = encodeSearchCursor(sort, { value, id: 0 });
      expect((await search({ sort, cursor })).body).toEqual({ items: [], nextCursor: null });
    }
    const last = encodeSearchCursor('new', { value: '9'.repeat(16), id: 2_147_483_647 });
    expect((await search({ cursor: last })).body.items).toHaveLength(20);
    const most = encodeSearchCursor('favorites', { value: '2147483647', id: 2_147_483_647 });
    expect((await search({ sort: 'favorites', cursor: most })).body.items).toHaveLength(20);
  });
});
