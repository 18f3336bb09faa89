import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openMenus, menuContent, sessionItem, type MenuPage } from '#test/support/menus/menus.ts';

const { call, make, change, addMember } = await openMenus();
const mine = '/my/training-sessions';

describe('creating a menu', () => {
  // spec 1.4, 3.14
  test('returns what is stored', async () => {
    const sub = await addMember('鍛太郎');
    const items = [
      { ...sessionItem, loadKg: 42.5 },
      { ...sessionItem, workoutTypeId: 11, loadKg: null, sets: 2, restSeconds: 0 },
      { ...sessionItem, loadKg: 5, sets: 1 },
    ];
    const made = await make(sub, {
      title: '  胸と脚 ',
      description: '一行目\r\n二行目 ',
      tags: ['#全身', 'ｽﾄﾚｯﾁ', 'すとれっち'],
      items,
    });
    const { trainingSessionId, createdAt } = made;
    expect(trainingSessionId).toBeTypeOf('number');
    expect(made).toEqual({
      trainingSessionId,
      title: '胸と脚',
      description: '一行目\n二行目',
      tags: ['全身', 'ストレッチ'],
      visibility: 'public',
      items,
      workoutTypeIds: [1, 11],
      setCount: 6,
      // The estimate is 3 × 90 s to change, 60 reps of 4 s, and 2 rests of 90 s.
      estimatedMinutes: 12,
      author: { nickname: '鍛太郎', isMe: true },
      byTrainer: false,
      favorite: false,
      favoriteCount: 0,
      hiddenReason: null,
      version: 1,
      createdAt,
      updatedAt: createdAt,
    });
    for (const path of [mine, '/training-sessions']) {
      const { body } = await call(sub, 'GET', `${path}/${made.trainingSessionId}`);
      expect(body).toEqual(made);
    }
  });

  test.each([
    ['an empty title', { title: ' 　' }, '/title'],
    ['a long description', { description: '鍛'.repeat(1001) }, '/description'],
    ['an empty tag', { tags: ['胸', '#'] }, '/tags/1'],
    [
      'an unknown type',
      { items: [sessionItem, { ...sessionItem, workoutTypeId: 17 }] },
      '/items/1/workoutTypeId',
    ],
    ['a heavy load', { items: [{ ...sessionItem, loadKg: 152.5 }] }, '/items/0/loadKg'],
    [
      'a load that rounding would accept',
      { items: [{ ...sessionItem, loadKg: 40.04 }] },
      '/items/0/loadKg',
    ],
  ])('%s is rejected with its place, and changes nothing', async (_name, changes, path) => {
    const sub = randomUUID();
    const made = await make(sub);
    const wrong = menuContent(changes);
    const rejection = { status: 400, body: { code: 'invalid_request' } };
    const created = await call(sub, 'POST', mine, wrong);
    expect(created).toMatchObject(rejection);
    expect(created.body['fields']).toContainEqual(expect.objectContaining({ path, in: 'body' }));
    expect(await change(sub, made, changes)).toMatchObject(rejection);
    expect((await call<MenuPage>(sub, 'GET', mine)).body.items).toHaveLength(1);
  });

  test.each([
    ['markup', `<script>alert('1')</script>&amp;"`],
    ['emoji', '🏋️‍♀️ 朝活 👨‍👩‍👧‍👦'],
    ['a text with SQL characters', `'; drop table x; -- \\ % _ {"a,b"} $1`],
  ])('stores %s as it was written', async (_name, text) => {
    const made = await make(randomUUID(), { title: text, description: text });
    expect([made.title, made.description]).toEqual([text, text]);
  });
});
