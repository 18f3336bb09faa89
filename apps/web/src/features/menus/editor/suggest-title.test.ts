import { expect, it } from 'vitest';
import { addItem, emptyContent } from './edited-content.ts';
import { followItems, suggestTitle } from './suggest-title.ts';

const itemsOf = (...ids: number[]) => ids.map((workoutTypeId) => ({ workoutTypeId }));

it.each([
  [[], ''],
  [[1], 'チェストプレスの日'],
  [[1, 1], 'チェストプレスの日'],
  [[1, 2], '胸の日'],
  [[11, 4, 1], '胸・背中・脚・お尻の日'],
  [[1, 3, 4, 11], '全身の日'],
  // A type that only a newer server knows.
  [[999], ''],
])('suggests a title for the exercises %j: %s', (ids, title) => {
  expect(suggestTitle(itemsOf(...ids))).toBe(title);
});

it('the title follows the exercises until the member writes one', () => {
  const add = (content: typeof emptyContent, id: number) =>
    followItems(content, { ...content, items: addItem(content.items, id) });
  const chest = add(emptyContent, 1);
  expect(chest.title).toBe('チェストプレスの日');
  expect(add(chest, 4).title).toBe('胸・背中の日');
  expect(add({ ...chest, title: '朝' }, 4).title).toBe('朝');
  // A title that was cleared is suggested again with the next exercise.
  expect(add({ ...chest, title: '' }, 2).title).toBe('胸の日');
  expect(followItems(chest, { ...chest, items: [] }).title).toBe('');
});
