import { expect, test } from 'vitest';
import { type EditedContent, emptyContent } from './edited-content.ts';
import { findFaults, hasFaults, locateRefusals } from './find-faults.ts';

const item = { key: 'a', workoutTypeId: 1, sets: 3, reps: 10, loadKg: 62.5, restSeconds: 90 };
const content: EditedContent = { ...emptyContent, title: '胸の日', items: [item] };

test('a title and one exercise are enough', () => {
  expect(hasFaults(findFaults(content))).toBe(false);
});

test('an empty form lacks both', () => {
  expect(findFaults(emptyContent)).toEqual({
    title: 'タイトルを入力してください',
    items: '種目を1つ以上追加してください',
    rows: {},
  });
});

test('what is too much is told where it stands', () => {
  const long = { ...content, title: 'あ'.repeat(61), description: 'い'.repeat(1001) };
  expect(Object.keys(findFaults(long))).toEqual(['title', 'description', 'rows']);
  const rows = [
    { ...item, loadKg: 61 },
    { ...item, key: 'b', workoutTypeId: 99 },
  ];
  const faults = findFaults({ ...content, items: rows });
  expect(faults.rows['a']).toContain('5〜150');
  expect(faults.rows['b']).toBe('この種目は選べません。別の種目を選んでください');
  expect(hasFaults(faults)).toBe(true);
});

test('refusals of the server find their fields and rows', () => {
  const paths = ['/items/1/loadKg', '/title', '/items', '/items/9/reps', '/draftId', ''];
  const faults = locateRefusals(
    paths.map((path) => ({ path })),
    [{ key: 'a' }, { key: 'b' }],
  );
  expect(faults).toEqual({
    title: 'タイトルをご確認ください',
    items: '種目をご確認ください',
    rows: { b: 'この種目の内容をご確認ください' },
  });
});
