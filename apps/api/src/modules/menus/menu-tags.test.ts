import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openMenus } from '#test/support/menus/menus.ts';

const { db, call, make, change } = await openMenus();

interface Tag {
  tag: string;
  count: number;
}

async function listTags(sub: string, query?: string): Promise<Tag[]> {
  const search = query === undefined ? '' : `?query=${encodeURIComponent(query)}`;
  const { status, body } = await call<Tag[]>(sub, 'GET', `/training-session-tags${search}`);
  expect(status).toBe(200);
  return body;
}

describe('tag suggestions', () => {
  // spec 3.23, 7.28
  test('are sorted by use and found by a part, in any spelling', async () => {
    const sub = randomUUID();
    for (const tags of [['朝ストレッチ'], ['すとれっち夜', '朝すとれっち'], ['朝ｽﾄﾚｯﾁ']]) {
      await make(randomUUID(), { tags });
    }
    for (const query of ['ストレッチ', 'すとれっち', '#ｽﾄﾚｯﾁ', 'とれ', 'す']) {
      expect(await listTags(sub, query)).toEqual([
        { tag: '朝ストレッチ', count: 3 },
        { tag: 'すとれっち夜', count: 1 },
      ]);
    }
    expect(await listTags(sub, '夜')).toEqual([{ tag: 'すとれっち夜', count: 1 }]);
    for (const query of ['%', '_', '\\', '昼']) expect(await listTags(sub, query)).toEqual([]);
    expect(await listTags(sub)).toContainEqual({ tag: '朝ストレッチ', count: 3 });
  });

  test("include the member's own private tags, and none of other members", async () => {
    const [sub, other] = [randomUUID(), randomUUID()];
    const made = await make(sub, { tags: ['私の秘密', '公の私'], visibility: 'private' });
    await make(other, { tags: ['公の私'] });
    expect(await listTags(sub, '私')).toEqual([
      { tag: '公の私', count: 1 },
      { tag: '私の秘密', count: 0 },
    ]);
    expect(await listTags(other, '私')).toEqual([{ tag: '公の私', count: 1 }]);
    await change(sub, made, { tags: ['私の秘密'], visibility: 'public' });
    expect(await listTags(other, '秘密')).toEqual([{ tag: '私の秘密', count: 1 }]);
  });

  test('contain twenty of the gym, and own tags beyond them with their count', async () => {
    const sub = randomUUID();
    for (let n = 0; n < 5; n += 1) {
      const tags = Array.from({ length: 5 }, (_, m) => `多い${n}${m}`);
      for (let times = 0; times < 2; times += 1) await make(randomUUID(), { tags });
    }
    await make(sub, { tags: ['多いが自分だけ'] });
    const tags = await listTags(sub, '多い');
    expect(tags).toHaveLength(21);
    expect(tags.slice(0, 20).every(({ count }) => count === 2)).toBe(true);
    expect(tags[20]).toEqual({ tag: '多いが自分だけ', count: 1 });
  });

  test('find a rare tag among many by the index', async () => {
    await db.$client.query(
      `insert into training_session_tags
       select 'たくさん' || n, 'たくさん' || n, 1000 + n from generate_series(1, 3000) n
       union all select 'まれ', 'マレ', 1`,
    );
    const sub = randomUUID();
    expect(await listTags(sub, 'まれ')).toEqual([{ tag: 'マレ', count: 1 }]);
    expect((await listTags(sub, 'たくさん')).map(({ count }) => count)).toEqual(
      Array.from({ length: 20 }, (_, n) => 4000 - n),
    );
    expect((await listTags(sub, 'たくさん299')).map(({ tag }) => tag)).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((n) => `たくさん299${n}`),
      'たくさん299',
    ]);
  });
});
